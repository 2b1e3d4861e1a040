public import XMLCore
public import XMLSecurity

extension SAML.MessageVerifier {
    /// The largest number of signed assertions of one message that are explained.
    private static let mostAssertions = 8

    /// How the verdicts on the signatures of a message came about, for people who look for a cause.
    ///
    /// - Parameters:
    ///   - document: A response or a request as it was received.
    ///   - budget: How much may be spent, on all signatures together.
    /// - Returns: The explanations, in the order the signatures are verified in: assertions before
    ///   the message itself. There is none for what carries no signature.
    public func explanations(
        of document: XML.Document, within budget: SignatureExplanation.Budget = .thorough
    ) -> [SignatureExplanation] {
        let elements = signedElements(of: document).prefix(Self.mostAssertions)
        let share = budget.share(ofOneIn: elements.count)
        return elements.map { explanation(of: $0, in: document, within: share) }
    }

    /// What probably happened to a message that gave a failure.
    ///
    /// - Parameters:
    ///   - failure: What verification said of the document.
    ///   - document: The document.
    ///   - budget: How much may be spent.
    /// - Returns: The hypothesis that was proved, `nil` when none was or the signature is refused
    ///   for another reason than that it is invalid.
    public func likelyCause(
        of failure: VerificationFailure, in document: XML.Document,
        within budget: SignatureExplanation.Budget = .brief
    ) -> SignatureExplanation.Hypothesis? {
        guard !failure.isRefusal else { return nil }
        for element in signedElements(of: document) {
            let explanation = explanation(of: element, in: document, within: budget)
            guard let found = explanation.failure else { continue }
            return found == failure ? explanation.likelyCause?.hypothesis : nil
        }
        return nil
    }

    private func explanation(
        of element: XML.Element, in document: XML.Document,
        within budget: SignatureExplanation.Budget
    ) -> SignatureExplanation {
        verifier(for: element, in: document).explanation(
            ofSignatureOf: element, in: document, othersTrusted: trust.everyKey, within: budget)
    }

    /// What carries a signature of its own, as it is verified.
    private func signedElements(of document: XML.Document) -> [XML.Element] {
        let root = document.rootElement
        return (root.childElements(named: .assertion) + [root]).filter {
            !$0.childElements(named: .signature).isEmpty
        }
    }

    /// The verifier with the keys that verification takes.
    private func verifier(
        for element: XML.Element, in document: XML.Document
    ) -> SignatureVerifier {
        let issuer =
            element.firstChild(named: .issuer)
            ?? element.firstChild(named: .assertion)?.firstChild(named: .issuer)
        let name = try? SAML.NameID(issuer)?.uri
        let isResponse = document.rootElement.isNamed(.response)
        let roles = isResponse ? profile.issuerRoles : [.serviceProvider]
        return SignatureVerifier(
            trusting: trust.keys(forIssuer: name, as: roles, at: now), policy: policy,
            parsingLimits: parsingLimits)
    }
}

extension SignatureExplanation.Budget {
    /// What one of several signatures may cost, so that a message with many costs no more than one.
    fileprivate func share(ofOneIn count: Int) -> Self {
        var share = self
        let count = max(1, count)
        share.testCount /= count
        share.octetCount /= count
        share.keyTestCount /= count
        if otherKeyCount > 0 { share.otherKeyCount = max(1, otherKeyCount / count) }
        return share
    }
}
