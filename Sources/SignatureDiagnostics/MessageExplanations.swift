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
    ///   - known: How a signature of the document failed, so that it need not be verified again.
    ///   - budget: How much may be spent, on all signatures together.
    ///   - isWhole: Whether every signature is explained, and not only those up to the first likely cause.
    /// - Returns: The explanations, in the order the signatures are verified in: the query string,
    ///   then the wrapper, the message and its assertions. There is none for what carries no signature.
    package func explanations(
        of document: XML.Document, sentIn query: SignedQuery? = nil,
        knowing known: VerificationFailure? = nil,
        within budget: SignatureExplanation.Budget = .thorough, isWhole: Bool = true
    ) -> [SignatureExplanation] {
        var explanations = overQuery(query, document, within: budget)
        guard isWhole || !explanations.contains(where: { $0.likelyCause != nil }) else {
            return explanations
        }
        for explanation in lazyExplanations(of: document, knowing: known, within: budget) {
            explanations.append(
                isAssertion(document.rootElement) ? explanation.ofAssertionCutOut : explanation)
            if !isWhole, explanation.likelyCause != nil { break }
        }
        return explanations
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

    /// Returns whether there are signatures on a message, and all are valid.
    package func verifiesEverySignature(of document: XML.Document) -> Bool {
        let (elements, roles) = signedElements(of: document)
        return !elements.isEmpty
            && elements.allSatisfy { element in
                let verifier = signatureVerifier(
                    forIssuer: try? VerificationPlan.issuer(of: element), as: roles)
                return (try? verifier.verdict(onSignatureOf: element, in: document).get()) != nil
            }
    }

    private func isAssertion(_ root: XML.Element) -> Bool {
        SAML.MessageKind(of: root) == .assertion
    }

    /// The elements whose signatures count, and the roles of those who sign them.
    private func signedElements(
        of document: XML.Document
    ) -> (elements: ArraySlice<XML.Element>, roles: [SAML.Metadata.Role]) {
        let plan =
            (try? SAML.CarriedMessage(in: document)).map { VerificationPlan(for: $0, in: profile) }
            ?? VerificationPlan(for: document.rootElement, in: profile)
        // An assertion that is not part of a response is signed as in one.
        let roles = isAssertion(document.rootElement) ? profile.issuerRoles : plan.roles
        return (plan.elements.prefix(Self.mostSignatures), roles)
    }

    /// Explains one signature after the other with the keys that verification takes.
    private func lazyExplanations(
        of document: XML.Document, knowing known: VerificationFailure?,
        within budget: SignatureExplanation.Budget
    ) -> some Sequence<SignatureExplanation> {
        let (elements, roles) = signedElements(of: document)
        let share = budget.share(ofOneIn: elements.count)
        return elements.lazy.map { element in
            signatureVerifier(forIssuer: try? VerificationPlan.issuer(of: element), as: roles)
                .explanation(
                    ofSignatureOf: element, in: document, knowing: known,
                    othersTrusted: trust.everyKey, within: share)
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
