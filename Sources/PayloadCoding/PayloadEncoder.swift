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
    /// - Returns: The payload.
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
        let pairs = digitPairs
        let pairCount = normalized.count / 3 * 2
        // Whole pairs are stored eight octets at a time, so that the last one needs room to spare.
        let capacity = pairCount * 6 + 8
        output += unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe normalized.withUnsafeBufferPointer { octets in
                let target = UnsafeMutableRawBufferPointer(buffer)
                func store(_ twelveBits: Int) {
                    let pair = pairs[twelveBits]
                    unsafe target.storeBytes(
                        of: pair.littleEndian, toByteOffset: count, as: UInt64.self)
                    count &+= Int(pair >> 56)
                }
                var index = 0
                while index &+ 3 <= octets.count {
                    let first = unsafe Int(octets[index])
                    let second = unsafe Int(octets[index &+ 1])
                    let third = unsafe Int(octets[index &+ 2])
                    store(first << 4 | second >> 4)
                    store((second & 0x0F) << 8 | third)
                    index &+= 3
                }
            }
        }
        let rest = Base64.encoding(Array(normalized.suffix(normalized.count % 3)))
        PercentEncoding.encode(rest, into: &output)
    }

    /// Every pair of Base64 digits, percent-encoded: up to six octets, the first one lowest, and
    /// their number in the highest octet.
    private static let digitPairs: [UInt64] = (0..<4096).map { bits in
        let digits = [Base64.alphabet[bits >> 6], Base64.alphabet[bits & 0x3F]]
        var encoded: [UInt8] = []
        PercentEncoding.encode(digits, into: &encoded)
        let octets = encoded.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return octets | UInt64(encoded.count) << 56
    }
}
