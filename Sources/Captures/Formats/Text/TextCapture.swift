internal import SAMLBindings

/// Text of any kind, in which messages stand anywhere.
///
/// It is read piece by piece. A message that may continue after a piece is read again when the piece has grown to twice
/// its length, so that time is linear and memory is bounded by the largest message.
final class TextCapture: CaptureStream {
    private var reader: ByteReader
    private let context: CaptureContext
    private var line: Int
    private let shifting: (any LineShifting)?
    /// The messages that were found and not returned yet: those of a line are held back until it ends, ``window`` at
    /// most.
    private var held: ArraySlice<Held> = []
    private let pieceSize: Int
    private var wantedCount: Int
    private var hasEnded = false
    /// The number of bytes that come next and belong to a message that was cut off.
    private var cutCount = 0
    private var strayEnds: Set<MessageRoot> = []
    /// The places of lines that are pieces of messages found before, counted from what comes next.
    private var pieces: [Range<Int>] = []
    private var hasFound = false
    /// The first value that Apple's unified log omitted, while no message was found.
    private(set) var leftOut: (mark: UnifiedLogMark, line: Int)?
    private var isLeftOutOfSAML = false
    /// The number of messages of a line with which the next one is compared.
    private static let window = 16

    /// A message that waits, with its XML once it was compared with another one.
    private struct Held {
        var entry: CaptureEntry
        var xml: [UInt8]??
    }

    init(
        _ reader: consuming ByteReader, _ context: CaptureContext,
        pieceSize: Int = ByteReader.usualBlockSize, line: Int = 1
    ) {
        self.line = line
        shifting = reader.source as? any LineShifting
        self.pieceSize = pieceSize
        wantedCount = pieceSize
        self.reader = reader
        self.context = context
    }

    /// The next message.
    func next() -> CaptureStep? {
        while !hasEnded, isWaiting {
            do throws(CaptureError) {
                try readPiece()
            } catch {
                hasEnded = true
                held.append(Held(entry: entry(.failure(error))))
            }
        }
        return held.popFirst().map { .entry($0.entry) } ?? takeLeftOut()
    }

    /// A Boolean value that indicates whether the next message may have further places on its line.
    private var isWaiting: Bool {
        guard let first = held.first else { return true }
        return first.entry.source.line == line && held.count <= Self.window
    }

    /// Holds a message, or notes a further place of the one that it is on the same line.
    private func hold(_ entry: CaptureEntry) {
        var next = Held(entry: entry)
        for place in held.indices.suffix(Self.window).reversed() {
            guard held[place].entry.source.line == entry.source.line else { break }
            if held[place].xml == nil { held[place].xml = .some(xml(of: held[place].entry)) }
            if next.xml == nil { next.xml = .some(xml(of: entry)) }
            if let xml = next.xml ?? nil,
                let other = held[place].xml ?? nil, other.messageIdentity == xml.messageIdentity
            {
                held[place].entry.source.alsoAt.append(entry.source.place)
                return
            }
        }
        held.append(next)
    }

    private func xml(of entry: CaptureEntry) -> [UInt8]? {
        guard case .success(.message(let bytes)) = entry.content else { return nil }
        return bytes.unpackedXML
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
        let scan = MessageScan(
            of: piece, extent: extent, field: context.options.field,
            cutCount: min(cutCount, piece.count), strayEnds: strayEnds, pieces: pieces,
            isLineStart: reader.consumedCount == 0)
        strayEnds = scan.strayEnds
        noteLeftOut(in: piece, isEmpty: scan.found.isEmpty)
        var place = piece.startIndex
        for found in scan.found {
            let start = piece.startIndex + found.offset
            line += ByteText.lineFeedCount(in: piece[place..<max(place, start)])
            place = max(place, start)
            line += shift(upTo: place - piece.startIndex)
            var next = entry(found.content.flatMap(checked))
            next.leadsOn = RedirectField.contains(start, in: piece)
            hold(next)
        }
        let end = extent == .longest && scan.readCount == 0 ? piece.count : scan.readCount
        line += ByteText.lineFeedCount(in: piece[place..<(piece.startIndex + end)])
        line += shift(upTo: end)
        wantedCount = max(pieceSize, 2 * (piece.count - end))
        cutCount = max(0, max(cutCount, scan.cutCount) - end)
        pieces = scan.pieces.compactMap { range in
            range.upperBound > end
                ? max(0, range.lowerBound - end)..<(range.upperBound - end) : nil
        }
        reader.consume(end)
    }

    /// Notes a value that the unified log omitted, while no message was found.
    private func noteLeftOut(in piece: ArraySlice<UInt8>, isEmpty: Bool) {
        hasFound = hasFound || !isEmpty
        guard !hasFound, !isLeftOutOfSAML, let found = UnifiedLogMark.first(in: piece),
            found.isOfSAML || leftOut == nil
        else { return }
        leftOut = (found.mark, line + ByteText.lineFeedCount(in: piece[..<found.place]))
        isLeftOutOfSAML = found.isOfSAML
    }

    /// The reason why there is no message where a line that mentions SAML lacks a value.
    private func takeLeftOut() -> CaptureStep? {
        guard !hasFound, isLeftOutOfSAML, let (mark, line) = leftOut else { return nil }
        hasFound = true
        return .failure(mark.error, at: context.place(line: line))
    }

    /// Returns how many lines of the file were joined up to an offset in what comes next.
    private func shift(upTo offset: Int) -> Int {
        shifting?.lineShift(upTo: reader.consumedCount + offset) ?? 0
    }

    private func checked(_ bytes: [UInt8]) -> Result<CapturedRecord.Content, CaptureError> {
        bytes.count <= context.limit
            ? .success(.message(bytes)) : .failure(CaptureError(.inputTooLarge))
    }

    private func entry(
        _ content: Result<CapturedRecord.Content, CaptureError>
    ) -> CaptureEntry {
        CaptureEntry(context.place(line: line), content)
    }
}
