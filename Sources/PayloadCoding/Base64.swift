internal import CPayloadKernels

/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
    /// Appends the encoding of `bytes` to `output`, without line breaks.
    public static func encode(_ bytes: [UInt8], into output: inout [UInt8]) {
        encode(bytes, with: nil, into: &output)
    }

    /// The encoding of `bytes`, without line breaks.
    public static func encoding(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        encode(bytes, with: nil, into: &output)
        return output
    }

    /// The number of digits, padding included, that this many bytes take.
    package static func encodedCount(forByteCount count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    /// Decodes Base64 exactly as ``encode(_:into:)`` writes it.
    ///
    /// - Parameter digits: The Base64 text: no white space, complete padding, zero bits where the
    ///   last digit has bits to spare.
    /// - Returns: The bytes.
    /// - Throws: A ``PayloadDecodingError`` with the offset of the first byte that is not so.
    public static func decode(_ digits: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        try decode(digits, with: nil)
    }

    /// Decodes Base64 that was wrapped into lines: spaces, tabs and line ends are ignored.
    ///
    /// - Parameter text: The Base64 text.
    /// - Returns: The bytes.
    /// - Throws: A ``PayloadDecodingError`` whose offset counts the white space too.
    package static func decodeWrapped(_ text: [UInt8]) throws(PayloadDecodingError) -> [UInt8] {
        try decodeWrapped(text, with: nil)
    }

    /// Decodes bytes that are part of others.
    package static func decodeWrapped(_ text: Span<UInt8>) throws(PayloadDecodingError) -> [UInt8] {
        try decodeWrapped(text, with: nil)
    }

    /// Appends the encoding, percent-encoded if `isPercentEncoded` says so.
    static func encode(
        _ bytes: [UInt8], with kernel: PayloadKernel?, isPercentEncoded: Bool = false,
        into output: inout [UInt8]
    ) {
        guard !bytes.isEmpty else { return }
        guard let table = unsafe PayloadKernel.table(kernel) else {
            if isPercentEncoded {
                ScalarPayload.append(bytes, to: &output)
            } else {
                output += ScalarBase64.encoding(bytes)
            }
            return
        }
        let capacity = encodedCount(forByteCount: bytes.count) * (isPercentEncoded ? 3 : 1)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            output.append(addingCapacity: capacity) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                    guard let source = bytes.baseAddress, let target = buffer.baseAddress else {
                        return
                    }
                    count = unsafe CPayloadKernels_base64(
                        table, isPercentEncoded, source, bytes.count, target, buffer.count)
                }
            }
        }
    }

    static func decode(
        _ digits: [UInt8], with kernel: PayloadKernel?
    ) throws(PayloadDecodingError) -> [UInt8] {
        guard digits.count >= 4, let table = unsafe PayloadKernel.table(kernel) else {
            return try ScalarBase64.decode(digits)
        }
        var decoded = 0
        var output = unsafe [UInt8](unsafeUninitializedCapacity: digits.count / 4 * 3) {
            buffer, count in
            unsafe digits.withUnsafeBufferPointer { digits in
                guard let source = digits.baseAddress, let target = buffer.baseAddress else {
                    return
                }
                decoded = unsafe table.pointee.decodeBase64(source, digits.count, target)
                count = decoded / 4 * 3
            }
        }
        try ScalarBase64.finish(digits, from: decoded, into: &output)
        return output
    }

    static func decodeWrapped(
        _ text: [UInt8], with kernel: PayloadKernel?
    ) throws(PayloadDecodingError) -> [UInt8] {
        try unsafe text.withUnsafeBufferPointer { (text) throws(PayloadDecodingError) in
            try decodeWrapped(unsafe text.span, with: kernel)
        }
    }

    private static func decodeWrapped(
        _ text: Span<UInt8>, with kernel: PayloadKernel?
    ) throws(PayloadDecodingError) -> [UInt8] {
        var isWhole = false
        if text.count >= 4, let table = unsafe PayloadKernel.table(kernel) {
            let output = unsafe [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
                unsafe text.withUnsafeBufferPointer { text in
                    guard let source = text.baseAddress, let target = buffer.baseAddress else {
                        return
                    }
                    let digits = unsafe table.pointee.removeWhiteSpace(source, text.count, target)
                    let decoded = unsafe table.pointee.decodeBase64(target, digits, target)
                    count = decoded / 4 * 3
                    // One group may be left, with padding.
                    guard digits - decoded <= 4 else { return }
                    let plain = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<digits])
                    do throws(PayloadDecodingError) {
                        let last = try unsafe ScalarBase64.lastBytes(of: plain, from: decoded)
                        if let first = last?.first {
                            unsafe buffer[count] = first
                            count += 1
                        }
                        if let second = last?.second {
                            unsafe buffer[count] = second
                            count += 1
                        }
                        isWhole = true
                    } catch {}
                }
            }
            if isWhole { return output }
        }
        // Where there is anything else, the definition says what is wrong and where.
        return try ScalarBase64.decodeWrapped(text.indices.map { text[$0] })
    }
}
