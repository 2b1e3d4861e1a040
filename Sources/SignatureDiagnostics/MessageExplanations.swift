package import PayloadCoding
package import SAML2
package import XMLCore
package import XMLSecurity

extension SAML.MessageVerifier {
    /// The largest number of signatures of one message that are explained.
    private static let mostSignatures = 8

    /// Returns the explanations of the verdicts on a message's signatures.
    ///
    /// - Parameters:
    ///   - document: A response or a request as it was received.
    ///   - query: The query string that it came in, when that carries a signature over itself.
    ///   - budget: How much may be spent, on all signatures together.
    /// - Returns: The explanations, in the order the signatures are verified in: the query string,
    ///   then the wrapper, the message and its assertions. There is none for what carries no signature.
    package func explanations(
        of document: XML.Document, sentIn query: SignedQuery? = nil,
        within budget: SignatureExplanation.Budget = .thorough
    ) -> [SignatureExplanation] {
        overQuery(query, document, within: budget)
            + lazyExplanations(of: document, within: budget).map { explanation in
                isAssertion(document.rootElement) ? explanation.ofAssertionCutOut : explanation
            }
    }

    /// Returns the explanation of a message's failure that names likely damage.
    ///
    /// - Parameters:
    ///   - failure: What verification said of the document; of a refusal no cause is looked for.
    ///   - document: The document.
    ///   - query: The query string that it came in, when that carries a signature over itself.
    ///   - budget: How much may be spent.
    /// - Returns: The first explanation with a likely cause, `nil` when there is none or the signature is refused
    ///   for another reason than that it is invalid.
    package func explanation(
        of failure: VerificationFailure, in document: XML.Document,
        sentIn query: SignedQuery? = nil,
        within budget: SignatureExplanation.Budget = .brief
    ) -> SignatureExplanation? {
        guard !failure.isRefusal else { return nil }
        if failure.isOverQuery {
            return overQuery(query, document, within: budget).first { $0.likelyCause != nil }
        }
        // What happened to a message on its way happened to all of it, and is not proved for each signature: one
        // over another signature has two to undo. Whoever reads the reason sees the first that can be.
        return lazyExplanations(of: document, within: budget).first { $0.likelyCause != nil }
    }

    /// Explains the signature over a query string.
    private func overQuery(
        _ query: SignedQuery?, _ document: XML.Document,
        within budget: SignatureExplanation.Budget
    ) -> [SignatureExplanation] {
        guard let query else { return [] }
        let root = (try? SAML.CarriedMessage(in: document).element) ?? document.rootElement
        let roles = VerificationPlan(for: root, in: profile).roles
        return [
            signatureVerifier(forIssuer: try? VerificationPlan.issuer(of: root), as: roles)
                .explanation(
                    ofSignatureOf: query, around: root, othersTrusted: trust.everyKey,
                    within: budget)
        ]
    }

    private func isAssertion(_ root: XML.Element) -> Bool {
        SAML.MessageKind(of: root) == .assertion
    }

    /// Explains one signature after the other with the keys that verification takes.
    private func lazyExplanations(
        of document: XML.Document, within budget: SignatureExplanation.Budget
    ) -> some Sequence<SignatureExplanation> {
        let plan =
            (try? SAML.CarriedMessage(in: document)).map { VerificationPlan(for: $0, in: profile) }
            ?? VerificationPlan(for: document.rootElement, in: profile)
        let elements = plan.elements.prefix(Self.mostSignatures)
        // An assertion that is no part of a response is signed as in one.
        let roles = isAssertion(document.rootElement) ? profile.issuerRoles : plan.roles
        let share = budget.share(ofOneIn: elements.count)
        return elements.lazy.map { element in
            signatureVerifier(forIssuer: try? VerificationPlan.issuer(of: element), as: roles)
                .explanation(
                    ofSignatureOf: element, in: document, othersTrusted: trust.everyKey,
                    within: share)
        }
    }
}

extension SignatureExplanation {
    /// The explanation, of an assertion that should be in a response.
    fileprivate var ofAssertionCutOut: SignatureExplanation {
        guard isValid else { return self }
        var explanation = self
        explanation.damage = Finding(
            hypothesis: .assertionCutOut,
            undoing: "the root is an Assertion, and its signature is valid", isProved: false)
        return explanation
    }
}

extension SignatureExplanation.Budget {
    /// Returns the budget of each of several signatures, so that a message with many costs no more
    /// than one.
    fileprivate func share(ofOneIn count: Int) -> Self {
        var share = self
        let count = max(1, count)
        share.testCount /= count
        share.byteCount /= count
        share.keyTestCount /= count
        share.valueTestCount /= count
        share.pairByteCount /= count
        if otherKeyCount > 0 { share.otherKeyCount = max(1, otherKeyCount / count) }
        return share
    }
}
