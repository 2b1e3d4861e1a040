import BatchEngine
import ProfileProcessing

/// Keeps what is written, and can refuse to.
struct CollectingSink: ResultSink {
    /// Everything that was written.
    private(set) var bytes: [UInt8] = []
    /// Every record that was handed over.
    private(set) var records: [ProfileRecord] = []
    /// Every checkpoint, with the bytes that had been written.
    private(set) var checkpoints: [(saved: [UInt8], length: Int)] = []
    /// Which checkpoints are asked for.
    var keepsCheckpoints = CheckpointKeeping.none
    /// How often something was written.
    private(set) var writeCount = 0
    /// The writes from this one on, counted from 0, fail.
    var failsFrom = Int.max
    /// Called before each write of something.
    var onWrite: () -> Void = {}

    mutating func write(_ results: BatchResults) throws(BatchError) {
        defer { writeCount += 1 }
        guard writeCount < failsFrom else { throw BatchError(.outputFailed, systemError: 28) }
        onWrite()
        switch results {
        case .bytes(let bytes): self.bytes += bytes
        case .records(let records): self.records += records
        }
    }

    mutating func save(_ checkpoint: [UInt8]) {
        checkpoints.append((checkpoint, bytes.count))
    }

    /// Takes back what was written after a checkpoint, as whoever resumes a run does.
    mutating func rewind(to number: Int) {
        checkpoints.removeSubrange((number + 1)...)
        bytes.removeSubrange(checkpoints[number].length...)
    }

    /// The lines that were written.
    var lines: Int { bytes.count { $0 == UInt8(ascii: "\n") } }
}
