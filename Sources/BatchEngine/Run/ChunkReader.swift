internal import Captures

/// Reads chunks ahead of the workers, on a thread of its own.
///
/// Reading waits for disks and pipes. On the threads that tasks share it would keep a worker from
/// working, and a run that waits for standard input could not be stopped.
actor ChunkReader {
    private var reader: CaptureReader
    private var position = InputPosition()
    private var chunkCount = 0
    private var firstByte = 0
    /// The index of the input's first entry.
    private let firstIndex: Int
    private let windowCount: Int
    /// The first entry of the window in which the results begin.
    private var windowStart = 0
    private let thread = ReadingThread()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe thread.asUnownedSerialExecutor()
    }

    init(_ reader: consuming sending CaptureReader, from firstIndex: Int, windowCount: Int) {
        self.reader = reader
        self.firstIndex = firstIndex
        self.windowCount = windowCount
    }

    /// Reads to the end of the input or the range, as far as the exchange takes what is read.
    ///
    /// - Parameters:
    ///   - range: The entries that are processed; those before it are passed over.
    ///   - start: How far the input was read before; these entries are passed over, too.
    ///   - exchange: What takes the chunks.
    func read(
        _ range: Range<Int>, from start: InputPosition?,
        into exchange: ChunkExchange<some BatchTally>
    ) async {
        var end = InputEnd()
        let first = max(range.lowerBound, start?.recordCount ?? 0)
        windowStart = first - (firstIndex + first) % windowCount
        // The size of the input counts from where its part begins, resumed or not.
        let isReached = await pass(min(range.lowerBound, start?.recordCount ?? .max), exchange)
        var isPassed = start.map { $0.recordCount > range.lowerBound || position == $0 } ?? true
        if isPassed, isReached, await pass(range.lowerBound, exchange) {
            firstByte = reader.unpackedByteCount
        }
        if let start, start.recordCount > range.lowerBound {
            isPassed = await pass(start.recordCount, exchange) && position == start
        }
        end.isChanged = !isPassed
        if isPassed, await pass(range.lowerBound, exchange) {
            // Nothing is read that there is no room for.
            while await exchange.waitForRoom(), let chunk = nextChunk(before: range.upperBound) {
                await exchange.send(chunk)
            }
        }
        end.isComplete = isPassed
        end.counts = counts
        await exchange.finish(end)
    }

    /// Passes over entries until there are `count` of them.
    ///
    /// Those in the window of the first entry that counts are processed once more, as the causes of what comes after them
    /// depend on them.
    ///
    /// - Returns: Whether there are so many.
    private func pass(_ count: Int, _ exchange: ChunkExchange<some BatchTally>) async -> Bool {
        while position.recordCount < min(count, windowStart) {
            if position.recordCount % 4096 == 0, await exchange.isStopped { return false }
            guard next() != nil else { return false }
        }
        while position.recordCount < count {
            guard await exchange.waitForRoom(), var chunk = nextChunk(before: count) else {
                return false
            }
            chunk.isRepeated = true
            await exchange.send(chunk)
        }
        return true
    }

    private func nextChunk(before end: Int) -> Chunk? {
        var records: [CapturedRecord] = []
        var byteCount = 0
        // What helps with the messages of a window is forgotten after it.
        let window = (firstIndex + position.recordCount) / windowCount
        let end = min(end, (window + 1) * windowCount - firstIndex)
        while records.count < Chunk.maximumCount, byteCount < Chunk.maximumBytes,
            position.recordCount < end, let record = next()
        {
            records.append(record)
            byteCount += record.byteCount
        }
        guard !records.isEmpty else { return nil }
        defer { chunkCount += 1 }
        return Chunk(
            number: chunkCount, records: records, window: window, position: position,
            counts: counts,
            consumedByteCount: reader.consumedByteCount,
            inputByteCount: reader.unpackedByteCount - firstByte)
    }

    private func next() -> CapturedRecord? {
        guard let record = reader.next() else { return nil }
        position.pass(record)
        return record
    }

    private var counts: InputCounts {
        InputCounts(
            openedFiles: reader.openedCount, skippedEntries: reader.skippedCount,
            passedOverEntries: reader.passedOverCount)
    }
}
