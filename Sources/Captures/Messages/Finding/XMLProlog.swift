internal import WireText

/// The content between an XML declaration and the element that it belongs to.
enum XMLProlog {
    /// Returns whether no other tag stands between the end of a declaration and a start tag.
    ///
    /// The declaration of a wrapper, such as that of Windows' Event Viewer, is none of the message in it.
    ///
    /// - Parameters:
    ///   - start: The place of the start tag.
    ///   - mark: The place of the question mark that ends the declaration.
    ///   - text: The text.
    /// - Returns: Whether none does.
    static func reaches(_ start: Int, from mark: Int, in text: ArraySlice<UInt8>) -> Bool {
        var index = mark + 1
        while index < start {
            if let (writing, length) = MarkupWriting.bracket(at: index, in: text) {
                let name = index + length
                let isComment = name < start && text[name] == UInt8(ascii: "!")
                if !isComment, name + writing.slashLength(at: name, in: text) < start {
                    return false
                }
            }
            index += 1
        }
        return true
    }

    /// The ends of what closes a tag, a line end after it among them.
    private static let closings: [StaticString] = [
        ">", "gt;", "62;", "3e;", "3E;", "3e", "3E", "\\n", "\\r", "%0A", "%0a", "%0D",
        "%0d",
    ]
    private static let mostLayers = 3
    private static let longestAtEnd = 8192
    private static let exclamations: [StaticString] = ["!", "%21"]

    /// The start of the document type declaration before a start tag; the tag itself if there is none.
    ///
    /// - Parameters:
    ///   - start: The place of the start tag.
    ///   - bound: The place before which nothing belongs to the document.
    ///   - text: The text.
    /// - Returns: The place of the declaration's bracket, or the start.
    static func documentType(
        before start: Int, from bound: Int, in text: ArraySlice<UInt8>
    ) -> Int {
        // At the end of a piece the declaration itself may continue.
        let bound = start == text.endIndex ? max(bound, start - longestAtEnd) : bound
        guard bound < start else { return start }
        if start < text.endIndex {
            guard let last = text[bound..<start].lastIndex(where: { $0 > 0x20 }),
                closings.contains(where: {
                    ByteText.isText($0, at: last + 1 - $0.utf8CodeUnitCount, in: text)
                })
            else { return start }
        }
        var rest = text[bound..<start]
        while let place = rest.lastIndex(of: UInt8(ascii: "D")) {
            rest = rest[..<place]
            guard ByteText.isText("DOCTYPE", at: place, in: text),
                let (opening, writing) = opening(before: place, in: text[bound...])
            else { continue }
            var prolog = Array(text[opening..<start])
            for _ in 0..<mostLayers where prolog.first != UInt8(ascii: "<") {
                prolog = writing.undone(in: prolog[...])
            }
            return isDocumentType(prolog[...]) ? opening : start
        }
        return start
    }

    private static func opening(
        before place: Int, in text: ArraySlice<UInt8>
    ) -> (Int, MarkupWriting)? {
        let longestBracket = 10
        for exclamation in exclamations {
            let end = place - exclamation.utf8CodeUnitCount
            guard ByteText.isText(exclamation, at: end, in: text) else { continue }
            for start in max(text.startIndex, end - longestBracket)..<max(text.startIndex, end) {
                if let (writing, length) = MarkupWriting.bracket(at: start, in: text),
                    start + length == end
                {
                    return (start, writing)
                }
            }
        }
        return nil
    }

    /// Returns whether XML consists only of a document type, comments and instructions; one that does not end continues
    /// after it.
    private static func isDocumentType(_ xml: ArraySlice<UInt8>) -> Bool {
        var rest = end(ofDocumentType: xml).map { xml[$0...] } ?? xml.suffix(0)
        while let start = rest.firstIndex(where: { !$0.isWhiteSpace }) {
            rest = rest[start...]
            let mark = rest.starts(with: "<!--".utf8) ? "-->" : "?>"
            guard mark == "-->" || rest.starts(with: "<?".utf8),
                let end = rest.firstIndex(of: mark)
            else { return false }
            rest = rest[(end + mark.utf8.count)...]
        }
        return true
    }

    private static func end(ofDocumentType xml: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        var quote: UInt8?
        for index in xml.indices {
            let byte = xml[index]
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
        }
        return nil
    }
}
