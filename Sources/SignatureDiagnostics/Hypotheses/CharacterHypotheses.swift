/// The hypotheses about spaces that became other spaces, and about characters without a width that were added.
struct CharacterHypotheses {
    let message: ReceivedMessage

    private static let spaces: [[UInt8]] = [
        [0xC2, 0xA0], [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x87], [0xE3, 0x80, 0x80],
    ]

    /// A soft hyphen, a zero-width space, joiners and marks of direction.
    static let widthless = [
        [0xAD, 0x061C, 0x2060], Array(0x200B...0x200F), Array(0x202A...0x202E),
        Array(0x2066...0x2069),
    ].joined().compactMap { Unicode.Scalar($0 as UInt32) }.map { Array(String($0).utf8) }

    var trials: [HypothesisTrial] {
        substitutions(.nonBreakingSpaces, "spaces put for no-break spaces", Self.spaces, [0x20])
            + substitutions(
                .invisibleCharacters, "characters without a width removed", Self.widthless, [])
    }

    /// All of them at once, and each kind alone, because others may be genuine.
    private func substitutions(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String, _ patterns: [[UInt8]],
        _ replacement: [UInt8]
    ) -> [HypothesisTrial] {
        let bytes = message.document.bytes
        let found = patterns.filter(bytes.holds)
        guard !found.isEmpty else { return [] }
        let choices = found.count > 1 ? [found] + found.map { [$0] } : [found]
        return choices.map { choice in
            HypothesisTrial(hypothesis: hypothesis, undoing: undoing) { [path = message.path] in
                .document(
                    choice.reduce(bytes) { $0.substituting(replacement, for: $1) }, path: path)
            }
        }
    }
}
