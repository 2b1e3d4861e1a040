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
    /// - Returns: The explanations, in the order the signatures are verified in; none for what is
    ///   no XML document, and none without trust.
    public func explanations(of message: CapturedMessage) -> [SignatureExplanation] {
        guard options.trust != nil, let envelope = try? decoder.envelope(from: message),
            let document = try? XML.Document(
                parsing: envelope.xml, limits: options.parsingLimits)
        else { return [] }
        let explanations = verifier.explanations(of: document, sentIn: envelope.signedQuery)
        // Metadata may tell more of the key than the message and the other keys do.
        return keyCauses.identifiesKey(of: document)
            ? explanations.map(\.withoutKeyCause) : explanations
    }

    /// Returns what the metadata says of a key that was tried on a record's message, such as that it is for
    /// encryption.
    package func note(on key: TrustedKey, of record: ProfileRecord) -> String? {
        record.groupingIssuer.flatMap { keyCauses.note(on: key, ofIssuer: $0) }
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
        let cause = verifier.likelyCause(
            of: failure, in: document, sentIn: query, within: options.explanationBudget)
        record.reasons[index] =
            cause.map { reason.adding(cause: $0.rawValue) }
            ?? reason.adding(comparing: keyCauses.unknownKey(after: failure, in: document))
    }
}
