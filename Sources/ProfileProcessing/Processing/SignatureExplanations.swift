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
    /// - Returns: The explanations, in the order the signatures are verified in; none for what is
    ///   no XML document, and none without trust.
    public func explanations(of message: CapturedMessage) -> [SignatureExplanation] {
        guard options.trust != nil, let envelope = try? decoder.envelope(from: message),
            let document = try? XML.Document(
                parsing: envelope.xml, limits: options.parsingLimits)
        else { return [] }
        return verifier.explanations(of: document, sentIn: envelope.signedQuery)
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
