internal import CPayloadKernels
internal import WireText

/// Percent-encoding as the cookbook applies it to Base64, and its inverse (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Appends `bytes` to `output` with every byte of `!*'();:@&=+$,/?%#[]` as `%XX`.
    public static func encode(_ bytes: [UInt8], into output: inout [UInt8]) {
        let isReserved = isReserved
        output.reserveCapacity(output.count + bytes.count)
        for byte in bytes {
            if isReserved[Int(byte)] {
                PercentEscape.append(byte, to: &output)
            } else {
                output.append(byte)
            }
        }
    }

    /// The ASCII characters that the cookbook's snippet encodes, from `!` to `]`.
    ///
    /// Of the Base64 alphabet these are `+`, `/` and `=`. Other bytes pass unchanged.
    package static let reserved = Array("!*'();:@&=+$,/?%#[]".utf8)

    /// Decodes every `%XX`; everything else passes unchanged, `+` included.
    ///
    /// - Throws: A ``PayloadDecodingError`` with the offset of a `%` that two hexadecimal digits
    ///   do not follow.
    public static func decode(_ text: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        try decode(text, with: nil)
    }

    static func decode(
        _ text: [UInt8], with kernel: PayloadKernel?
    ) throws(PayloadDecodingError) -> [UInt8] {
        guard !text.isEmpty, let table = unsafe PayloadKernel.table(kernel) else {
            return try ScalarPercentEncoding.decode(text)
        }
        var read = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
            unsafe text.withUnsafeBufferPointer { text in
                guard let source = text.baseAddress, let target = buffer.baseAddress else { return }
                read = unsafe table.pointee.decodePercent(source, text.count, target, &count)
            }
        }
        guard read == text.count else {
            throw PayloadDecodingError(.invalidPercentEncoding, at: read)
        }
        return output
    }

    private static let isReserved: [Bool] = (0...255).map { reserved.contains(UInt8($0)) }
}
