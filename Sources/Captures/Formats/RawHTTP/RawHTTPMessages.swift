internal import WireText

/// The requests and responses of a text, which is cut into them.
///
/// A body ends where its length says, if a message begins there or the text ends; otherwise, as in text whose line ends were
/// changed, where a line begins a message.
struct RawHTTPMessages: ~Copyable {
    private var reader: ByteReader
    private let limit: Int

    init(_ reader: consuming ByteReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// The offset of what comes next.
    var offset: Int { reader.consumedCount }

    /// Returns the bytes of the next message, `nil` at the end.
    ///
    /// Lines before it that begin none are passed. One over the limit is passed and gives `inputTooLarge`.
    mutating func next() throws(CaptureError) -> [UInt8]? {
        guard try skipToStart() else { return nil }
        let start = offset
        var lineStart = 0
        var isInHeader = true
        while let lineEnd = try lineEnd(from: lineStart) {
            guard lineEnd <= limit else {
                try pass(lineEnd)
                throw CaptureError(.inputTooLarge, at: start)
            }
            let line = slice(lineStart, lineEnd)
            if lineStart > 0, RawHTTPStart.isStartLine(line) { break }
            lineStart = lineEnd
            guard isInHeader, line.allSatisfy(\.isWhiteSpace) else { continue }
            isInHeader = false
            if let end = try announcedEnd(bodyStart: lineEnd) { return take(end) }
        }
        return take(lineStart)
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer { reader.consume(count) }
        return Array(slice(0, count))
    }

    private func slice(_ start: Int, _ end: Int) -> ArraySlice<UInt8> {
        let bytes = reader.available
        return bytes[(bytes.startIndex + start)..<(bytes.startIndex + end)]
    }

    /// Passes lines up to the first of a message; false at the end.
    private mutating func skipToStart() throws(CaptureError) -> Bool {
        while let end = try lineEnd(from: 0) {
            if end <= limit, RawHTTPStart.isStartLine(slice(0, end)) { return true }
            try pass(end)
        }
        return false
    }

    /// Passes bytes, and the rest of the line that they end in.
    private mutating func pass(_ count: Int) throws(CaptureError) {
        var isWhole = slice(0, count).last == UInt8(ascii: "\n")
        reader.consume(count)
        while !isWhole {
            let end = reader.firstLineFeed(from: 0)
            reader.consume(end.map { $0 + 1 } ?? reader.availableCount)
            isWhole = end != nil || reader.isAtEnd
            if !isWhole { try reader.readMore() }
        }
    }

    /// Returns where the line that begins at `start` ends, after its line feed or the limit; `nil` at the end.
    private mutating func lineEnd(from start: Int) throws(CaptureError) -> Int? {
        var searched = start
        while true {
            if let end = reader.firstLineFeed(from: searched) { return end + 1 }
            searched = reader.availableCount
            if reader.isAtEnd || searched > limit { return searched > start ? searched : nil }
            try reader.readMore()
        }
    }

    /// Returns where the body ends by its length; `nil` if it has none, or the length is that of other bytes.
    private mutating func announcedEnd(bodyStart: Int) throws(CaptureError) -> Int? {
        guard let fields = HTTPFields(parsing: slice(0, bodyStart)),
            let length = fields.headers["Content-Length"].flatMap({ Int($0) }), length > 0,
            length <= limit - bodyStart
        else { return nil }
        let end = bodyStart + length
        while reader.availableCount < end, !reader.isAtEnd { try reader.readMore() }
        guard reader.availableCount >= end else { return nil }
        // White space may stand before the next message.
        var next = end
        while let lineEnd = try lineEnd(from: next) {
            let line = slice(next, lineEnd)
            if RawHTTPStart.isStartLine(line) { return end }
            guard line.allSatisfy(\.isWhiteSpace), lineEnd - end < 64 else { return nil }
            next = lineEnd
        }
        return end
    }
}
