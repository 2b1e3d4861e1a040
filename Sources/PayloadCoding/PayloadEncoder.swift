/// Turns a message into the payload that is exchanged: normalize, Base64, percent-encode.
///
/// With ``Normalization/cookbook`` the result equals that of the snippet Adobe Pass publishes for
/// apps, on every input.
public struct PayloadEncoder: Hashable, Sendable {
    /// What is done to white space.
    public let normalization: Normalization

    /// Creates an encoder.
    public init(normalization: Normalization = .cookbook) {
        self.normalization = normalization
    }

    /// The payload of `message`.
    ///
    /// - Parameter message: A message in UTF-8. Octets that are not well-formed are replaced by
    ///   U+FFFD, as they are where an app reads them into a `String`; ``EncodedPayload/isRepaired``
    ///   tells.
    public func payload(encoding message: [UInt8]) -> EncodedPayload {
        let (utf8, isRepaired) = UTF8Repair.repaired(message)
        var normalized: [UInt8] = []
        normalization.append(utf8, to: &normalized)
        var octets: [UInt8] = []
        Self.appendEncoded(normalized, to: &octets)
        return EncodedPayload(
            octets: octets, normalized: normalized, normalization: normalization,
            isRepaired: isRepaired)
    }

    /// Appends the octets of the payload of `message` to `output`.
    ///
    /// - Returns: Whether the message had to be repaired to be well-formed UTF-8.
    @discardableResult
    public func encode(_ message: [UInt8], into output: inout [UInt8]) -> Bool {
        let (utf8, isRepaired) = UTF8Repair.repaired(message)
        var normalized: [UInt8] = []
        normalization.append(utf8, to: &normalized)
        Self.appendEncoded(normalized, to: &output)
        return isRepaired
    }

    private static func appendEncoded(_ normalized: [UInt8], to output: inout [UInt8]) {
        // About one digit in thirty is percent-encoded in XML.
        let digits = Base64.encodedCount(forOctetCount: normalized.count)
        output.reserveCapacity(output.count + digits + digits / 8)
        Base64.forEachDigit(of: normalized) { PercentEncoding.append($0, to: &output) }
    }
}

/// Turns a payload back into the message it was made from.
public struct PayloadDecoder: Hashable, Sendable {
    /// Creates a decoder.
    public init() {}

    /// The normalized message inside a payload.
    ///
    /// - Parameter payload: What ``PayloadEncoder`` makes; a payload that is not percent-encoded
    ///   is accepted too.
    /// - Throws: A ``PayloadDecodingError`` when the payload is anything else, by so much as one
    ///   octet. For `invalidPercentEncoding` the offset counts octets of the payload, for the
    ///   others digits of the Base64 text inside it.
    public func message(decoding payload: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        try Base64.decode(PercentEncoding.decode(payload))
    }
}
