import ProfileProcessing

/// Keeps what is written, and can refuse to.
struct CollectingSink: ResultSink {
    /// Everything that was written.
    private(set) var octets: [UInt8] = []
    /// How often something was written.
    private(set) var writeCount = 0
    /// The writes from this one on, counted from 0, fail.
    var failsFrom = Int.max
    /// Called before each write of something.
    var onWrite: () -> Void = {}

    mutating func write(_ octets: [UInt8]) throws(BatchError) {
        // The header of NDJSON.
        guard !octets.isEmpty else { return }
        defer { writeCount += 1 }
        guard writeCount < failsFrom else { throw BatchError(.outputFailed, systemError: 28) }
        onWrite()
        self.octets += octets
    }

    /// The lines that were written.
    var lines: Int { octets.count { $0 == UInt8(ascii: "\n") } }
}
