/// A reader of JSON text that is in memory.
@usableFromInline
package struct JSONScanner: JSONTokenizer {
    /// The bytes that it reads, with those around its text.
    @usableFromInline
    package let bytes: [UInt8]
    /// The offset behind the text.
    @usableFromInline
    let end: Int
    /// The offset of the next byte.
    @usableFromInline
    package var index: Int
    @usableFromInline
    package var depth = 0
    /// A Boolean value that indicates whether a backslash was passed since this was last set to `false`.
    @usableFromInline
    var hasEscape = false

    /// The text is not JSON, or another kind of value than requested.
    @usableFromInline
    package struct Failure: Error {
        /// The offset of the byte that is wrong.
        @usableFromInline
        package let offset: Int

        @usableFromInline
        init(offset: Int) { self.offset = offset }
    }

    /// A name or a value, where it stands.
    @usableFromInline
    package struct Text: Sendable {
        /// The bytes, with the quotes of a string.
        @usableFromInline
        package let range: Range<Int>
        /// A Boolean value that indicates whether there is a backslash in it, so that it cannot be taken as it is.
        @usableFromInline
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

    package init(_ bytes: [UInt8], from start: Int = 0) {
        self.init(bytes, in: start..<max(start, bytes.count))
    }

    /// Reads a text that has others around it, such as a line.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    /// True if only white space follows.
    package var isAtEnd: Bool {
        mutating get { next() == nil }
    }
}

extension JSONScanner {
    @inlinable
    package var failure: Failure { Failure(offset: index) }

    @inlinable @inline(__always)
    package mutating func upcoming() -> UInt8? { index < end ? bytes[index] : nil }

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
    package mutating func pass() { index += 1 }

    @inlinable @inline(__always)
    package mutating func passPlain() { index = bytes.firstSpecial(from: index, to: end) }

    @inlinable
    package mutating func noteEscape() { hasEscape = true }

    @usableFromInline
    package mutating func text(within room: inout Int) throws(Failure) -> String {
        let content = content(of: try text())
        room -= content.count
        return String(decoding: content, as: UTF8.self)
    }

    @usableFromInline
    package mutating func numberText() throws(Failure) -> String {
        let start = index
        try skipNumber()
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }
}

extension JSONScanner {
    /// Calls `body` with each member's name, to read its value.
    @inlinable
    package mutating func members(
        _ body: (Text, inout JSONScanner) throws(Failure) -> Void
    ) throws(Failure) {
        try enter(UInt8(ascii: "{"))
        var isFirst = true
        while try hasMember(&isFirst) {
            let name = try text()
            try passColon()
            try body(name, &self)
        }
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
        try enter(UInt8(ascii: "["))
        var isFirst = true
        while try hasElement(&isFirst) { try body(&self) }
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
        guard let value = Int(try numberText()) else { throw failure }
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

    /// Skips a value.
    package mutating func skip() throws(Failure) { try skipValue() }

    @inlinable
    mutating func text() throws(Failure) -> Text {
        hasEscape = false
        let start = index
        try skipString()
        return Text(range: start..<index, hasEscape: hasEscape)
    }
}
