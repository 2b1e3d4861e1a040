/// A reader of JSON text (RFC 8259) that is in memory: it checks all of it and builds only what is asked for.
package struct JSONScanner {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    package private(set) var index: Int
    private var depth = 0
    /// Whether a backslash was passed since this was last set to `false`.
    private var hasEscape = false

    /// The text is no JSON, or another kind of value than was asked for.
    package struct Failure: Error {
        /// The offset of the byte that is wrong.
        package let offset: Int
    }

    /// A name or a value, where it stands.
    package struct Text: Sendable {
        /// The bytes, with the quotes of a string.
        package let range: Range<Int>
        /// Whether there is a backslash in it, so that it cannot be taken as it is.
        package let hasEscape: Bool

        /// The bytes between the quotes of a string.
        package var unquoted: Range<Int> { (range.lowerBound + 1)..<(range.upperBound - 1) }
    }

    /// The number of levels that arrays and objects may be nested.
    package static let maximumDepth = 64

    package init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        index = start
    }

    private var failure: Failure { Failure(offset: index) }
    @inline(__always)
    private var upcoming: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// True if only white space follows.
    package var isAtEnd: Bool {
        mutating get { next() == nil }
    }

    /// Returns the next byte after white space, which is passed; the byte is not.
    @inline(__always)
    package mutating func next() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            // Most often there is none, and then this is told by one comparison.
            guard byte <= 0x20, byte.isWhiteSpace else { return byte }
            index += 1
        }
        return nil
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        index += 1
        return true
    }

    @inline(__always)
    private mutating func expect(_ byte: UInt8) throws(Failure) {
        guard upcoming == byte else { throw failure }
        index += 1
    }
}

extension JSONScanner {
    /// Calls `body` with each member's name, to read its value.
    package mutating func members(
        _ body: (Text, inout JSONScanner) throws(Failure) -> Void
    ) throws(Failure) {
        guard try enter(UInt8(ascii: "{"), closing: UInt8(ascii: "}")) else { return }
        repeat {
            _ = next()
            let name = try text()
            _ = next()
            try expect(UInt8(ascii: ":"))
            _ = next()
            try checkDepth()
            try body(name, &self)
        } while take(UInt8(ascii: ","))
        depth -= 1
        try expect(UInt8(ascii: "}"))
    }

    /// Calls `body` with each member's name, to read its value; `null` has no members.
    package mutating func object(
        _ body: (String, inout JSONScanner) throws(Failure) -> Void
    ) throws(Failure) {
        if try null() { return }
        try members { (name: Text, scanner: inout JSONScanner) throws(Failure) in
            try body(String(decoding: scanner.content(of: name), as: UTF8.self), &scanner)
        }
    }

    /// Calls `body` to read each element; `null` has none.
    package mutating func array(
        _ body: (inout JSONScanner) throws(Failure) -> Void
    ) throws(Failure) {
        if try null() { return }
        guard try enter(UInt8(ascii: "["), closing: UInt8(ascii: "]")) else { return }
        repeat {
            _ = next()
            try checkDepth()
            try body(&self)
        } while take(UInt8(ascii: ","))
        depth -= 1
        try expect(UInt8(ascii: "]"))
    }

    /// Reads what opens a container, and what closes one that is empty.
    @inline(__always)
    private mutating func enter(_ opening: UInt8, closing: UInt8) throws(Failure) -> Bool {
        _ = next()
        try expect(opening)
        if take(closing) { return false }
        depth += 1
        return true
    }

    private func checkDepth() throws(Failure) {
        guard depth <= Self.maximumDepth else { throw failure }
    }
}

extension JSONScanner {
    /// Reads `null` if it is there.
    package mutating func null() throws(Failure) -> Bool {
        guard next() == UInt8(ascii: "n") else { return false }
        try skip("null")
        return true
    }

    /// Reads an integer, or `nil` for null.
    package mutating func integer() throws(Failure) -> Int? {
        if try null() { return nil }
        let start = index
        try skipNumber()
        guard let value = Int(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            throw failure
        }
        return value
    }

