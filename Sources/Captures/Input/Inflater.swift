internal import CZlib

/// zlib's state for inflating, which must stay where it is in memory.
@safe struct Inflater: ~Copyable {
    /// The wrapping of the deflated data.
    enum Wrapping { case gzip, zlib, none }

    enum State { case goesOn, hasEnded, isBroken }

    struct Step {
        let readCount: Int
        let writtenCount: Int
        let state: State
    }

    private let stream: UnsafeMutablePointer<z_stream>

    init(_ wrapping: Wrapping) throws(CaptureError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status =
            switch wrapping {
            case .gzip: unsafe CZlib_inflateInitGzip(stream)
            case .zlib: unsafe CZlib_inflateInitZlib(stream)
            case .none: unsafe CZlib_inflateInitRaw(stream)
            }
        guard status == Z_OK else {
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
