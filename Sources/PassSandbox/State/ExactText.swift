/// A key that is equal to another one only if their bytes are.
package struct ExactText: Hashable, Codable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Joins parts so that different parts never make the same key.
    package init(_ parts: String...) {
        text = parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "|")
    }

    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

/// Returns whether two secrets have the same bytes, found out in a time that tells nothing of
/// either.
func isSameSecret(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
