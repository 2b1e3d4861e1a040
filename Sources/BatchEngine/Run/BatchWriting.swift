internal import ProfileProcessing

/// The writing half of a run: results in order, and checkpoints between them.
struct BatchWriting<Tally: BatchTally> {
    private let run: BatchRun
    private var position: InputPosition
    private var counts: InputCounts
    private var summary: BatchSummary
    private var signOns: SignOnPairing
    private var tally: Tally
    private var seen: SeenResponses
    private var consumedByteCount: Int?
    private var bytesSinceCheckpoint = 0
    private var outputByteCount: Int
    private var lastCheckpointSize = 0
    private(set) var selection: DetailSelection
    private var spool: DetailSpool?

    init(_ run: BatchRun, tally: Tally, resuming checkpoint: BatchCheckpoint<Tally>?) {
        self.run = run
        position = checkpoint?.position ?? InputPosition()
        counts = checkpoint?.content.input ?? InputCounts()
        summary = checkpoint?.content.summary ?? BatchSummary()
        signOns = checkpoint?.content.signOns ?? SignOnPairing()
        self.tally = checkpoint?.content.tally ?? tally
        seen = checkpoint?.seen ?? SeenResponses()
        outputByteCount = checkpoint?.content.outputByteCount ?? 0
        selection = checkpoint?.content.details?.selection ?? DetailSelection()
        spool = run.details?.spool
    }

    var progress: BatchProgress {
        BatchProgress(summary: summary, consumedByteCount: consumedByteCount)
    }

    /// Writes what stands before the first record, and lets the sink know which run it is.
    mutating func begin(sink: inout some ResultSink & ~Copyable) throws(BatchError) {
        if let format = run.format, run.writesHeader, !format.header.isEmpty {
            try sink.write(.bytes(format.header))
        }
        try save(to: &sink)
    }

    mutating func write(
        _ result: consuming ChunkResult<Tally>, to sink: inout some ResultSink & ~Copyable,
        _ isCheckpointDue: BatchRun.CheckpointRule
    ) throws(BatchError) {
        if run.deduplicates {
            let records = result.records
            result.records = []
            for (record, identity) in zip(records, result.identities) {
                if seen.isRepeated(identity) {
                    result.summary.addDuplicate()
                    result.details.removeAll { $0.candidate.index == record.index }
                } else {
                    result.take(record, run.format)
                }
            }
            result.finish()
        }
        // Everything up to the last checkpoint stays, and a resumed run repeats the rest.
        outputByteCount = outputByteCount +| result.outputByteCount
        if let limit = run.outputLimit,
            !limit.allows(outputByteCount, inputByteCount: result.inputByteCount)
        {
            throw BatchError(.outputLimit)
        }
        if run.format == nil {
            if !result.records.isEmpty { try sink.write(.records(result.records)) }
            bytesSinceCheckpoint +|= result.outputByteCount
        } else {
            if !result.bytes.isEmpty { try sink.write(.bytes(result.bytes)) }
            bytesSinceCheckpoint += result.bytes.count
        }
        for detail in result.details
        where selection.take(detail.candidate, byteCount: detail.line.count) {
            try spool?.append(detail.spoolLine)
        }
        summary.merge(result.summary)
        for message in result.signOnMessages { signOns.add(message) }
        tally.merge(result.tally)
        position = result.position
        counts = result.counts
        consumedByteCount = result.consumedByteCount
        if isCheckpointDue(bytesSinceCheckpoint, lastCheckpointSize) { try save(to: &sink) }
    }

    /// Saves the end of the run, or how far it came.
    mutating func finish(
        _ end: InputEnd, sink: inout some ResultSink & ~Copyable
    ) throws(BatchError) -> BatchOutcome<Tally> {
        if end.isComplete {
            counts = end.counts
            if let footer = run.format?.footer, !footer.isEmpty { try sink.write(.bytes(footer)) }
        }
        try spool?.flush()
        try save(to: &sink, isFinished: end.isComplete)
        return BatchOutcome(
            summary: summary, signOns: signOns.signOns, tally: tally, input: counts,
            isComplete: end.isComplete,
            details: spool.map { SpooledDetails($0, selection) })
    }

    private mutating func save(
        to sink: inout some ResultSink & ~Copyable, isFinished: Bool = false
    ) throws(BatchError) {
        let isWhole: Bool
        switch sink.keepsCheckpoints {
        case .none: return
        case .last: isWhole = true
        case .all: isWhole = false
        }
        try spool?.flush(isDurable: true)
        let details = spool.map { spool in
            var state = DetailState()
            (state.selection, state.length) = (selection, spool.length)
            return state
        }
        let content = BatchCheckpoint<Tally>.Content(
            outline: CheckpointOutline(
                identity: run.identity, position: position, isFinished: isFinished),
            summary: summary, signOns: signOns, tally: tally, input: counts,
            outputByteCount: outputByteCount,
            seen: seen.saved(isWhole: isWhole), details: details)
        let bytes = content.bytes
        guard !bytes.isEmpty else { throw BatchError(.outputFailed) }
        try sink.save(bytes)
        bytesSinceCheckpoint = 0
        lastCheckpointSize = bytes.count
    }
}
