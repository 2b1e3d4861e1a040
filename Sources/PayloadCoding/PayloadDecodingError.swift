/// The reason why bytes are not a payload.
public struct PayloadDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A `%` is not followed by two hexadecimal digits.
        case invalidPercentEncoding
        /// A byte is percent-encoded that need not be, or the other way round, or in lower case.
        case notAsEncoded
        /// A byte does not belong to the Base64 alphabet, or padding stands where a digit must.
        case notABase64Digit
        /// The Base64 text ends inside a group of four.
        case truncatedBase64
        /// Something follows the padding.
        case bytesAfterPadding
        /// The last digit has bits that no encoder sets (RFC 4648, section 3.5).
        case spareBitsNotZero
    }

    /// The reason.
    public let code: Code
    /// The offset, from 0, of the first byte that is wrong.
    public let offset: Int

    /// Creates an error.
    package init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// A sentence that says what is wrong and where.
    public var description: String {
        let reason =
            switch code {
            case .invalidPercentEncoding:
                "A percent sign is not followed by two hexadecimal digits"
            case .notAsEncoded: "A byte is not percent-encoded the way the encoder does it"
            case .notABase64Digit: "A byte is not a Base64 digit"
            case .truncatedBase64: "The Base64 text ends too early"
            case .bytesAfterPadding: "Something follows the Base64 padding"
            case .spareBitsNotZero: "The last Base64 digit has bits that must be zero"
            }
        return "\(reason) at byte \(offset)."
    }
}
