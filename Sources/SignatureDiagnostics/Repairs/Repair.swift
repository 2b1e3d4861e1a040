internal import WireText

/// A message with assumed damage undone.
///
/// It explains, and never replaces what was received: the caller verifies its signatures, and a valid one proves the
/// damage.
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

    /// Undoes a codec; `nil` where nothing is written so.
    init?(undoing codec: TextCodec, in bytes: [UInt8]) {
        guard let hypothesis = SignatureExplanation.Hypothesis(rawValue: codec.code),
            let plain = codec.decoded(bytes)
        else { return nil }
        self.init(hypothesis, codec.undoing, plain)
    }
}

extension SignatureExplanation.Finding {
    /// Returns the damage that a repair undid, named by what differs in a message that could be read without it.
    ///
    /// What happens to a whole message shows in more than a few signed values.
    ///
    /// - Parameters:
    ///   - received: The explanations of the message as it was received; none where it cannot be read.
    ///   - repaired: Those of the repaired message.
    /// - Returns: The damage.
    package func named(
        byDifferenceOf received: [SignatureExplanation], from repaired: [SignatureExplanation]
    ) -> Self {
        let cause: SignatureExplanation.Hypothesis
        switch hypothesis {
        case .wrappedAtColumn: cause = .whitespaceChanged
        case .jsonEscaped, .quotedPrintable: cause = .bytesEscaped
        default: return self
        }
        let pairs = zip(received, repaired)
        guard received.count == repaired.count,
            pairs.allSatisfy({ $0.signedInfo?.bytes == $1.signedInfo?.bytes }),
            let (one, other) = pairs.first(where: { $0.reference?.bytes != $1.reference?.bytes }),
            let bytes = one.reference?.bytes, let signed = other.reference?.bytes,
            let places = ChangedPlaces(received: bytes, signed: signed), places.areFew,
            // Nothing else breaks lines like that.
            hypothesis != .quotedPrintable || !bytes.holds(Array("=\n".utf8))
        else { return self }
        return Self(hypothesis: cause, undoing: undoing, places: places)
    }
}

/// The families of repairs of a message that cannot be read, the surest first.
package enum RepairFamily: CaseIterable, Hashable, Sendable {
    case base64Lines, codes, links, goMarkup, encodings, references, escapes, insertions, lines,
        declarations
    /// Base64 with one character lost, added or replaced; its repairs are messages out of it.
    case base64

    /// The families of any text, of which each is worked out when it is its turn.
    package static let ofText = allCases.filter { $0 != .base64 }

    /// Returns whether a message has marks of what changes the issuer's name with other addresses.
    package static func mayChangeIssuer(of bytes: [UInt8]) -> Bool { LinkRepairs.mayBe(in: bytes) }

    /// Returns the repairs of the family.
    package func repairs(of bytes: [UInt8], isThorough: Bool) -> [Repair] {
        switch self {
        case .base64Lines: Base64LineRepairs(bytes, isThorough: isThorough)?.repairs ?? []
        case .codes: WideText(evidentIn: bytes) != nil ? [] : EscapeRepairs(bytes: bytes).codes
        case .goMarkup: GoMarkup(bytes).repairs
        case .links: LinkRepairs(bytes).repairs
        case .encodings: EncodingRepairs(bytes: bytes).repairs
        case .references: MarkupRepairs(bytes: bytes).references
        case .escapes: EscapeRepairs(bytes: bytes).repairs
        case .insertions: MarkupRepairs(bytes: bytes).insertions
        case .lines: LineRepairs(bytes: bytes, isThorough: isThorough).repairs
        case .declarations: MarkupRepairs(bytes: bytes).declarations
        case .base64: Base64Repairs(bytes)?.repairs ?? []
        }
    }
}
