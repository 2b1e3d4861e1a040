internal import SAMLBindings

/// A file that is one message.
final class WholeMessage: CaptureStream {
    private var reader: ByteReader
    private let source: MessageSource
    private let limit: Int
    private var isRead = false

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        self.reader = reader
        source = context.source
        limit = context.limit
    }

    func next() -> CaptureStep? {
        guard !isRead else { return nil }
        isRead = true
        let content = Result { () throws(CaptureError) in
            CapturedRecord.Content.message(try wholeContent())
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
