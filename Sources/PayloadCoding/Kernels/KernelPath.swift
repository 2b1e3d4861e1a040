internal import CPayloadKernels

/// The whole path of a kernel over one message or a part of one.
@safe struct KernelPath {
    let table: UnsafePointer<CPayloadKernels_table>
    let folds: Bool

    /// Returns the range of the message without the white space that the cookbook trims.
    static func trimmedRange(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        guard let address = bytes.baseAddress else { return 0..<0 }
        var remaining = 0
        let start = unsafe CPayloadKernels_trim(address, bytes.count, &remaining)
        return start..<(start + remaining)
    }

    /// Appends the payload of a part to `output`.
    ///
    /// The bytes are written to where they stay; nothing is allocated unless `output` has to grow.
    ///
    /// - Parameters:
    ///   - part: Bytes that end between two characters.
    ///   - stream: What the parts before left; advanced if the part was encoded.
    ///   - isLast: Whether padding follows.
    ///   - normalized: Room for as many bytes as the part has, for those that are encoded.
    ///   - output: What the payload is appended to.
    /// - Returns: How many bytes were encoded, after folding; `nil` if the part is not well-formed UTF-8, and
    ///   nothing was written.
    func encode(
        _ part: UnsafeBufferPointer<UInt8>, stream: inout CPayloadKernels_stream, isLast: Bool,
        normalized: UnsafeMutablePointer<UInt8>? = nil, into output: inout [UInt8]
    ) -> Int? {
        // Of the digits of text less than one in sixteen is reserved. For others there is a second
        // attempt, with three bytes for each.
        let usual = part.count + part.count / 3 + part.count / 8 + 64
        let greatest = part.count * 4 + 32
        var attempt = stream
        var result = unsafe append(
            part, stream: &attempt, isLast: isLast, normalized: normalized, into: &output,
            capacity: usual)
        if result.status == CPayloadKernels_noRoom {
            attempt = stream
            result = unsafe append(
                part, stream: &attempt, isLast: isLast, normalized: normalized, into: &output,
                capacity: greatest)
        }
        guard result.status == CPayloadKernels_done else { return nil }
        stream = attempt
        return result.normalized
    }

    private func append(
        _ part: UnsafeBufferPointer<UInt8>, stream: inout CPayloadKernels_stream, isLast: Bool,
        normalized: UnsafeMutablePointer<UInt8>?, into output: inout [UInt8], capacity: Int
    ) -> CPayloadKernels_result {
        var none: UInt8 = 0
        var result = CPayloadKernels_result()
        output.append(addingCapacity: capacity) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                guard let target = buffer.baseAddress else { return }
                unsafe withUnsafePointer(to: &none) { none in
                    result = unsafe CPayloadKernels_encode(
                        table, &stream, folds, isLast, part.baseAddress ?? none, part.count,
                        normalized, target, buffer.count)
                }
                if result.status == CPayloadKernels_done { count = result.written }
            }
        }
        return result
    }
}
