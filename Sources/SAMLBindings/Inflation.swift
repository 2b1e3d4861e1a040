internal import CZlib

/// Decompression of raw DEFLATE (RFC 1951) through zlib, bounded.
enum Inflation {
    /// The decompressed bytes.
    ///
    /// - Throws: `invalidDeflate` when the stream is broken, ends early or is followed by
    ///   something else; `inflationLimit` as soon as more than `limit` bytes come out.
    static func inflated(_ bytes: [UInt8], limit: Int) throws(EnvelopeError) -> [UInt8] {
        var stream = unsafe z_stream()
        guard unsafe CZlib_inflateInitRaw(&stream) == Z_OK else {
            throw EnvelopeError(.invalidDeflate)
        }
        defer { unsafe inflateEnd(&stream) }
        let result = unsafe bytes.withUnsafeBufferPointer { input in
            Result { () throws(EnvelopeError) in
                unsafe try run(&stream, on: input, limit: limit)
            }
        }
        return try result.get()
    }

    /// The first decompressed bytes, as many as come out before the end or a fault.
    static func beginning(of bytes: [UInt8], limit: Int) -> [UInt8] {
        var stream = unsafe z_stream()
        guard !bytes.isEmpty, unsafe CZlib_inflateInitRaw(&stream) == Z_OK else { return [] }
        defer { unsafe inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: limit)
        let count = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { buffer in
                unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(clamping: input.count)
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(clamping: buffer.count)
                _ = unsafe inflate(&stream, Z_NO_FLUSH)
                return unsafe buffer.count - Int(stream.avail_out)
            }
        }
        return Array(output.prefix(count))
    }

    private static func run(
        _ stream: inout z_stream, on input: UnsafeBufferPointer<UInt8>, limit: Int
    ) throws(EnvelopeError) -> [UInt8] {
        // zlib does not write through `next_in`; its C declaration predates `const`.
        unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(clamping: input.count)
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let (status, written) = unsafe chunk.withUnsafeMutableBufferPointer { buffer in
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(buffer.count)
                let status = unsafe inflate(&stream, Z_NO_FLUSH)
                return unsafe (status, buffer.count - Int(stream.avail_out))
            }
            guard output.count + written <= limit else { throw EnvelopeError(.inflationLimit) }
            output += chunk[..<written]
            if status == Z_STREAM_END {
                guard unsafe stream.avail_in == 0 else {
                    throw unsafe EnvelopeError(
                        .invalidDeflate, at: input.count - Int(stream.avail_in))
                }
                return output
            }
            guard status == Z_OK, written > 0 else {
                let isCutOff = unsafe stream.avail_in == 0 && output.first == UInt8(ascii: "<")
                throw unsafe EnvelopeError(
                    .invalidDeflate, at: input.count - Int(stream.avail_in), isCutOff: isCutOff)
            }
        }
    }
}
