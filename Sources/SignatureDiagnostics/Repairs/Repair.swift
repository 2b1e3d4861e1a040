/// A message with assumed damage undone.
///
/// It explains, and never replaces what was received: whoever tries it verifies its signatures, and a valid one
/// proves the damage.
package struct Repair: Sendable {
    /// The assumed damage.
    package let hypothesis: SignatureExplanation.Hypothesis
    /// The change that undoes it.
    package let undoing: String
    /// The bytes of the message without it.
    package let bytes: [UInt8]

    init(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String, _ bytes: [UInt8]
    ) {
        self.hypothesis = hypothesis
        self.undoing = undoing
        self.bytes = bytes
    }

    /// Returns the repairs of a message that cannot be read, the surest first; a family is worked out when it is
    /// its turn.
    package static func families(
        for bytes: [UInt8], isThorough: Bool
    ) -> [@Sendable () -> [Repair]] {
        [
            { EscapeRepairs(bytes: bytes).codes },
            { EncodingRepairs(bytes: bytes).repairs },
            { MarkupRepairs(bytes: bytes).references },
            { EscapeRepairs(bytes: bytes).repairs },
            { MarkupRepairs(bytes: bytes).insertions },
            { LineRepairs(bytes: bytes, isThorough: isThorough).repairs },
            { MarkupRepairs(bytes: bytes).declarations },
        ]
    }

    /// Returns the repairs of Base64 with one character lost, added or replaced, as messages out of it.
    package static func ofBase64(_ bytes: [UInt8]) -> [Repair] {
        Base64Repairs(bytes)?.repairs ?? []
    }
}
