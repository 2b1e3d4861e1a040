/// Brings bytes into UTF-8 without a byte order mark, the only form the parser is given.
///
/// Only the encodings every XML processor must know are read, UTF-8 and UTF-16 (XML 1.0, section
/// 4.3.3). What a document says of itself must agree with what it is.
enum InputEncoding {
    case utf8
    case utf16(isBigEndian: Bool)

    /// The encoding the first bytes show, and the number of bytes of their byte order mark.
    static func detect(_ bytes: some Collection<UInt8>) -> (InputEncoding, markLength: Int) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): (.utf16(isBigEndian: true), 2)
        case (0xFF, 0xFE): (.utf16(isBigEndian: false), 2)
        // "<" without a byte order mark; a UTF-8 document has no NUL.
        case (0x00, 0x3C): (.utf16(isBigEndian: true), 0)
        case (0x3C, 0x00): (.utf16(isBigEndian: false), 0)
        default: (.utf8, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        }
    }

    /// Converts UTF-16 bytes to UTF-8.
    static func utf8(
        fromUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool
    ) throws(XML.ParsingError) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else { throw XML.ParsingError(.invalidEncoding) }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).lazy.map { index in
            let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? one << 8 | other : other << 8 | one
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        let isInvalid = transcode(
            units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true,
            into: { result.append($0) })
        if isInvalid { throw XML.ParsingError(.invalidEncoding) }
        return result
    }

    /// Refuses a document whose XML declaration names an encoding it may not be in.
    func check(declarationOf utf8: ArraySlice<UInt8>) throws(XML.ParsingError) {
        guard let name = Self.declaredName(utf8) else { return }
        let isAllowed =
            switch self {
            // "utf8" is not registered, and means nothing else.
            case .utf8: name == "utf-8" || name == "utf8"
            case .utf16(let isBigEndian):
                name == "utf-16" || name == (isBigEndian ? "utf-16be" : "utf-16le")
            }
        guard !isAllowed else { return }
        let position = XML.SourcePosition(line: 1, column: 1)
        guard let contradiction = Contradiction(bytes: self, declaredName: name) else {
            throw XML.ParsingError(.unsupportedEncoding, at: position)
        }
        throw XML.ParsingError(
            .contradictoryEncoding, at: position, contradiction: contradiction)
    }

    /// The encoding of a document's bytes, and the one that its declaration names.
    struct Contradiction {
        let bytes: StaticString
        /// One of the encodings that are read, `nil` for any other.
        let declared: StaticString?

        /// Creates the contradiction between bytes and a name; `nil` for an encoding that the bytes may be in.
        init?(bytes encoding: InputEncoding, declaredName name: String) {
            let names: [String: StaticString] = [
                "utf-8": "UTF-8", "utf8": "UTF-8", "utf-16": "UTF-16", "utf-16be": "UTF-16BE",
                "utf-16le": "UTF-16LE",
            ]
            declared = names[name]
            switch encoding {
            // Bytes that are valid UTF-8 may be Latin-1 as well, and are not read as either.
            case .utf8 where declared == nil: return nil
            case .utf8: bytes = "UTF-8"
            case .utf16(isBigEndian: true): bytes = "UTF-16BE"
            case .utf16(isBigEndian: false): bytes = "UTF-16LE"
            }
        }

        /// The encoding that the declaration names, and that of the bytes.
        var sentence: String {
            "The XML declaration names \(declared.map { "\($0)" } ?? "another encoding"), but the bytes "
                + "are \(bytes)"
        }
    }

    /// The lower-case value of the declaration's `encoding`, or `nil` when it has none.
    ///
    /// It need not be right about declarations that are not well-formed: the parser refuses them.
    static func declaredName(_ utf8: some Collection<UInt8>) -> String? {
        let opening = "<?xml".utf8
        let keyword = "encoding".utf8
        guard utf8.starts(with: opening) else { return nil }
        var rest = utf8.dropFirst(opening.count)
        // Anything but white space makes it a processing instruction, such as <?xml-stylesheet?>.
        guard let separator = rest.first, separator <= UInt8(ascii: " ") else { return nil }
        // The declaration may be long: the parser must read what is checked here.
        rest = rest.prefix { $0 != UInt8(ascii: ">") }
        while !rest.starts(with: keyword) {
            guard rest.popFirst() != nil else { return nil }
        }
        let value = rest.dropFirst(keyword.count)
            .drop { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "=") }
        guard let quote = value.first else { return "" }
        return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
            .lowercased()
    }
}
