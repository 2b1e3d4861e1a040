internal import SAMLBindings
public import SystemPackage

/// Reads captured messages from files, directories and standard input, one at a time.
///
/// Memory stays bounded: at most one entry is held. Whatever cannot be read becomes a record that
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

        /// Creates options.
        public init(
            format: CaptureFormat? = nil, field: String? = nil, entryOctetCount: Int = 32 << 20,
            excludedFiles: [FilePath] = []
        ) {
            self.format = format
            self.field = field
            self.entryOctetCount = entryOctetCount
            self.excludedFiles = excludedFiles
        }
    }

    /// The number of directory entries passed over because they are no regular files.
    public var skippedCount: Int { walk.skippedCount }
    /// How many of the inputs' files could be opened.
    public private(set) var openedCount = 0

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
            stream = try OpenCapture(path, options: options)
            openedCount += 1
        } catch {
            openFailure = record(MessageSource(file: path.string), .failure(error))
        }
    }

    private mutating func nextInStream() -> CapturedRecord? {
        guard let entry = stream?.next() else {
            stream = nil
            return nil
        }
        return record(entry.source, entry.content)
    }

    private mutating func record(
        _ source: MessageSource, _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CapturedRecord {
        defer { nextIndex += 1 }
        return CapturedRecord(index: nextIndex, source: source, content: content)
    }
}
