internal import WireText

/// The hypotheses about escapes in texts: one layer too many, or too few.
struct EscapeHypotheses {
    let message: ReceivedMessage

    var trials: [HypothesisTrial] {
        references + message.trials(of: TextCodec.byteEscapes) + backslashes + characters + percent
            + markup
    }

    /// Changes the texts that may be values.
    private func changing(
        _ change: @escaping (ArraySlice<UInt8>) -> [UInt8]
    ) -> () -> [UInt8]? {
        { [document = message.document] in
            document.rewritingTexts { index, text, output in
                guard document.isLeafText(index), !document.isBase64(index) else { return false }
                output += change(text)
                return true
            }
        }
    }

    // MARK: References

    private static let ampersand = Array("&amp;".utf8)

    private var references: [HypothesisTrial] {
        let bytes = message.document.bytes
        guard let once = Self.unescaped(bytes) else { return [] }
        let trials = [message.trial(.doubleEscaped, "&amp; undone before a reference") { once }]
        guard let twice = Self.unescaped(once) else { return trials }
        return trials + [
            message.trial(.doubleEscaped, "&amp; undone twice before a reference") { twice }
        ]
    }

    /// Returns the bytes with "&" for each "&amp;" before what then is a reference, `nil` if there is none.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
        let longestReference = 14
        let markup = MarkupRepairs(bytes: bytes)
        var edits: [HypothesisTrial.Edit] = []
        var start = 0
        while let offset = bytes.firstOffset(of: ampersand, from: start) {
            start = offset + ampersand.count
            let text = [UInt8(ascii: "&")] + bytes[start...].prefix(longestReference)
            if markup.isReference(at: start - 1)
                || CharacterReference(at: text[...], .ofHTML) != nil
            {
                edits.append((offset..<start, [UInt8(ascii: "&")]))
            }
        }
        guard !edits.isEmpty else { return nil }
        return CharacterReference.undone(in: bytes.replacing(edits)[...], .ofHTML)
    }

    // MARK: Backslashes

    private var backslashes: [HypothesisTrial] {
        let newline: (UInt8, String) = (0x0A, "\\n")
        let tab: (UInt8, String) = (0x09, "\\t")
        var trials: [HypothesisTrial] = []
        let hasLayout = message.hasText(
            { [document = message.document] in
                document.isLeafText($0) && !document.isBase64($0)
            }, with: { $0 == 0x0A || $0 == 0x09 })
        if hasLayout {
            trials = [[newline, tab], [newline], [tab]].map { escapes in
                message.trial(
                    .backslashesInterpreted, "\\n and \\t put for line breaks and tabs in values",
                    changing { text in
                        text.flatMap { byte in
                            escapes.first { $0.0 == byte }.map { Array($0.1.utf8) } ?? [byte]
                        }
                    })
            }
        }
        guard message.document.bytes.contains(UInt8(ascii: "\\")) else { return trials }
        let quotes = message.trial(
            .quotesBackslashed, "backslashes before quotation marks and slashes removed"
        ) { [bytes = message.document.bytes] in
            bytes.substituting([("\\'", "'"), ("\\\"", "\""), ("\\/", "/")])
        }
        return trials + [
            quotes,
            message.trial(
                .backslashesDoubled, "one backslash put for two",
                changing { Array($0).substituting([0x5C], for: [0x5C, 0x5C]) }),
        ]
    }

    // MARK: Characters

    /// Characters in values as JSON or quoted-printable writes them.
    private var characters: [HypothesisTrial] {
        let bytes = message.document.bytes
        let units = ["\\u", "\\U"].contains { bytes.holds(Array($0.utf8)) }
        let strings = message.trial(.bytesEscaped, "escapes such as \\u00fc undone") {
            StringEscape.undone(in: bytes[...])
        }
        let quoted = Self.unquoted(bytes).map { plain in
            message.trial(.bytesEscaped, "escapes such as =C3 undone") { plain }
        }
        return (units ? [strings] : []) + [quoted].compactMap(\.self)
    }

    /// Returns the bytes with those that quoted-printable writes in digits, `nil` where none is beyond ASCII.
    private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
        let sign = UInt8(ascii: "=")
        var edits: [HypothesisTrial.Edit] = []
        var hasFound = false
        var start = bytes.startIndex
        while let mark = bytes[start...].firstIndex(of: sign) {
            start = mark + 1
            guard let byte = QuotedPrintable.byte(at: bytes[start...].prefix(2), isStrict: true),
                byte >= 0x80 || byte == sign
            else { continue }
            hasFound = hasFound || byte >= 0x80
            edits.append((mark..<start + 2, [byte]))
            start += 2
        }
        return hasFound ? bytes.replacing(edits) : nil
    }

    // MARK: Percent-encoding

    private var percent: [HypothesisTrial] {
        guard message.hasText(with: { $0 == UInt8(ascii: "%") }) else { return [] }
        let bytes = message.document.bytes
        let everywhere = message.trial(.percentEncoded, "texts and attributes percent-decoded") {
            Self.percentDecoded(bytes)
        }
        return [everywhere]
            + [false, true].map { isForm in
                message.trial(
                    .percentEncoded,
                    "values percent-decoded" + (isForm ? ", with spaces for +" : ""),
                    changing { text in
                        let plain =
                            isForm
                            ? Array(text).substituting([0x20], for: [UInt8(ascii: "+")])
                            : Array(text)
                        return Self.percentDecoded(plain)
                    })
            }
    }

    /// What markup starts with stays a reference.
    private static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
        let kept = text.substituting([("%26", "&amp;"), ("%3C", "&lt;"), ("%3c", "&lt;")])
        return PercentEscape.undone(in: kept[...])
    }

    // MARK: Markup

    private static let inlineNames: Set = [
        "a", "b", "i", "u", "em", "strong", "span", "font", "mark", "wbr", "br", "p", "div", "code",
        "pre", "nobr", "bdi", "cite", "small", "sup", "sub", "tt",
    ]

    /// Elements of HTML inside values, of which the texts stay.
    private var markup: [HypothesisTrial] {
        let document = message.document
        let tags = Set(
            document.tokens.indices.filter { index in
                let kind = document.tokens[index].kind
                guard kind == .startTag || kind == .endTag else { return false }
                let name = String(decoding: document.name(ofTag: index), as: UTF8.self)
                return Self.inlineNames.contains(name.lowercased())
            })
        guard !tags.isEmpty else { return [] }
        let undone = message.trial(.markupAdded, "elements of HTML removed, and their texts kept") {
            var output: [UInt8] = []
            for (index, token) in document.tokens.enumerated() where !tags.contains(index) {
                output += document.bytes[token.range]
            }
            return output
        }
        return [undone]
    }
}
