internal import WireText

/// Walks over JSON text (RFC 8259) of any size, block by block, as its user asks for it.
///
/// It is as strict as ``JSONScanner``, which does the same for text that is in memory; what its user
/// does not ask for is checked and never held.
struct JSONStream: ~Copyable {
    var reader: ByteReader
    private var depth = 0

    init(_ reader: consuming ByteReader) {
        self.reader = reader
    }

    /// The offset of the next byte, counted from the beginning of the text.
    var offset: Int { reader.consumedCount }

    /// The error to throw when the byte that comes next is wrong.
    var failure: CaptureError { CaptureError(.invalidJSON, at: offset) }

    /// Reads a byte order mark, if there is one.
    mutating func skipByteOrderMark() { reader.skipByteOrderMark() }

    /// The byte that comes next, `nil` at the end.
    mutating func upcoming() throws(CaptureError) -> UInt8? { try reader.upcoming() }

    mutating func skipWhiteSpace() throws(CaptureError) {
        while let byte = try upcoming(), byte.isWhiteSpace { reader.consume(1) }
    }

    /// The first byte of the value that comes next, which tells what it is.
    mutating func valueStart() throws(CaptureError) -> UInt8? {
        try skipWhiteSpace()
        return try upcoming()
    }

    // MARK: Containers

    /// Reads the brace or bracket that opens a container.
    mutating func enter(_ opening: UInt8) throws(CaptureError) {
        try skipWhiteSpace()
        try expect(opening)
        depth += 1
    }

    /// The name of the next member of the object that was entered, `nil` after the last one, whose
    /// brace has then been read.
    ///
    /// - Parameter isFirst: Whether no member was read yet; `true` before the first call.
    /// - Returns: The name, or its beginning when it is longer than any that is asked for.
    /// - Throws: A ``CaptureError`` when there is no member here, or it cannot be read.
    mutating func nextName(_ isFirst: inout Bool) throws(CaptureError) -> [UInt8]? {
        guard try hasNext(&isFirst, closing: UInt8(ascii: "}")) else { return nil }
        let name = try string(limit: Self.longestName)
        try skipWhiteSpace()
        try expect(UInt8(ascii: ":"))
        try checkDepth()
        return name.bytes
    }

    /// Returns whether the array that was entered has another element; its bracket is read if it
    /// has not.
    mutating func hasElement(_ isFirst: inout Bool) throws(CaptureError) -> Bool {
        guard try hasNext(&isFirst, closing: UInt8(ascii: "]")) else { return false }
        try checkDepth()
        return true
    }

    /// Names longer than this never match.
    private static let longestName = 64

    private mutating func hasNext(
        _ isFirst: inout Bool, closing: UInt8
    ) throws(CaptureError) -> Bool {
        defer { isFirst = false }
        try skipWhiteSpace()
        if try upcoming() == closing, isFirst {
            reader.consume(1)
            depth -= 1
            return false
        }
        if !isFirst {
            guard try upcoming() == UInt8(ascii: ",") else {
                try expect(closing)
                depth -= 1
                return false
            }
            reader.consume(1)
            try skipWhiteSpace()
        }
        return true
    }

    private func checkDepth() throws(CaptureError) {
        guard depth <= JSONScanner.maximumDepth else { throw failure }
    }

    // MARK: Values

    /// A string, or the beginning of one that is longer than what was asked for.
    struct HeldString {
        let bytes: [UInt8]
        let isWhole: Bool
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
        try skipWhiteSpace()
        try expect(UInt8(ascii: "\""))
        var held: [UInt8] = []
        var hasEscape = false
        var isWhole = true
        if let first = try upcoming(), !isWanted(first) { isWhole = false }
        while true {
            let count = reader.plainJSONCount()
            if isWhole {
                let room = limit - held.count
                held += reader.available.prefix(min(count, room))
                isWhole = count <= room
            }
            reader.consume(count)
            switch try upcoming() {
            case UInt8(ascii: "\""):
                reader.consume(1)
                return HeldString(
                    bytes: hasEscape ? JSONEscape.undone(in: held[...]) : held, isWhole: isWhole)
            case UInt8(ascii: "\\"):
                hasEscape = true
                isWhole = try escape(into: &held, room: isWhole ? limit - held.count : 0)
            case .some(let byte) where byte >= 0x20: continue
            default: throw failure
            }
        }
    }

