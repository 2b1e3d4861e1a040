public import Captures

/// Processes every message of a capture, in several tasks, and writes the results in input order.
///
/// The caller's task reads and writes; chunks of messages are processed in between. The number of
/// chunks in flight is bounded, so that memory does not grow with the input however slow the sink
/// is.
public struct BatchRun: Sendable {
    /// What is done to each message.
    public let processor: ProfileProcessor
    /// The format of the results.
    public let format: RecordFormat
    /// The number of messages processed at the same time, at least 1.
    public let jobs: Int

    /// Creates a run.
    public init(processor: ProfileProcessor, format: RecordFormat, jobs: Int) {
        self.processor = processor
        self.format = format
        self.jobs = max(1, jobs)
    }

    /// Runs to the end of the input.
    ///
    /// - Parameters:
    ///   - reader: The input.
    ///   - sink: Where the results go.
    ///   - progress: Called in the caller's task after each chunk with what is found so far.
    /// - Returns: What was found. Every entry of the input is in its counts exactly once.
    /// - Throws: A ``BatchError`` when results cannot be written.
    public func run(
        _ reader: inout CaptureReader, into sink: inout some ResultSink & ~Copyable,
        progress: (BatchSummary) -> Void = { _ in }
    ) async throws(BatchError) -> BatchSummary {
        try sink.write(format.header)
        return jobs == 1
            ? try runAlone(&reader, into: &sink, progress: progress)
            : try await runInParallel(&reader, into: &sink, progress: progress)
    }

    private func runAlone(
        _ reader: inout CaptureReader, into sink: inout some ResultSink & ~Copyable,
        progress: (BatchSummary) -> Void
    ) throws(BatchError) -> BatchSummary {
        var summary = BatchSummary()
        while let chunk = Chunk(reading: &reader, number: 0) {
            let result = process(chunk)
            try sink.write(result.octets)
            summary.merge(result.summary)
            progress(summary)
        }
        return summary
    }

    private func runInParallel(
        _ reader: inout CaptureReader, into sink: inout some ResultSink & ~Copyable,
        progress: (BatchSummary) -> Void
    ) async throws(BatchError) -> BatchSummary {
        var summary = BatchSummary()
        var failure: BatchError?
        await withTaskGroup(of: ChunkResult.self) { group in
            var waiting: [Int: ChunkResult] = [:]
            var nextToWrite = 0
            var nextToRead = 0
            var isAtEnd = false
            while failure == nil {
                // One chunk more than there are workers keeps them busy while results are written.
                while !isAtEnd, nextToRead - nextToWrite <= jobs {
                    guard let chunk = Chunk(reading: &reader, number: nextToRead) else {
                        isAtEnd = true
                        break
                    }
                    nextToRead += 1
                    group.addTask { process(chunk) }
                }
                guard let result = await group.next() else { break }
                waiting[result.number] = result
                while failure == nil, let next = waiting.removeValue(forKey: nextToWrite) {
                    do throws(BatchError) {
                        try sink.write(next.octets)
                    } catch {
                        failure = error
                    }
                    nextToWrite += 1
                    summary.merge(next.summary)
                    progress(summary)
                }
            }
        }
        if let failure { throw failure }
        return summary
    }

    private func process(_ chunk: Chunk) -> ChunkResult {
        var result = ChunkResult(number: chunk.number)
        for captured in chunk.records {
            let record = processor.record(of: captured)
            result.summary.add(record)
            format.append(record, to: &result.octets)
        }
        return result
    }
}

/// Messages that are processed together; one task for each message would cost more than the work.
private struct Chunk: Sendable {
    let number: Int
    let records: [CapturedRecord]

    private static let maximumCount = 64
    private static let maximumOctets = 1 << 20

    /// Reads the next messages, or `nil` at the end of the input.
    init?(reading reader: inout CaptureReader, number: Int) {
        var records: [CapturedRecord] = []
        var octetCount = 0
        while records.count < Self.maximumCount, octetCount < Self.maximumOctets,
            let record = reader.next()
        {
            records.append(record)
            octetCount += record.octetCount
        }
        guard !records.isEmpty else { return nil }
        self.number = number
        self.records = records
    }
}

private struct ChunkResult: Sendable {
    let number: Int
    var octets: [UInt8] = []
    var summary = BatchSummary()

    init(number: Int) {
        self.number = number
    }
}
