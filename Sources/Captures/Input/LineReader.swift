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
        guard try reader.upcoming() != nil else { return nil }
        if let line = try reader.line(limit: limit) { return line }
        try reader.skipLine()
        throw .tooLarge(limit)
    }
}
