internal import WireText

/// Documents in XML that follow each other in one text, each a SAML message.
///
/// The pieces are all of the text: a declaration, a document type, a comment or an instruction belongs to the document
/// behind it, and what ends the text to the last one. So the parser sees every byte, and refuses what it would refuse.
struct XMLDocuments {
    /// The places of the documents: two or more.
    let ranges: [Range<Int>]

    /// Returns the documents of a text; `nil` for one document, and for what is anything else.
    init?(in text: ArraySlice<UInt8>) {
        guard Self.mayFollow(in: text) else { return nil }
        var ranges: [Range<Int>] = []
        var start = text.startIndex
        while let root = Self.root(ofDocumentFrom: start, in: text) {
            guard text[root].isSAMLDocument else { return nil }
            ranges.append(start..<root.upperBound)
            start = root.upperBound
        }
        if Self.isMisc(text[start...]) {
            // Comments may follow the last document.
            if let last = ranges.popLast() { ranges.append(last.lowerBound..<text.endIndex) }
        } else {
            // A document that was cut off does not refuse those before it.
            guard text[start...].isSAMLDocument else { return nil }
            ranges.append(start..<text.endIndex)
        }
        guard ranges.count > 1 else { return nil }
        self.ranges = ranges
    }

    /// The documents without white space around them, before which no declaration may stand.
    func messages(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        ranges.map { text[$0].trimmingWhiteSpace() }
    }

    /// Returns whether markup follows the first end tag with the name of the root: of one message, most often nothing does.
    static func mayFollow(in text: ArraySlice<UInt8>) -> Bool {
        var index = text.startIndex
        while let bracket = ByteText.firstIndex(of: UInt8(ascii: "<"), in: text[index...]),
            let markup = Markup(at: bracket, in: text)
        {
            index = markup.end
            switch markup.kind {
            case .other, .documentType: continue
            case .end, .characters: return false
            case .empty: return text[index...].contains(UInt8(ascii: "<"))
            case .start: break
            }
            let name = text[(bracket + 1)..<index].prefix {
                !$0.isWhiteSpace && $0 != UInt8(ascii: ">")
            }
            let tag = "</" + String(decoding: name, as: UTF8.self)
            guard let place = text[index...].firstIndex(of: tag) else { return false }
            return text[(place + tag.utf8.count)...].contains(UInt8(ascii: "<"))
        }
        return false
    }

    /// The place of the root element that comes next; `nil` if something else does, or no end.
    private static func root(
        ofDocumentFrom start: Int, in text: ArraySlice<UInt8>
    ) -> Range<Int>? {
        var root = start
        var depth = 0
        var index = start
        while true {
            guard let bracket = ByteText.firstIndex(of: UInt8(ascii: "<"), in: text[index...]),
                depth > 0 || isBlank(text[index..<bracket], mayBeMarked: index == start)
            else { return nil }
            guard let markup = Markup(at: bracket, in: text) else { return nil }
            switch markup.kind {
            case .start:
                if depth == 0 { root = bracket }
                depth += 1
            case .end: depth -= 1
            case .empty where depth == 0: return bracket..<markup.end
            case .empty, .other: break
            case .characters: guard depth > 0 else { return nil }
            case .documentType: guard depth == 0 else { return nil }
            }
            index = markup.end
            guard depth >= 0 else { return nil }
            if depth == 0, case .end = markup.kind { return root..<index }
        }
    }

    /// Returns whether a text is white space, with a byte order mark in it where a document begins.
    private static func isBlank(_ text: ArraySlice<UInt8>, mayBeMarked: Bool) -> Bool {
        let rest = text.drop(while: \.isWhiteSpace)
        let isMarked = mayBeMarked && rest.hasByteOrderMark
        return (isMarked ? rest.dropFirst(3) : rest).allSatisfy(\.isWhiteSpace)
    }

    /// Returns whether only white space, comments and instructions stand in a text.
    private static func isMisc(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text.drop(while: \.isWhiteSpace)
        while !rest.isEmpty {
            guard rest.first == UInt8(ascii: "<"),
                let markup = Markup(at: rest.startIndex, in: text), case .other = markup.kind
            else { return false }
            rest = text[markup.end...].drop(while: \.isWhiteSpace)
        }
        return true
    }
}

/// A tag, a comment or their like.
private struct Markup {
    enum Kind { case start, end, empty, characters, documentType, other }

    let kind: Kind
    let end: Int

    /// Reads what begins with a bracket; `nil` if it does not end.
    init?(at bracket: Int, in text: ArraySlice<UInt8>) {
        let rest = text[bracket...]
        func end(_ mark: String) -> Int? {
            rest.firstIndex(of: mark).map { $0 + mark.utf8.count }
        }
        let found: (Kind, Int?)
        if rest.starts(with: "<?".utf8) {
            found = (.other, end("?>"))
        } else if rest.starts(with: "<!--".utf8) {
            found = (.other, end("-->"))
        } else if rest.starts(with: "<![CDATA[".utf8) {
            found = (.characters, end("]]>"))
        } else if rest.starts(with: "<!DOCTYPE".utf8) {
            found = (.documentType, Self.end(ofDocumentType: rest))
        } else if rest.starts(with: "</".utf8) {
            found = (.end, end(">"))
        } else {
            let end = Self.end(ofTag: rest)
            let isEmpty = end.map { text[$0 - 2] == UInt8(ascii: "/") } ?? false
            found = (isEmpty ? .empty : .start, end)
        }
        guard let end = found.1 else { return nil }
        kind = found.0
        self.end = end
    }

    /// The place behind a tag, in whose values brackets may stand.
    private static func end(ofTag tag: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for index in tag.indices {
            let byte = tag[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }

    /// The place behind a document type declaration; no message may have one, so that only its end matters.
    private static func end(ofDocumentType declaration: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        var quote: UInt8?
        var index = declaration.startIndex
        while index < declaration.endIndex {
            let byte = declaration[index]
            let rest = declaration[index...]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "<")
            where rest.starts(with: "<!--".utf8) || rest.starts(with: "<?".utf8):
                let mark = rest.starts(with: "<?".utf8) ? "?>" : "-->"
                guard let end = rest.firstIndex(of: mark) else { return nil }
                index = end + mark.utf8.count
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }
}
