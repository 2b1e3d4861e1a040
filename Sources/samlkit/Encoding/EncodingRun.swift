import Captures
import PayloadCoding
import SystemPackage

/// Encodes the input in several tasks, and writes the lines in input order.
///
/// Jobs are numbered as they are read. A finished job waits until the jobs before it are written.
/// The number of jobs is bounded, and so is memory.
struct EncodingRun {
    let work: EncodingWork
    /// The number of jobs processed at the same time, at least 1.
    let jobs: Int

    private var hasFailure = false
    private var openedCount = 0
    /// A Boolean value that indicates whether there was anything to encode, readable or not.
    private var hasMessage = false
    /// Arrays of written lines, to be reused.
    private var spares: [[UInt8]] = []

    init(work: EncodingWork, jobs: Int) {
        self.work = work
        self.jobs = max(1, jobs)
    }

    /// Runs to the end of the input and returns the exit status.
    mutating func run(
        _ input: inout EncodingInput
    ) async throws(CommandFailure) -> ExitStatus {
        if jobs == 1 {
            while let job = input.next() {
                try write(Self.lines(of: job, work: work, reusing: spare()), job: job)
            }
        } else {
            try await runInParallel(&input)
        }
        guard openedCount + input.openedCaptureCount > 0, hasMessage else {
            if !hasMessage { throw CommandFailure.noMessage(in: input.names) }
            return .noInput
        }
        return hasFailure ? .rejected : .accepted
    }

    private mutating func runInParallel(
        _ input: inout EncodingInput
    ) async throws(CommandFailure) {
        var failure: CommandFailure?
        await withTaskGroup(of: (number: Int, lines: EncodedLines).self) { group in
            var waiting: [Int: EncodedLines] = [:]
            var streams: [Int: EncodingJob] = [:]
            var nextToWrite = 0
            var nextToRead = 0
            var isAtEnd = false
            while failure == nil {
                // One job more than there are workers keeps them busy while lines are written.
                while !isAtEnd, streams.isEmpty, nextToRead - nextToWrite <= jobs {
                    guard let job = input.next() else {
                        isAtEnd = true
                        break
                    }
                    let number = nextToRead
                    nextToRead += 1
                    if case .stream = job {
                        // A large file is read and written block by block when its turn comes.
                        streams[number] = job
                        waiting[number] = EncodedLines()
                    } else {
                        let storage = spare()
                        group.addTask { [work] in
                            (number, Self.lines(of: job, work: work, reusing: storage))
                        }
                    }
                }
                if waiting[nextToWrite] == nil {
                    guard let (number, lines) = await group.next() else { break }
                    waiting[number] = lines
                }
                while failure == nil, let lines = waiting.removeValue(forKey: nextToWrite) {
                    do throws(CommandFailure) {
                        try write(lines, job: streams.removeValue(forKey: nextToWrite))
                    } catch {
                        failure = error
                    }
                    nextToWrite += 1
                }
            }
        }
        if let failure { throw failure }
    }

    private static func lines(
        of job: EncodingJob, work: EncodingWork, reusing storage: consuming [UInt8]
    ) -> EncodedLines {
        var lines = EncodedLines(reusing: storage)
        switch job {
        case .files(let files): work.encode(files, into: &lines)
        case .records(let records): work.encode(records, into: &lines)
        case .stream: break
        }
        return lines
    }

    private mutating func spare() -> [UInt8] { spares.popLast() ?? [] }

    private mutating func write(
        _ lines: consuming EncodedLines, job: EncodingJob?
    ) throws(CommandFailure) {
        hasMessage = true
        if case .stream(let path) = job {
            var stream = FileStream(path, work: work)
            try stream.run()
            lines.notes = stream.notes
            lines.hasFailure = stream.hasFailure
            lines.openedCount = stream.isOpened ? 1 : 0
        } else if !lines.bytes.isEmpty {
            try Console.write(lines.bytes)
        }
        for note in lines.notes { Console.note(note) }
        hasFailure = hasFailure || lines.hasFailure
        openedCount += lines.openedCount
        spares.append(lines.bytes)
    }
}
