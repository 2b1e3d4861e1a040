import Captures
import PayloadCoding
import SystemPackage

/// Encodes the input in several tasks, and writes the lines in input order.
///
/// The number of jobs that are read and not yet written is bounded, and so is memory.
struct EncodingRun {
    let work: EncodingWork
    /// The number of jobs processed at the same time, at least 1.
    let jobs: Int

    private(set) var hasFailure = false
    private(set) var openedCount = 0
    /// A Boolean value that indicates whether there was anything to encode, readable or not.
    private(set) var hasMessage = false
    /// Arrays of written lines, to be reused.
    private(set) var spares: [[UInt8]] = []

    /// A job that was read, in its turn to be written.
    private enum Turn {
        case lines(Task<EncodedLines, Never>)
        /// A large file, which is read and written block by block when its turn comes.
        case stream(FilePath)
    }

    /// Runs to the end of the input and returns the exit status.
    mutating func run(
        _ input: inout EncodingInput
    ) async throws(CommandFailure) -> ExitStatus {
        // One job more than there are workers keeps them busy while lines are written.
        let limit = jobs == 1 ? 1 : jobs + 1
        var turns: [Turn] = []
        var canRead = true
        while true {
            while canRead, turns.count < limit {
                // Nothing is read past the end, nor past a stream.
                canRead = false
                guard let job = input.next() else { break }
                turns.append(start(job))
                if case .lines? = turns.last { canRead = true }
            }
            guard !turns.isEmpty else { break }
            switch turns.removeFirst() {
            case .lines(let task): try write(await task.value)
            case .stream(let path):
                try write(work.lines(ofStream: path))
                canRead = true
            }
        }
        guard openedCount + input.openedCaptureCount > 0, hasMessage else {
            if !hasMessage { throw input.failure }
            return .noInput
        }
        return hasFailure ? .rejected : .accepted
    }

    private mutating func start(_ job: EncodingJob) -> Turn {
        if case .stream(let path) = job { return .stream(path) }
        let storage = spares.popLast() ?? []
        return .lines(Task.detached { [work] in work.lines(of: job, reusing: storage) })
    }

    private mutating func write(_ lines: consuming EncodedLines) throws(CommandFailure) {
        hasMessage = true
        if !lines.bytes.isEmpty { try Console.write(lines.bytes) }
        for note in lines.notes { Console.note(note) }
        hasFailure = hasFailure || lines.hasFailure
        openedCount += lines.openedCount
        if spares.count < jobs { spares.append(lines.bytes) }
    }
}
