internal import SAMLBindings
internal import SystemPackage

/// The way from the bytes of a file to what is in it: out of its compression, by its format.
enum OpenCapture {
    private static let detectionSize = 64 << 10

    /// Begins to read a file.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the file.
    ///   - name: What it is called in the sources of its messages.
    ///   - archiveDepth: How many archives it stands in.
    ///   - options: How to read.
    ///   - unpacked: What counts the bytes of the file without its outermost compression, if
    ///     anything does.
    /// - Returns: What is in the file.
    /// - Throws: A ``CaptureError`` when nothing can be read of it.
    static func stream(
        _ reader: consuming ByteReader, name: String, archiveDepth: Int,
        options: CaptureReader.Options, counting unpacked: UnpackedCount? = nil
    ) throws(CaptureError) -> any CaptureStream {
        reader.lookAhead(detectionSize)
        if let failure = reader.immediateFailure { throw failure }
        do throws(CaptureError) {
            return try opened(
                reader, name: name, archiveDepth: archiveDepth, options: options,
                counting: unpacked)
        } catch {
            return FailedCapture(CaptureEntry(MessageSource(file: name), .failure(error)))
        }
    }

    private static func opened(
        _ reader: consuming ByteReader, name: String, archiveDepth: Int,
        options: CaptureReader.Options, counting unpacked: UnpackedCount?
    ) throws(CaptureError) -> any CaptureStream {
        let limits = options.decompression
        var path = FilePath(name)
        if options.format == nil, path.extension?.lowercased() == "xml",
            isMessage(reader.available)
        {
            let context = CaptureContext(
                source: MessageSource(file: name), options: options, file: reader.source)
            return messages(
                of: WholeMessage(reader, context), context.source, options,
                title: CaptureFormat.message.title)
        }
        var layerCount = 0
        while let packing = PackedContent(detecting: reader.available) {
            if packing == .archive {
                guard archiveDepth < limits.archiveDepth else { throw CaptureError(.nestingLimit) }
                #if Archives
                let unpacked = layerCount == 0 ? unpacked : nil
                if let stream = try ZipContainer.stream(
                    &reader, name: name, options: options, counting: unpacked)
                {
                    let source = MessageSource(file: name)
                    return messages(
                        of: stream, source, options, title: "a capture in a zip archive")
                }
                #endif
                return try archive(
                    reader, name: name, depth: archiveDepth + 1, options: options,
                    counting: layerCount == 0 ? unpacked : nil)
            }
            layerCount += 1
            guard layerCount <= limits.compressionDepth else { throw CaptureError(.nestingLimit) }
            let source = try content(of: reader, packing, limits: limits)
            reader = ByteReader(
                layerCount == 1 ? unpacked.map { CountedSource(source, $0) } ?? source : source)
            reader.lookAhead(detectionSize)
            path = path.stem.map { FilePath($0) } ?? path
        }
        // Its mark begins like that of UTF-16.
        if let name = UTF16Source.nameOfUTF32(reader.available) {
            throw CaptureError(
                .convertFirst,
                detail:
                    "it is text in UTF-32: convert it by iconv -f \(name) -t UTF-8 FILE > FILE.txt")
        }
        if UTF16Source.isBeginning(reader.available) {
            reader = ByteReader(UTF16Source(reader))
            reader.lookAhead(detectionSize)
        }
        if options.format.map({ [.text, .ndjson].contains($0) }) ?? true {
            if ContainerLogSource.isBeginning(reader.available) {
                reader = ByteReader(ContainerLogSource(reader, limit: options.entryByteCount))
                reader.lookAhead(detectionSize)
            }
            if let extent = QuotedPrintableSource.Extent(detecting: reader.available) {
                reader = ByteReader(QuotedPrintableSource(reader, extent))
                reader.lookAhead(detectionSize)
            }
        }
        let head = CaptureHead(
            reader.available, isWhole: reader.isAtEnd, fileExtension: path.extension,
            field: options.field)
        var format = try format(of: head, forced: options.format)
        var title: String? = format.title
        if options.format == nil, format == .message, ForeignFile.isUnknownBinary(head) {
            (format, title) = (.text, nil)
        }
        let context = CaptureContext(
            source: MessageSource(file: name), options: options, file: reader.source)
        switch format.door {
        case .content(_, let open):
            let stream = open(reader, context)
            let isLog = options.field == nil && [.text, .json, .ndjson].contains(format)
            // A whole file is checked where it is read, and text message by message.
            let hasFields = format != .message && format != .text
            let entries = hasFields && !options.givesExchanges ? DocumentStream(stream) : stream
            return messages(
                of: isLog && !options.givesExchanges ? LogMessageStream(entries) : entries,
                context.source, options, title: title, bodies: context.bodies,
                searching: stream as? TextCapture)
        case .members: throw CaptureError(.invalidCapture, detail: format.title)
        case .convertFirst(_, let recipe): throw CaptureError(.convertFirst, detail: recipe)
        }
    }

    /// Returns whether a file with the name of XML begins with a message, which is what folders have thousands of: the
    /// long way, on which every format is asked, has the same end.
    private static func isMessage(_ head: ArraySlice<UInt8>) -> Bool {
        let enough = 4096
        return head.first == UInt8(ascii: "<") && MessageRoot(of: Array(head.prefix(enough))) != nil
    }

    private static func messages(
        of stream: any CaptureStream, _ source: MessageSource, _ options: CaptureReader.Options,
        title: String?, bodies: BodyDecoder = BodyDecoder(), searching text: TextCapture? = nil
    ) -> any CaptureStream {
        SearchedCapture(
            options.givesExchanges
                ? stream : ExchangeMessageStream(stream, bodies), source,
            title: title, searching: text)
    }

    /// Detects the format of a file unless one is forced; a file that is plainly no capture is refused by name.
    private static func format(
        of head: CaptureHead, forced: CaptureFormat?
    ) throws(CaptureError) -> CaptureFormat {
        if let forced { return forced }
        if let title = OwnFile.title(of: head) { throw .ownFile(title) }
        let format = CaptureFormat(detecting: head)
        let takesAnything: [CaptureFormat] = [.csv, .lines, .text, .message]
        if takesAnything.contains(format), let foreign = ForeignFile(head) {
            throw CaptureError(.noMessage, detail: foreign.title, isForeign: true)
        }
        return format
    }

    private static func content(
        of reader: consuming ByteReader, _ packing: PackedContent, limits: DecompressionLimits
    ) throws(CaptureError) -> any ByteSource {
        if packing == .gzip { return try GzipSource(reader, limits: limits) }
        if packing == .zlib { return try GzipSource(reader, limits: limits, .zlib) }
        #if Archives
        return try CompressedSource(reader, limits: limits)
        #else
        throw CaptureError(.archivesUnavailable)
        #endif
    }

    private static func archive(
        _ reader: consuming ByteReader, name: String, depth: Int, options: CaptureReader.Options,
        counting unpacked: UnpackedCount?
    ) throws(CaptureError) -> any CaptureStream {
        #if Archives
        return try ArchiveCapture(
            reader, name: name, depth: depth, options: options, counting: unpacked)
        #else
        throw CaptureError(.archivesUnavailable)
        #endif
    }
}

/// A file that could not be read at all.
private final class FailedCapture: CaptureStream {
    private var entry: CaptureEntry?

    init(_ entry: CaptureEntry) {
        self.entry = entry
    }

    func next() -> CaptureStep? { entry.take().map { .entry($0) } }
}
