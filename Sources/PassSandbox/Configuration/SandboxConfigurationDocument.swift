#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SandboxConfiguration {
    /// Reads a configuration from a JSON document, of which every member may be left out.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``SandboxError`` with the path of the member that has another form than expected,
    ///   or that has a member which nothing reads.
    package init(document: [UInt8]) throws(SandboxError) {
        let decoded: Self
        do {
            decoded = try JSONDecoder().decode(Self.self, from: Data(document))
        } catch let error {
            throw SandboxError(.unusableConfiguration, Self.advice(error))
        }
        try JSONText.refuseUnread(in: document, besides: decoded)
        self = decoded
    }

    /// The configuration as a JSON document with every member, to begin one's own with.
    package var document: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Nothing in a configuration has no form in JSON.
        return ((try? encoder.encode(self)).map { [UInt8]($0) } ?? []) + [UInt8(ascii: "\n")]
    }

    private static func advice(_ error: any Error) -> String {
        let path: [any CodingKey]
        switch error {
        case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
            path = context.codingPath
        default: path = []
        }
        guard !path.isEmpty else { return "The configuration is not a JSON object." }
        let name = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return "The member \(name.dropFirst(name.hasPrefix(".") ? 1 : 0)) of the configuration is "
            + "missing or of another form than expected."
    }
}

extension FaultPlan {
    /// Reads a plan from a JSON document: an object with `rules`, and perhaps `seed`.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``SandboxError`` if it is no such document.
    package init(document: [UInt8]) throws(SandboxError) {
        let decoded: Self
        do {
            decoded = try JSONDecoder().decode(Self.self, from: Data(document))
        } catch {
            throw SandboxError(
                .unusableConfiguration,
                "The faults are not a JSON object with rules, each with a path and a kind.")
        }
        try JSONText.refuseUnread(in: document, besides: decoded)
        self = decoded
    }
}

extension JSONText {
    /// Refuses a document with a member that nothing reads: it is one that was misspelt.
    ///
    /// What was read is written again; a member that is not there then was not read.
    fileprivate static func refuseUnread(
        in document: [UInt8], besides decoded: some Encodable
    ) throws(SandboxError) {
        guard let given = read(document), let written = try? JSONEncoder().encode(decoded),
            let kept = read([UInt8](written)),
            let place = firstObject(withMoreIn: given, than: kept, at: "")
        else { return }
        let subject = place.isEmpty ? "The document" : "The member \(place) of the document"
        throw SandboxError(
            .unusableConfiguration,
            "\(subject) has an unknown member. Check its spelling.")
    }

    /// Returns the place of the first object with an unknown member, or `nil` if there is none.
    ///
    /// The document itself stands at the empty place. A null says as much as no member does.
    private static func firstObject(
        withMoreIn given: Value, than kept: Value, at place: String
    ) -> String? {
        switch (given, kept) {
        case (.object(let members), .object):
            for member in members where member.value != .null {
                guard let value = kept[member.name] else { return place }
                let inner = place.isEmpty ? member.name : "\(place).\(member.name)"
                if let found = firstObject(withMoreIn: member.value, than: value, at: inner) {
                    return found
                }
            }
            return nil
        case (.list(let values), .list(let others)):
            for (index, pair) in zip(values, others).enumerated() {
                let inner = "\(place)[\(index)]"
                if let found = firstObject(withMoreIn: pair.0, than: pair.1, at: inner) {
                    return found
                }
            }
            return nil
        default: return nil
        }
    }
}
