/// The white-space normalization of the published cookbook snippet, warts included.
///
/// This is the definition that every faster implementation is held equal to. The snippet works on
/// strings in three passes: replace the regular expression `[ \t]+` by one space; remove the
/// characters of `CharacterSet.newlines`; trim `CharacterSet.whitespacesAndNewlines`. Because the
/// passes are not repeated, two spaces that stood around a newline end up side by side.
enum CookbookNormalizer {
    static func append(_ utf8: [UInt8], to output: inout [UInt8]) {
        let start = output.count
        output.reserveCapacity(start + utf8.count)
        var index = 0
        var isInRun = false
        while index < utf8.count {
            let octet = utf8[index]
            if octet == UInt8(ascii: " ") || octet == UInt8(ascii: "\t") {
                if !isInRun { output.append(UInt8(ascii: " ")) }
                isInRun = true
                index += 1
                continue
            }
            isInRun = false
            let newline = newlineLength(in: utf8, at: index)
            if newline == 0 {
                output.append(octet)
                index += 1
            } else {
                index += newline
            }
        }
        trim(&output, from: start)
    }

    /// The length of the newline that starts at `index`, 0 when there is none.
    ///
    /// `CharacterSet.newlines` is U+000A to U+000D, U+0085, U+2028 and U+2029.
    private static func newlineLength(in utf8: [UInt8], at index: Int) -> Int {
        switch utf8[index] {
        case 0x0A...0x0D: return 1
        case 0xC2: return index + 1 < utf8.count && utf8[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            guard index + 2 < utf8.count, utf8[index + 1] == 0x80 else { return 0 }
            return utf8[index + 2] == 0xA8 || utf8[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }

    private static func trim(_ output: inout [UInt8], from start: Int) {
        var end = output.count
        while let length = whiteSpaceLength(before: end, in: output, from: start) { end -= length }
        output.removeLast(output.count - end)
        var first = start
        while let length = whiteSpaceLength(after: first, in: output) { first += length }
        if first > start { output.removeSubrange(start..<first) }
    }

    /// The length of the white-space character that ends at `end`, `nil` when there is none.
    private static func whiteSpaceLength(
        before end: Int, in output: [UInt8], from start: Int
    ) -> Int? {
        for length in 1...3 where end - length >= start {
            if isWhiteSpace(output[(end - length)..<end]) { return length }
        }
        return nil
    }

    private static func whiteSpaceLength(after first: Int, in output: [UInt8]) -> Int? {
        for length in 1...3 where first + length <= output.count {
            if isWhiteSpace(output[first..<(first + length)]) { return length }
        }
        return nil
    }

    /// Whether the octets are one character of `CharacterSet.whitespacesAndNewlines`.
    ///
    /// On Linux and on Apple platforms that is U+0009 to U+000D, U+0020, U+0085, U+00A0, U+1680,
    /// U+2000 to U+200B, U+2028, U+2029, U+202F, U+205F and U+3000.
    private static func isWhiteSpace(_ character: ArraySlice<UInt8>) -> Bool {
        let first = character.startIndex
        switch (character.count, character[first]) {
        case (1, 0x09...0x0D), (1, 0x20): return true
        case (2, 0xC2): return character[first + 1] == 0x85 || character[first + 1] == 0xA0
        case (3, 0xE1...0xE3):
            switch (character[first], character[first + 1], character[first + 2]) {
            case (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): return true
            case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF):
                return true
            default: return false
            }
        default: return false
        }
    }
}
