internal import WireText

/// The hypotheses about the characters of texts: carriage returns, byte order marks, encodings,
/// trimming.
struct TextHypotheses {
    let message: ReceivedMessage

    private static let carriageReturn = Array("&#xD;".utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]
    /// The largest number of values that are taken for trimmed ones, one at a time.
    private static let mostValues = 64

}

// MARK: Carriage returns

extension TextHypotheses {
    /// Carriage returns that were lost; those that were added are seen with the line ends.
    var carriageReturns: [HypothesisTrial] {
        let document = message.document
        guard message.hasText(with: { $0 == 0x0A }) else { return [] }
        return [
            lost("all line breaks in texts") { _ in true },
            lost("line breaks in Base64") { document.isBase64($0) },
            lost("line breaks between tags") { document.isBetweenTags($0) },
            lost("line breaks in values") { !document.isBetweenTags($0) },
        ]
    }

    private func lost(
        _ place: String, where isIncluded: @escaping (Int) -> Bool
    ) -> HypothesisTrial {
        message.trial(.carriageReturnsLost, "&#13; restored before \(place)") {
            [document = message.document] in
            document.rewritingTexts { index, text, output in
                guard isIncluded(index) else { return false }
                for byte in text {
                    if byte == 0x0A { output += Self.carriageReturn }
                    output.append(byte)
                }
                return true
            }
        }
    }
}

// MARK: Byte order marks

extension TextHypotheses {
    var byteOrderMarks: [HypothesisTrial] {
        var trials: [HypothesisTrial] = []
        let bytes = message.document.bytes
        if bytes.holds(Self.byteOrderMark) {
            trials.append(
                message.trial(.byteOrderMarkAdded, "U+FEFF removed") {
                    bytes.substituting([], for: Self.byteOrderMark)
                })
        }
        let marked = HypothesisTrial(
            hypothesis: .byteOrderMarkLost, undoing: "EF BB BF added before the canonical bytes"
        ) { [message] in
            .bytes(
                signedInfo: Self.byteOrderMark + message.signedInfoBytes,
                reference: Self.byteOrderMark + message.referenceBytes)
        }
        return trials + [marked]
    }
}

// MARK: Encodings

extension TextHypotheses {
    var encodings: [HypothesisTrial] {
        let bytes = message.document.bytes
        guard bytes.contains(where: { $0 >= 0x80 }) else { return [] }
        let usual = TextCodec.misreadings[0]
        let decoded = { usual.decoded(bytes) }
        let forward = CodePage.all[0]
        let trials = [
            message.trial(.reencoded, usual.undoing, decoded),
            message.trial(
                .reencoded, "text read as Windows-1252 or Latin-1 twice read as UTF-8 again"
            ) { decoded().flatMap(usual.decoded) },
            message.trial(.reencoded, "UTF-8 read as Windows-1252") { forward.misreading(bytes) },
            message.trial(.reencoded, "UTF-8 read as Latin-1") {
                CodePage.latin1.misreading(bytes)
            },
        ]
        let pages = TextCodec.misreadings.dropFirst().map { page in
            message.trial(.reencoded, page.undoing) { page.decoded(bytes) }
        }
        return trials + pages + repaired
    }

    /// The texts with U+FFFD replaced.
    ///
    /// Invalid UTF-8 became U+FFFD; a test can assume that every one was the same character.
    private var repaired: [HypothesisTrial] {
        let bytes = message.document.bytes
        guard bytes.holds(Self.replacementCharacter) else { return [] }
        // Letters are the likeliest.
        let likeliest = [UInt8(0xC0)...0xFF, 0xA0...0xBF, 0x80...0x9F].joined()
        return likeliest.map(CodePage.all[0].character).map { character in
            message.trial(.reencoded, "U+FFFD replaced with the original character") {
                bytes.substituting(
                    Array(String(Character(character)).utf8), for: Self.replacementCharacter)
            }
        }
    }
}

// MARK: Values

extension TextHypotheses {
    /// One value at a time in the digested bytes, so that each test only digests.
    var trimmedValues: [HypothesisTrial] {
        let digested = CanonicalTokens(message.referenceBytes)
        var places: [Range<Int>] = []
        var attributes: [Range<Int>] = []
        for index in digested.tokens.indices {
            if digested.isLeafText(index) {
                places.append(digested.tokens[index].range)
            } else if digested.tokens[index].kind == .startTag {
                attributes += digested.attributes(ofTag: index)
                    .filter { !digested.isDeclaration($0) }.map(\.value)
            }
        }
        let space = [UInt8(ascii: " ")]
        let newline: [UInt8] = [0x0A]
        return Self.trials(
            digested.bytes, places,
            [(space, []), ([], space), (space, space), (newline, newline), ([], newline)], "text")
            + Self.trials(
                digested.bytes, attributes, [(space, []), ([], space), (space, space)], "attribute"
            )
    }

    private static func trials(
        _ bytes: [UInt8], _ places: [Range<Int>], _ edges: [(before: [UInt8], after: [UInt8])],
        _ kind: String
    ) -> [HypothesisTrial] {
        edges.flatMap { edge in
            places.prefix(mostValues).map { place in
                HypothesisTrial(
                    .attributeValuesTrimmed,
                    "white space restored around the value of one \(kind)", of: bytes
                ) { [(place, edge.before + bytes[place] + edge.after)] }
            }
        }
    }
}

extension CanonicalTokens {
    /// Returns whether an attribute declares a namespace.
    func isDeclaration(_ attribute: Attribute) -> Bool {
        bytes[attribute.name].starts(with: "xmlns".utf8)
    }

    /// The bytes with other texts; `rewrite` writes one and says so, or leaves it as it is.
    func rewritingTexts(
        _ rewrite: (Int, ArraySlice<UInt8>, inout [UInt8]) -> Bool
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        for (index, token) in tokens.enumerated() {
            let text = bytes[token.range]
            if token.kind != .text || token.owner < 0 || !rewrite(index, text, &output) {
                output += text
            }
        }
        return output
    }
}
