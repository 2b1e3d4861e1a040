internal import SAMLBindings

/// A file with a message a line.
final class LineCapture: CaptureStream {
    private var lines: LineReader
    private let source: MessageSource
    private var hasEnded = false

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = LineReader(reader, limit: context.limit)
        source = context.source
    }

    /// The next entry; lines of nothing but white space are none.
    func next() -> CaptureStep? {
        while !hasEnded {
            do throws(CaptureError) {
                guard let line = try lines.next() else { break }
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                return entry(.success(.message(line)))
            } catch {
                // After a long line come further ones; after a failure of the file nothing does.
                hasEnded = error.code != .inputTooLarge
                return entry(.failure(error))
            }
        }
        hasEnded = true
        return nil
    }

    private func entry(
        _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CaptureStep {
        var source = source
        source.line = lines.number
        return .entry(CaptureEntry(source, content))
    }
}
