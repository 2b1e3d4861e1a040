/// A mark that Apple's unified log writes instead of a value.
enum UnifiedLogMark: CaseIterable {
    /// The value was logged as private.
    case hidden
    /// The log does not hold the bytes of the value.
    case missing
    /// The value does not fit the format of the call.
    case mismatched
    /// The format of the call was not found.
    case unformatted

    private static let brackets: [StaticString] = ["<", "&lt;", "\\u003c", "\\u003C", "%3C", "%3c"]
    private static let words: [(StaticString, UnifiedLogMark)] = [
        ("private", .hidden), ("mask.hash", .hidden), ("sensitive", .hidden),
        ("decode: mismatch", .mismatched), ("decode:", .missing), ("decode%3A", .missing),
        ("compose failure", .unformatted), ("Missing message data", .missing),
    ]

    /// Reads the mark at an index; `nil` if none begins there.
    init?(at index: Int, in text: ArraySlice<UInt8>) {
        for bracket in Self.brackets where ByteText.isText(bracket, at: index, in: text) {
            let place = index + bracket.utf8CodeUnitCount
            for (word, mark) in Self.words where ByteText.isText(word, at: place, in: text) {
                let end = place + word.utf8CodeUnitCount
                // "<privateKey>" is a tag.
                guard end == text.endIndex || !Base64Run.isDigit[Int(text[end])] else { return nil }
                self = mark
                return
            }
        }
        return nil
    }

    /// The first mark in a text whose line mentions SAML or, without one, the first; `nil` if there is none.
    static func first(
        in text: ArraySlice<UInt8>
    ) -> (mark: UnifiedLogMark, place: Int, isOfSAML: Bool)? {
        var first: (mark: UnifiedLogMark, place: Int, isOfSAML: Bool)?
        // Between marks nothing is read twice. A name in words counts, too.
        var line = text.prefix(0)
        var isOfSAML = false
        var rest = text
        while let place = ByteText.firstIndex(of: UInt8(ascii: "<"), in: rest) {
            rest = rest[(place + 1)...]
            guard let mark = UnifiedLogMark(at: place, in: text) else { continue }
            line = text[line.endIndex..<place]
            if let feed = line.lastIndex(of: UInt8(ascii: "\n")) {
                line = line[feed...]
                isOfSAML = false
            }
            isOfSAML = isOfSAML || line.map { $0 | 0x20 }[...].contains("saml")
            if isOfSAML { return (mark, place, true) }
            first = first ?? (mark, place, false)
        }
        return first
    }

    /// The reason why a line that mentions SAML has no message, if one of a text has a mark.
    static func error(in text: ArraySlice<UInt8>) -> MessageFinder.Found? {
        guard let (mark, place, isOfSAML) = first(in: text), isOfSAML else { return nil }
        return MessageFinder.Found(offset: place - text.startIndex, content: .failure(mark.error))
    }

    /// The reason why there is no message.
    var error: CaptureError { CaptureError(.redactedMessage, detail: remark) }

    /// The value that the log omitted, and the way to get it.
    var remark: String {
        switch self {
        case .hidden:
            "the unified log left it out as private; log it as public (privacy: .public, or "
                + "%{public}@), or allow private data by a profile on a test device, and record again"
        case .missing:
            "the unified log does not hold its bytes, because an entry keeps about 1,024 of them and "
                + "old ones are dropped; log it in parts of fewer than 1,000 bytes, or write it to a file"
        case .mismatched:
            "the unified log could not write it, because its type is not that of the format; log a "
                + "string with %{public}@, and record again"
        case .unformatted:
            "the unified log did not find the format of the call that wrote it; read the log on the "
                + "device that wrote it, or collect it there with log collect"
        }
    }
}
