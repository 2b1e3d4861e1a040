/// Splits a file into lines, none longer than a limit.
struct LineReader: ~Copyable {
    private var reader: ByteReader
    private let limit: Int
    private(set) var number = 0

    init(_ reader: consuming ByteReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// The next line without its line end, or `nil` at the end of the file.
    ///
    /// A line that is too long is skipped to its end and gives `inputTooLarge`.
    mutating func next() throws(CaptureError) -> [UInt8]? {
        number += 1
        var searched = 0
        while true {
            if let end = reader.firstLineFeed(from: searched) {
                let line = Self.withoutCarriageReturn(reader.available.prefix(end))
                reader.consume(end + 1)
                guard line.count <= limit else { throw .tooLarge(limit) }
                return line
            }
            searched = reader.available.count
            if reader.isAtEnd {
                guard searched > 0 else { return nil }
                let line = Array(reader.available)
                reader.consume(searched)
                guard line.count <= limit else { throw .tooLarge(limit) }
                return line
            }
            // One byte more than the limit may be the carriage return of the line end.
            guard searched <= limit + 1 else {
                try skipLine()
                throw .tooLarge(limit)
            }
            try reader.readMore()
        }
    }

    private mutating func skipLine() throws(CaptureError) {
        while true {
            if let end = reader.firstLineFeed(from: 0) {
                return reader.consume(end + 1)
            }
            reader.consume(reader.available.count)
            if reader.isAtEnd { return }
            try reader.readMore()
        }
    }

    private static func withoutCarriageReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
        Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
}
