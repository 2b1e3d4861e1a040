/// A key that is equal to another one only if their bytes are.
struct ExactText: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(_ text: String) { bytes = [UInt8](text.utf8) }

    /// Joins parts so that different parts never make the same key.
    init(_ parts: String...) {
        self.init(parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "|"))
    }
}

/// Returns whether two secrets have the same bytes, found out in a time that tells nothing of
/// either.
func isSameSecret(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
