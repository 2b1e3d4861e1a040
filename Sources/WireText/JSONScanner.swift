/// A reader of JSON text (RFC 8259) that is in memory: it checks all of it and builds only what is asked for.
package struct JSONScanner {
    /// The bytes that it reads, with those around its text.
    package let bytes: [UInt8]
    /// The offset behind the text.
    @usableFromInline
    let end: Int
    /// The offset of the next byte.
    package var index: Int
    @usableFromInline
    var depth = 0
    /// A Boolean value that indicates whether a backslash was passed since this was last set to `false`.
    @usableFromInline
    var hasEscape = false

    /// The text is not JSON, or another kind of value than requested.
    package struct Failure: Error {
        /// The offset of the byte that is wrong.
        package let offset: Int

        @usableFromInline
        init(offset: Int) { self.offset = offset }
    }

    /// A name or a value, where it stands.
    package struct Text: Sendable {
        /// The bytes, with the quotes of a string.
        package let range: Range<Int>
        /// A Boolean value that indicates whether there is a backslash in it, so that it cannot be taken as it is.
        package let hasEscape: Bool

        @usableFromInline
        init(range: Range<Int>, hasEscape: Bool) {
            self.range = range
            self.hasEscape = hasEscape
        }

        /// The bytes between the quotes of a string.
        @inlinable
        package var unquoted: Range<Int> { (range.lowerBound + 1)..<(range.upperBound - 1) }

        /// Returns whether a string stands for some bytes among others.
        ///
        /// - Parameters:
        ///   - bytes: The bytes that the scanner reads; it would be copied if it compared them.
        ///   - others: The others.
        ///   - range: The place of those to compare with.
        /// - Returns: Whether they are the same.
        @inlinable
        package func isEqual(
            in bytes: [UInt8], to others: [UInt8], in range: Range<Int>
        ) -> Bool {
            if hasEscape {
                return JSONEscape.undone(in: bytes[unquoted]).elementsEqual(others[range])
            }
            let own = unquoted
            return own.count == range.count && bytes.hasSameBytes(in: own, as: others, in: range)
        }
    }

    /// The number of levels that arrays and objects may be nested.
    @inlinable
    package static var maximumDepth: Int { 64 }

    package init(_ bytes: [UInt8], from start: Int = 0) {
        self.init(bytes, in: start..<max(start, bytes.count))
    }

    /// Reads a text that has others around it, such as a line.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    @usableFromInline
    var failure: Failure { Failure(offset: index) }
    @inlinable @inline(__always)
    var upcoming: UInt8? { index < end ? bytes[index] : nil }

    /// True if only white space follows.
    package var isAtEnd: Bool {
        mutating get { next() == nil }
    }

    /// Returns the next byte after white space, which is passed; the byte is not.
    @inlinable @inline(__always)
    package mutating func next() -> UInt8? {
        while index < end {
            let byte = bytes[index]
            // Fast path: usually there is none, and one comparison tells.
            guard byte <= 0x20, byte.isWhiteSpace else { return byte }
            index += 1
        }
        return nil
    }

    @inlinable @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        index += 1
        return true
    }

    @inlinable @inline(__always)
    mutating func expect(_ byte: UInt8) throws(Failure) {
        guard upcoming == byte else { throw failure }
        index += 1
    }
}

extension JSONScanner {
    /// Calls `body` with each member's name, to read its value.
    @inlinable
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
    @inlinable
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
    @inlinable @inline(__always)
    mutating func enter(_ opening: UInt8, closing: UInt8) throws(Failure) -> Bool {
        _ = next()
        try expect(opening)
        if take(closing) { return false }
        depth += 1
        return true
    }

    @inlinable
    func checkDepth() throws(Failure) {
        guard depth <= Self.maximumDepth else { throw failure }
    }
}

extension JSONScanner {
    /// Reads `null` if it is there.
    @inlinable
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
        guard let value = Self.integer(bytes[start..<index]) else { throw failure }
        return value
    }

    /// The integer that a checked number is.
    private static func integer(_ number: ArraySlice<UInt8>) -> Int? {
        let isNegative = number.first == UInt8(ascii: "-")
        var value = 0
        for byte in isNegative ? number.dropFirst() : number {
            guard byte.isDigit else { return nil }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let digit = Int(byte &- UInt8(ascii: "0"))
            let (sum, isOverflow) = tens.addingReportingOverflow(isNegative ? -digit : digit)
            guard !isTooLarge, !isOverflow else { return nil }
            value = sum
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
        try stringBytes().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a string and returns its bytes, or `nil` for null.
    package mutating func stringBytes() throws(Failure) -> ArraySlice<UInt8>? {
        try null() ? nil : content(of: try text())
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

    /// Passes an object if its bytes are those of one that was read before.
    ///
    /// - Parameter object: The bytes, from brace to brace.
    /// - Returns: Whether they were there.
    package mutating func pass(_ object: [UInt8]) -> Bool {
        let place = index..<(index + object.count)
        guard place.upperBound <= end,
            bytes.hasSameBytes(in: place, as: object, in: object.indices)
        else { return false }
        index = place.upperBound
        return true
    }

    /// Returns the bytes of a name or value as they stand there, with the quotes of a string.
    package func written(_ text: Text) -> ArraySlice<UInt8> { bytes[text.range] }

    /// Returns the bytes that a string stands for; unpaired surrogates become U+FFFD.
    package func content(of string: Text) -> ArraySlice<UInt8> {
        let raw = bytes[string.unquoted]
        return string.hasEscape ? JSONEscape.undone(in: raw)[...] : raw
    }
}

extension JSONScanner {
    /// Skips a value.
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
            // No digit may follow; the next read reports one.
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

    @inlinable
    mutating func text() throws(Failure) -> Text {
        hasEscape = false
        let start = index
        try skipString()
        return Text(range: start..<index, hasEscape: hasEscape)
    }

    /// Reads a string, and notes whether there is a backslash in it.
    @inlinable
    mutating func skipString() throws(Failure) {
        try expect(UInt8(ascii: "\""))
        while true {
            index = bytes.firstSpecial(from: index, to: end)
            guard upcoming == UInt8(ascii: "\\") else { return try expect(UInt8(ascii: "\"")) }
            try skipEscape()
        }
    }

    @usableFromInline
    mutating func skipEscape() throws(Failure) {
        index += 1
        hasEscape = true
        guard upcoming == UInt8(ascii: "u") else {
            guard let byte = upcoming, JSONEscape.character(byte) != nil else { throw failure }
            index += 1
            return
        }
        index += 1
        for _ in 0..<4 {
            guard let digit = upcoming, Hexadecimal.value(digit) != nil else { throw failure }
            index += 1
        }
    }
}
