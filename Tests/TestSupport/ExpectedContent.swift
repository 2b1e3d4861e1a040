public import Foundation

/// The name and the attributes that other libraries read from a vector.
public struct ExpectedContent: Equatable, Sendable {
    private let attributes: [String: [String]]
    private let nameID: String

    /// What was read; values are trimmed and empty ones dropped, as some libraries do.
    public init(attributes: [(name: String, values: [String])], nameID: String?) {
        self.attributes = Dictionary(
            attributes.map { name, values in
                (name, values.map(Self.trimmed).filter { !$0.isEmpty })
            }, uniquingKeysWith: +
        ).filter { !$0.value.isEmpty }
        self.nameID = Self.trimmed(nameID ?? "")
    }

    /// What must be read.
    public init(contentsOf url: URL) throws {
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
        self.init(
            attributes: file.attributes.map { (name: $0.key, values: $0.value) },
            nameID: file.nameid)
    }

    private struct File: Decodable {
        let attributes: [String: [String]]
        let nameid: String
    }

    /// What is different about another one, without values; `nil` when nothing is.
    public func difference(from other: ExpectedContent) -> String? {
        if nameID != other.nameID { return "another NameID" }
        return attributes == other.attributes ? nil : "other attributes"
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
