internal import SAMLBindings
public import SystemPackage

/// Reads captured messages from files, directories and standard input, one at a time.
///
/// Files may be compressed by gzip, or be in an archive; what is inside is read like a file of its
/// own. Memory stays bounded: at most one entry is held. Whatever cannot be read becomes a record that
/// says so, and reading goes on with what comes next.
public struct CaptureReader: ~Copyable {
    /// How to read.
    public struct Options: Hashable, Sendable {
        /// The format of every file, or `nil` to tell it from each file's content.
        public var format: CaptureFormat?
        /// The JSON field that holds the message; `nil` looks for the usual ones.
        public var field: String?
        /// The largest entry, in octets: 32 MiB unless given.
        public var entryOctetCount: Int
        /// Files that are not read where a directory holds them, such as the one that the results go
        /// to, which would grow with what is read of it.
        public var excludedFiles: [FilePath]
        /// How far compressed files and archives may unfold.
        public var decompression: DecompressionLimits

        /// Creates options.
        public init(
            format: CaptureFormat? = nil, field: String? = nil, entryOctetCount: Int = 32 << 20,
            excludedFiles: [FilePath] = [], decompression: DecompressionLimits = .standard
        ) {
            self.format = format
            self.field = field
            self.entryOctetCount = entryOctetCount
            self.excludedFiles = excludedFiles
            self.decompression = decompression
        }
    }

    /// The number of directory entries passed over because they are no regular files.
    public var skippedCount: Int { walk.skippedCount }
    /// The number of entries inside files, so far, that have no message and need none: requests of
    /// HAR files that carry no SAML, and what is hidden or no file in an archive.
    public private(set) var passedOverCount = 0
    /// How many of the inputs' files could be opened.
    public private(set) var openedCount = 0

    /// How many octets of the files were read, as they are on the disk: of a compressed file the
    /// compressed ones.
    public var consumedOctetCount: Int { finishedOctetCount + (file?.fileOctetCount ?? 0) }

    private var file: FileSource?
    private var finishedOctetCount = 0
    private let options: Options
    private var walk: InputWalk
    private var stream: OpenCapture?
    private var nextIndex = 0

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - inputs: Files and directories, read in this order; `-` is standard input. Directories
    ///     are read recursively, sorted by the octets of the paths, without hidden files.
    ///   - options: How to read.
    public init(inputs: [FilePath], options: Options = Options()) {
        self.options = options
        walk = InputWalk(inputs: inputs, excluding: options.excludedFiles)
    }

    /// The next record, or `nil` at the end.
    public mutating func next() -> CapturedRecord? {
        while true {
            if let record = nextInStream() { return record }
            switch walk.next() {
            case .file(let path): open(path)
            case .unreadable(let path, let error):
                return record(
                    MessageSource(file: path.string), .failure(error))
            case nil: return nil
            }
            if let failure = openFailure.take() { return failure }
        }
    }

    private var openFailure: CapturedRecord?

    private mutating func open(_ path: FilePath) {
        do throws(CaptureError) {
            finishedOctetCount = consumedOctetCount
            file = nil
            let source = try FileSource(path)
            file = source
            stream = try OpenCapture(
                OctetReader(source), name: path.string, archiveDepth: 0, options: options)
            openedCount += 1
        } catch {
            openFailure = record(MessageSource(file: path.string), .failure(error))
        }
    }

    private mutating func nextInStream() -> CapturedRecord? {
        while let step = stream?.next() {
            switch step {
            case .entry(let entry): return record(entry.source, entry.content)
            case .passedOver: passedOverCount += 1
            }
        }
        stream = nil
        return nil
    }

    private mutating func record(
        _ source: MessageSource, _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CapturedRecord {
        defer { nextIndex += 1 }
        return CapturedRecord(index: nextIndex, source: source, content: content)
    }
}
