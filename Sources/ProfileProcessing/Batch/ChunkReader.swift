internal import Captures
internal import SAMLBindings
internal import SystemPackage

/// Reads chunks ahead of the workers, on a thread of its own.
///
/// Reading waits for disks and pipes. On the threads that tasks share it would keep a worker from
/// working, and a run that waits for standard input could not be stopped.
actor ChunkReader {
    private var reader: CaptureReader
    private var position = InputPosition()
    private var chunkCount = 0
    private var consumption = InputConsumption()
    private let thread = ReadingThread()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe thread.asUnownedSerialExecutor()
    }

    init(_ reader: consuming sending CaptureReader) {
        self.reader = reader
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
        let isPassed =
            if let start {
                await pass(start.recordCount, exchange) && position == start
            } else {
                true
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
    /// - Returns: Whether there are so many.
    private func pass(_ count: Int, _ exchange: ChunkExchange<some BatchTally>) async -> Bool {
        while position.recordCount < count {
            if position.recordCount % 4096 == 0, await exchange.isStopped { return false }
            guard next() != nil else { return false }
        }
        return true
    }

    private func nextChunk(before end: Int) -> Chunk? {
        var records: [CapturedRecord] = []
        var octetCount = 0
        while records.count < Chunk.maximumCount, octetCount < Chunk.maximumOctets,
            position.recordCount < end, let record = next()
        {
            records.append(record)
            octetCount += record.octetCount
        }
        guard !records.isEmpty else { return nil }
        defer { chunkCount += 1 }
        return Chunk(
            number: chunkCount, records: records, position: position, counts: counts,
            consumedOctetCount: consumption.octetCount)
    }

    private func next() -> CapturedRecord? {
        guard let record = reader.next() else { return nil }
        position.pass(record)
        consumption.pass(record)
        return record
    }

    private var counts: InputCounts {
        InputCounts(
            openedFiles: reader.openedCount, skippedEntries: reader.skippedCount,
            passedOverEntries: reader.passedOverCount)
    }
}

/// How many of the octets of its files a reader has read, as far as its entries tell.
private struct InputConsumption {
    private var finishedOctetCount = 0
    private var file: String?
    private var fileOctetCount: Int?
    private var entryOctetCount = 0

    /// The octets of all files before this one and of the entries of this one; `nil` where these are
    /// more than the file has, as in one that is compressed.
    var octetCount: Int? {
        guard let fileOctetCount else { return nil }
        return entryOctetCount <= fileOctetCount ? finishedOctetCount + entryOctetCount : nil
    }

    mutating func pass(_ record: CapturedRecord) {
        let name = record.source.file
        if name != file {
            finishedOctetCount += fileOctetCount ?? 0
            file = name
            fileOctetCount = name.flatMap { InputWalk.octetCount(of: FilePath($0)) }
            entryOctetCount = 0
        }
        // The line feed, too.
        entryOctetCount += record.octetCount + (record.source.line == nil ? 0 : 1)
    }
}
