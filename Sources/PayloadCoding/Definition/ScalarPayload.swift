/// Base64 and percent-encoding in one pass, without vectors: the definition of the kernels'.
enum ScalarPayload {
    /// Appends the Base64 of `normalized` to `output`, percent-encoded.
    static func append(_ normalized: [UInt8], to output: inout [UInt8]) {
        let pairs = digitPairs
        let pairCount = normalized.count / 3 * 2
        // Whole pairs are stored eight bytes at a time, so that the last one needs room to spare.
        let capacity = pairCount * 6 + 8
        output += unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe normalized.withUnsafeBufferPointer { bytes in
                let target = UnsafeMutableRawBufferPointer(buffer)
                func store(_ twelveBits: Int) {
                    let pair = pairs[twelveBits]
                    unsafe target.storeBytes(
                        of: pair.littleEndian, toByteOffset: count, as: UInt64.self)
                    count &+= Int(pair >> 56)
                }
                var index = 0
                while index &+ 3 <= bytes.count {
                    let first = unsafe Int(bytes[index])
                    let second = unsafe Int(bytes[index &+ 1])
                    let third = unsafe Int(bytes[index &+ 2])
                    store(first << 4 | second >> 4)
                    store((second & 0x0F) << 8 | third)
                    index &+= 3
                }
            }
        }
        let rest = ScalarBase64.encoding(Array(normalized.suffix(normalized.count % 3)))
        PercentEncoding.encode(rest, into: &output)
    }

    /// Every pair of Base64 digits, percent-encoded: up to six bytes, the first one lowest, and
    /// their number in the highest byte.
    private static let digitPairs: [UInt64] = (0..<4096).map { bits in
        let digits = [ScalarBase64.alphabet[bits >> 6], ScalarBase64.alphabet[bits & 0x3F]]
        var encoded: [UInt8] = []
        PercentEncoding.encode(digits, into: &encoded)
        let bytes = encoded.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes | UInt64(encoded.count) << 56
    }
}
