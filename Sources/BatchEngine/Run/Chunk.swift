internal import Captures
internal import ProfileProcessing

/// Messages that are processed together; one task for each message would cost more than the work.
struct Chunk: Sendable {
    /// Its place among the chunks of the run, counted from 0.
    let number: Int
    let records: [CapturedRecord]
    /// How far the input is read with these records.
    let position: InputPosition
    /// What is known of the input by now.
    let counts: InputCounts
    /// How many of the inputs' bytes were read for all records so far, when that is known.
    let consumedByteCount: Int?
    /// The unpacked bytes of the part of the input that is processed, up to here.
    let inputByteCount: Int

    static let maximumCount = 64
    static let maximumBytes = 1 << 20
}

/// What became of the messages of a chunk.
struct ChunkResult<Tally: BatchTally>: Sendable {
    let number: Int
    let position: InputPosition
    let counts: InputCounts
    let consumedByteCount: Int?
    let inputByteCount: Int
    /// The records in the run's format, or none where records are wanted.
    var bytes: [UInt8] = []
    /// The records where they are wanted, or needed to find repeated responses.
    var records: [ProfileRecord] = []
    /// What names each of the records, where repeated messages are looked for.
    var identities: [MessageIdentity?] = []
    /// The bytes of the results, roughly where they are records.
    var outputByteCount = 0
    var summary = BatchSummary()
    var tally: Tally

    init(of chunk: Chunk, tally: Tally) {
        number = chunk.number
        position = chunk.position
        counts = chunk.counts
        consumedByteCount = chunk.consumedByteCount
        inputByteCount = chunk.inputByteCount
        self.tally = tally
    }

    /// Takes a record that is part of the results.
    mutating func take(_ record: ProfileRecord, _ format: RecordFormat?) {
        summary.add(record)
        tally.add(record)
        if let format {
            format.append(record, to: &bytes)
            outputByteCount = bytes.count
        } else {
            records.append(record)
            outputByteCount += record.approximateByteCount
        }
    }
}
