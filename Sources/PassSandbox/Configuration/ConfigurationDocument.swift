#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SandboxConfiguration {
    /// Reads a configuration from a JSON document, of which every member may be left out.
    ///
    /// - Parameter document: The document in UTF-8.
    /// - Throws: ``SandboxError`` with the path of the member that has another form than expected.
    public init(document: [UInt8]) throws(SandboxError) {
        let decoded: Self
        do {
            decoded = try JSONDecoder().decode(Self.self, from: Data(document))
        } catch let error {
            throw SandboxError(.unusableConfiguration, Self.advice(error))
        }
        try JSONText.refuseOthers(
            than: [
                "serviceProviders", "softwareStatements", "mvpds", "lifetimes", "limits",
                "throttle",
                "choices", "metadataEncryption", "faults",
            ], in: document)
        self = decoded
    }

    /// The configuration as a JSON document with every member, to begin one's own with.
    public var document: [UInt8] {
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
    public init(document: [UInt8]) throws(SandboxError) {
        let decoded: Self
        do {
            decoded = try JSONDecoder().decode(Self.self, from: Data(document))
        } catch {
            throw SandboxError(
                .unusableConfiguration,
                "The faults are not a JSON object with rules, each with a path and a kind.")
        }
        try JSONText.refuseOthers(than: ["seed", "rules"], in: document)
        self = decoded
    }
}

extension JSONText {
    /// Refuses a document with a member that nothing reads: it is one that was misspelt.
    fileprivate static func refuseOthers(
        than names: [String], in document: [UInt8]
    ) throws(SandboxError) {
        guard case .object(let members)? = read(document),
            members.contains(where: { member in !names.contains { isSame($0, member.name) } })
        else { return }
        throw SandboxError(
            .unusableConfiguration,
            "The document has a member that is none of \(names.joined(separator: ", ")).")
    }
}
