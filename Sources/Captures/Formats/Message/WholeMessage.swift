internal import SAMLBindings
internal import WireText

/// A file that is one message; one in XML that is something else is searched as text.
final class WholeMessage: CaptureStream {
    private var reader: ByteReader
    private let source: MessageSource
    private let limit: Int
    private var isRead = false
    /// The messages that were found and not given yet.
    private var found: ArraySlice<MessageFinder.Found> = []

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        self.reader = reader
        source = context.source
        limit = context.limit
    }

    func next() -> CaptureStep? {
        if let next = found.popFirst() { return entry(next.content.map { .message($0) }) }
        guard !isRead else { return nil }
        isRead = true
        do throws(CaptureError) {
            let content = try wholeContent()
            if content[...].isOtherXML { found = MessageFinder.messages(in: content[...])[...] }
            let first = found.popFirst()?.content.map { CapturedRecord.Content.message($0) }
            return entry(first ?? .success(.message(content)))
        } catch {
            return entry(.failure(error))
        }
    }

    private func entry(_ content: Result<CapturedRecord.Content, CaptureError>) -> CaptureStep {
        .entry(CaptureEntry(source, content))
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
