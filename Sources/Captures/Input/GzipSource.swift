internal import CZlib

/// The content of a gzip file (RFC 1952), through zlib.
///
/// Members that follow one another are one content, and zeros after the last one are ignored, as
/// gzip does it.
final class GzipSource: ByteSource {
    private var input: ByteReader
    private let limits: DecompressionLimits
    private let inflater: GzipInflater
    private var outputCount = 0
    private var hasEnded = false
    private var failure: CaptureError?
    /// A Boolean value that indicates whether a member has begun and its trailer was not seen.
    private var isInsideMember = true

    init(
        _ input: consuming ByteReader, limits: DecompressionLimits
    ) throws(CaptureError) {
        self.input = input
        self.limits = limits
        inflater = try GzipInflater()
    }

    /// Returns whether a file begins as gzip files do.
    static func isBeginning(_ head: ArraySlice<UInt8>) -> Bool { head.starts(with: magic) }

    private static let magic: [UInt8] = [0x1F, 0x8B]

    var fileByteCount: Int { input.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        var total = 0
        do throws(CaptureError) {
            if let failure { throw failure }
            while total == 0, !hasEnded { total += try inflate(upTo: count, into: &bytes) }
        } catch {
            // Whatever came out before it is given first.
            failure = error
            if total == 0 { throw error }
        }
        return total
    }

    private func inflate(
        upTo count: Int, into bytes: inout [UInt8]
    ) throws(CaptureError) -> Int {
        guard isInsideMember else {
            try beginNextMember()
            return 0
        }
        if input.availableCount == 0 { try input.readMore() }
        let step = inflater.step(input.available, upTo: count, into: &bytes)
        input.consume(step.readCount)
        outputCount += step.writtenCount
        switch step.state {
        case .isBroken:
            // The bytes that came out of this step are given; the next call throws.
            failure = CaptureError(.invalidCompression, at: input.consumedCount)
        case .hasEnded: isInsideMember = false
        case .goesOn:
            if step.writtenCount == 0, input.availableCount == 0, input.isAtEnd {
                throw CaptureError(.invalidCompression, at: input.consumedCount)
            }
        }
        if step.writtenCount == 0, let failure { throw failure }
        try limits.check(byteCount: outputCount, fileByteCount: fileByteCount)
        return step.writtenCount
    }

    private func beginNextMember() throws(CaptureError) {
        var isPadded = false
        while true {
            let zeroCount = input.count { $0 != 0 }
            isPadded = isPadded || zeroCount > 0
            input.consume(zeroCount)
            if input.availableCount >= Self.magic.count || input.isAtEnd { break }
            try input.readMore()
        }
        if input.availableCount == 0 {
            hasEnded = true
            return
        }
        guard !isPadded, Self.isBeginning(input.available), inflater.reset() else {
            throw CaptureError(.invalidCompression, at: input.consumedCount)
        }
        isInsideMember = true
    }
}

/// zlib's state, which must stay where it is in memory.
@safe private struct GzipInflater: ~Copyable {
    enum State { case goesOn, hasEnded, isBroken }

    struct Step {
        let readCount: Int
        let writtenCount: Int
        let state: State
    }

    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(CaptureError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe CZlib_inflateInitGzip(stream) == Z_OK else {
            unsafe stream.deallocate()
            throw CaptureError(.inputUnreadable)
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Makes ready for another member.
    func reset() -> Bool { unsafe inflateReset(stream) == Z_OK }

    /// Inflates straight into the room behind what `output` has.
    func step(_ input: ArraySlice<UInt8>, upTo count: Int, into output: inout [UInt8]) -> Step {
        var result = Step(readCount: 0, writtenCount: 0, state: .isBroken)
        unsafe input.withUnsafeBufferPointer { input in
            output.append(addingCapacity: count) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, initializedCount in
                    // zlib does not write through `next_in`; its declaration predates `const`.
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(
                        mutating: input.baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
                    unsafe stream.pointee.next_out = buffer.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(clamping: count)
                    let status = unsafe inflate(stream, Z_NO_FLUSH)
                    initializedCount = unsafe count - Int(stream.pointee.avail_out)
                    result = unsafe Step(
                        readCount: input.count - Int(stream.pointee.avail_in),
                        writtenCount: initializedCount, state: Self.state(status))
                }
            }
        }
        return result
    }

    private static func state(_ status: Int32) -> State {
        switch status {
        case Z_OK, Z_BUF_ERROR: .goesOn
        case Z_STREAM_END: .hasEnded
        default: .isBroken
        }
    }
}
