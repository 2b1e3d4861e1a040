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
    /// A repair, and the family it is of.
    private typealias Attempt = (repair: Repair, family: RepairFamily, layer: Layer)
    /// Repairs after which the message can be read, and its signature is invalid all the same.
    private var readable: [(attempt: Attempt, document: XML.Document)] = []
    /// The explanations of the message as it was received.
    private let received: [SignatureExplanation]
    /// Repairs after which it cannot.
    private var unreadable: [Attempt] = []
    /// What restored the message.
    private(set) var recipe: SignatureExplanation.Recipe?
    /// The bytes that the search began with, and the same bytes with the damage undone that was found.
    private(set) var undone: (damaged: [UInt8], repaired: [UInt8])?

    /// What repairs are of: the XML that was unpacked, or the message as it was captured.
    private struct Layer {
        let bytes: [UInt8]
        let isXML: Bool
    }

    /// The largest number of readable repairs that are explained.
    private static let mostExplained = 3
    /// The largest number of repairs that are repaired once more.
    private static let mostRepeated = 6
    /// The smallest message of which repairs are tried: a signature alone has more bytes.
    static let leastBytes = 300
    /// The largest one.
    private static let mostBytes = 1 << 18
    /// The largest number of bytes of all repairs together.
    private static let mostWork = 32 << 20

    /// Creates a search; without a verifier only damage that shows for certain is found.
    init(
        decoder: EnvelopeDecoder, limits: XML.ParsingLimits, verifier: SAML.MessageVerifier?,
        budget: SignatureExplanation.Budget, received: [SignatureExplanation] = []
    ) {
        self.decoder = decoder
        self.limits = limits
        self.verifier = verifier
        self.budget = budget
        self.received = received
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
        guard !budget.triesRecipesOnly else { return nil }
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
        let captured = Layer(bytes: bytes, isXML: false)
        let layers = [xml.map { Layer(bytes: $0, isXML: true) }, xml == bytes ? nil : captured]
            .compactMap(\.self)
        for recipe in budget.recipes where !recipe.repairs.isEmpty {
            guard let layer = layers.first(where: { $0.isXML == recipe.repairsXML }) else {
                continue
            }
            if let found = follow(recipe, in: layer, isWellFormed: isWellFormed) { return found }
        }
        guard !budget.triesRecipesOnly else { return nil }
        for layer in layers {
            if let found = search(layer.bytes, of: layer) { return found }
        }
        guard isThorough else { return nil }
        for repair in RepairFamily.base64.repairs(of: bytes, isThorough: true) {
            if let found = test((repair, .base64, captured)) { return found }
        }
        // Of intact content, the explanation would only undo the repair.
        return (isIntact ? nil : explained(isWellFormed: isWellFormed)) ?? repeated()
    }

    private var isThorough: Bool { budget.otherKeyCount > 0 }

    /// Does what restored another message.
    private mutating func follow(
        _ recipe: SignatureExplanation.Recipe, in layer: Layer, isWellFormed: Bool
    ) -> SignatureExplanation.Finding? {
        for first in recipe.repairs[0].repairs(of: layer.bytes) {
            let attempt = (first, recipe.repairs[0].family, layer)
            for second in recipe.repairs.dropFirst() {
                for repair in second.repairs(of: first.bytes) where remaining > 0 {
                    if let found = test((repair, second.family, layer), after: attempt) {
                        return found
                    }
                }
            }
            guard recipe.repairs.count == 1, remaining > 0 else { continue }
            if let found = test(attempt) { return found }
            guard recipe.hasTrials, let (attempt, document) = readable.popLast() else { continue }
            let found = explained(
                attempt, document, isWellFormed: isWellFormed,
                within: .only([recipe.withoutRepairs]))
            if let found { return found }
        }
        return nil
    }

    private mutating func search(
        _ bytes: [UInt8], of layer: Layer, after earlier: Attempt? = nil
    ) -> SignatureExplanation.Finding? {
        for family in RepairFamily.ofText {
            for repair in family.repairs(of: bytes, isThorough: isThorough)
            where repair.hypothesis != earlier?.repair.hypothesis {
                guard remaining > 0 else { return nil }
                if let found = test((repair, family, layer), after: earlier) { return found }
            }
        }
        return nil
    }

    /// Explains repaired messages, which may have more than one thing wrong with them.
    private mutating func explained(isWellFormed: Bool) -> SignatureExplanation.Finding? {
        // The repair is one damage, and a third is not looked for.
        var budget = budget
        budget.pairByteCount = 0
        budget.byteCount /= Self.mostExplained
        for (attempt, document) in readable.prefix(Self.mostExplained) {
            let found = explained(attempt, document, isWellFormed: isWellFormed, within: budget)
            if let found { return found }
        }
        return nil
    }

    private mutating func explained(
        _ attempt: Attempt, _ document: XML.Document, isWellFormed: Bool,
        within budget: SignatureExplanation.Budget
    ) -> SignatureExplanation.Finding? {
        let (repair, family, layer) = attempt
        let explanations = verifier?.explanations(of: document, within: budget) ?? []
        for (index, explanation) in explanations.enumerated() {
            // A repair may break what was whole: undoing that alone proves nothing of the content, nor of another part.
            let wasValid = received.count == explanations.count && received[index].isValid
            guard !wasValid, explanation.isMade, explanation.isContentRestored,
                let cause = explanation.likelyCause, cause.isProved, !cause.hypothesis.isOfKey
            else { continue }
            undone = (layer.bytes, repair.bytes)
            recipe = SignatureExplanation.Recipe(
                repairs: [.init(repair, of: family)], ofXML: layer.isXML,
                then: explanation.recipes.last)
            // The repair itself put line breaks where the signer had escapes, or removed those of the signer, too.
            let undoesRepair =
                cause.hypothesis == .backslashesInterpreted
                || repair.hypothesis == .wrappedAtColumn && cause.hypothesis.isOfLostLines
            // If the message parsed as received, only the proved damage counts.
            return SignatureExplanation.Finding(
                hypothesis: isWellFormed && !undoesRepair ? cause.hypothesis : repair.hypothesis,
                undoing: "\(repair.undoing), and \(cause.undoing)")
        }
        return nil
    }

    /// Repairs a second time.
    private mutating func repeated() -> SignatureExplanation.Finding? {
        let earliest = unreadable + readable.map(\.attempt)
        for earlier in earliest.prefix(Self.mostRepeated) {
            let found = search(earlier.repair.bytes, of: earlier.layer, after: earlier)
            if let found { return found }
        }
        return nil
    }

    private mutating func test(
        _ attempt: Attempt, after earlier: Attempt? = nil
    ) -> SignatureExplanation.Finding? {
        let repair = attempt.repair
        guard let verifier, seen.insert(repair.bytes).inserted else { return nil }
        remaining -= 1
        guard
            let envelope = try? decoder.envelope(from: CapturedMessage(bytes: repair.bytes)),
            let document = try? XML.Document(parsing: envelope.xml, limits: limits)
        else {
            if earlier == nil { unreadable.append(attempt) }
            return nil
        }
        let explanations = verifier.explanations(
            of: document, sentIn: envelope.signedQuery, within: .none)
        guard !explanations.isEmpty, explanations.allSatisfy(\.isValid) else {
            if earlier == nil, mayBeSigned(explanations) { readable.append((attempt, document)) }
            return nil
        }
        undone = (attempt.layer.bytes, repair.bytes)
        recipe = SignatureExplanation.Recipe(
            repairs: [earlier, attempt].compactMap(\.self).map { .init($0.repair, of: $0.family) },
            ofXML: attempt.layer.isXML)
        let first = (earlier ?? attempt).repair
        return SignatureExplanation.Finding(
            hypothesis: first.hypothesis,
            undoing: earlier.map { "\($0.repair.undoing), and \(repair.undoing)" } ?? repair.undoing
        ).named(byDifferenceOf: received, from: explanations)
    }
}

extension DamageSearch {
    /// Returns whether a repaired message may have what was signed, in another way than the one that was received.
    ///
    /// Where a key made the signature as it was received, a repair that breaks it undoes too much, and one that leaves the
    /// content as it is undoes nothing.
    private func mayBeSigned(_ repaired: [SignatureExplanation]) -> Bool {
        guard received.count == repaired.count else { return true }
        let pairs = zip(received, repaired).filter { received, _ in
            received.signedInfo?.isValid == true && received.reference != nil
        }
        return pairs.isEmpty
            || pairs.allSatisfy { $1.signedInfo?.isValid == true }
                && pairs.contains { $0.reference?.bytes != $1.reference?.bytes }
    }
}

extension SignatureExplanation.Hypothesis {
    /// A Boolean value that indicates whether line breaks were lost.
    fileprivate var isOfLostLines: Bool {
        self == .newlinesRemoved || self == .newlinesConverted || self == .whitespaceCollapsed
    }
}
