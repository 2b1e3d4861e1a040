/// A name that a sender chose, such as an issuer, an algorithm or a client; the same when its bytes are.
///
/// Swift takes strings that Unicode calls canonically equivalent for equal; SAML does not.
package struct ByteExactName: Hashable, Comparable, Sendable {
    /// The name as it was sent.
    package let text: String

    /// Creates the name with this text.
    package init(_ text: String) {
        self.text = text
    }

    /// Joins parts so that different parts never make the same name.
    package init(_ first: String, _ second: String, _ others: String...) {
        self.init(
            ([first, second] + others).map { "\($0.utf8.count):\($0)" }.joined(separator: "|"))
    }

    /// Returns whether the bytes of both are the same.
    package static func == (one: ByteExactName, other: ByteExactName) -> Bool {
        one.text.hasSameBytes(as: other.text)
    }

    /// Returns whether the bytes of `one` come before those of `other`.
    package static func < (one: ByteExactName, other: ByteExactName) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    /// Feeds the bytes into the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: text)
    }
}

extension ByteExactName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates the name with this text.
    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// The name as it was sent.
    package var description: String { text }
}

extension ByteExactName: Codable {
    /// Reads the name from a string.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the name as a string.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
