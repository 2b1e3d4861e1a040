internal import SAMLBindings
internal import WireText

/// The place of the value that follows a name, as logs, forms, JSON and HTML write it.
struct ValuePlace {
    /// The characters between the name and its value.
    enum Separator: Equatable {
        case equals
        case colon
        /// `=`, encoded as often as that in a URL that is a parameter of another one.
        case encoded(layers: Int)
        /// `\u003d`.
        case escaped
    }

    let start: Int
    let separator: Separator
    /// A Boolean value that indicates whether a quotation mark stands before the value.
    let isQuoted: Bool

    /// A Boolean value that indicates whether spaces or a colon and no quotation mark stand before the value, so that it
    /// may be a word of prose or of a program.
    let isLoose: Bool

    private static let longestGap = 200
    private static let quotes: [StaticString] = [
        "\"", "'", "`", "&quot;", "&#34;", "&#39;", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}",
    ]

    /// The value after a name that ends at an index; `nil` if none follows.
    init?(after nameEnd: Int, in text: ArraySlice<UInt8>) {
        var index = nameEnd + TerminalCode.length(at: nameEnd, in: text)
        let colored = index
        let closing = Self.quoteLength(at: index, in: text)
        index += closing
        if index < text.endIndex, text[index] == UInt8(ascii: "]") { index += 1 }
        let isNamed = index > colored
        let nameOrQuoteEnd = index
        index = Self.skipSpaces(from: index, in: text)
        guard index < text.endIndex else { return nil }
        let isApart = index > nameOrQuoteEnd
        if isNamed, let start = Self.separateValue(from: index, in: text) {
            separator = .equals
            let opening = Self.quoteLength(at: start, in: text)
            self.start = start + opening
            isQuoted = true
            isLoose = false
            return
        }
        guard let (separator, length) = Self.separator(at: index, in: text) else { return nil }
        index += length
        // "name= other" has an empty value.
        if isApart || isNamed || separator == .colon {
            index = Self.skipSpaces(from: index, in: text)
        }
        index += TerminalCode.length(at: index, in: text)
        index += Self.literalLength(at: index, in: text)
        let bracket = Self.bracketLength(at: index, in: text)
        if bracket > 0 { index += Self.literalLength(at: index + bracket, in: text) }
        let opening = Self.quoteLength(at: index + bracket, in: text)
        self.separator = separator
        start = index + bracket + opening
        isQuoted = opening > 0
        isLoose = opening == 0 && (isApart || separator == .colon)
    }

    private static func separator(
        at index: Int, in text: ArraySlice<UInt8>
    ) -> (Separator, length: Int)? {
        switch text[index] {
        case UInt8(ascii: "="): return (.equals, ByteText.isText("=>", at: index, in: text) ? 2 : 1)
        case UInt8(ascii: ":"): return (.colon, 1)
        case UInt8(ascii: "%"):
            for (layers, mark) in (["%3D", "%253D", "%25253D"] as [StaticString]).enumerated()
            where ByteText.isText(mark, at: index, in: text) {
                return (.encoded(layers: layers + 1), mark.utf8CodeUnitCount)
            }
            if ByteText.isText("%3d", at: index, in: text) { return (.encoded(layers: 1), 3) }
            return nil
        case UInt8(ascii: "&"):
            guard let reference = CharacterReference(at: text[index...]),
                reference.bytes == [UInt8(ascii: "=")]
            else { return nil }
            return (.equals, reference.length)
        case UInt8(ascii: "\\"):
            let backslashes = MarkupWriting.backslashCount(at: index, in: text)
            let isEquals =
                ByteText.isText("u003d", at: index + backslashes, in: text)
                || ByteText.isText("u003D", at: index + backslashes, in: text)
            if isEquals { return (.escaped, backslashes + 5) }
            // JavaScript has a shorter escape.
            return backslashes > 0
                && (ByteText.isText("x3d", at: index + backslashes, in: text)
                    || ByteText.isText("x3D", at: index + backslashes, in: text))
                ? (.escaped, backslashes + 3) : nil
        default: return nil
        }
    }

    /// The start of a value that is written apart from its name: in the attribute `value` of a form's input, in a member
    /// `value`, in the body of a part of a multipart form.
    private static func separateValue(from index: Int, in text: ArraySlice<UInt8>) -> Int? {
        for blank: StaticString in ["\r\n\r\n", "\n\n", "\\r\\n\\r\\n"]
        where ByteText.isText(blank, at: index, in: text) {
            return index + blank.utf8CodeUnitCount
        }
        guard text[index] != UInt8(ascii: "="), text[index] != UInt8(ascii: ":") else { return nil }
        let gap = text[index...].prefix(longestGap).prefix { $0 != UInt8(ascii: ">") }
        var place = gap.startIndex
        while place < gap.endIndex, let found = gap[place...].firstIndex(of: UInt8(ascii: "v")) {
            place = found + 1
            guard ByteText.isText("value", at: found, in: text) else { continue }
            var end = found + 5
            end += quoteLength(at: end, in: text)
            end = skipSpaces(from: end, in: text)
            guard end < text.endIndex,
                text[end] == UInt8(ascii: "=") || text[end] == UInt8(ascii: ":")
            else { continue }
            return skipSpaces(from: end + 1, in: text)
        }
        return nil
    }

    /// The length of the quotation mark at an index, with the backslashes before it; 0 if there is none.
    static func quoteLength(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        guard index < text.endIndex else { return 0 }
        let backslashes = MarkupWriting.backslashCount(at: index, in: text)
        for quote in quotes where ByteText.isText(quote, at: index + backslashes, in: text) {
            return backslashes + quote.utf8CodeUnitCount
        }
        return 0
    }

    /// The length of the `b` of Python's `b'…'` at an index, or 0.
    private static func literalLength(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        ByteText.isText("b", at: index, in: text) && quoteLength(at: index + 1, in: text) > 0
            ? 1 : 0
    }

    /// The length of the bracket of a list at an index whose first value is Base64; 0 if there is none.
    private static func bracketLength(at index: Int, in text: ArraySlice<UInt8>) -> Int {
        guard index < text.endIndex, text[index] == UInt8(ascii: "[") else { return 0 }
        let fewestDigits = 40
        let first = index + 1 + literalLength(at: index + 1, in: text)
        let value = first + quoteLength(at: first, in: text)
        let digits = text[value...].prefix(fewestDigits)
        return digits.count == fewestDigits && digits.allSatisfy { Base64Run.isDigit[Int($0)] }
            ? 1 : 0
    }

    private static func skipSpaces(from start: Int, in text: ArraySlice<UInt8>) -> Int {
        var index = start
        while index < text.endIndex {
            if text[index] == 0x20 || text[index] == 0x09 {
                index += 1
            } else if ByteText.isText("\u{A0}", at: index, in: text) {
                index += 2
            } else {
                break
            }
        }
        return index
    }
}
