internal import PayloadCoding
internal import SAML2
public import SAMLBindings
public import SignatureDiagnostics
internal import XMLCore
internal import XMLSecurity

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
        guard options.trust != nil else { return [] }
        let envelope = try? decoder.envelope(from: message)
        let document = envelope.flatMap {
            try? XML.Document(parsing: $0.xml, limits: options.parsingLimits)
        }
        let explanations =
            document.map { verifier.explanations(of: $0, sentIn: envelope?.signedQuery) } ?? []
        let isExplained = explanations.contains { $0.likelyCause != nil }
        let isIntact = !explanations.isEmpty && explanations.allSatisfy(\.isValid)
        guard !isExplained, !isIntact else { return explanations }
        let damage = damage(
            to: message, unpackedAs: envelope?.xml, isWellFormed: document != nil, within: .thorough
        )
        return damage.map { [SignatureExplanation(of: $0)] + explanations } ?? explanations
    }

    private func damage(
        to message: CapturedMessage, unpackedAs xml: [UInt8]?, isWellFormed: Bool,
        within budget: SignatureExplanation.Budget
    ) -> SignatureExplanation.Finding? {
        var search = DamageSearch(
            decoder: decoder, limits: options.parsingLimits,
            verifier: options.trust == nil ? nil : verifier, budget: budget)
        return search.damage(to: message.bytes, unpackedAs: xml, isWellFormed: isWellFormed)
    }

    /// Returns the reason why a message cannot be read, with what probably happened to it.
    func explained(
        _ reason: Reason, _ message: CapturedMessage, unpackedAs xml: [UInt8]? = nil
    ) -> Reason {
        let damage = damage(
            to: message, unpackedAs: xml, isWellFormed: false, within: options.explanationBudget)
        guard let damage else { return reason }
        return Reason(
            reason.code, message: reason.message, position: reason.position,
            likelyCause: damage.cause)
    }

    /// Notes what probably happened to a message whose signature is invalid.
    func explain(
        _ failure: SAML.MessageVerifier.Failure, of document: XML.Document, _ query: SignedQuery?,
        in record: inout ProfileRecord
    ) {
        guard case .signature(let failure) = failure,
            let index = record.reasons.lastIndex(where: { $0.code == .signature(failure.code) }),
            let cause = verifier.likelyCause(
                of: failure, in: document, sentIn: query, within: options.explanationBudget)
        else { return }
        let reason = record.reasons[index]
        record.reasons[index] = Reason(
            reason.code, message: reason.message, position: reason.position,
            likelyCause: cause.rawValue)
    }
}
