internal import WireText

/// The hypotheses about spaces that became other spaces, and about characters without a width that were added.
struct CharacterHypotheses {
    let message: ReceivedMessage

    /// It is a damage of its own.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    var trials: [HypothesisTrial] { trials(of: .spaces) + trials(of: .invisibleCharacters) }

    /// All of the characters at once, and each kind alone, because others may be genuine.
    private func trials(of codec: TextCodec) -> [HypothesisTrial] {
        let bytes = message.document.bytes
        let original = codec.original ?? []
        let found = codec.marks.filter { $0 != Self.byteOrderMark && bytes.holds($0) }
        guard let hypothesis = SignatureExplanation.Hypothesis(rawValue: codec.code), !found.isEmpty
        else { return [] }
        let choices = found.count > 1 ? [found] + found.map { [$0] } : [found]
        return choices.map { choice in
            message.trial(hypothesis, codec.undoing) {
                choice.reduce(bytes) { $0.substituting(original, for: $1) }
            }
        }
    }
}
