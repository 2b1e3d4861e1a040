/// Splits a file into lines that keep their ends, none longer than a limit.
struct TextLines: ~Copyable {
    private var reader: ByteReader
    private let limit: Int
    private(set) var number = 0

    init(_ reader: consuming ByteReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// The next line with its end, or `nil` at the end of the file.
    ///
    /// A line that is too long comes in pieces.
    mutating func next() throws(CaptureError) -> ArraySlice<UInt8>? {
        number += 1
        var searched = 0
        while true {
            if let end = reader.firstLineFeed(from: searched), end < limit { return take(end + 1) }
            searched = reader.availableCount
            if searched >= limit { return take(limit) }
            if reader.isAtEnd { return searched > 0 ? take(searched) : nil }
            try reader.readMore()
        }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        let line = ArraySlice(Array(reader.available.prefix(count)))
        reader.consume(count)
        return line
    }
}

extension ArraySlice<UInt8> {
    /// The line without its end.
    var withoutLineEnd: ArraySlice<UInt8> {
        var line = self
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        return line
    }
}
