/// The codes with which programs color what they write to a terminal, such as `ESC[33m`.
package enum TerminalCode {
    private static let longest = 24
    private static let bracket = UInt8(ascii: "[")
    /// The escape character and a bracket, also in the ways in which programs show them.
    static let introductions: [[UInt8]] = [
        "\u{1B}[", "\\u001b[", "\\u001B[", "\\x1b[", "\\x1B[", "\\033[", "\\e[", "^[[",
        "\u{241B}[",
    ].map { Array($0.utf8) }
    private static let firstBytes = Set(introductions.compactMap(\.first))

    /// The length of the codes for colors at an index, 0 for other text.
    package static func length(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        var end = index
        while true {
            let length = lengthOfOne(at: end, in: text)
            guard length > 0 else { return end - index }
            end += length
        }
    }

    private static func lengthOfOne(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        guard index < text.endIndex, firstBytes.contains(text[index]),
            let introduction = introductions.first(where: { text[index...].starts(with: $0) })
        else { return 0 }
        let start = index + introduction.count
        let end = start + text[start...].prefix(longest).prefix(while: isParameter).count
        guard end < text.endIndex, isEnd(text[end]) else { return 0 }
        return end + 1 - index
    }

    /// The number of bytes at the beginning of a word that belong to the code before it.
    package static func length(
        atStartOf word: Range<Int>, in text: ArraySlice<UInt8>
    ) -> Int {
        guard word.lowerBound > text.startIndex,
            text[word.lowerBound - 1] == bracket || text[word.lowerBound - 1] == UInt8(ascii: ";")
        else { return 0 }
        let end = text[word].prefix(4).drop(while: isParameter).startIndex
        guard end < word.upperBound, isEnd(text[end]) else { return 0 }
        let before = text[max(text.startIndex, word.lowerBound - longest)..<word.lowerBound]
        guard let mark = before.lastIndex(of: bracket) else { return 0 }
        let isCode = introductions.contains { introduction in
            let start = mark + 1 - introduction.count
            return start >= text.startIndex && text[start...].starts(with: introduction)
                && start + lengthOfOne(at: start, in: text) == end + 1
        }
        return isCode ? end + 1 - word.lowerBound : 0
    }

    /// Returns whether a code ends with a byte; grep erases the rest of the line with each color that it sets.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "m") || byte == UInt8(ascii: "K")
    }

    private static func isParameter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ";")
    }

    /// Returns the bytes without the codes for colors that begin with the escape character, which XML cannot hold.
    package static func withoutColors(_ bytes: [UInt8]) -> [UInt8] {
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

    /// Returns the bytes without any code, however it is shown.
    static func undone(in bytes: [UInt8]) -> [UInt8] {
        introductions.filter(bytes.holds).reduce(bytes) { bytes, introduction in
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count)
            var start = 0
            while let offset = bytes.firstOffset(of: introduction, from: start) {
                output += bytes[start..<offset]
                let parameters = bytes[(offset + introduction.count)...].prefix { $0 < 0x40 }
                start = min(parameters.endIndex + 1, bytes.count)
            }
            return output + bytes[start...]
        }
    }
}
