internal import SAMLBindings
internal import SystemPackage

/// A file that is being read, in the format it was found to have.
///
/// A further format is one more case here and one more file beside this one.
enum OpenCapture: ~Copyable {
    case message(WholeMessage)
    case lines(LineCapture)
    case har(HARCapture)
    case csv(CSVCapture)
    /// The reading failed, and the failure was not reported yet.
    case failure(Entry?)
    #if Archives
    case archive(ArchiveCapture)
    #endif

    private static let detectionSize = 64 << 10

    /// An entry of the file.
    struct Entry {
        let source: MessageSource
        let content: Result<CapturedRecord.Content, CaptureError>
    }

    /// The result of reading on.
    enum Step {
        /// A message, or why there is none.
        case entry(Entry)
        /// Something that has no message and is not expected to have one.
        case passedOver(MessageSource)
    }

    /// Begins to read a file.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the file.
    ///   - name: What it is called in the sources of its messages.
    ///   - archiveDepth: How many archives it stands in.
    ///   - options: How to read.
    ///   - unpacked: What counts the bytes of the file without its outermost compression, if
    ///     anything does.
    /// - Throws: A ``CaptureError`` when nothing can be read of it.
    init(
        _ reader: consuming ByteReader, name: String, archiveDepth: Int,
        options: CaptureReader.Options, counting unpacked: UnpackedCount? = nil
    ) throws(CaptureError) {
        reader.lookAhead(Self.detectionSize)
        if let failure = reader.immediateFailure { throw failure }
        do throws(CaptureError) {
            self = try Self.opened(
                reader, name: name, archiveDepth: archiveDepth, options: options,
                counting: unpacked)
        } catch {
            self = .failure(Entry(source: MessageSource(file: name), content: .failure(error)))
        }
    }

    private static func opened(
        _ reader: consuming ByteReader, name: String, archiveDepth: Int,
        options: CaptureReader.Options, counting unpacked: UnpackedCount?
    ) throws(CaptureError) -> OpenCapture {
        let limits = options.decompression
        var path = FilePath(name)
        var layerCount = 0
        while let packing = PackedContent(detecting: reader.available) {
            if packing == .archive {
                guard archiveDepth < limits.archiveDepth else { throw CaptureError(.nestingLimit) }
                return try archive(
                    reader, name: name, depth: archiveDepth + 1, options: options,
                    counting: layerCount == 0 ? unpacked : nil)
            }
            layerCount += 1
            guard layerCount <= limits.compressionDepth else { throw CaptureError(.nestingLimit) }
            let source = try content(of: reader, packing, limits: limits)
            reader = ByteReader(
                layerCount == 1 ? unpacked.map { CountedSource(source, $0) } ?? source : source)
            reader.lookAhead(Self.detectionSize)
            path = path.stem.map { FilePath($0) } ?? path
        }
        let format =
            options.format
            ?? CaptureFormat(
                detecting: reader.available, isWhole: reader.isAtEnd,
                fileExtension: path.extension, field: options.field)
        return capture(of: reader, as: format, name: name, options: options)
    }

    private static func content(
        of reader: consuming ByteReader, _ packing: PackedContent, limits: DecompressionLimits
    ) throws(CaptureError) -> any ByteSource {
        if packing == .gzip { return try GzipSource(reader, limits: limits) }
        #if Archives
        return try CompressedSource(reader, limits: limits)
        #else
        throw CaptureError(.archivesUnavailable)
        #endif
    }

    private static func archive(
        _ reader: consuming ByteReader, name: String, depth: Int, options: CaptureReader.Options,
        counting unpacked: UnpackedCount?
    ) throws(CaptureError) -> OpenCapture {
        #if Archives
        return .archive(
            try ArchiveCapture(
                reader, name: name, depth: depth, options: options, counting: unpacked))
        #else
        throw CaptureError(.archivesUnavailable)
        #endif
    }

    private static func capture(
        of reader: consuming ByteReader, as format: CaptureFormat, name: String,
        options: CaptureReader.Options
    ) -> OpenCapture {
        let source = MessageSource(file: name)
        let limit = options.entryByteCount
        let field = options.field
        return switch format {
        case .message, .json:
            .message(
                WholeMessage(
                    reader, source: source, limit: limit, isJSON: format == .json, field: field))
        case .lines, .ndjson:
            .lines(
                LineCapture(
                    LineReader(reader, limit: limit), source: source, isJSON: format == .ndjson,
                    field: field))
        case .csv:
            .csv(CSVCapture(CSVRows(reader, limit: limit), source: source, field: field))
        case .har: .har(HARCapture(reader, source: source, limit: limit))
        }
    }

    /// The next entry, or `nil` at the end of the file.
    mutating func next() -> Step? {
        switch consume self {
        case .message(var capture):
            let entry = capture.next()
            self = .message(capture)
            return entry.map { .entry($0) }
        case .lines(var capture):
            let entry = capture.next()
            self = .lines(capture)
            return entry.map { .entry($0) }
        case .csv(var capture):
            let entry = capture.next()
            self = .csv(capture)
            return entry.map { .entry($0) }
        case .har(var capture):
            let step = capture.next()
            self = .har(capture)
            return step
        case .failure(let entry):
            self = .failure(nil)
            return entry.map { .entry($0) }
        #if Archives
        case .archive(let capture):
            self = .archive(capture)
            return capture.next()
        #endif
        }
    }
}
