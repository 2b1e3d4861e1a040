internal import SAML2
internal import SAMLBindings
internal import SignatureDiagnostics
internal import XMLCore

/// Looks for what happened to a message that cannot be read, or whose signature no other explanation fits.
///
/// Each repair is unpacked, parsed and verified as a message is, with the caller's trust. A valid signature proves
/// the damage. Nothing of a repaired message leaves the search.
struct DamageSearch {
    private let decoder: EnvelopeDecoder
    private let limits: XML.ParsingLimits
    private let verifier: SAML.MessageVerifier?
    private let budget: SignatureExplanation.Budget
    private var remaining: Int
    private var seen: Set<[UInt8]> = []
    /// Repairs after which the message can be read, and its signature is invalid all the same.
    private var readable: [(repair: Repair, document: XML.Document, layer: [UInt8])] = []
    /// Repairs after which it cannot.
    private var unreadable: [(repair: Repair, layer: [UInt8])] = []
    /// The bytes that the search began with, and the same bytes with the damage undone that was found.
    private(set) var undone: (damaged: [UInt8], repaired: [UInt8])?
    private var layer: [UInt8] = []

    /// The largest number of readable repairs that are explained.
    private static let mostExplained = 3
    /// The largest number of repairs that are repaired once more.
    private static let mostRepeated = 6
    /// The smallest message of which repairs are tried: a signature alone has more bytes.
    private static let leastBytes = 300
    /// The largest one.
    private static let mostBytes = 1 << 18
    /// The largest number of bytes of all repairs together.
    private static let mostWork = 32 << 20

    /// Creates a search; without a verifier only damage that shows for certain is found.
    init(
        decoder: EnvelopeDecoder, limits: XML.ParsingLimits, verifier: SAML.MessageVerifier?,
        budget: SignatureExplanation.Budget
    ) {
        self.decoder = decoder
        self.limits = limits
        self.verifier = verifier
        self.budget = budget
        remaining = budget.repairCount
    }

    /// Returns the damage to a message.
    ///
    /// - Parameters:
    ///   - bytes: The message as it was captured.
    ///   - xml: The XML in it, where it could be unpacked.
    ///   - isWellFormed: Whether that is a document, of which no end is missing.
    ///   - isIntact: Whether the digests are those of the content.
    /// - Returns: The damage that was proved or that shows for certain, `nil` where there is none.
    mutating func damage(
        to bytes: [UInt8], unpackedAs xml: [UInt8]?, isWellFormed: Bool, isIntact: Bool
    ) -> SignatureExplanation.Finding? {
        if let found = proved(bytes, xml, isWellFormed: isWellFormed, isIntact: isIntact) {
            return found
        }
        if isWellFormed { return xml.flatMap { UnreadableMessage($0).letterDamage } }
        return UnreadableMessage(bytes).damage ?? xml.flatMap { UnreadableMessage($0).damage }
    }

    /// Returns the damage that undoing it proves.
    private mutating func proved(
        _ bytes: [UInt8], _ xml: [UInt8]?, isWellFormed: Bool, isIntact: Bool
    ) -> SignatureExplanation.Finding? {
        let count = max(bytes.count, xml?.count ?? 0)
        guard verifier != nil, budget.repairCount > 0,
            (Self.leastBytes...Self.mostBytes).contains(count)
        else { return nil }
        remaining = min(budget.repairCount, max(4, Self.mostWork / count))
        let isThorough = budget.otherKeyCount > 0
        for layer in [xml, xml == bytes ? nil : bytes].compactMap(\.self) {
            self.layer = layer
            if let found = search(layer) { return found }
        }
        guard isThorough else { return nil }
        for repair in Repair.ofBase64(bytes) {
            if let found = test(repair) { return found }
        }
        // Of intact content, the explanation would only undo the repair.
        return (isIntact ? nil : explained(isWellFormed: isWellFormed)) ?? repeated()
    }

    private mutating func search(
        _ bytes: [UInt8], after earlier: Repair? = nil
    ) -> SignatureExplanation.Finding? {
        for family in Repair.families(for: bytes, isThorough: budget.otherKeyCount > 0) {
            for repair in family() where repair.hypothesis != earlier?.hypothesis {
                guard remaining > 0 else { return nil }
                if let found = test(repair, after: earlier) { return found }
            }
        }
        return nil
    }

    /// Explains repaired messages, which may have more than one thing wrong with them.
    private mutating func explained(isWellFormed: Bool) -> SignatureExplanation.Finding? {
        for (repair, document, layer) in readable.prefix(Self.mostExplained) {
            let explanations = verifier?.explanations(of: document, within: budget) ?? []
            for explanation in explanations {
                // A repair may break what was whole: undoing that alone proves nothing of the content.
                guard explanation.isMade, explanation.isContentRestored,
                    let cause = explanation.likelyCause, cause.isProved, cause.hypothesis.isDamage
                else { continue }
                undone = (layer, repair.bytes)
                // The repair itself put line breaks where the signer had escapes.
                let undoesRepair = cause.hypothesis == .backslashesInterpreted
                // What could be read as it was received may have nothing else wrong with it than what is proved.
                return SignatureExplanation.Finding(
                    hypothesis: isWellFormed && !undoesRepair
                        ? cause.hypothesis : repair.hypothesis,
                    undoing: "\(repair.undoing), and \(cause.undoing)")
            }
        }
        return nil
    }

    /// Repairs a second time.
    private mutating func repeated() -> SignatureExplanation.Finding? {
        let earliest = unreadable + readable.map { ($0.repair, $0.layer) }
        for (earlier, layer) in earliest.prefix(Self.mostRepeated) {
            self.layer = layer
            if let found = search(earlier.bytes, after: earlier) { return found }
        }
        return nil
    }

    private mutating func test(
        _ repair: Repair, after earlier: Repair? = nil
    ) -> SignatureExplanation.Finding? {
        guard let verifier, seen.insert(repair.bytes).inserted else { return nil }
        remaining -= 1
        guard
            let envelope = try? decoder.envelope(from: CapturedMessage(bytes: repair.bytes)),
            let document = try? XML.Document(parsing: envelope.xml, limits: limits)
        else {
            if earlier == nil { unreadable.append((repair, layer)) }
            return nil
        }
        let explanations = verifier.explanations(
            of: document, sentIn: envelope.signedQuery, within: .none)
        guard !explanations.isEmpty, explanations.allSatisfy(\.isValid) else {
            if earlier == nil { readable.append((repair, document, layer)) }
            return nil
        }
        undone = (layer, repair.bytes)
        let first = earlier ?? repair
        return SignatureExplanation.Finding(
            hypothesis: first.hypothesis,
            undoing: earlier.map { "\($0.undoing), and \(repair.undoing)" } ?? repair.undoing)
    }
}

extension SignatureExplanation.Hypothesis {
    /// A Boolean value that indicates whether it says what happened to the message, and not whose key was used.
    fileprivate var isDamage: Bool {
        self != .untrustedCertificate && self != .signedByOtherKey
    }
}
