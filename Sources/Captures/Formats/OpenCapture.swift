internal import SAMLBindings
internal import SystemPackage

/// A file that is being read, in the format it was found to have.
///
/// A further format is one more case here and one more file beside this one.
enum OpenCapture: ~Copyable {
    case message(WholeMessage)
    case lines(LineCapture)

    private static let detectionSize = 64 << 10

    /// An entry of the file.
    struct Entry {
        let source: MessageSource
        let content: Result<CapturedRecord.Content, CaptureError>
    }

    init(_ path: FilePath, options: CaptureReader.Options) throws(CaptureError) {
        var reader = try OctetReader(path)
        // A short read is not the end: the format of a small file shows in the whole of it.
        while !reader.isAtEnd, reader.available.count < Self.detectionSize {
            try reader.readMore()
        }
        let format =
            options.format
            ?? CaptureFormat(
                detecting: reader.available, isWhole: reader.isAtEnd,
                fileExtension: path.extension)
        let source = MessageSource(file: path.string)
        switch format {
        case .message, .json:
            self = .message(
                WholeMessage(
                    reader, source: source, limit: options.entryOctetCount,
                    isJSON: format == .json, field: options.field))
        case .lines, .ndjson:
            self = .lines(
                LineCapture(
                    LineReader(reader, limit: options.entryOctetCount), source: source,
                    isJSON: format == .ndjson, field: options.field))
        }
    }

    /// The next entry, or `nil` at the end of the file.
    mutating func next() -> Entry? {
        switch consume self {
        case .message(var capture):
            let entry = capture.next()
            self = .message(capture)
            return entry
        case .lines(var capture):
            let entry = capture.next()
            self = .lines(capture)
            return entry
        }
    }
}
