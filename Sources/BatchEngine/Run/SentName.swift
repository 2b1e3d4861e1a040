internal import XMLCore

/// A name that a sender chose, such as an issuer or an algorithm; the same when its bytes are.
///
/// Swift takes strings that Unicode calls canonically equivalent for equal; SAML does not.
package struct SentName: Hashable, Comparable, Sendable {
    /// The name as it was sent.
    package let text: String

    /// Creates the name with this text.
    package init(_ text: String) {
        self.text = text
    }

    /// Returns whether the bytes of both are the same.
    package static func == (one: SentName, other: SentName) -> Bool {
        one.text.hasSameBytes(as: other.text)
    }

    /// Returns whether the bytes of `one` come before those of `other`.
    package static func < (one: SentName, other: SentName) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    /// Feeds the bytes into the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: text)
    }
}

extension SentName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates the name with this text.
    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// The name as it was sent.
    package var description: String { text }
}

extension SentName: Codable {
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

extension Dictionary where Key == SentName {
    /// The name itself, or `others` where it would be one name more than `limit`.
    ///
    /// Senders can make up names without end, so that their number has to be bounded.
    func key(_ name: SentName, limit: Int, others: SentName) -> SentName {
        self[name] != nil || count < limit ? name : others
    }

    /// The names of `other` in the order they are merged in: sorted when not all may find room, so
    /// that every run with the same input drops the same ones.
    func mergingOrder(_ other: [SentName: Value], limit: Int) -> [SentName] {
        count + other.count < limit ? Array(other.keys) : other.keys.sorted()
    }
}
