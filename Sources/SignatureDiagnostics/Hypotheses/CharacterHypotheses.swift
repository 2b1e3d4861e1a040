internal import WireText

/// The hypotheses about other spaces, which took the place of spaces or were added, and about characters without a
/// width that were added.
struct CharacterHypotheses {
    let message: ReceivedMessage

    /// It is a damage of its own.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    var trials: [HypothesisTrial] {
        let spaces = TextCodec.spaces
        return trials(of: spaces, spaces.undoing, putting: spaces.original ?? [])
            + trials(of: .invisibleCharacters, TextCodec.invisibleCharacters.undoing)
            + trials(of: spaces, "no-break spaces removed")
    }

    /// All of the characters at once, and each kind alone, because others may be genuine.
    private func trials(
        of codec: TextCodec, _ undoing: String, putting original: [UInt8] = []
    ) -> [HypothesisTrial] {
        let bytes = message.document.bytes
        let found = codec.marks.filter { $0 != Self.byteOrderMark && bytes.holds($0) }
        guard let hypothesis = SignatureExplanation.Hypothesis(rawValue: codec.code), !found.isEmpty
        else { return [] }
        let choices = found.count > 1 ? [found] + found.map { [$0] } : [found]
        return choices.map { choice in
            message.trial(hypothesis, undoing) {
                choice.reduce(bytes) { $0.substituting(original, for: $1) }
            }
        }
    }
}
