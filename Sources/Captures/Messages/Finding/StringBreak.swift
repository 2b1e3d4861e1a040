internal import WireText

/// The places where programs break a string over lines: between two literals, by a backslash, between two lines in a
/// color, or by the octal escape that rsyslog writes for a line end.
enum StringBreak {
    private static let longestIndent = 64

    /// The length of the break at an index, 0 if there is none.
    static func length(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        guard index < text.endIndex else { return 0 }
        switch text[index] {
        case UInt8(ascii: "#"):
            var end = index
            // CR and LF are two.
            while case let length = lineEndLength(at: end, in: text), length > 0 { end += length }
            return end - index
        case UInt8(ascii: "\\"):
            var end = index + 1
            if end < text.endIndex, text[end] == UInt8(ascii: "\r") { end += 1 }
            guard end < text.endIndex, text[end] == UInt8(ascii: "\n") else { return 0 }
            // A file of properties indents the lines that follow.
            return afterSpaces(from: end + 1, in: text) - index
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
            return literalEndLength(at: index, in: text)
        case 0x1B:
            // A program may color each line by itself.
            var end = index + TerminalCode.length(at: index, in: text)
            if end < text.endIndex, text[end] == UInt8(ascii: "\r") { end += 1 }
            guard end < text.endIndex, text[end] == UInt8(ascii: "\n") else { return 0 }
            return end + 1 + TerminalCode.length(at: end + 1, in: text) - index
        default: return 0
        }
    }

    /// The length of `#012`, `#015` or `#011` at an index, 0 if there is none.
    static func lineEndLength(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        let marks: [StaticString] = ["#012", "#015", "#011"]
        return marks.contains { ByteText.isText($0, at: index, in: text) } ? 4 : 0
    }

    /// The length from the end of a literal to the beginning of the one that continues it on the next line.
    private static func literalEndLength(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        var end = afterOperator(from: index + 1, in: text)
        if end < text.endIndex, text[end] == UInt8(ascii: "\\") { end += 1 }
        if end < text.endIndex, text[end] == UInt8(ascii: "\r") { end += 1 }
        guard end < text.endIndex, text[end] == UInt8(ascii: "\n") else { return 0 }
        end = afterOperator(from: end + 1, in: text)
        guard end < text.endIndex, text[end] == text[index] else { return 0 }
        return end + 1 - index
    }

    /// The place after spaces, and after the operator that joins two strings if one is among them.
    private static func afterOperator(from start: Int, in text: ArraySlice<UInt8>) -> Int {
        var index = afterSpaces(from: start, in: text)
        if index < text.endIndex,
            text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: ".")
        {
            index = afterSpaces(from: index + 1, in: text)
        }
        return index
    }

    private static func afterSpaces(from start: Int, in text: ArraySlice<UInt8>) -> Int {
        var index = start
        while index < text.endIndex, index - start < longestIndent,
            text[index] == 0x20 || text[index] == 0x09
        {
            index += 1
        }
        return index
    }

    /// Returns the bytes without their breaks.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let length = length(at: index, in: bytes[...])
            if length == 0 { output.append(bytes[index]) }
            index += max(length, 1)
        }
        return output
    }
}
