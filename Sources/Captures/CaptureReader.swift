internal import SAMLBindings
public import SystemPackage

/// Reads captured messages from files, directories and standard input, one at a time.
///
/// Files may be compressed by gzip, or be in an archive; what is inside is read like a file of its
/// own. Memory stays bounded: at most one entry is held. Whatever cannot be read becomes a record that
/// says so, and reading continues with what comes next.
public struct CaptureReader: ~Copyable {
    /// The options for reading.
    public struct Options: Hashable, Sendable {
        /// The format of every file, or `nil` to tell it from each file's content.
        public var format: CaptureFormat?
        /// The JSON field that holds the message; `nil` looks for the usual ones.
        public var field: String?
        /// The largest entry, in bytes: 32 MiB unless given.
        public var entryByteCount: Int
        /// Files that are not read where a directory holds them, such as the one that the results go
        /// to, which would grow with what is read of it.
        public var excludedFiles: [FilePath]
        /// The limits on decompression.
        public var decompression: DecompressionLimits
        /// A Boolean value that indicates whether there are records of the entries that hold no
        /// message: one for each block of ``EntriesWithoutMessage/blockSize`` entries of one file
        /// that has any.
        public var countsEntriesWithoutMessage = false
        /// The index of the first record.
        package var firstIndex = 0
        /// A Boolean value that indicates whether files beside a capture are read that it names, such as bodies of a HAR.
        var readsFilesBeside = true
        /// A Boolean value that indicates whether exchanges are given whole, without looking for messages.
        var givesExchanges = false

        /// Creates options.
        public init(
            format: CaptureFormat? = nil, field: String? = nil, entryByteCount: Int = 32 << 20,
            excludedFiles: [FilePath] = [], decompression: DecompressionLimits = .standard
        ) {
            self.format = format
            self.field = field
            self.entryByteCount = entryByteCount
            self.excludedFiles = excludedFiles
            self.decompression = decompression
        }
    }

    /// The number of directory entries skipped because they are not regular files.
    public var skippedCount: Int { walk.skippedCount }
    /// The number of entries inside files, so far, that have no message and need none: requests of
    /// HAR files that carry no SAML, and what is hidden or no file in an archive.
    public private(set) var passedOverCount = 0
    /// The number of input files that could be opened.
    public private(set) var openedCount = 0

    /// The number of bytes read from the files, as stored on disk: for a compressed file, its
    /// compressed bytes.
    public var consumedByteCount: Int { finishedByteCount + (file?.fileByteCount ?? 0) }

    /// The size of the inputs without the outermost compression of each file.
    ///
    /// Each file counts for ``fileAllowance`` bytes more: that it is there is worth a record, too.
    package var unpackedByteCount: Int {
        finishedUnpackedCount
            + (file.map { Self.fileAllowance + max($0.fileByteCount, unpacked.byteCount) } ?? 0)
    }

    /// The minimum contribution of a file to the size.
    package static let fileAllowance = 1024

    private var unpacked = UnpackedCount()
    private var finishedUnpackedCount = 0
    private var blocks = SkippedEntryBlocks()
    private var file: (any ByteSource)?
    private var finishedByteCount = 0
    private let options: Options
    private var walk: InputWalk
    private var stream: (any CaptureStream)?
    private var nextIndex: Int
    private var numberInFile = 0

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - inputs: Files and directories, read in this order; `-` is standard input. Directories
    ///     are read recursively, sorted by the bytes of the paths, without hidden files.
    ///   - options: How to read.
    public init(inputs: [FilePath], options: Options = Options()) {
        self.options = options
        nextIndex = options.firstIndex
        walk = InputWalk(inputs: inputs, excluding: options.excludedFiles)
    }

    /// Creates a reader of documents, each read as a file of its name is, without any file beside it.
    package init(documents: [CaptureDocument], options: Options = Options()) {
        var options = options
        options.readsFilesBeside = false
        self.init(inputs: [], options: options)
        self.documents = documents[...]
    }

    /// Creates a reader of one file in memory, which is read as a file of that name is.
    package init(_ bytes: [UInt8], named name: String) {
        self.init(documents: [CaptureDocument(named: name, .bytes(bytes))])
    }

    private var documents: ArraySlice<CaptureDocument> = []

    /// The next record, or `nil` at the end.
    public mutating func next() -> CapturedRecord? {
        while true {
            if let failure = openFailure.take() { return failure }
            if let record = nextInStream() { return record }
            numberInFile = 0
            if let document = documents.popFirst() {
                open(document.name) { () throws(CaptureError) in try document.source() }
                continue
            }
            switch walk.next() {
            case .file(let path):
                open(path.string) { () throws(CaptureError) in try FileSource(path) }
            case .unreadable(let path, let error):
                finishedUnpackedCount += Self.fileAllowance
                return record(
                    MessageSource(file: path.string), .failure(error))
            case nil: return nil
            }
        }
    }

    private var openFailure: CapturedRecord?

    private mutating func open(
        _ name: String, _ source: () throws(CaptureError) -> any ByteSource
    ) {
        do throws(CaptureError) {
            finishedByteCount = consumedByteCount
            finishedUnpackedCount = unpackedByteCount
            unpacked = UnpackedCount()
            file = nil
            let source = try source()
            file = source
            stream = try OpenCapture.stream(
                ByteReader(source), name: name, archiveDepth: 0, options: options,
                counting: unpacked)
            openedCount += 1
        } catch {
            openFailure = record(MessageSource(file: name), .failure(error))
        }
    }

    private mutating func nextInStream() -> CapturedRecord? {
        if let waiting = waiting.take() { return nextOfBlocks(before: waiting) }
        while let step = stream?.next() {
            switch step {
            case .entry(let entry):
                guard options.countsEntriesWithoutMessage else {
                    return record(entry.source, entry.content)
                }
                if case .failure(let error) = entry.content, error.code == .invalidEntry {
                    blocks.count(entry.source, isDamaged: true)
                } else {
                    blocks.reach(entry.source)
                    return nextOfBlocks(before: entry)
                }
            case .exchange: continue
            case .passedOver(let source):
                passedOverCount += 1
                if options.countsEntriesWithoutMessage {
                    blocks.count(source, isDamaged: false)
                }
            }
            if let block = blocks.next() { return record(block) }
        }
        stream = nil
        blocks.finishAll()
        return blocks.next().map { record($0) }
    }

    /// The record that follows blocks completed by its reading.
    private var waiting: CaptureEntry?

    private mutating func nextOfBlocks(before entry: CaptureEntry) -> CapturedRecord {
        guard let block = blocks.next() else { return record(entry.source, entry.content) }
        waiting = entry
        return record(block)
    }

    /// Returns the record of entries without a message, which count for no message of the file.
    private mutating func record(_ block: SkippedEntryBlocks.Finished) -> CapturedRecord {
        defer { numberInFile -= 1 }
        return record(block.source, .success(.entries(block.entries)))
    }

    private mutating func record(
        _ source: MessageSource, _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CapturedRecord {
        defer { nextIndex += 1 }
        numberInFile += 1
        return CapturedRecord(
            index: nextIndex, number: numberInFile, source: source, content: content)
    }
}
