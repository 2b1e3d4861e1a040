internal import SAMLBindings

/// Text of any kind, in which messages stand anywhere.
///
/// It is read piece by piece. A message that may go on behind a piece is looked at again when the piece has grown to
/// twice its length, so that time is linear and memory is bounded by the largest message.
final class TextCapture: CaptureStream {
    private var reader: ByteReader
    private let context: CaptureContext
    private let title: String
    private var line = 1
    private var pending: [CaptureEntry] = []
    private let pieceSize: Int
    private var wantedCount: Int
    private var hasEnded = false
    private var hasFound = false

    init(
        _ reader: consuming ByteReader, _ context: CaptureContext, title: String,
        pieceSize: Int = ByteReader.usualBlockSize
    ) {
        self.pieceSize = pieceSize
        wantedCount = pieceSize
        self.reader = reader
        self.context = context
        self.title = title
    }

    /// The next message; a file without one gives a record that says so.
    func next() -> CaptureStep? {
        while pending.isEmpty, !hasEnded {
            do throws(CaptureError) {
                try readPiece()
            } catch {
                hasEnded = true
                hasFound = true
                pending.insert(entry(.failure(error)), at: 0)
            }
            if hasEnded, !hasFound {
                hasFound = true
                pending = [
                    CaptureEntry(
                        context.source, .failure(CaptureError(.noMessage, detail: title)))
                ]
            }
        }
        return pending.popLast().map { .entry($0) }
    }

    private func readPiece() throws(CaptureError) {
        let longest = max(context.limit, pieceSize)
        reader.lookAhead(min(wantedCount, longest))
        let isWhole = reader.isAtEnd
        let isLongest = reader.availableCount >= longest
        if !isWhole, !isLongest, reader.availableCount < wantedCount {
            // What kept the file from being read is told after what came before it.
            takePiece(.whole)
            return try reader.readMore()
        }
        takePiece(isWhole ? .whole : isLongest ? .longest : .piece)
        hasEnded = isWhole
    }

    private func takePiece(_ extent: MessageScan.Extent) {
        let piece = reader.available
        let scan = MessageScan(of: piece, extent: extent, field: context.options.field)
        var place = piece.startIndex
        var entries: [CaptureEntry] = []
        for found in scan.found {
            let start = piece.startIndex + found.offset
            line += ByteText.lineFeedCount(in: piece[place..<max(place, start)])
            place = max(place, start)
            entries.append(entry(found.content.flatMap(checked)))
        }
        let end = extent == .longest && scan.readCount == 0 ? piece.count : scan.readCount
        line += ByteText.lineFeedCount(in: piece[place..<(piece.startIndex + end)])
        hasFound = hasFound || !entries.isEmpty
        pending = entries.reversed()
        wantedCount = max(pieceSize, 2 * (piece.count - end))
        reader.consume(end)
    }

    private func checked(_ bytes: [UInt8]) -> Result<CapturedRecord.Content, CaptureError> {
        bytes.count <= context.limit
            ? .success(.message(bytes)) : .failure(CaptureError(.inputTooLarge))
    }

    private func entry(
        _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CaptureEntry {
        var source = context.source
        source.line = line
        return CaptureEntry(source, content)
    }
}
