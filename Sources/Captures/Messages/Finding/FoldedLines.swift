/// Base64 in a text that a terminal or a mail program folded at one width, whatever its first line begins with.
///
/// Two lines of the same width, the second with only Base64 after the prefix of a quotation, show the width. A
/// percent-encoded byte may be folded, too.
struct FoldedLines {
    /// The Base64 in one piece.
    let bytes: [UInt8]
    /// The place after it.
    let end: Int

    private static let widths = 40...400

    /// Reads the lines that continue a value; `nil` if its line was not folded.
    ///
    /// - Parameters:
    ///   - start: The place where the value begins in its first line.
    ///   - text: The text.
    ///   - bound: The earliest place where the first line may begin.
    init?(from start: Int, in text: ArraySlice<UInt8>, lineFrom bound: LinePrefix.Bound) {
        guard let lineEnd = Self.lineEnd(from: start, in: text) else { return nil }
        let first = Self.trimmed(start..<lineEnd, in: text)
        let lineStart = LinePrefix.lineStart(of: start, bound, in: text) ?? start
        let width = first.upperBound - lineStart
        guard Self.widths.contains(width), !first.isEmpty, Self.isBase64(first, in: text) else {
            return nil
        }
        let prefix = LinePrefix(of: start, next: lineEnd + 1, bound: bound, in: text)
        var bytes = Array(text[first])
        var end = first.upperBound
        var next = lineEnd + 1
        var lineCount = 1
        while next < text.endIndex {
            guard let begin = prefix == nil ? next : prefix?.end(at: next) else { break }
            let digitEnd = Self.base64End(from: begin, width: width, in: text)
            let isFull = digitEnd - next == width && Self.isLineEnd(digitEnd, in: text)
            // The last line may be padding only.
            let valueEnd = isFull ? digitEnd : Self.paddingEnd(from: digitEnd, in: text)
            guard isFull || (lineCount > 1 && valueEnd > begin && digitEnd - next <= width),
                !Self.beginsMessage(begin..<digitEnd, in: text)
            else { break }
            guard isFull || Self.isEnd(valueEnd, in: text) else { break }
            bytes += text[begin..<valueEnd]
            end = valueEnd
            lineCount += 1
            guard isFull, let lineEnd = Self.lineEnd(from: digitEnd, in: text) else { break }
            next = lineEnd + 1
        }
        guard lineCount > 1 else { return nil }
        self.bytes = bytes
        self.end = end
    }

    /// The place of the line feed that ends a line.
    private static func lineEnd(from start: Int, in text: ArraySlice<UInt8>) -> Int? {
        text[start...].prefix(widths.upperBound + 2).firstIndex(of: UInt8(ascii: "\n"))
    }

    private static func trimmed(_ line: Range<Int>, in text: ArraySlice<UInt8>) -> Range<Int> {
        let last = line.isEmpty ? 0 : text[line.upperBound - 1]
        return last == UInt8(ascii: "\r") ? line.lowerBound..<(line.upperBound - 1) : line
    }

    private static func isBase64(_ range: Range<Int>, in text: ArraySlice<UInt8>) -> Bool {
        text[range].allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        Base64Run.isDigit[Int(byte)] || byte == UInt8(ascii: "%")
    }

    private static func base64End(
        from start: Int, width: Int, in text: ArraySlice<UInt8>
    ) -> Int {
        start + text[start...].prefix(width + 1).prefix(while: isDigit).count
    }

    private static func paddingEnd(from start: Int, in text: ArraySlice<UInt8>) -> Int {
        start + text[start...].prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    }

    private static func isLineEnd(_ index: Int, in text: ArraySlice<UInt8>) -> Bool {
        index == text.endIndex || text[index] == UInt8(ascii: "\n")
            || text[index] == UInt8(ascii: "\r")
    }

    /// Returns whether a value may end at an index.
    private static func isEnd(_ index: Int, in text: ArraySlice<UInt8>) -> Bool {
        guard index < text.endIndex else { return true }
        switch text[index] {
        case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"),
            UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: "\\"):
            return true
        default: return false
        }
    }

    /// Returns whether a line is the beginning of a message of its own, as in a list of them.
    private static func beginsMessage(_ line: Range<Int>, in text: ArraySlice<UInt8>) -> Bool {
        guard text[line].first == UInt8(ascii: "P") else { return false }
        return MessageShape.isBeginning(Array(text[line]))
    }
}
