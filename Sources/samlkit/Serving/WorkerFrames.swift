import Captures
import SystemPackage

/// The frames of `samlkit worker`: a length in 4 bytes, the most significant one first, and as many bytes.
struct WorkerFrames: ~Copyable {
    /// The largest content of a frame, in bytes.
    static let limit = 64 << 20

    private static let blockSize = 256 << 10
    private var input: FileBlocks?
    /// The bytes that were read and not used.
    private var buffer: [UInt8] = []

    /// Returns the content of the next frame, or `nil` at the end of standard input.
    mutating func next() throws(WorkerFailure) -> [UInt8]? {
        guard try fill(upTo: 4) else {
            guard buffer.isEmpty else { throw Self.cutOff }
            return nil
        }
        let count = buffer.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard count <= Self.limit else {
            throw WorkerFailure(
                .tooLarge,
                "The request has \(count) bytes, expected at most \(Self.limit). Send messages one "
                    + "by one, or use samlkit batch.")
        }
        guard try fill(upTo: 4 + count) else { throw Self.cutOff }
        let content = Array(buffer[4..<(4 + count)])
        buffer.removeFirst(4 + count)
        return content
    }

    /// Returns the frame of a content that is within the limit.
    static func frame(_ content: [UInt8]) -> [UInt8] {
        let count = UInt32(content.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + content
    }

    private static let cutOff = WorkerFailure(
        .invalidRequest, "The input ends within a request. Send all of its bytes.")

    /// Reads until there are `count` bytes; returns false if the input ends before.
    private mutating func fill(upTo count: Int) throws(WorkerFailure) -> Bool {
        do throws(CaptureError) {
            if input == nil { input = try FileBlocks("-") }
            while buffer.count < count {
                guard let read = try input?.read(upTo: Self.blockSize, into: &buffer), read > 0
                else { return false }
            }
        } catch {
            throw WorkerFailure(.invalidRequest, "Standard input could not be read.")
        }
        return true
    }
}
