internal import SAMLBindings

/// A file that is one message, or a JSON object that holds it.
struct WholeMessage: ~Copyable {
    private var reader: ByteReader
    private let source: MessageSource
    private let limit: Int
    private let isJSON: Bool
    private let field: String?
    private var isRead = false

    init(
        _ reader: consuming ByteReader, source: MessageSource, limit: Int, isJSON: Bool,
        field: String?
    ) {
        self.reader = reader
        self.source = source
        self.limit = limit
        self.isJSON = isJSON
        self.field = field
    }

    mutating func next() -> OpenCapture.Entry? {
        guard !isRead else { return nil }
        isRead = true
        let content = Result { () throws(CaptureError) in
            let content = try wholeContent()
            return isJSON
                ? CapturedRecord.Content.jsonLine(content, field: field) : .message(content)
        }
        return OpenCapture.Entry(source: source, content: content)
    }

    private mutating func wholeContent() throws(CaptureError) -> [UInt8] {
        while !reader.isAtEnd {
            guard reader.available.count <= limit else { throw CaptureError(.inputTooLarge) }
            try reader.readMore()
        }
        guard reader.available.count <= limit else { throw CaptureError(.inputTooLarge) }
        return Array(reader.available)
    }
}
