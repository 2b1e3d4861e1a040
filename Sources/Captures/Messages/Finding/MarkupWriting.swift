internal import WireText

/// The way in which the brackets of tags are written: plainly, or escaped for the text around them.
enum MarkupWriting {
    case plain
    /// `&lt;`, also escaped twice.
    case html
    /// `\u003c`.
    case json
    /// `%3C`, also encoded up to three times.
    case url
    /// `%26lt%3B`, escaped for HTML and then for a URL.
    case htmlInURL

    private static let openings: [(StaticString, MarkupWriting)] = [
        ("<", .plain), ("&lt;", .html), ("&amp;lt;", .html), ("&#60;", .html), ("&#x3c;", .html),
        ("&#x3C;", .html), ("%3C", .url), ("%3c", .url), ("%253C", .url), ("%253c", .url),
        ("%25253C", .url), ("%25253c", .url), ("u003c", .json), ("u003C", .json),
        ("%26lt%3B", .htmlInURL), ("%26lt%3b", .htmlInURL),
    ]
    private static let closings: [(StaticString, MarkupWriting)] = [
        ("&gt;", .html), ("&amp;gt;", .html), ("&#62;", .html), ("&#x3e;", .html),
        ("&#x3E;", .html), ("%3E", .url), ("%3e", .url), ("%253E", .url), ("%253e", .url),
        ("%25253E", .url), ("%25253e", .url), ("u003e", .json), ("u003E", .json),
        ("%26gt%3B", .htmlInURL), ("%26gt%3b", .htmlInURL),
    ]
    private static let slashes: [StaticString] = ["/", "%2F", "%2f", "%252F", "%252f", "%25252F"]
    private static let colons: [StaticString] = [":", "%3A", "%3a", "%253A", "%253a", "%25253A"]

    /// The writing of a bracket that opens a tag at an index, and its length.
    static func bracket(at index: Int, in text: ArraySlice<UInt8>) -> (MarkupWriting, Int)? {
        if text[index] == UInt8(ascii: "<") { return (.plain, 1) }
        return bracket(openings, at: index, in: text)
    }

    private static func bracket(
        _ brackets: [(StaticString, MarkupWriting)], at index: Int, in text: ArraySlice<UInt8>
    ) -> (MarkupWriting, Int)? {
        let backslashes = backslashCount(at: index, in: text)
        for (bracket, writing) in brackets where (writing == .json) == (backslashes > 0) {
            if ByteText.isText(bracket, at: index + backslashes, in: text) {
                return (writing, backslashes + bracket.utf8CodeUnitCount)
            }
        }
        return nil
    }

    /// The number of backslashes at an index: one for each level of JSON, doubled by each further one.
    static func backslashCount(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        text[index...].prefix(8).prefix { $0 == UInt8(ascii: "\\") }.count
    }

    /// The length of the slash at an index, 0 if there is none.
    func slashLength(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        let backslashes = Self.backslashCount(at: index, in: text)
        for slash in Self.slashes where ByteText.isText(slash, at: index + backslashes, in: text) {
            return backslashes + slash.utf8CodeUnitCount
        }
        return 0
    }

    /// The end of the name that begins at an index.
    func nameEnd(from start: Int, in text: ArraySlice<UInt8>, longest: Int) -> Int {
        var index = start
        let end = min(text.endIndex, start + longest)
        while index < end {
            if text[index].isNameByte || text[index] == UInt8(ascii: ":") {
                index += 1
            } else if self == .url || self == .htmlInURL, text[index] == UInt8(ascii: "%"),
                let colon = Self.colons.first(where: { ByteText.isText($0, at: index, in: text) })
            {
                index += colon.utf8CodeUnitCount
            } else {
                break
            }
        }
        return index
    }

    /// The part of a name after its prefix.
    func localName(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard
            let colon = name.lastIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }
            )
        else { return name }
        if name[colon] == UInt8(ascii: ":") { return name[(colon + 1)...] }
        // The encoded colon ends in "3A".
        guard
            let three = name[colon...].firstIndex(of: UInt8(ascii: "3")), three + 2 <= name.endIndex
        else { return name }
        return name[(three + 2)...]
    }

    /// The end of a tag whose name has been read: after its bracket, or where another tag begins.
    func tagEnd(
        from start: Int, in text: ArraySlice<UInt8>
    ) -> (end: Int, isClosed: Bool, isEmpty: Bool) {
        var index = start
        var previous: UInt8 = 0
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: ">") {
                return (index + 1, true, previous == UInt8(ascii: "/"))
            }
            if byte == UInt8(ascii: "<") { return (index, false, false) }
            if self != .plain, isLead(byte) {
                if let (writing, length) = Self.bracket(Self.closings, at: index, in: text),
                    writing == self
                {
                    let isEmpty =
                        previous == UInt8(ascii: "/")
                        || ((self == .url || self == .htmlInURL)
                            && text[start..<index].suffix(2).elementsEqual("2F".utf8))
                    return (index + length, true, isEmpty)
                }
                if let (writing, _) = Self.bracket(Self.openings, at: index, in: text),
                    writing == self
                {
                    return (index, false, false)
                }
            }
            previous = byte
            index += 1
        }
        return (text.endIndex, false, false)
    }

    /// Returns the bytes out of one layer of the writing.
    func undone(in text: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .plain: Array(text)
        case .html: CharacterReference.undone(in: text)
        case .json: StringEscape.undone(in: text)
        case .url: PercentEscape.undone(in: text)
        case .htmlInURL: CharacterReference.undone(in: PercentEscape.undone(in: text)[...])
        }
    }

    private func isLead(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%")
    }
}
