#if Archives
internal import CBrotli

/// The decoding of brotli (RFC 7932) by Google's library.
enum BrotliDecoder {
    /// Undoes the coding and keeps at most `limit` bytes.
    static func decoded(_ bytes: ArraySlice<UInt8>, limit: Int) -> DecodingResult {
        guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
            return .unavailable
        }
        defer { unsafe BrotliDecoderDestroyInstance(state) }
        var output: [UInt8] = []
        let result = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe decode(input, with: state, limit: limit, into: &output)
        }
        if output.count > limit { return ContentCoding.bounded(output, limit) }
        return result ? .whole(output) : .damaged(outputCount: output.count)
    }

    /// Returns whether the stream ended with the input.
    private static func decode(
        _ input: UnsafeBufferPointer<UInt8>, with state: OpaquePointer, limit: Int,
        into output: inout [UInt8]
    ) -> Bool {
        var rest = input.count
        var next = input.baseAddress
        while output.count <= limit {
            var result = BROTLI_DECODER_RESULT_ERROR
            output.append(addingCapacity: ContentCoding.blockSize) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, initializedCount in
                    var room = buffer.count
                    var place = buffer.baseAddress
                    result = unsafe BrotliDecoderDecompressStream(
                        state, &rest, &next, &room, &place, nil)
                    initializedCount = buffer.count - room
                }
            }
            switch result {
            case BROTLI_DECODER_RESULT_SUCCESS: return rest == 0
            case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
            default: return false
            }
        }
        return true
    }
}
#endif
