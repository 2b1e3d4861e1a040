package import ProfileProcessing

/// The output of a run for its sink.
package enum BatchResults: Sendable {
    /// Records in the run's format, as they are to be written.
    case bytes([UInt8])
    /// The records themselves.
    case records([ProfileRecord])
}

/// Which checkpoints a sink can give back.
package enum CheckpointKeeping: Sendable {
    /// None: a run into it cannot be resumed.
    case none
    /// The last one.
    case last
    /// All of them, in order.
    case all
}

/// Takes results in order, and from time to time a note of how far the run is.
///
/// A checkpoint says that everything written before it stays. A sink that keeps one keeps those
/// results first, so that a run that ends at any instant resumes after the last
/// checkpoint, once the results written after it are removed.
package protocol ResultSink: ~Copyable {
    /// Which checkpoints it keeps.
    var keepsCheckpoints: CheckpointKeeping { get }

    /// Takes results after those before.
    ///
    /// - Parameter results: Bytes when the run has a format, or else records.
    /// - Throws: A ``BatchError`` when they could not be written.
    mutating func write(_ results: BatchResults) throws(BatchError)

    /// Makes everything written so far last, and then the checkpoint.
    ///
    /// - Parameter checkpoint: A ``BatchCheckpoint``, encoded; without line feeds.
    /// - Throws: A ``BatchError`` when that could not be done.
    mutating func save(_ checkpoint: [UInt8]) throws(BatchError)
}

extension ResultSink where Self: ~Copyable {
    /// None.
    package var keepsCheckpoints: CheckpointKeeping { .none }

    /// Does nothing.
    package mutating func save(_ checkpoint: [UInt8]) throws(BatchError) {}
}
