internal import Captures
internal import ProfileProcessing

/// Messages that are processed together; one task for each message would cost more than the work.
struct Chunk: Sendable {
    /// Its place among the chunks of the run, counted from 0.
    let number: Int
    var records: [CapturedRecord]
    /// A Boolean value that indicates whether its records are known already, and it only says what the run found before.
    var isRepeated = false
    /// The window of the run that its records are in: what is found in one message helps with the others of it.
    let window: Int
    /// The progress in the input after these records.
    let position: InputPosition
    /// The counts of the input so far.
    let counts: InputCounts
    /// The number of input bytes read for all records so far, if it is known.
    let consumedByteCount: Int?
    /// The unpacked bytes of the part of the input that is processed, up to here.
    let inputByteCount: Int

    static let maximumCount = 64
    static let maximumBytes = 1 << 20
}

/// The results of a chunk's messages.
struct ChunkResult<Tally: BatchTally>: Sendable {
    let number: Int
    let isRepeated: Bool
    let position: InputPosition
    let counts: InputCounts
    let consumedByteCount: Int?
    let inputByteCount: Int
    /// The records in the run's format, or none where records are wanted.
    var bytes: [UInt8] = []
    /// The records of a format that is written column by column.
    private var columns: ArrowRecords?
    /// The records where they are wanted, or needed to find repeated responses.
    var records: [ProfileRecord] = []
    /// The identity of each record, if duplicates are detected.
    var identities: [MessageIdentity?] = []
    /// The bytes of the results, roughly where they are records.
    var outputByteCount = 0
    /// The details of messages that a report may show.
    var details: [MadeDetail] = []
    var summary = BatchSummary()
    /// The messages that sign-ons are made of, in the order of the input.
    var signOnMessages: [SignOnMessage] = []
    var tally: Tally

    init(of chunk: Chunk, tally: Tally) {
        number = chunk.number
        isRepeated = chunk.isRepeated
        position = chunk.position
        counts = chunk.counts
        consumedByteCount = chunk.consumedByteCount
        inputByteCount = chunk.inputByteCount
        self.tally = tally
    }

    /// Takes a record that is part of the results.
    mutating func take(_ record: ProfileRecord, _ format: RecordFormat?) {
        summary.add(record)
        if let message = SignOnMessage(record) { signOnMessages.append(message) }
        tally.add(record)
        switch format {
        case .arrow:
            if columns == nil { columns = ArrowRecords() }
            columns?.append(record)
            outputByteCount += record.approximateByteCount
        case let format?:
            format.append(record, to: &bytes)
            outputByteCount = bytes.count
        case nil:
            records.append(record)
            outputByteCount += record.approximateByteCount
        }
    }

    /// Writes what had to wait for the last record.
    mutating func finish() {
        // Requests that were not chosen came first.
        signOnMessages.sort { $0.index < $1.index }
        guard let columns else { return }
        bytes = columns.message
        self.columns = nil
    }
}
