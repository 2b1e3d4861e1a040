internal import SAMLBindings

/// A file that is one message.
struct WholeMessage: ~Copyable {
    private var reader: OctetReader
    private let source: MessageSource
    private let limit: Int
    private var isRead = false

    init(_ reader: consuming OctetReader, source: MessageSource, limit: Int) {
        self.reader = reader
        self.source = source
        self.limit = limit
    }

    mutating func next() -> OpenCapture.Entry? {
        guard !isRead else { return nil }
        isRead = true
        let content = Result { () throws(CaptureError) in
            CapturedRecord.Content.message(try wholeContent())
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
