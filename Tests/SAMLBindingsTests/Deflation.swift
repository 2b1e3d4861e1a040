import CZlib
import SAMLBindings

/// Makes what the HTTP-Redirect binding carries: raw DEFLATE, by zlib itself.
enum Deflation {
    struct Failure: Error {}

    /// The stream of `bytes`: raw where `windowBits` is negative, else with zlib's header.
    static func deflated(_ bytes: [UInt8], windowBits: Int32 = -MAX_WBITS) throws -> [UInt8] {
        var stream = unsafe z_stream()
        let status = unsafe deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw Failure() }
        defer { unsafe deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1024)
        let count = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output -> Int? in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(output.count)
                guard unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
                return unsafe output.count - Int(stream.avail_out)
            }
        }
        guard let count else { throw Failure() }
        return Array(output[..<count])
    }
}
