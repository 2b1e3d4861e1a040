internal import PayloadCoding
internal import SAML2
public import SAMLBindings
public import SignatureDiagnostics
internal import XMLCore
package import XMLSecurity

extension ProfileProcessor {
    /// Returns the explanations of the verdicts on a message's signatures, with their bytes.
    ///
    /// It is for people who look for a cause and asked for the bytes. Records carry no more of it
    /// than the name of the likely cause.
    ///
    /// - Parameter message: A captured message.
    /// - Returns: The explanations, in the order the signatures are verified in, after one of the message as a whole
    ///   where something happened to it that no signature shows; none without trust.
    public func explanations(of message: CapturedMessage) -> [SignatureExplanation] {
        examination(of: message, within: .thorough).explanations
    }

    /// Returns the explanations that can be found within a budget.
    package func explanations(
        of message: CapturedMessage, within budget: SignatureExplanation.Budget
    ) -> [SignatureExplanation] {
        examination(of: message, within: budget).explanations
    }

    /// The explanations of a message, and the damage to it as a whole if that was undone.
    struct Examination {
        var explanations: [SignatureExplanation] = []
        /// The bytes before the damage was undone and after it.
        var undone: (damaged: [UInt8], repaired: [UInt8])?
    }

    /// Returns the explanations of the verdicts on a message's signatures, and what undid damage to the whole of it.
    func examination(
        of message: CapturedMessage, within budget: SignatureExplanation.Budget
    ) -> Examination {
        guard options.trust != nil else { return Examination() }
        let envelope = try? decoder.envelope(from: message)
        let document = envelope.flatMap {
            try? XML.Document(parsing: $0.xml, limits: options.parsingLimits)
        }
        let carried = document.flatMap {
            try? SAML.CarriedMessage(in: $0, sentIn: envelope?.signedQuery)
        }
        let processor = carried.map { judging($0.element) } ?? self
        var explanations =
            document.map {
                processor.verifier.explanations(
                    of: $0, sentIn: envelope?.signedQuery, within: budget)
            }
            ?? []
        // Metadata may tell more of the key than the message and the other keys do.
        if let document, processor.keyCauses.identifiesKey(of: document) {
            explanations = explanations.map(\.withoutKeyCause)
        }
        let isExplained = explanations.contains { $0.likelyCause != nil }
        let isValid = !explanations.isEmpty && explanations.allSatisfy(\.isValid)
        guard !isExplained, !isValid else { return Examination(explanations: explanations) }
        var search = processor.damageSearch(within: budget)
        let damage = search.damage(
            to: message.bytes, unpackedAs: envelope?.xml, isWellFormed: document != nil,
            isIntact: !explanations.isEmpty
                && explanations.allSatisfy { $0.reference?.isValid == true })
        return Examination(
            explanations: (damage.map { [SignatureExplanation(of: $0)] } ?? []) + explanations,
            undone: search.undone)
    }

    private func damageSearch(within budget: SignatureExplanation.Budget) -> DamageSearch {
        DamageSearch(
            decoder: decoder, limits: options.parsingLimits,
            verifier: options.trust == nil ? nil : verifier, budget: budget)
    }

    /// Returns what the metadata says of a key that was tried on a record's message, such as that it is for
    /// encryption.
    package func note(on key: TrustedKey, of record: ProfileRecord) -> String? {
        let issued = (record.verified.message ?? record.claimed?.unverified.message)?.issueInstant
        let processor = options.context.isTimeOfIssue ? judging(at: issued) : self
        return record.groupingIssuer.flatMap { processor.keyCauses.note(on: key, ofIssuer: $0) }
    }

    /// Returns the reason why a message cannot be read, with what probably happened to it.
    func explained(
        _ reason: Reason, _ message: CapturedMessage, unpackedAs xml: [UInt8]? = nil
    ) -> Reason {
        var search = damageSearch(within: options.explanationBudget)
        let damage = search.damage(
            to: message.bytes, unpackedAs: xml, isWellFormed: false, isIntact: false)
        guard let damage else { return reason }
        return reason.adding(cause: damage.cause)
    }

    /// Notes what probably happened to a message whose signature is invalid.
    func explain(
        _ failure: SAML.MessageVerifier.Failure, of document: XML.Document, _ query: SignedQuery?,
        in record: inout ProfileRecord
    ) {
        guard case .signature(let failure) = failure,
            let index = record.reasons.lastIndex(where: { $0.code == .signature(failure.code) })
        else { return }
        let reason = record.reasons[index]
        if let discrepancy = keyCauses.discrepancy(of: failure, in: document) {
            record.reasons[index] = reason.adding(comparing: discrepancy)
            return
        }
        let explanation = verifier.explanation(
            of: failure, in: document, sentIn: query, within: options.explanationBudget)
        guard let explanation, let cause = explanation.likelyCause?.cause else {
            record.reasons[index] = reason.adding(
                comparing: keyCauses.unknownKey(after: failure, in: document))
            return
        }
        // What explains only a part is not to sound as if that were all.
        let part = (explanation.isPartial ? explanation.sentence : nil)
            .map { SAML.Discrepancy($0, expected: nil, found: nil) }
        record.reasons[index] = reason.adding(
            cause: cause,
            comparing: keyCauses.owner(of: cause, after: failure, in: document) ?? part)
    }
}
