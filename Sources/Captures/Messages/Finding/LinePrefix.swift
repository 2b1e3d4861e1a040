internal import WireText

/// The text that mail programs, comments and logs write before each line of what they quote, such as `> `.
///
/// The digits of a time may differ from line to line.
struct LinePrefix {
    /// The earliest place where the line of a message may begin.
    struct Bound {
        let index: Int
        /// A Boolean value that indicates whether a line is known to begin there.
        let isLineStart: Bool
    }

    /// The longest prefix that is looked for.
    static let longest = 200

    private let bytes: ArraySlice<UInt8>
    private let text: ArraySlice<UInt8>

    /// Finds the prefix that the line of a message shares with its next line; `nil` if it has at most spaces.
    ///
    /// - Parameters:
    ///   - start: The place where the message begins in its first line.
    ///   - next: The place where the next line begins.
    ///   - bound: The earliest place where the first line may begin.
    ///   - text: The text.
    ///   - isOfMarkup: Whether the message is XML, so that Base64 has no part in what stands before it.
    init?(
        of start: Int, next: Int, bound: Bound, in text: ArraySlice<UInt8>,
        ofMarkup isOfMarkup: Bool = false
    ) {
        guard let lineStart = Self.lineStart(of: start, bound, in: text) else { return nil }
        let before = text[lineStart..<start]
        if isOfMarkup, Self.end(of: before, at: next, in: text) != nil,
            before.contains(where: { $0 > 0x20 }), !before.contains(where: Self.isOfContent)
        {
            bytes = before
            self.text = text
            return
        }
        var shared = before.prefix(Self.match(before, at: next, in: text).count)
        // A brace, a bracket of a tag or a quotation mark is part of what is quoted.
        guard !shared.contains(where: Self.isOfContent) else { return nil }
        // What only the beginning of it is alike in may be of the value.
        if shared.count < before.count {
            while let last = shared.last, Base64Run.isDigit[Int(last)] { shared.removeLast() }
        }
        guard let last = shared.lastIndex(where: { $0 > 0x20 }) else { return nil }
        bytes = shared[...last] + shared[(last + 1)...].prefix(1)
        self.text = text
    }

    /// The start of the line in which a place is, if it is near; `nil` at the start itself.
    static func lineStart(
        of place: Int, _ bound: Bound, in text: ArraySlice<UInt8>
    ) -> Int? {
        let first = max(bound.index, place - longest)
        guard first < place else { return nil }
        if let feed = text[first..<place].lastIndex(of: UInt8(ascii: "\n")) { return feed + 1 }
        return first == bound.index && bound.isLineStart ? first : nil
    }

    private static func isOfContent(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "{")
            || byte == UInt8(ascii: "\"")
    }

    private static func isAlike(_ one: UInt8, _ other: UInt8) -> Bool {
        one == other || (one.isDigit && other.isDigit)
    }

    /// The place after the prefix of the line that begins at an index; `nil` if it has none.
    func end(at index: Int) -> Int? {
        if let end = Self.end(of: bytes, at: index, in: text) { return end }
        // Some programs omit the space in an empty line.
        let short = bytes.last.map { $0 <= 0x20 } == true ? bytes.dropLast() : bytes
        guard let end = Self.end(of: short, at: index, in: text),
            end == text.endIndex || text[end] == UInt8(ascii: "\n")
                || text[end] == UInt8(ascii: "\r")
        else { return nil }
        return end
    }

    /// The place after a prefix at an index, in which a number may have more or fewer digits; `nil` if it is not there.
    private static func end(
        of prefix: ArraySlice<UInt8>, at index: Int, in text: ArraySlice<UInt8>
    ) -> Int? {
        let match = match(prefix, at: index, in: text)
        return match.count == prefix.count ? match.end : nil
    }

    /// The number of bytes of a prefix that stand at an index, and the place after them; a number may have more or
    /// fewer digits.
    private static func match(
        _ prefix: ArraySlice<UInt8>, at index: Int, in text: ArraySlice<UInt8>
    ) -> (count: Int, end: Int) {
        var place = index
        var rest = prefix
        while let byte = rest.first, place < text.endIndex {
            let width = alignedWidth(of: rest, at: place, in: text)
            if width > 0 {
                rest = rest.dropFirst(width)
                place += width
                continue
            }
            guard isAlike(byte, text[place]) else { break }
            rest = rest.dropFirst()
            place += 1
            guard byte.isDigit,
                rest.first?.isDigit != true || !isDecimal(at: place, in: text)
            else { continue }
            // One of the two numbers ends; the rest of the other one is passed.
            rest = rest.drop(while: \.isDigit)
            guard !rest.isEmpty else { break }
            while isDecimal(at: place, in: text), place - index < longest { place += 1 }
        }
        return (prefix.count - rest.count, place)
    }

    /// The width of a number at the start of a prefix with the spaces before it, where a number without them is as wide
    /// in the text, as `cat -n` aligns them; 0 if none is.
    static func alignedWidth(
        of prefix: ArraySlice<UInt8>, at index: Int, in text: ArraySlice<UInt8>
    ) -> Int {
        guard prefix.first == 0x20, isDecimal(at: index, in: text) else { return 0 }
        let number = prefix.drop { $0 == 0x20 }.prefix(while: \.isDigit)
        let width = number.endIndex - prefix.startIndex
        let isAligned =
            !number.isEmpty && text[index...].prefix(width).allSatisfy(\.isDigit)
            && isDecimal(at: index + width - 1, in: text) && !isDecimal(at: index + width, in: text)
        return isAligned ? width : 0
    }

    private static func isDecimal(at index: Int, in text: ArraySlice<UInt8>) -> Bool {
        index < text.endIndex && text[index].isDigit
    }

    /// The bytes of a range without the prefix of each line but the first; `nil` if a line has none.
    func removed(from range: Range<Int>) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        var rest = text[range]
        while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
            output += rest[...feed]
            guard feed + 1 < range.upperBound else { return output }
            guard let next = end(at: feed + 1), next <= range.upperBound else { return nil }
            rest = text[next..<range.upperBound]
        }
        return output + rest
    }
}
