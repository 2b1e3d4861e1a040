internal import CZlib

/// Decompression through zlib, bounded.
enum Inflation {
    /// The decompressed bytes of one stream.
    ///
    /// - Throws: `invalidDeflate` when the stream is broken, has another checksum, ends early or is followed by
    ///   something else; `inflationLimit` as soon as more than `limit` bytes come out.
    static func inflated(
        _ bytes: [UInt8], _ compression: Compression = .deflate, limit: Int
    ) throws(EnvelopeError) -> [UInt8] {
        var stream = unsafe z_stream()
        guard unsafe begin(&stream, compression) else { throw EnvelopeError(.invalidDeflate) }
        defer { unsafe inflateEnd(&stream) }
        let result = unsafe bytes.withUnsafeBufferPointer { input in
            Result { () throws(EnvelopeError) in
                unsafe try run(&stream, on: input, compression, limit: limit)
            }
        }
        return try result.get()
    }

    private static func begin(_ stream: inout z_stream, _ compression: Compression) -> Bool {
        let status =
            switch compression {
            case .deflate: unsafe CZlib_inflateInitRaw(&stream)
            case .zlib: unsafe CZlib_inflateInitZlib(&stream)
            case .gzip: unsafe CZlib_inflateInitGzip(&stream)
            }
        return status == Z_OK
    }

    /// The first decompressed bytes, as many as come out before the end or a fault.
    static func beginning(of bytes: [UInt8], limit: Int) -> [UInt8] {
        var stream = unsafe z_stream()
        guard !bytes.isEmpty, unsafe begin(&stream, Compression(headerOf: bytes) ?? .deflate)
        else { return [] }
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
        _ stream: inout z_stream, on input: UnsafeBufferPointer<UInt8>, _ compression: Compression,
        limit: Int
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
                        .invalidDeflate, at: input.count - Int(stream.avail_in), of: compression)
                }
                return output
            }
            guard status == Z_OK, written > 0 else {
                // Of raw DEFLATE only its content tells that it is that; a checksum is wrong at the end, too.
                let isKnown =
                    compression == .deflate
                    ? output.first == UInt8(ascii: "<") : status != Z_DATA_ERROR
                let isCutOff = unsafe stream.avail_in == 0 && isKnown
                throw unsafe EnvelopeError(
                    .invalidDeflate, at: input.count - Int(stream.avail_in), isCutOff: isCutOff,
                    of: compression)
            }
        }
    }
}
