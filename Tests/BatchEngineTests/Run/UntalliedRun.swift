import BatchEngine
import Captures

extension BatchRun {
    /// Runs to the end of the input and adds nothing up but the summary.
    func run(
        _ reader: consuming sending CaptureReader, into sink: inout some ResultSink & ~Copyable,
        resuming checkpoint: BatchCheckpoint<NoTally>? = nil, stopping stop: StopRequest? = nil,
        isCheckpointDue: CheckpointRule = { byteCount, _ in byteCount >= 16 << 20 },
        progress: (BatchProgress) -> Void = { _ in }
    ) async throws(BatchError) -> BatchOutcome<NoTally> {
        try await run(
            reader, into: &sink, tallying: NoTally(), resuming: checkpoint, stopping: stop,
            isCheckpointDue: isCheckpointDue, progress: progress)
    }
}
