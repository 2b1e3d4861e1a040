/// The codes with which programs color what they write to a terminal, such as `ESC[33m`.
enum TerminalColor {
    private static let longest = 24
    private static let escapes: [StaticString] = [
        "\u{1B}[", "\\u001b[", "\\u001B[", "\\x1b[", "\\x1B[", "\\033[", "^[[",
    ]

    /// The length of the codes at an index, 0 if there are none.
    static func length(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        var end = index
        while true {
            let length = lengthOfOne(at: end, in: text)
            guard length > 0 else { return end - index }
            end += length
        }
    }

    private static func lengthOfOne(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        guard index < text.endIndex,
            text[index] == 0x1B || text[index] == UInt8(ascii: "\\")
                || text[index] == UInt8(ascii: "^"),
            let escape = escapes.first(where: { ByteText.isText($0, at: index, in: text) })
        else { return 0 }
        let start = index + escape.utf8CodeUnitCount
        let end = start + text[start...].prefix(longest).prefix(while: isParameter).count
        guard end < text.endIndex, text[end] == UInt8(ascii: "m") else { return 0 }
        return end + 1 - index
    }

    /// The number of bytes at the beginning of a word that belong to the code before it.
    static func length(atStartOf word: Range<Int>, in text: ArraySlice<UInt8>) -> Int {
        guard word.lowerBound > text.startIndex,
            text[word.lowerBound - 1] == UInt8(ascii: "[")
                || text[word.lowerBound - 1] == UInt8(ascii: ";")
        else { return 0 }
        let end = text[word].prefix(4).drop(while: isParameter).startIndex
        guard end < word.upperBound, text[end] == UInt8(ascii: "m") else { return 0 }
        let before = text[max(text.startIndex, word.lowerBound - longest)..<word.lowerBound]
        guard let bracket = before.lastIndex(of: UInt8(ascii: "[")) else { return 0 }
        let isCode = escapes.contains { escape in
            let start = bracket + 1 - escape.utf8CodeUnitCount
            return ByteText.isText(escape, at: start, in: text)
                && start + lengthOfOne(at: start, in: text) == end + 1
        }
        return isCode ? end + 1 - word.lowerBound : 0
    }

    private static func isParameter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ";")
    }

    /// Returns the bytes without their codes, which XML cannot hold.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x1B) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let length = bytes[index] == 0x1B ? lengthOfOne(at: index, in: bytes[...]) : 0
            if length == 0 { output.append(bytes[index]) }
            index += max(length, 1)
        }
        return output
    }
}
