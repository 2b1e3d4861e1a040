package import Captures
package import ProfileProcessing

/// Processes every message of a capture, in several tasks, and hands the results to a sink in input
/// order.
///
/// A thread of its own reads, tasks process chunks of messages, and the caller's task writes. The
/// number of chunks in flight is bounded, so that memory does not grow with the input however slow
/// the sink is.
package struct BatchRun: Sendable {
    /// The processor of the messages.
    package let processor: ProfileProcessor
    /// The format of the results; `nil` hands the records themselves to the sink.
    package let format: RecordFormat?
    /// The number of messages processed at the same time, at least 1.
    package let jobs: Int
    /// The entries of the input that are processed; all of them unless set.
    package var range = 0..<Int.max
    /// A Boolean value that indicates whether the results begin with what stands before the first
    /// record.
    package var writesHeader = true
    /// A Boolean value that indicates whether a message that was there before gets no record.
    ///
    /// With trust that is one all of whose verified assertions were there before, by issuer and ID;
    /// without any, one whose XML is the same byte for byte.
    package var deduplicates = false
    /// The largest size of the results; `nil` for no limit.
    package var outputLimit: OutputLimit?
    /// The details of messages that a report will show; `nil` keeps none.
    package var details: DetailSpooling?
    /// The identity of the run, which a resumed run compares.
    package var identity = RunIdentity()

    /// Creates a run.
    package init(processor: ProfileProcessor, format: RecordFormat?, jobs: Int) {
        self.processor = processor
        self.format = format
        self.jobs = max(1, jobs)
    }

    /// The number of chunks of messages that are read and not yet written, at most.
    ///
    /// There is one for each worker, one that waits for it, and two that are being read and written.
    package var chunksInFlight: Int { jobs * 2 + 2 }

    /// A rule that returns true if a checkpoint is due.
    ///
    /// Its first argument is the number of bytes written since the last one, its second the size
    /// of that.
    package typealias CheckpointRule = (Int, Int) -> Bool

    /// Runs to the end of the input.
    ///
    /// - Parameters:
    ///   - reader: The input.
    ///   - sink: Where the results go.
    ///   - tally: What is added up over the records, empty.
    ///   - checkpoint: Where to go on; the sink holds the results up to there. Its checksum tells
    ///     whether the input is the same.
    ///   - stop: Ends the run early. A read that waits at that time is left behind.
    ///   - isCheckpointDue: Asked after each chunk.
    ///   - progress: Called in the caller's task after each chunk with what is found so far.
    /// - Returns: What was found.
    /// - Throws: A ``BatchError`` when results cannot be written, or the input is not the one that
    ///   was being read.
    package func run<Tally: BatchTally>(
        _ reader: consuming sending CaptureReader, into sink: inout some ResultSink & ~Copyable,
        tallying tally: Tally, resuming checkpoint: BatchCheckpoint<Tally>? = nil,
        stopping stop: StopRequest? = nil,
        isCheckpointDue: CheckpointRule = { byteCount, _ in byteCount >= 16 << 20 },
        progress: (BatchProgress) -> Void = { _ in }
    ) async throws(BatchError) -> BatchOutcome<Tally> {
        var writing = BatchWriting(self, tally: tally, resuming: checkpoint)
        if checkpoint == nil { try writing.begin(sink: &sink) }

        let exchange = ChunkExchange<Tally>(capacity: chunksInFlight)
        if details != nil { await exchange.publish(writing.selection) }
        let details = details
        let source = ChunkReader(reader)
        let (range, start) = (range, checkpoint?.position)
        // Nobody waits for this task: a read may wait for ever.
        let reading = Task { await source.read(range, from: start, into: exchange) }
        let stopping = stop.map { stop in
            Task {
                await stop.wait()
                if !Task.isCancelled { await exchange.close() }
            }
        }
        defer {
            reading.cancel()
            stopping?.cancel()
        }
        var failure: BatchError?
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<jobs {
                group.addTask {
                    while let chunk = await exchange.nextChunk() {
                        // What is selected may lag behind, which only makes some details in vain.
                        let selection = details == nil ? nil : await exchange.selection
                        await exchange.deliver(process(chunk, tally, selection))
                    }
                }
            }
            while failure == nil, let result = await exchange.nextResult() {
                do throws(BatchError) {
                    try writing.write(result, to: &sink, isCheckpointDue)
                    progress(writing.progress)
                    if details != nil { await exchange.publish(writing.selection) }
                } catch {
                    failure = error
                    await exchange.abandon()
                }
            }
        }
        if let failure { throw failure }
        let end = await exchange.end
        if end.isChanged { throw BatchError(.inputChanged) }
        return try writing.finish(end, sink: &sink)
    }

    private func process<Tally: BatchTally>(
        _ chunk: Chunk, _ tally: Tally, _ selection: DetailSelection?
    ) -> ChunkResult<Tally> {
        var result = ChunkResult(of: chunk, tally: tally)
        for captured in chunk.records {
            let record =
                captured.entriesWithoutMessage.map {
                    ProfileRecord(
                        index: captured.index, source: captured.source, entries: $0,
                        isRedacted: processor.options.redaction != nil)
                } ?? processor.record(of: captured)
            if let details, let selection {
                let candidate = record.candidate
                if selection.takes(candidate) {
                    result.details.append(
                        MadeDetail(candidate: candidate, line: details.make(record, captured)))
                }
            }
            // Only the writer, who sees all records in order, knows which ones are repeated.
            if deduplicates {
                result.records.append(record)
                result.identities.append(
                    MessageIdentity(of: record, captured, decidedBy: processor))
            } else {
                result.take(record, format)
            }
        }
        result.finish()
        return result
    }
}
