internal import SAMLBindings
internal import WireText

/// A trace of Charles, read exchange by exchange.
///
/// Headers and bodies stand between a line that ends in `<<` and a mark, and a line that is this mark.
final class CharlesTraceCapture: SteppedCapture {
    static let title = "a trace of Charles"

    private var reader: ByteReader
    private var generator: String?
    private var block = CharlesTraceBlock()
    /// The size of what the block holds.
    private var heldCount = 0

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        self.reader = reader
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        if let line = try nextLine() { return try take(line).map { [step($0)] } ?? [] }
        hasEnded = true
        return block.isEmpty ? [] : [step(block)]
    }

    private func step(_ block: CharlesTraceBlock) -> CaptureStep {
        defer { entryIndex += 1 }
        guard !block.isTooLarge else { return .failure(CaptureError(.inputTooLarge), at: place) }
        guard let exchange = block.exchange(at: place, recorder: generator, context.bodies) else {
            let error = CaptureError(.invalidCapture, at: reader.consumedCount, detail: Self.title)
            return .failure(error, at: place)
        }
        return .exchange(exchange)
    }

    /// Takes a line into the block, and returns the block before it if it is the first of another.
    private func take(_ line: [UInt8]) throws(CaptureError) -> CharlesTraceBlock? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = line[(colon + 1)...].trimmingWhiteSpace()
        var finished: CharlesTraceBlock?
        if block.has(name) {
            finished = block
            block = CharlesTraceBlock()
            heldCount = 0
        }
        if value.starts(with: "<<".utf8) {
            let content = try section(upTo: Array(value.dropFirst(2)))
            if let content { block.sections[name] = content } else { block.isTooLarge = true }
        } else if name == "Generator" {
            generator = String(decoding: value, as: UTF8.self)
        } else if name != "HTTP-Trace-Version" {
            heldCount += line.count
            if heldCount <= context.limit {
                block.fields[name] = String(decoding: value, as: UTF8.self)
            } else {
                block.isTooLarge = true
            }
        }
        return finished
    }

    /// Reads the lines up to the mark, `nil` when they are larger than the limit.
    private func section(upTo mark: [UInt8]) throws(CaptureError) -> [UInt8]? {
        let start = reader.consumedCount
        var content: [UInt8] = []
        var isWhole = true
        // The beginning of a line that is longer than the limit is not a mark.
        var isInsideLine = false
        while true {
            guard let piece = try nextPiece(limit: context.limit) else {
                throw CaptureError(.invalidCapture, at: start, detail: Self.title)
            }
            if !isInsideLine, piece.withoutLineEnd.elementsEqual(mark) { break }
            isInsideLine = piece.last != UInt8(ascii: "\n")
            heldCount += piece.count
            isWhole = isWhole && heldCount <= context.limit
            if isWhole { content += piece } else { content = [] }
        }
        return isWhole ? Array(content[...].withoutLineEnd) : nil
    }

    private func nextLine() throws(CaptureError) -> [UInt8]? {
        guard let piece = try nextPiece(limit: context.limit) else { return nil }
        guard piece.last == UInt8(ascii: "\n") || reader.isAtEnd else {
            throw CaptureError(.inputTooLarge, at: reader.consumedCount)
        }
        return Array(piece.withoutLineEnd)
    }

    /// Reads a line with its end; of one that is longer than the limit, a piece.
    private func nextPiece(limit: Int) throws(CaptureError) -> ArraySlice<UInt8>? {
        var searched = 0
        while true {
            if let end = reader.firstLineFeed(from: searched) { return taken(end + 1) }
            searched = reader.availableCount
            if searched > limit { return taken(searched) }
            if reader.isAtEnd { return searched > 0 ? taken(searched) : nil }
            try reader.readMore()
        }
    }

    private func taken(_ count: Int) -> ArraySlice<UInt8> {
        defer { reader.consume(count) }
        return ArraySlice(Array(reader.available.prefix(count)))
    }
}
