internal import WireText

/// The pieces of XML that one program wrote by several calls of its log, or that sendmail wrapped, so that the line ends
/// between them are not the message's.
enum MarkupPieces {
    /// The shortest piece that tells a log's limit from the end of a line of XML.
    private static let shortest = 100
    /// The length at which sendmail wraps.
    private static let sendmailWidths = 980...1000

    /// Returns a message in one piece; `nil` if its lines are its own.
    ///
    /// - Parameters:
    ///   - range: The place of the message; of one whose end was not found, as far as it may reach.
    ///   - isWhole: Whether the end was found.
    ///   - text: The text.
    ///   - bound: The earliest place where the line of the message may begin.
    /// - Returns: The message without the line ends between its pieces and what stands before them.
    static func joined(
        _ range: Range<Int>, isWhole: Bool, in text: ArraySlice<UInt8>,
        lineFrom bound: LinePrefix.Bound
    ) -> [UInt8]? {
        let ways = SourcePrefix.Numbers.allCases.map { numbers in
            SourcePrefix(before: range.lowerBound, lineFrom: bound, differingIn: numbers, in: text)
        }
        let isMarked = ByteText.contains("!\n ", in: text[range])
        guard isMarked || ways.contains(where: { $0.count > 0 }) else { return nil }
        let lines = text[range].split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        guard lines.count > 1 else { return nil }
        if isMarked, let unwrapped = unwrapped(lines) { return message(unwrapped, isWhole) }
        // Where more of the prefix is alike once all numbers may differ, they are those of parts.
        let pieces = ways.map { Pieces(lines, $0) }.max { $0.prefixCount < $1.prefixCount }
        guard let pieces, pieces.prefixCount > 0 else { return nil }
        if let cut = pieces.cut, !isWhole || cut.count == pieces.contents.count,
            let message = message(cut.flatMap { $0 }, isWhole)
        {
            return message
        }
        return MarkupBreaks(between: pieces.contents).joined.flatMap { message($0, isWhole) }
    }

    /// Returns the XML up to the end of its message; `nil` if that is not there.
    private static func message(_ xml: [UInt8], _ isWhole: Bool) -> [UInt8]? {
        guard !isWhole else { return xml }
        guard let end = MessageShape.end(ofMessageIn: xml) else { return nil }
        return Array(xml[..<end])
    }

    /// Returns the lines without sendmail's mark: an exclamation mark at the end of one, a space at the start of the next.
    private static func unwrapped(_ lines: [ArraySlice<UInt8>]) -> [UInt8]? {
        let isWrapped = zip(lines, lines.dropFirst()).enumerated().allSatisfy { place, pair in
            pair.0.last == UInt8(ascii: "!") && pair.1.first == 0x20
                && (place == 0 || sendmailWidths.contains(pair.0.count))
        }
        guard isWrapped else { return nil }
        return lines.enumerated().flatMap { place, line in
            line.dropFirst(place == 0 ? 0 : 1).dropLast(place == lines.count - 1 ? 0 : 1)
        }
    }

    /// The calls of one source, without what it writes before each.
    private struct Pieces {
        /// The text of each call; lines without a prefix belong to the call before them.
        private(set) var contents: [[UInt8]]
        /// The number of bytes of the prefix that the lines after the first share with it.
        let prefixCount: Int
        /// The number of bytes between that and the message in the first line.
        let labelCount: Int

        init(_ lines: [ArraySlice<UInt8>], _ prefix: SourcePrefix) {
            let matches = lines.dropFirst().map {
                Self.beginsTag($0)
                    ? (count: 0, end: $0.startIndex) : prefix.match(at: $0.startIndex)
            }
            let count = matches.map(\.count).max() ?? 0
            prefixCount = count
            labelCount = prefix.count - count
            contents = lines.prefix(1).map { Array($0) }
            for (line, match) in zip(lines.dropFirst(), matches) {
                if match.count == count, match.end <= line.endIndex {
                    contents.append(Array(line[match.end...]))
                } else if match.count == 0 {
                    contents[contents.count - 1] += [UInt8(ascii: "\n")] + line
                }
            }
            // A color that ends with each call does not belong to it.
            contents = contents.map(TerminalCode.withoutColors)
        }

        /// Returns whether a line begins with a tag, and not with the number of a syslog line such as `<34>`.
        private static func beginsTag(_ line: ArraySlice<UInt8>) -> Bool {
            line.first == UInt8(ascii: "<")
                && line.dropFirst().first.map { !(0x30...0x39).contains($0) } ?? true
        }

        /// The pieces up to the first that is not as long as those before it; two are cut inside a tag or text.
        var cut: ArraySlice<[UInt8]>? {
            guard contents.count > 1, contents[0].count >= MarkupPieces.shortest else { return nil }
            let ways = [Self.byteCount, Self.scalarCount, Self.unitCount].map { count in
                let width = count(contents[1])
                let isAlike =
                    count(contents[0]) == width || count(contents[0]) + labelCount == width
                let end = contents.dropFirst().firstIndex { count($0) != width }
                return isAlike ? contents[...(end ?? contents.count - 1)] : contents[..<2]
            }
            guard let longest = ways.max(by: { $0.count < $1.count }) else { return nil }
            return longest.count > 2 || Self.isInside(contents[0], contents[1]) ? longest : nil
        }

        /// Returns whether a line ends where no program that indents XML ends it.
        private static func isInside(_ line: [UInt8], _ next: [UInt8]) -> Bool {
            switch line.last {
            case UInt8(ascii: ">"): next.first != UInt8(ascii: "<")
            case UInt8(ascii: "\""), UInt8(ascii: "'"), 0x20: false
            default: next.first != 0x20
            }
        }

        private static func byteCount(_ bytes: [UInt8]) -> Int { bytes.count }

        /// The number of characters: of the bytes that do not continue another one.
        private static func scalarCount(_ bytes: [UInt8]) -> Int {
            bytes.count { $0 & 0xC0 != 0x80 }
        }

        /// The number of UTF-16 code units; characters of four bytes have two.
        private static func unitCount(_ bytes: [UInt8]) -> Int {
            bytes.count { $0 & 0xC0 != 0x80 } + bytes.count { $0 >= 0xF0 }
        }
    }
}
