/// What is done to the characters of texts: carriage returns, byte order marks, encodings, trimming.
struct TextHypotheses {
    private let message: ReceivedMessage

    private static let carriageReturn = Array("&#xD;".utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]
    /// The largest number of values that are taken for trimmed ones, one at a time.
    private static let mostValues = 64

    init(_ message: ReceivedMessage) {
        self.message = message
    }

    private func trial(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String,
        _ document: @escaping () -> [UInt8]?
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis: hypothesis, undoing: undoing) { [path = message.path] in
            document().map { .document($0, path: path) }
        }
    }
}

// MARK: Carriage returns

extension TextHypotheses {
    var carriageReturns: [HypothesisTrial] {
        let document = message.document
        var trials: [HypothesisTrial] = []
        if message.hasText(with: { $0 == 0x0A }) {
            trials = [
                lost("all line breaks in texts") { _ in true },
                lost("line breaks in Base64") { document.isBase64($0) },
                lost("line breaks between tags") { document.isBetweenTags($0) },
                lost("line breaks in values") { !document.isBetweenTags($0) },
            ]
        }
        guard document.octets.holds(Self.carriageReturn) else { return trials }
        let added = trial(.carriageReturnsAdded, "all &#13; removed") {
            [octets = document.octets] in
            octets.substituting([], for: Self.carriageReturn)
        }
        return trials + [added]
    }

    private func lost(
        _ place: String, where isIncluded: @escaping (Int) -> Bool
    ) -> HypothesisTrial {
        trial(.carriageReturnsLost, "&#13; put back before \(place)") {
            [document = message.document] in
            document.rewritingTexts { index, text, output in
                guard isIncluded(index) else { return false }
                for octet in text {
                    if octet == 0x0A { output += Self.carriageReturn }
                    output.append(octet)
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
        let octets = message.document.octets
        if octets.holds(Self.byteOrderMark) {
            trials.append(
                trial(.byteOrderMarkAdded, "U+FEFF removed") {
                    octets.substituting([], for: Self.byteOrderMark)
                })
        }
        let marked = HypothesisTrial(
            hypothesis: .byteOrderMarkLost, undoing: "EF BB BF put before the canonical octets"
        ) { [message] in
            .octets(
                signedInfo: Self.byteOrderMark + message.signedInfoOctets,
                reference: Self.byteOrderMark + message.referenceOctets)
        }
        return trials + [marked]
    }
}

// MARK: Encodings

extension TextHypotheses {
    var encodings: [HypothesisTrial] {
        let octets = message.document.octets
        guard octets.contains(where: { $0 >= 0x80 }) else { return [] }
        let decoded = { Windows1252.undoingMisreading(of: octets) }
        let trials = [
            trial(.reencoded, "text read as Windows-1252 or Latin-1 read as UTF-8 again", decoded),
            trial(.reencoded, "text read as Windows-1252 or Latin-1 twice read as UTF-8 again") {
                decoded().flatMap(Windows1252.undoingMisreading)
            },
            trial(.reencoded, "UTF-8 read as Windows-1252") { Windows1252.misreading(octets) },
            trial(.reencoded, "UTF-8 read as Latin-1") {
                Windows1252.misreading(octets, isLatin1: true)
            },
        ]
        return trials + repaired
    }

    /// What was not UTF-8 became U+FFFD; that all of them were the same character can be tested.
    private var repaired: [HypothesisTrial] {
        let octets = message.document.octets
        guard octets.holds(Self.replacementCharacter) else { return [] }
        return Windows1252.characters.map { character in
            trial(.reencoded, "the character in the place of U+FFFD put back") {
                octets.substituting(
                    Array(String(character).utf8), for: Self.replacementCharacter)
            }
        }
    }
}

// MARK: Values

extension TextHypotheses {
    /// One value at a time in the digested octets, so that each test only digests.
    var trimmedValues: [HypothesisTrial] {
        let digested = CanonicalTokens(message.referenceOctets)
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
            digested.octets, places,
            [(space, []), ([], space), (space, space), (newline, newline), ([], newline)], "text")
            + Self.trials(
                digested.octets, attributes, [(space, []), ([], space), (space, space)], "attribute"
            )
    }

    private static func trials(
        _ octets: [UInt8], _ places: [Range<Int>], _ edges: [(before: [UInt8], after: [UInt8])],
        _ kind: String
    ) -> [HypothesisTrial] {
        edges.flatMap { edge in
            places.prefix(mostValues).map { place in
                HypothesisTrial(
                    hypothesis: .attributeValuesTrimmed,
                    undoing: "white space put back around the value of one \(kind)"
                ) {
                    .octets(
                        signedInfo: nil,
                        reference: octets[..<place.lowerBound] + edge.before + octets[place]
                            + edge.after + octets[place.upperBound...])
                }
            }
        }
    }
}

extension CanonicalTokens {
    /// Whether an attribute declares a namespace.
    func isDeclaration(_ attribute: Attribute) -> Bool {
        octets[attribute.name].starts(with: "xmlns".utf8)
    }

    /// The octets with other texts; `rewrite` writes one and says so, or leaves it as it is.
    fileprivate func rewritingTexts(
        _ rewrite: (Int, ArraySlice<UInt8>, inout [UInt8]) -> Bool
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(octets.count + octets.count / 8)
        for (index, token) in tokens.enumerated() {
            let text = octets[token.range]
            if token.kind != .text || token.owner < 0 || !rewrite(index, text, &output) {
                output += text
            }
        }
        return output
    }
}