    /// Reads a value of any kind and holds nothing of it.
    mutating func skipValue() throws(CaptureError) {
        switch try valueStart() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"):
            try enter(UInt8(ascii: "{"))
            var isFirst = true
            while try hasNext(&isFirst, closing: UInt8(ascii: "}")) {
                try skipString()
                try skipWhiteSpace()
                try expect(UInt8(ascii: ":"))
                try checkDepth()
                try skipValue()
            }
        case UInt8(ascii: "["):
            try enter(UInt8(ascii: "["))
            var isFirst = true
            while try hasElement(&isFirst) { try skipValue() }
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    private mutating func skipString() throws(CaptureError) {
        try expect(UInt8(ascii: "\""))
        var none: [UInt8] = []
        while true {
            reader.consume(reader.plainJSONCount())
            switch try upcoming() {
            case UInt8(ascii: "\""): return reader.consume(1)
            case UInt8(ascii: "\\"): try escape(into: &none, room: 0)
            case .some(let byte) where byte >= 0x20: continue
            default: throw failure
            }
        }
    }

    /// Reads a backslash and what belongs to it, and holds all of it if there is room.
    ///
    /// - Returns: Whether it is held.
    @discardableResult
    private mutating func escape(
        into held: inout [UInt8], room: Int
    ) throws(CaptureError) -> Bool {
        reader.consume(1)
        guard let kind = try upcoming() else { throw failure }
        let hasNumber = kind == UInt8(ascii: "u")
        guard hasNumber || JSONEscape.character(kind) != nil else { throw failure }
        let isHeld = room >= (hasNumber ? 6 : 2)
        if isHeld {
            held.append(UInt8(ascii: "\\"))
            held.append(kind)
        }
        reader.consume(1)
        guard hasNumber else { return isHeld }
        for _ in 0..<4 {
            guard let digit = try upcoming(), Hexadecimal.value(digit) != nil else { throw failure }
            if isHeld { held.append(digit) }
            reader.consume(1)
        }
        return isHeld
    }

    /// Reads a number or a string with one, which some recorders write; another value is passed and gives `nil`.
    mutating func number() throws(CaptureError) -> Double? {
        guard let first = try valueStart(), first.isDigit || first == UInt8(ascii: "-") else {
            let text = try heldString(limit: Self.longestNumber)?.bytes
            return text.flatMap { Double(String(decoding: $0, as: UTF8.self)) }
        }
        return Double(try numberText())
    }

    private mutating func skipNumber() throws(CaptureError) {
        _ = try numberText()
    }

    /// Reads a number and returns its text, of a long one the beginning.
    mutating func numberText() throws(CaptureError) -> String {
        var text: [UInt8] = []
        try takeIf(UInt8(ascii: "-"), &text)
        // No digit may follow a zero; the next read reports one.
        if !(try takeIf(UInt8(ascii: "0"), &text)) { try takeDigits(&text) }
        if try takeIf(UInt8(ascii: "."), &text) { try takeDigits(&text) }
        let mark = try upcoming()
        if mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            try takeIf(UInt8(ascii: "e"), &text)
            try takeIf(UInt8(ascii: "E"), &text)
            if !(try takeIf(UInt8(ascii: "+"), &text)) { try takeIf(UInt8(ascii: "-"), &text) }
            try takeDigits(&text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func takeDigits(_ text: inout [UInt8]) throws(CaptureError) {
        guard let first = try upcoming(), first.isDigit else { throw failure }
        while let byte = try upcoming(), byte.isDigit {
            if text.count < Self.longestNumber { text.append(byte) }
            reader.consume(1)
        }
    }

    @discardableResult
    private mutating func takeIf(
        _ byte: UInt8, _ text: inout [UInt8]
    ) throws(CaptureError) -> Bool {
        guard try upcoming() == byte else { return false }
        text.append(byte)
        reader.consume(1)
        return true
    }

    /// The longest text of a number that is held, which is more than any `Double` has.
    private static let longestNumber = 1024

    private mutating func skip(_ word: StaticString) throws(CaptureError) {
        for offset in 0..<word.utf8CodeUnitCount {
            try expect(unsafe word.utf8Start[offset])
        }
    }

    private mutating func expect(_ byte: UInt8) throws(CaptureError) {
        guard try upcoming() == byte else { throw failure }
        reader.consume(1)
    }
}
