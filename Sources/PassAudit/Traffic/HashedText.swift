internal import Crypto
internal import WireText

/// A value that reports show as a hash only, so that equal values can be seen as equal.
package struct HashedText: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes of the SHA-256.
    let number: UInt64

    init(_ bytes: [UInt8]) {
        number = SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// The first eight digits of the SHA-256.
    package var description: String {
        Hexadecimal.text((0..<4).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
    }
}
