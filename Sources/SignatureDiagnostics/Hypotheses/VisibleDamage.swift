internal import WireText

extension ReceivedMessage {
    /// Damage to values that cannot be undone and probably happened.
    ///
    /// It counts only where the digest differs and nothing else was proved. The signer may have written such a value,
    /// too, so that the sentences about it say what is there and what may have made it.
    var visibleDamage: SignatureExplanation.Finding? {
        let digested = CanonicalTokens(referenceBytes)
        let values = digested.tokens.indices
            .filter { digested.isLeafText($0) && !digested.isBase64($0) }
            .map { index in
                let range = digested.tokens[index].range
                return (index, text: String(decoding: digested.bytes[range], as: UTF8.self))
            }
        func shown(
            _ hypothesis: SignatureExplanation.Hypothesis, _ evidence: String,
            in shows: (String) -> Bool
        ) -> SignatureExplanation.Finding? {
            let places = values.filter { shows($0.text) }.map(\.0)
            guard !places.isEmpty else { return nil }
            return .init(
                hypothesis: hypothesis, undoing: evidence, isProved: false,
                places: ChangedPlaces(of: places, in: digested))
        }
        if let mask = shown(.redacted, "a mask stands for a value", in: Self.isMasked) {
            return mask
        }
        if let number = shown(
            .numberInPowers, "a value is a number with an exponent", in: Self.isInPowers)
        {
            return number
        }
        if referenceBytes.holds([0xEF, 0xBF, 0xBD]) {
            // Where letters became two, and some of these have no character, both show.
            if TextCodec.misreadings[0].decoded(referenceBytes) != nil {
                return .init(
                    hypothesis: .reencoded,
                    undoing:
                        "letters stand as where UTF-8 is read as Latin-1, and U+FFFD among them",
                    isProved: false)
            }
            return .init(
                hypothesis: .charactersReplaced, undoing: "U+FFFD stands in a signed text",
                isProved: false)
        }
        return shown(.charactersReplaced, "???? stands in a signed value") { $0.contains("????") }
    }

    private static let maskWords = [
        "redacted", "filtered", "masked", "hidden", "removed", "protected", "sanitized",
        "suppressed",
        "secret", "omitted",
    ]

    private static func isMasked(_ value: String) -> Bool {
        if value.contains("***") { return true }
        let marks: Set<Character> = ["*", "•", "█", "●", "#"]
        if value.count >= 4, let first = value.first, marks.contains(first),
            value.allSatisfy({ $0 == first })
        {
            return true
        }
        let word = value.lowercased()
        let brackets = [("[", "]"), ("&lt;", "&gt;"), ("(", ")"), ("{", "}")]
        return brackets.contains { open, close in
            maskWords.contains { word == open + $0 + close }
        }
    }

    /// A spreadsheet writes numbers of twelve digits and more so.
    private static let leastExponent = 11

    private static func isInPowers(_ value: String) -> Bool {
        let parts = value.split(separator: "E", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == "+",
            let exponent = Int(parts[1].dropFirst()), exponent >= leastExponent
        else { return false }
        return parts[0].first?.isNumber == true
            && parts[0].allSatisfy { $0.isNumber || $0 == "." || $0 == "," }
    }
}
