package import Captures
package import ProfileProcessing
package import SAMLBindings

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
    /// The index of the input's first entry, as its reader gives it; more than 0 if the input is a part of a larger one.
    package var firstIndex = 0
    /// The number of entries of a window, counted from the beginning of the input, not of the part that is processed.
    ///
    /// What restored one message is tried first on those of its form after it in the same window.
    package var windowCount = Self.windowCount
    /// The number unless another one is set.
    package static let windowCount = CauseMemory.windowCount
    /// A Boolean value that indicates whether the results begin with what stands before the first
    /// record.
    package var writesHeader = true
    /// A Boolean value that indicates whether a message that was there before gets no record.
    ///
    /// With trust that is one all of whose verified assertions were there before, by issuer and ID;
    /// without any, one whose XML is the same byte for byte.
    package var deduplicates = false
    /// Returns whether a message is processed, and has a record; `nil` takes every entry, also those without a message.
    package var selects: (@Sendable (CapturedMessage) -> Bool)?
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
    ///   - progress: Called in the caller's task after each chunk with what is found so far; the run waits for it.
    /// - Returns: What was found.
    /// - Throws: A ``BatchError`` when results cannot be written, or the input is not the one that
    ///   was being read.
    package func run<Tally: BatchTally>(
        _ reader: consuming sending CaptureReader, into sink: inout some ResultSink & ~Copyable,
        tallying tally: Tally, resuming checkpoint: BatchCheckpoint<Tally>? = nil,
        stopping stop: StopRequest? = nil,
        isCheckpointDue: CheckpointRule = { byteCount, _ in byteCount >= 16 << 20 },
        progress: (BatchProgress) async -> Void = { _ in }
    ) async throws(BatchError) -> BatchOutcome<Tally> {
        var writing = BatchWriting(self, tally: tally, resuming: checkpoint)
        if checkpoint == nil { try writing.begin(sink: &sink) }

        let exchange = ChunkExchange<Tally>(capacity: chunksInFlight)
        let turns = ExplanationTurns()
        if details != nil { await exchange.publish(writing.selection) }
        let details = details
        let source = ChunkReader(reader, from: firstIndex, windowCount: windowCount)
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
                        await exchange.deliver(process(chunk, tally, selection, turns))
                    }
                }
            }
            while failure == nil, let result = await exchange.nextResult() {
                if result.isRepeated { continue }
                do throws(BatchError) {
                    try writing.write(result, to: &sink, isCheckpointDue)
                    await progress(writing.progress)
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
        _ chunk: Chunk, _ tally: Tally, _ selection: DetailSelection?, _ turns: ExplanationTurns
    ) async -> ChunkResult<Tally> {
        var result = ChunkResult(of: chunk, tally: tally)
        var chunk = chunk
        if let selects {
            var messageCount = 0
            chunk.records.removeAll { record in
                guard let message = try? record.message() else { return true }
                messageCount += 1
                if selects(message) { return false }
                if let request = processor.request(in: record) {
                    result.signOnMessages.append(request)
                }
                return true
            }
            result.summary.notChosenCount = messageCount - chunk.records.count
        }
        // Records wait only where one before them in the chunk has to be explained.
        var waiting: [UnexplainedRecord] = []
        for captured in chunk.records {
            var unexplained =
                captured.entriesWithoutMessage.map {
                    UnexplainedRecord(
                        ProfileRecord(
                            index: captured.index, source: captured.source, entries: $0,
                            isRedacted: processor.options.redaction != nil))
                } ?? processor.unexplainedRecord(of: captured)
            if waiting.isEmpty, unexplained.record.failingReason == nil {
                if !chunk.isRepeated {
                    take(&unexplained.record, captured, nil, selection, into: &result)
                }
            } else {
                waiting.append(unexplained)
            }
        }
        let records = chunk.records.suffix(waiting.count)
        let explanations = await explain(&waiting, in: chunk, turns)
        if chunk.isRepeated { return result }
        for (index, captured) in records.enumerated() {
            take(&waiting[index].record, captured, explanations[index], selection, into: &result)
        }
        result.finish()
        return result
    }

    private func take<Tally: BatchTally>(
        _ record: inout ProfileRecord, _ captured: CapturedRecord,
        _ explanations: ProfileProcessor.Explanations?, _ selection: DetailSelection?,
        into result: inout ChunkResult<Tally>
    ) {
        processor.finish(&record)
        if let details, let selection {
            let candidate = record.candidate
            if selection.takes(candidate) {
                let line = details.make(record, captured, explanations)
                result.details.append(MadeDetail(candidate: candidate, line: line))
            }
        }
        // Only the writer, who sees all records in order, knows which ones are repeated.
        if deduplicates {
            result.records.append(record)
            result.identities.append(MessageIdentity(of: record, captured, decidedBy: processor))
        } else {
            result.take(record, format)
        }
    }

    /// Looks for the causes of failures, and returns the explanations that reports show.
    private func explain(
        _ records: inout [UnexplainedRecord], in chunk: Chunk, _ turns: ExplanationTurns
    ) async -> [Int: ProfileProcessor.Explanations] {
        let failing = records.indices.filter { records[$0].record.failingReason != nil }
        guard !failing.isEmpty else {
            await turns.pass(chunk.number)
            return [:]
        }
        var explanations: [Int: ProfileProcessor.Explanations] = [:]
        let start = chunk.window * windowCount
        var memory = await turns.begin(chunk.number, in: start..<(start + windowCount))
        for index in failing {
            explanations[index] = processor.explain(
                &records[index], remembering: &memory, isWhole: details != nil)
        }
        await turns.end(memory)
        return details == nil ? [:] : explanations
    }
}
