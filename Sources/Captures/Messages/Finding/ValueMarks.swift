internal import WireText

/// The marks that recorders leave where they cut off or mask a value.
enum ValueMarks {
    /// The lengths at which recorders cut lines and values.
    private static let knownCuts: Set<Int> = [
        1024, 2048, 4000, 4068, 4096, 8192, 16_384, 32_768,
    ]
    private static let cutMarks: [StaticString] = [
        "\u{2026}", "...", "<...>", "[...]", "[trunc", "(trunc", "<trunc", "\\u2026", "&hellip;",
    ]
    private static let masks = [
        "private", "redacted", "masked", "mask.hash", "filtered", "hidden", "removed", "sanitized",
        "sensitive", "omitted", "scrubbed", "protected",
    ]
    private static let longestMask = 16
    private static let nothings = [
        "null", "nil", "none", "undefined", "true", "false", "yes", "no", "-", "0", "1", "present",
        "absent", "missing", "empty", "n/a", "optional",
    ]

    /// Returns whether a mark at an index, after a space or without one, says that a value was cut off before it.
    static func isCut(at index: Int, in text: ArraySlice<UInt8>) -> Bool {
        let place = index < text.endIndex && text[index] == 0x20 ? index + 1 : index
        return cutMarks.contains { ByteText.isText($0, at: place, in: text) }
    }

    /// Returns whether values of a length may have been cut there.
    static func isKnownLength(_ count: Int) -> Bool { knownCuts.contains(count) }

    /// Returns whether a value, or the line that it ends, has a length at which recorders cut.
    static func hasKnownLength(_ value: Range<Int>, in text: ArraySlice<UInt8>) -> Bool {
        if knownCuts.contains(value.count) { return true }
        guard
            value.upperBound == text.endIndex || text[value.upperBound] == UInt8(ascii: "\n")
                || text[value.upperBound] == UInt8(ascii: "\r")
        else { return false }
        let longest = 40_000
        guard value.count < longest else { return false }
        let before = text[max(text.startIndex, value.upperBound - longest)..<value.lowerBound]
        guard let feed = before.lastIndex(of: UInt8(ascii: "\n")) else {
            return before.startIndex == text.startIndex
                && knownCuts.contains(value.upperBound - text.startIndex)
        }
        return knownCuts.contains(value.upperBound - feed - 1)
    }

    /// Returns whether the text at an index is a mask that replaces a value.
    static func isMask(at index: Int, in text: ArraySlice<UInt8>) -> Bool {
        let head = text[index...].prefix(32)
        if let first = head.first, isFill(first) {
            let fill = head.prefix { $0 == first }
            let next = fill.endIndex < text.endIndex ? text[fill.endIndex] : 0
            if fill.count >= 3, fill.count == head.count || !Base64Run.isDigit[Int(next)] {
                return true
            }
        }
        // U+2588 and U+2022, filled blocks and bullets.
        if head.starts(with: [0xE2, 0x96, 0x88]) || head.starts(with: [0xE2, 0x80, 0xA2]) {
            return true
        }
        let bytes = wordBytes(at: index, in: text)
        // A message is one long word, and so are few masks.
        if bytes.count > longestMask, bytes.first.map({ $0 | 0x20 }) != UInt8(ascii: "m") {
            return false
        }
        let word = String(decoding: bytes, as: UTF8.self).lowercased()
        return masks.contains { word == $0 || (word.hasPrefix($0) && $0.contains(".")) }
    }

    /// Returns whether the text at an index says that a value is absent or was removed, or is a template's placeholder.
    static func isNothing(at index: Int, in text: ArraySlice<UInt8>) -> Bool {
        let templates = [
            UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "("),
        ]
        if templates.contains(text[index]) || ByteText.isText("%s", at: index, in: text)
            || ByteText.isText("%@", at: index, in: text)
        {
            return true
        }
        let ruler = text[index...].prefix { $0 == UInt8(ascii: "-") }
        if let last = ruler.indices.last,
            last + 1 == text.endIndex || !Base64Run.isDigit[Int(text[last + 1])]
        {
            return true
        }
        return nothings.contains(Self.word(at: index, in: text))
    }

    private static func isFill(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || byte == UInt8(ascii: "x") || byte == UInt8(ascii: "X")
            || byte == UInt8(ascii: "#")
    }

    /// The word at an index in lower case.
    private static func word(at index: Int, in text: ArraySlice<UInt8>) -> String {
        String(decoding: wordBytes(at: index, in: text), as: UTF8.self).lowercased()
    }

    /// The bytes of the word at an index, without brackets and what HTML writes for them.
    private static func wordBytes(
        at index: Int, in text: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8> {
        var head = text[index...].prefix(40)
        for bracket: StaticString in ["&lt;", "%5B", "%3C", "\\u003c"]
        where ByteText.isText(bracket, at: index, in: text) {
            head = head.dropFirst(bracket.utf8CodeUnitCount)
        }
        head = head.drop { byte in
            [UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{")]
                .contains(byte)
        }
        return head.prefix { byte in
            Base64Run.isDigit[Int(byte)] || byte == UInt8(ascii: ".")
        }
    }
}
