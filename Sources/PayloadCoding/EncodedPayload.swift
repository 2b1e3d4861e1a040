internal import WireText

/// A message in the form that is exchanged: normalized, Base64 and percent-encoded.
public struct EncodedPayload: Hashable, Sendable, CustomStringConvertible {
    /// The encoded bytes, all of them ASCII.
    public let bytes: [UInt8]
    /// The normalized message before Base64, in UTF-8.
    public let normalized: [UInt8]
    /// The normalization of white space.
    package let normalization: Normalization
    /// A Boolean value that indicates whether the message was not well-formed UTF-8 and had parts
    /// replaced by U+FFFD.
    public let isRepaired: Bool

    /// The encoded text.
    ///
    /// It is ready for the body of a form and must not be percent-encoded again.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of bytes of the payload; never its content.
    public var description: String { "EncodedPayload(\(bytes.count) bytes)" }
}

extension EncodedPayload: Redacted {}
