internal import WireText

/// JSON text of any size, read block by block; what its user does not ask for is checked and never held.
struct JSONStream: JSONTokenizer, ~Copyable {
    var reader: ByteReader
    var depth = 0
    private var held: [UInt8] = []
    /// The number of further bytes that are held of a string or number; `nil` where nothing more is.
    private var room: Int?
    /// The place of the last escape in the bytes that are held.
    private var escapeStart: Int?

    /// A string, or the beginning of one that is longer than what was asked for.
    struct HeldString {
        let bytes: [UInt8]
        let isWhole: Bool

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Names longer than this never match.
    private static let longestName = 64
    /// The longest text of a number that is held, which is more than any `Double` has.
    private static let longestNumber = 1024

    init(_ reader: consuming ByteReader) {
        self.reader = reader
    }

    /// The offset of the next byte, counted from the beginning of the text.
    var offset: Int { reader.consumedCount }

    /// Reads a byte order mark, if there is one.
    mutating func skipByteOrderMark() { reader.skipByteOrderMark() }

    /// The name of the next member of the object that was entered, `nil` after the last one, whose brace has then been
    /// read.
    ///
    /// - Parameter isFirst: Whether no member was read yet; `true` before the first call.
    /// - Returns: The name, or its beginning when it is longer than any that is asked for.
    /// - Throws: A ``CaptureError`` when there is no member here, or it cannot be read.
    mutating func nextName(_ isFirst: inout Bool) throws(CaptureError) -> [UInt8]? {
        guard try hasMember(&isFirst) else { return nil }
        let name = try string(limit: Self.longestName)
        try passColon()
        return name.bytes
    }

    /// Reads a string and holds at most `limit` bytes of it.
    ///
    /// - Parameters:
    ///   - limit: How many bytes are held, counted before escapes are undone.
    ///   - isWanted: Called with the first byte of the string; `false` holds nothing.
    /// - Returns: What is held, with its escapes undone.
    /// - Throws: A ``CaptureError`` when there is no string here, or it cannot be read.
    mutating func string(
        limit: Int, isWanted: (UInt8) -> Bool = { _ in true }
    ) throws(CaptureError) -> HeldString {
        _ = try next()
        try expect(UInt8(ascii: "\""))
        if let first = try upcoming(), isWanted(first) { room = limit }
        defer { hold(nil) }
        try skipContent()
        let string = HeldString(bytes: heldContent, isWhole: room != nil)
        reader.consume(1)
        return string
    }

    /// The bytes that are held of a string, with its escapes undone; not the part of one at the limit.
    private var heldContent: [UInt8] {
        guard let escapeStart else { return held }
        let last = held[escapeStart...]
        let isCut = last.count < (last.dropFirst().first == UInt8(ascii: "u") ? 6 : 2)
        return JSONEscape.undone(in: isCut ? held[..<escapeStart] : held[...])
    }

    /// Reads a number or a string with one, which some recorders write; another value is passed and gives `nil`.
    mutating func number() throws(CaptureError) -> Double? {
        guard let first = try next(), first.isDigit || first == UInt8(ascii: "-") else {
            return try heldString(limit: Self.longestNumber).flatMap { Double($0.text) }
        }
        return Double(try numberText())
    }
}

// MARK: - Tokens

extension JSONStream {
    var failure: CaptureError { CaptureError(.invalidJSON, at: offset) }

    @inline(__always)
    mutating func upcoming() throws(CaptureError) -> UInt8? { try reader.upcoming() }

    mutating func next() throws(CaptureError) -> UInt8? {
        while let byte = try upcoming() {
            guard byte.isWhiteSpace else { return byte }
            reader.consume(1)
        }
        return nil
    }

    @inline(__always)
    mutating func pass() {
        if let count = room {
            room = count > 0 ? count - 1 : nil
            if count > 0, let byte = reader.first { held.append(byte) }
        }
        reader.consume(1)
    }

    @inline(__always)
    mutating func passPlain() {
        let count = reader.plainJSONCount()
        if let most = room {
            held += reader.available.prefix(min(count, most))
            room = count <= most ? most - count : nil
        }
        reader.consume(count)
    }

    @inline(__always)
    mutating func noteEscape() {
        if room != nil { escapeStart = held.count }
    }

    mutating func text(within room: inout Int) throws(CaptureError) -> String {
        let held = try string(limit: max(0, room))
        room = held.isWhole ? room - held.bytes.count : -1
        return held.text
    }

    mutating func numberText() throws(CaptureError) -> String {
        hold(Self.longestNumber)
        defer { hold(nil) }
        try skipNumber()
        return String(decoding: held, as: UTF8.self)
    }

    /// Holds as many bytes of what comes next, and forgets what was held.
    private mutating func hold(_ count: Int?) {
        room = count
        held = []
        escapeStart = nil
    }
}
