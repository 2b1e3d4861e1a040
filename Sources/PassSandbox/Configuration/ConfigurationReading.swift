internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads a configuration, or a part of one, from a JSON document that may leave members out.
struct ConfigurationReading {
    /// The member of a configuration that is read; empty for all of it.
    var root = ""

    /// The parts that a document may have any number of: the member that each must have, and a part
    /// with usual values that has it.
    private static let parts: [String: (name: String, usual: @Sendable (String) -> any Encodable)] =
        [
            "softwareStatements": (
                "statement", { SandboxConfiguration.SoftwareStatement(statement: $0) }
            ),
            "mvpds": ("id", { SandboxConfiguration.MVPD(id: $0, displayName: $0) }),
            "mvpds.platform": (
                "mappingID", { SandboxConfiguration.PlatformSignOn(mappingID: $0) }
            ),
            "mvpds.subscribers": (
                "name", { SandboxConfiguration.Subscriber(name: $0, userID: "user-\($0)") }
            ),
            "metadataEncryption": (
                "publicKey", { SandboxConfiguration.MetadataEncryption(publicKey: $0) }
            ),
            "faults.rules": ("kind", { _ in FaultPlan.Rule(kind: .html) }),
        ]

    /// The numbers that can be reckoned with.
    private static func range(_ kind: String) -> ClosedRange<Double>? {
        switch kind {
        case "limits.logLines", "limits.records": 0...1_000_000
        case "ssoService.linkCodeLength": 1...64
        case _ where kind.hasPrefix("ssoService."): 0...1_000_000_000
        case "throttle.burst", "mvpds.temporaryAccess.seconds": 0...1_000_000_000
        case _ where kind.hasPrefix("lifetimes.") || kind.hasPrefix("limits."): 0...1_000_000_000
        case "faults.rules.probability": 0...1
        case "faults.rules.status": 400...599
        case "faults.rules.milliseconds": 0...600_000
        case "faults.rules.bytes": 0...67_108_864
        case "faults.rules.times": 0...1_000_000_000
        default: nil
        }
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - document: The document in UTF-8.
    ///   - usual: The defaults of the members that the document lacks.
    /// - Returns: The value.
    /// - Throws: ``SandboxError`` with the path of the member that has another form than expected,
    ///   or that has a member which nothing reads.
    func value<Value: Codable>(
        in document: [UInt8], over usual: Value
    ) throws(SandboxError) -> Value {
        guard let given = JSONText.read(document), case .object = given else {
            throw SandboxError(
                .unusableConfiguration,
                root.isEmpty
                    ? "The configuration is not a JSON object."
                    : "The \(root) are not a JSON object with rules, each with a path and a kind.")
        }
        let whole = try filled(given, from: Self.json(usual), at: "")
        let read: Value
        do {
            read = try JSONDecoder().decode(Value.self, from: Data(whole.bytes))
        } catch let error {
            throw unusable(Self.place(of: error))
        }
        // What was read is written again; a member that is not there then was not read.
        if let place = firstObject(withMoreIn: given, than: Self.json(read), at: "") {
            let subject = place.isEmpty ? "The document" : "The member \(place) of the document"
            throw SandboxError(
                .unusableConfiguration,
                "\(subject) has an unknown member. Check its spelling.")
        }
        return read
    }

    /// Returns a part as JSON; nothing in a configuration has no form in it.
    static func json(_ part: any Encodable) -> JSONValue {
        (try? JSONEncoder().encode(part)).flatMap { JSONText.read([UInt8]($0)) } ?? .null
    }

    /// Returns the value with the defaults of the members that it lacks, after checking its
    /// numbers.
    private func filled(
        _ given: JSONValue, from usual: JSONValue?, at place: String
    ) throws(SandboxError) -> JSONValue {
        // The same for all elements of a list.
        let kind = Self.member(place.replacing(/\[[0-9]+\]/, with: ""), of: root)
        switch given {
        case .object(let members):
            let part = Self.parts[kind]
            let usual = usual ?? part.map { Self.json($0.usual(given[$0.name]?.text ?? "")) }
            var whole: [String: JSONValue] = [:]
            if case .object(let others)? = usual {
                for (name, value) in others where name != part?.name { whole[name] = value }
            }
            for (name, value) in members where value != .null || whole[name] == nil {
                whole[name] = try filled(
                    value, from: usual?[name], at: Self.member(name, of: place))
            }
            return .object(whole.map { ($0.key, $0.value) })
        case .array(let values):
            return .array(
                try values.enumerated().map { (index, value) throws(SandboxError) in
                    try filled(value, from: nil, at: "\(place)[\(index)]")
                })
        case .integer(let number): try check(Double(number), kind, place)
        case .number(let number): try check(number, kind, place)
        default: break
        }
        return given
    }

    private func check(_ number: Double, _ kind: String, _ place: String) throws(SandboxError) {
        guard Self.range(kind)?.contains(number) ?? true else { throw unusable(place) }
    }

    private static func member(_ name: String, of place: String) -> String {
        name.isEmpty || place.isEmpty ? place + name : "\(place).\(name)"
    }

    private func unusable(_ place: String) -> SandboxError {
        SandboxError(
            .unusableConfiguration,
            "The member \(place) of the \(root.isEmpty ? "configuration" : root) is missing or of "
                + "another form than expected.")
    }

    private static func place(of error: any Error) -> String {
        let path: [any CodingKey]
        switch error {
        case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
            path = context.codingPath
        default: path = []
        }
        return path.reduce("") { place, key in
            key.intValue.map { "\(place)[\($0)]" } ?? member(key.stringValue, of: place)
        }
    }

    /// Returns the place of the first object with an unknown member, or `nil` if there is none.
    ///
    /// The document itself stands at the empty place. A null says as much as no member does.
    private func firstObject(
        withMoreIn given: JSONValue, than kept: JSONValue, at place: String
    ) -> String? {
        switch (given, kept) {
        case (.object(let members), .object):
            for (name, value) in members where value != .null {
                guard let other = kept[name] else { return place }
                let inner = Self.member(name, of: place)
                if let found = firstObject(withMoreIn: value, than: other, at: inner) {
                    return found
                }
            }
        case (.array(let values), .array(let others)):
            for (index, pair) in zip(values, others).enumerated() {
                let inner = "\(place)[\(index)]"
                if let found = firstObject(withMoreIn: pair.0, than: pair.1, at: inner) {
                    return found
                }
            }
        default: break
        }
        return nil
    }
}

extension SandboxConfiguration {
    /// Reads a configuration from a JSON document, in which every member is optional.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``SandboxError`` with the path of the member that has another form than expected,
    ///   or that has a member which nothing reads.
    package init(document: [UInt8]) throws(SandboxError) {
        self = try ConfigurationReading().value(in: document, over: .standard)
        guard !ssoService.linkCodeAlphabet.isEmpty else {
            throw SandboxError(
                .unusableConfiguration,
                "The member ssoService.linkCodeAlphabet has no characters for link codes.")
        }
        try checkRules()
    }

    /// The configuration as a JSON document with every member, to begin one's own with.
    package var document: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Nothing in a configuration has no form in JSON.
        return ((try? encoder.encode(Whole(configuration: self))).map { [UInt8]($0) } ?? []) + [
            UInt8(ascii: "\n")
        ]
    }
}

/// A configuration with its optional member, which is not written when it is absent.
private struct Whole: Encodable {
    let configuration: SandboxConfiguration

    private enum Key: CodingKey { case metadataEncryption }

    func encode(to encoder: any Encoder) throws {
        try configuration.encode(to: encoder)
        guard configuration.metadataEncryption == nil else { return }
        var members = encoder.container(keyedBy: Key.self)
        try members.encodeNil(forKey: .metadataEncryption)
    }
}

extension FaultPlan {
    /// Reads a plan from a JSON document: an object with `rules`, and perhaps `seed`.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``SandboxError`` if it is not such a document.
    package init(document: [UInt8]) throws(SandboxError) {
        self = try ConfigurationReading(root: "faults").value(in: document, over: FaultPlan())
    }
}
