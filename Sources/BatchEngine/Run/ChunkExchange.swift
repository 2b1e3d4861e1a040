/// The exchange of chunks between the reader, the workers and the writer of a run.
///
/// The number of chunks that are read and not yet written is bounded; a reader that is ahead waits.
actor ChunkExchange<Tally: BatchTally> {
    private let capacity: Int
    /// Read, and no worker has them yet.
    private var chunks: [Chunk] = []
    /// Processed, and not their turn to be written.
    private var results: [Int: ChunkResult<Tally>] = [:]
    /// The number of chunks that are read and not yet written.
    private var inFlight = 0
    private var nextToWrite = 0
    private var isWriting = false
    private var isClosed = false
    /// The reader's final report about the input.
    private(set) var end = InputEnd()
    /// The messages whose details were selected, as far as results are written.
    private(set) var selection = DetailSelection()

    private var waitingReader: CheckedContinuation<Void, Never>?
    private var waitingWorkers: [CheckedContinuation<Chunk?, Never>] = []
    private var waitingWriter: CheckedContinuation<ChunkResult<Tally>?, Never>?

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// A Boolean value that indicates whether nothing more is to be read.
    var isStopped: Bool { isClosed }

    // MARK: The reader

    /// Waits until there is room for a chunk.
    ///
    /// - Returns: Whether there is; otherwise the run stops.
    func waitForRoom() async -> Bool {
        while inFlight >= capacity, !isClosed {
            await withCheckedContinuation { waitingReader = $0 }
        }
        return !isClosed
    }

    /// Takes a chunk that there is room for, unless the run has stopped meanwhile.
    func send(_ chunk: Chunk) {
        guard !isClosed else { return }
        inFlight += 1
        if let worker = waitingWorkers.popLast() {
            worker.resume(returning: chunk)
        } else {
            chunks.append(chunk)
        }
    }

    /// The reader has reached its end.
    func finish(_ end: InputEnd) {
        guard !isClosed else { return }
        self.end = end
        close()
    }

    // MARK: Ends

    /// Lets nothing more in; what is in flight is finished.
    func close() {
        isClosed = true
        waitingReader.take()?.resume()
        if chunks.isEmpty {
            for worker in waitingWorkers { worker.resume(returning: nil) }
            waitingWorkers = []
        }
        if inFlight == 0 { waitingWriter.take()?.resume(returning: nil) }
    }

    /// Forgets what is in flight, because it cannot be written.
    func abandon() {
        chunks = []
        close()
    }

    // MARK: The workers

    /// The next chunk to process, or `nil` when there will be none.
    func nextChunk() async -> Chunk? {
        if !chunks.isEmpty { return chunks.removeFirst() }
        if isClosed { return nil }
        return await withCheckedContinuation { waitingWorkers.append($0) }
    }

    func deliver(_ result: ChunkResult<Tally>) {
        results[result.number] = result
        guard let writer = waitingWriter, let next = takeResult() else { return }
        waitingWriter = nil
        writer.resume(returning: next)
    }

    // MARK: The writer

    /// The next result in input order, or `nil` at the end.
    ///
    /// Asking for it says that the one before is written.
    func nextResult() async -> ChunkResult<Tally>? {
        if isWriting {
            isWriting = false
            inFlight -= 1
            waitingReader.take()?.resume()
        }
        if let next = takeResult() { return next }
        if isClosed, inFlight == 0 { return nil }
        return await withCheckedContinuation { waitingWriter = $0 }
    }

    func publish(_ selection: DetailSelection) {
        self.selection = selection
    }

    private func takeResult() -> ChunkResult<Tally>? {
        guard let result = results.removeValue(forKey: nextToWrite) else { return nil }
        nextToWrite += 1
        isWriting = true
        return result
    }
}

/// The end of reading.
struct InputEnd: Sendable {
    /// A Boolean value that indicates whether the end of the input, or of the part that was asked
    /// for, was reached.
    var isComplete = false
    /// A Boolean value that indicates whether the input is not the one that was read before.
    var isChanged = false
    var counts = InputCounts()
}
