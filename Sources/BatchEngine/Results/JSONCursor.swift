/// Walks over the JSON of one record, and builds only what is asked for.
///
/// It reads what this library writes, a million times over; JSON of others may be taken for JSON
/// where it is none, and never the other way round.
struct JSONCursor {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    private static let maximumDepth = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The text is not what it should be.
    struct Failure: Error {}

    var isAtEnd: Bool {
        mutating get {
            skipWhiteSpace()
            return index == bytes.count
        }
    }

    private mutating func skipWhiteSpace() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    /// The next byte after white space, which stays.
    private mutating func upcoming() throws(Failure) -> UInt8 {
        skipWhiteSpace()
        guard index < bytes.count else { throw Failure() }
        return bytes[index]
    }

    private mutating func take(_ byte: UInt8) throws(Failure) -> Bool {
        guard try upcoming() == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Failure) {
        guard try take(byte) else { throw Failure() }
    }

    /// Reads `null` if it is there.
    mutating func null() throws(Failure) -> Bool {
        guard try upcoming() == UInt8(ascii: "n") else { return false }
        try word("null")
        return true
    }

    /// Calls `body` with each member's name, to read its value; `null` has no members.
    mutating func object(
        _ body: (String, inout JSONCursor) throws(Failure) -> Void
    ) throws(Failure) {
        if try null() { return }
        try expect(UInt8(ascii: "{"))
        if try take(UInt8(ascii: "}")) { return }
        depth += 1
        guard depth <= Self.maximumDepth else { throw Failure() }
        repeat {
            guard let name = try string() else { throw Failure() }
            try expect(UInt8(ascii: ":"))
            try body(name, &self)
        } while try take(UInt8(ascii: ","))
        depth -= 1
        try expect(UInt8(ascii: "}"))
    }

    /// Calls `body` to read each element; `null` has none.
    mutating func array(_ body: (inout JSONCursor) throws(Failure) -> Void) throws(Failure) {
        if try null() { return }
        try expect(UInt8(ascii: "["))
        if try take(UInt8(ascii: "]")) { return }
        depth += 1
        guard depth <= Self.maximumDepth else { throw Failure() }
        repeat { try body(&self) } while try take(UInt8(ascii: ","))
        depth -= 1
        try expect(UInt8(ascii: "]"))
    }

    /// Every string of an array.
    mutating func strings() throws(Failure) -> [String] {
        var strings: [String] = []
        try array { (cursor: inout JSONCursor) throws(Failure) in
            if let text = try cursor.string() { strings.append(text) }
        }
        return strings
    }

    mutating func integer() throws(Failure) -> Int? {
        if try null() { return nil }
        let start = index
        while index < bytes.count,
            bytes[index] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[index])
        {
            index += 1
        }
        guard let value = Int(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            throw Failure()
        }
        return value
    }

    /// `true` or `false`, which databases write as 1 and 0; `nil` for null.
    mutating func boolean() throws(Failure) -> Bool? {
        switch try upcoming() {
        case UInt8(ascii: "0"), UInt8(ascii: "1"): return try integer() == 1
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default:
            try word("null")
            return nil
        }
    }

    /// A string, or `nil` for null.
    mutating func string() throws(Failure) -> String? {
        if try null() { return nil }
        try expect(UInt8(ascii: "\""))
        let start = index
        guard try skipRestOfString() else {
            return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
        }
        return try Self.unescaped(bytes[start..<(index - 1)])
    }

    /// Reads a value that nobody asks for.
    mutating func skip() throws(Failure) {
        switch try upcoming() {
        case UInt8(ascii: "\""):
            index += 1
            _ = try skipRestOfString()
        case UInt8(ascii: "{"):
            try object { (_: String, cursor: inout JSONCursor) throws(Failure) in
                try cursor.skip()
            }
        case UInt8(ascii: "["):
            try array { (cursor: inout JSONCursor) throws(Failure) in try cursor.skip() }
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: _ = try integer()
        }
    }

    private mutating func word(_ word: StaticString) throws(Failure) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard index < bytes.count, unsafe bytes[index] == word.utf8Start[offset] else {
                throw Failure()
            }
            index += 1
        }
    }

    /// Reads up to and with the closing quote, and says whether there was a backslash.
    private mutating func skipRestOfString() throws(Failure) -> Bool {
        var hasEscape = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return hasEscape }
            if byte == UInt8(ascii: "\\") {
                hasEscape = true
                index += 1
            }
        }
        throw Failure()
    }

    private static func unescaped(_ raw: ArraySlice<UInt8>) throws(Failure) -> String {
        var units: [UInt16] = []
        var output = ""
        var plain = raw.startIndex
        var index = raw.startIndex
        func flush() {
            output += String(decoding: units, as: UTF16.self)
            units = []
        }
        while index < raw.endIndex {
            guard raw[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            if plain < index {
                flush()
                output += String(decoding: raw[plain..<index], as: UTF8.self)
            }
            guard index + 1 < raw.endIndex else { throw Failure() }
            let (unit, length) = try unit(raw[(index + 1)...])
            units.append(unit)
            index += length
            plain = index
        }
        flush()
        return output + String(decoding: raw[plain...], as: UTF8.self)
    }

    /// The character after a backslash, and the bytes it takes with the backslash.
    private static func unit(_ raw: ArraySlice<UInt8>) throws(Failure) -> (UInt16, Int) {
        switch raw.first {
        case UInt8(ascii: "n"): return (0x0A, 2)
        case UInt8(ascii: "r"): return (0x0D, 2)
        case UInt8(ascii: "t"): return (0x09, 2)
        case UInt8(ascii: "b"): return (0x08, 2)
        case UInt8(ascii: "f"): return (0x0C, 2)
        case UInt8(ascii: "u"):
            let digits = raw.dropFirst().prefix(4)
            guard digits.count == 4,
                let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw Failure() }
            return (unit, 6)
        case let byte?: return (UInt16(byte), 2)
        case nil: throw Failure()
        }
    }
}
