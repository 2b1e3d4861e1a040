internal import WireText

/// A message in XML out of the text around it: without what a log, a terminal or a program wrote into it.
enum PlainMarkup {
    /// Returns the bytes of a message.
    ///
    /// - Parameters:
    ///   - range: The place of the message.
    ///   - text: The text.
    ///   - bound: The earliest place where the line of the message may begin.
    /// - Returns: The bytes.
    static func bytes(
        of range: Range<Int>, in text: ArraySlice<UInt8>, lineFrom bound: LinePrefix.Bound
    ) -> [UInt8] {
        let bytes = TerminalCode.withoutColors(withoutPrefix(range, in: text, bound))
        guard bytes.first == UInt8(ascii: "<") else { return bytes }
        return unescaped(bytes, isLiteral: isLiteral(range, in: text))
    }

    /// Returns whether a message is all of a string between quotation marks that are escaped in it, and some of its
    /// characters are, too.
    private static func isLiteral(_ range: Range<Int>, in text: ArraySlice<UInt8>) -> Bool {
        guard range.lowerBound > text.startIndex else { return false }
        let quote = text[range.lowerBound - 1]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
        var end = range.upperBound
        while let length = lineEndLength(at: end, in: text) { end += length }
        guard end < text.endIndex, text[end] == quote else { return false }
        if isLiteralOfBytes(range.lowerBound - 1, in: text) { return true }
        var hasCharacter = false
        var rest = text[range]
        while let next = rest.firstIndex(where: { $0 >= 0x80 || $0 == quote || $0 == 0x5C }) {
            guard text[next] == 0x5C else { return false }
            let escape = StringEscape.escape(at: next, in: rest)
            hasCharacter = hasCharacter || escape?.bytes.first ?? 0 >= 0x80
            rest = rest[(next + (escape?.length ?? 1))...]
        }
        return hasCharacter
    }

    /// Returns whether the letter of a literal of bytes, as Python writes it, stands before a quotation mark.
    private static func isLiteralOfBytes(_ quote: Int, in text: ArraySlice<UInt8>) -> Bool {
        guard quote > text.startIndex, text[quote - 1] == UInt8(ascii: "b") else { return false }
        return quote - 1 == text.startIndex || !Base64Run.isDigit[Int(text[quote - 2])]
    }

    /// The bytes without the prefix of the lines, if all have one, or without the quotation marks around each of them.
    private static func withoutPrefix(
        _ range: Range<Int>, in text: ArraySlice<UInt8>, _ bound: LinePrefix.Bound
    ) -> [UInt8] {
        guard let feed = text[range].firstIndex(of: UInt8(ascii: "\n")) else {
            return Array(text[range])
        }
        let before = text[range.lowerBound..<feed].suffix(8)
        if ByteText.contains("\\n'", in: before) || ByteText.contains("\\n\"", in: before)
            || ByteText.contains("\\n`", in: before)
        {
            return StringBreak.removed(from: Array(text[range]))
        }
        if let joined = MarkupPieces.joined(range, isWhole: true, in: text, lineFrom: bound) {
            return joined
        }
        guard
            let prefix = LinePrefix(
                of: range.lowerBound, next: feed + 1, bound: bound, in: text, ofMarkup: true),
            let plain = prefix.removed(from: range)
        else { return Array(text[range]) }
        return plain
    }

    /// Returns XML on one line without the escapes that logs and languages write for its line ends and quotation marks;
    /// those of JSON are undone where messages are unpacked.
    private static func unescaped(_ bytes: [UInt8], isLiteral: Bool) -> [UInt8] {
        let text = bytes[...]
        let isHashed =
            ByteText.contains("#01", in: text)
            && (isBetweenTags("#01", in: text) || isInBase64("#01", in: text))
        let isEscaped =
            bytes.contains(UInt8(ascii: "\\")) && !ByteText.contains("=\\\"", in: text)
            && !ByteText.contains("=\\\\", in: text)
            && (isLiteral || ByteText.contains("=\\x22", in: text)
                || isBetweenTags("\\", in: text) || isInBase64("\\", in: text))
        guard isHashed || isEscaped, !bytes.contains(UInt8(ascii: "\n")) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if isHashed, StringBreak.lineEndLength(at: index, in: text) > 0 {
                // "#012" is octal.
                output.append(8 + bytes[index + 3] - UInt8(ascii: "0"))
                index += 4
            } else if isEscaped, let (length, meaning) = StringEscape.escape(at: index, in: text) {
                output += meaning
                index += length
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// Returns whether only spaces and escapes, the first of which begins with a mark, stand between two tags.
    private static func isBetweenTags(_ mark: StaticString, in text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        while let close = rest.firstIndex(of: UInt8(ascii: ">")) {
            var place = close + 1
            rest = text[place...]
            guard ByteText.isText(mark, at: place, in: text) else { continue }
            while place < text.endIndex {
                if text[place] == 0x20 {
                    place += 1
                } else if StringBreak.lineEndLength(at: place, in: text) > 0 {
                    place += 4
                } else if let length = lineEndLength(at: place, in: text) {
                    place += length
                } else {
                    break
                }
            }
            if place < text.endIndex, text[place] == UInt8(ascii: "<") { return true }
            rest = text[place...]
        }
        return false
    }

    /// Returns whether only escapes, the first of which begins with a mark, stand between two lines of Base64, such as
    /// those of a certificate in a message that has no other line ends.
    private static func isInBase64(_ mark: StaticString, in text: ArraySlice<UInt8>) -> Bool {
        let shortestLine = 40
        var rest = text
        while let start = ByteText.firstIndex(of: unsafe mark.utf8Start.pointee, in: rest) {
            var place = start
            while place < text.endIndex {
                if StringBreak.lineEndLength(at: place, in: text) > 0 {
                    place += 4
                } else if let length = lineEndLength(at: place, in: text) {
                    place += length
                } else {
                    break
                }
            }
            let line = text[..<start].suffix(shortestLine)
            if place > start, place < text.endIndex, Base64Run.isDigit[Int(text[place])],
                line.count == shortestLine, line.allSatisfy({ Base64Run.isDigit[Int($0)] }),
                ByteText.isText(mark, at: start, in: text)
            {
                return true
            }
            rest = text[max(place, start + 1)...]
        }
        return false
    }

    private static let lineEndEscapes: [StaticString] = [
        "\\n", "\\r", "\\t", "\\x0A", "\\x0a", "\\x0D", "\\x0d", "\\x09", "\\012", "\\015", "\\011",
    ]

    /// The length of an escaped line end or tab that begins at an index; `nil` if none does.
    private static func lineEndLength(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        lineEndEscapes.first { ByteText.isText($0, at: index, in: text) }?.utf8CodeUnitCount
    }
}
