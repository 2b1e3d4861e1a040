/// Turns a payload back into the message it was made from.
public struct PayloadDecoder: Hashable, Sendable {
    /// Creates a decoder.
    public init() {}

    /// The normalized message inside a payload.
    ///
    /// - Parameter payload: What ``PayloadEncoder`` makes; a payload that is not percent-encoded
    ///   at all is accepted too.
    /// - Returns: The bytes that encode to exactly this payload.
    /// - Throws: A ``PayloadDecodingError`` when the payload is anything else, by so much as one
    ///   byte. Offsets count bytes of the payload for `invalidPercentEncoding` and
    ///   `notAsEncoded`, and digits of the Base64 text inside it for the others.
    public func message(decoding payload: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        let digits = try PercentEncoding.decode(payload)
        let message = try Base64.decode(digits)
        guard digits != payload else { return message }
        // Percent-encoding has many spellings; the encoder writes one.
        var expected: [UInt8] = []
        Base64.encode(message, with: nil, isPercentEncoded: true, into: &expected)
        guard expected == payload else {
            let difference = zip(expected, payload).prefix { $0 == $1 }.count
            throw PayloadDecodingError(.notAsEncoded, at: difference)
        }
        return message
    }
}
