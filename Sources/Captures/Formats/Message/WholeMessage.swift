internal import SAMLBindings

/// A file that is one message, or a JSON object that holds it.
final class WholeMessage: CaptureStream {
    private var reader: ByteReader
    private let source: MessageSource
    private let limit: Int
    private let isJSON: Bool
    private let field: String?
    private var isRead = false

    init(
        _ reader: consuming ByteReader, _ context: CaptureContext, isJSON: Bool = false
    ) {
        self.reader = reader
        source = context.source
        limit = context.limit
        self.isJSON = isJSON
        field = context.options.field
    }

    func next() -> CaptureStep? {
        guard !isRead else { return nil }
        isRead = true
        let content = Result { () throws(CaptureError) in
            let content = try wholeContent()
            return isJSON
                ? CapturedRecord.Content.jsonLine(content, field: field) : .message(content)
        }
        return .entry(CaptureEntry(source, content))
    }

    private func wholeContent() throws(CaptureError) -> [UInt8] {
        while !reader.isAtEnd {
            guard reader.available.count <= limit else { throw CaptureError(.inputTooLarge) }
            try reader.readMore()
        }
        guard reader.available.count <= limit else { throw CaptureError(.inputTooLarge) }
        return Array(reader.available)
    }
}
