internal import WireText

/// The hypotheses about what word processors do to quotation marks, dashes and letters in texts.
///
/// A message may have genuine ones beside them, so that all choices are tried where they are few.
struct TypographyHypotheses {
    private let message: ReceivedMessage
    private let digested: CanonicalTokens

    private typealias Spelling = (written: String, meant: [String])

    /// The largest number of choices that are all tried.
    private static let mostChoices = 2048

    private static let quotes: [Spelling] = [
        ("\u{201C}", ["\""]), ("\u{201D}", ["\""]), ("\u{201E}", ["\""]), ("\u{201F}", ["\""]),
        ("\u{AB}", ["\""]), ("\u{BB}", ["\""]), ("\u{2018}", ["'"]), ("\u{2019}", ["'"]),
        ("\u{201A}", ["'"]), ("\u{201B}", ["'"]), ("\u{2032}", ["'"]), ("\u{2033}", ["\""]),
    ]
    private static let dashes: [Spelling] = [
        ("\u{2014}", ["--", "-", "---"]), ("\u{2013}", ["-", "--"]), ("\u{2012}", ["-"]),
        ("\u{2015}", ["--", "-"]), ("\u{2212}", ["-"]), ("\u{2010}", ["-"]), ("\u{2011}", ["-"]),
    ]
    private static let ellipses: [Spelling] = [("\u{2026}", ["..."])]
    private static let symbols: [Spelling] = [
        ("\u{A9}", ["(c)", "(C)"]), ("\u{AE}", ["(r)", "(R)"]), ("\u{2122}", ["(tm)", "(TM)"]),
        ("\u{2192}", ["-&gt;", "--&gt;"]), ("\u{2190}", ["&lt;-"]), ("\u{21D2}", ["=&gt;"]),
        ("\u{BD}", ["1/2"]), ("\u{BC}", ["1/4"]), ("\u{BE}", ["3/4"]), ("\u{D7}", ["x"]),
        ("\u{20AC}", ["EUR"]), ("\u{263A}", [":)", ":-)"]), ("\u{1F642}", [":)", ":-)"]),
        ("\u{FB01}", ["fi"]), ("\u{FB02}", ["fl"]),
    ]
    private static let plain: [Spelling] = [
        ("\"", ["\u{201C}", "\u{201D}", "\u{201E}"]), ("'", ["\u{2019}", "\u{2018}"]),
        ("--", ["\u{2014}", "\u{2013}"]), ("...", ["\u{2026}"]),
    ]
    private static let plainHyphen: [Spelling] = [("-", ["\u{2013}", "\u{2014}", "\u{2010}"])]

    init(message: ReceivedMessage) {
        self.message = message
        digested = CanonicalTokens(message.referenceBytes)
    }

    var trials: [HypothesisTrial] {
        choices(.smartQuotes, Self.quotes, "plain quotation marks put for typographic ones")
            + choices(.smartDashes, Self.dashes, "hyphens put for dashes")
            + choices(.smartEllipsis, Self.ellipses, "three full stops put for an ellipsis")
            + choices(
                .smartQuotes, Self.quotes + Self.dashes + Self.ellipses,
                "plain marks put for typographic ones")
            + unicodeForms
            + Self.plain.flatMap {
                choices(
                    .quotesStraightened, [$0], "typographic marks put for plain ones of one kind")
            }
            + choices(
                .quotesStraightened, Self.plain, "typographic marks put for plain ones")
            + choices(.symbolsReplaced, Self.symbols, "characters put for symbols")
            + choices(.quotesStraightened, Self.plainHyphen, "dashes put for hyphens")
    }

    private var unicodeForms: [HypothesisTrial] {
        let bytes = message.document.bytes
        guard bytes.contains(where: { $0 >= 0x80 }) else { return [] }
        return [
            message.trial(.normalizedNFD, "letters and their marks composed") {
                UnicodeForms.composed(bytes)
            },
            message.trial(.normalizedNFC, "letters decomposed") { UnicodeForms.decomposed(bytes) },
        ]
    }

    // MARK: Choices

    /// Something that stands in a text, and what may have stood there; the first is itself.
    private struct Place {
        let range: Range<Int>
        let spelling: Int
        let texts: [[UInt8]]
    }

    private func choices(
        _ hypothesis: SignatureExplanation.Hypothesis, _ spellings: [Spelling], _ undoing: String
    ) -> [HypothesisTrial] {
        let places = places(of: spellings)
        guard !places.isEmpty else { return [] }
        func trial(_ choice: @escaping (Int) -> Int) -> HypothesisTrial {
            HypothesisTrial(hypothesis, undoing, of: digested.bytes) {
                places.enumerated().map { number, place in
                    (place.range, place.texts[min(choice(number), place.texts.count - 1)])
                }
            }
        }
        let most = places.map(\.texts.count).max() ?? 1
        let uniform = (1..<most).map { number in trial { _ in number } }
        let kinds = Set(places.map(\.spelling)).sorted()
        let single =
            kinds.count > 1
            ? kinds.flatMap { kind in
                (1..<most).map { number in trial { places[$0].spelling == kind ? number : 0 } }
            } : []
        // Opening and closing marks alternate.
        let alternating = (0...1).map { first in trial { ($0 + first) % 2 + 1 } }
        return uniform + single + alternating + all(places).map { digits in trial { digits[$0] } }
    }

    /// Every combination, where they are not too many.
    private func all(_ places: [Place]) -> [[Int]] {
        var count = 1
        for place in places where count <= Self.mostChoices { count *= place.texts.count }
        guard count <= Self.mostChoices, places.count > 1 else { return [] }
        return (1..<count).map { number in
            var rest = number
            return places.map { place in
                defer { rest /= place.texts.count }
                return rest % place.texts.count
            }
        }
    }

    private func places(of spellings: [Spelling]) -> [Place] {
        var places: [Place] = []
        for (number, spelling) in spellings.enumerated() {
            let pattern = Array(spelling.written.utf8)
            guard digested.bytes.holds(pattern) else { continue }
            for index in digested.tokens.indices
            where digested.isLeafText(index) && !digested.isBase64(index) {
                let range = digested.tokens[index].range
                let text = Array(digested.bytes[range])
                var start = 0
                while let offset = text.firstOffset(of: pattern, from: start) {
                    start = offset + pattern.count
                    let place = range.lowerBound + offset
                    places.append(
                        Place(
                            range: place..<place + pattern.count, spelling: number,
                            texts: [pattern] + spelling.meant.map { Array($0.utf8) }))
                }
            }
        }
        return places.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
