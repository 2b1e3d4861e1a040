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
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(document))
        } catch let error {
            throw SandboxError(.unusableConfiguration, Self.advice(error))
        }
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
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(document))
        } catch {
            throw SandboxError(
                .unusableConfiguration,
                "The faults are not a JSON object with rules, each with a path and a kind.")
        }
    }
}