    /// Reads `true` or `false`, which databases write as 1 and 0, or `nil` for null.
    package mutating func boolean() throws(Failure) -> Bool? {
        switch next() {
        case UInt8(ascii: "0"), UInt8(ascii: "1"): return try integer() == 1
        case UInt8(ascii: "t"):
            try skip("true")
            return true
        case UInt8(ascii: "f"):
            try skip("false")
            return false
        default:
            try skip("null")
            return nil
        }
    }

    /// Reads a string, or `nil` for null.
    package mutating func string() throws(Failure) -> String? {
        try null() ? nil : String(decoding: content(of: try text()), as: UTF8.self)
    }

    /// Reads every string of an array.
    package mutating func strings() throws(Failure) -> [String] {
        var strings: [String] = []
        try array { (scanner: inout JSONScanner) throws(Failure) in
            if let text = try scanner.string() { strings.append(text) }
        }
        return strings
    }

    /// Reads a value of any kind and returns where it stands.
    package mutating func value() throws(Failure) -> Text {
        _ = next()
        hasEscape = false
        let start = index
        try skip()
        return Text(range: start..<index, hasEscape: hasEscape)
    }

    /// Returns the bytes of a name or value as they stand there, with the quotes of a string.
    package func written(_ text: Text) -> ArraySlice<UInt8> { bytes[text.range] }

    /// Returns whether a string stands for some bytes among others.
    package func isEqual(_ string: Text, to others: [UInt8], in range: Range<Int>) -> Bool {
        if string.hasEscape { return content(of: string).elementsEqual(others[range]) }
        let own = string.unquoted
        guard own.count == range.count else { return false }
        for offset in 0..<range.count
        where bytes[own.lowerBound + offset] != others[range.lowerBound + offset] {
            return false
        }
        return true
    }

    /// Returns the bytes that a string stands for; unpaired surrogates become U+FFFD.
    package func content(of string: Text) -> ArraySlice<UInt8> {
        let raw = bytes[string.unquoted]
        return string.hasEscape ? JSONEscape.undone(in: raw)[...] : raw
    }
}

extension JSONScanner {
    /// Reads a value that nobody asks for.
    package mutating func skip() throws(Failure) {
        switch next() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"):
            try members { (_: Text, scanner: inout JSONScanner) throws(Failure) in
                try scanner.skip()
            }
        case UInt8(ascii: "["):
            try array { (scanner: inout JSONScanner) throws(Failure) in try scanner.skip() }
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    private mutating func skip(_ word: StaticString) throws(Failure) {
        for offset in 0..<word.utf8CodeUnitCount {
            try expect(unsafe word.utf8Start[offset])
        }
    }

    private mutating func skipDigits() throws(Failure) {
        let start = index
        while let byte = upcoming, byte.isDigit { index += 1 }
        guard index > start else { throw failure }
    }

    private mutating func skipNumber() throws(Failure) {
        if upcoming == UInt8(ascii: "-") { index += 1 }
        if upcoming == UInt8(ascii: "0") {
            // No digit may follow; whoever looks next finds it.
            index += 1
        } else {
            try skipDigits()
        }
        if upcoming == UInt8(ascii: ".") {
            index += 1
            try skipDigits()
        }
        if upcoming == UInt8(ascii: "e") || upcoming == UInt8(ascii: "E") {
            index += 1
            if upcoming == UInt8(ascii: "+") || upcoming == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
    }

    private mutating func text() throws(Failure) -> Text {
        hasEscape = false
        let start = index
        try skipString()
        return Text(range: start..<index, hasEscape: hasEscape)
    }

    /// Reads a string, and notes whether there is a backslash in it.
    private mutating func skipString() throws(Failure) {
        try expect(UInt8(ascii: "\""))
        while true {
            index = bytes.firstSpecial(from: index)
            guard upcoming == UInt8(ascii: "\\") else { return try expect(UInt8(ascii: "\"")) }
            index += 1
            hasEscape = true
            guard upcoming == UInt8(ascii: "u") else {
                guard let byte = upcoming, JSONEscape.character(byte) != nil else { throw failure }
                index += 1
                continue
            }
            index += 1
            for _ in 0..<4 {
                guard let digit = upcoming, Hexadecimal.value(digit) != nil else { throw failure }
                index += 1
            }
        }
    }
}
