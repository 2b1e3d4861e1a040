public import XMLCore

extension SignatureVerifier {
    /// How the verdict on the signature that `element` itself carries came about, and if it is
    /// invalid, what probably happened to it.
    ///
    /// It is never more than an explanation. The parts that verification does not get to after a
    /// failure are looked at all the same, whatever the policy says.
    ///
    /// - Parameters:
    ///   - element: An element of the document as it was received.
    ///   - document: The document.
    ///   - others: Keys that are trusted for other issuers, to tell when one of them was used.
    ///   - budget: How much may be spent on finding the cause of an invalid signature.
    /// - Returns: The explanation.
    public func explanation(
        ofSignatureOf element: XML.Element, in document: XML.Document,
        othersTrusted others: Set<TrustedKey> = [],
        within budget: SignatureExplanation.Budget = .thorough
    ) -> SignatureExplanation {
        var explanation = SignatureExplanation(
            elementName: element.name, position: element.position,
            failure: failure(ofSignatureOf: element, in: document))
        let signatures = element.childElements(named: .signature)
        guard signatures.count == 1, let signature = try? Signature(signatures[0]) else {
            return explanation
        }
        var signedInfo = examinedSignedInfo(of: signature, others: others, budget: budget)
        var reference = examinedReference(of: signature, to: element, in: document)
        search(
            for: &signedInfo, &reference, of: signature, in: element, document,
            counting: &explanation.testCount, budget: budget)
        explanation.signedInfo = signedInfo
        explanation.reference = reference
        return explanation
    }

    private func failure(
        ofSignatureOf element: XML.Element, in document: XML.Document
    ) -> VerificationFailure? {
        switch verdict(onSignatureOf: element, in: document) {
        case .success: nil
        case .failure(let failure): failure
        }
    }

    private func examinedReference(
        of signature: Signature, to element: XML.Element, in document: XML.Document
    ) -> SignatureExplanation.Reference? {
        let reference = signature.signedInfo.reference
        guard refers(reference.uri, to: element, in: document) else { return nil }
        let form = try? element.linearCanonicalForm(
            using: reference.canonicalizationMethod.withoutComments,
            excluding: signature.element, limits: limits)
        return SignatureExplanation.Reference(
            octets: form?.octets, declaredDigest: reference.digestValue,
            computedDigest: form.flatMap { reference.digestMethod.digest(of: $0.octets) })
    }
}

// MARK: Keys

extension SignatureVerifier {
    /// The largest number of certificates of a message that are looked at.
    private static let mostHints = 4
    /// The largest number of keys that are tried with every hypothesis.
    private static let mostCandidates = 8

    private func examinedSignedInfo(
        of signature: Signature, others: Set<TrustedKey>, budget: SignatureExplanation.Budget
    ) -> SignatureExplanation.SignedInfo {
        let form = try? signature.signedInfoElement.linearCanonicalForm(
            using: signature.signedInfo.canonicalizationMethod, limits: limits)
        var examined = SignatureExplanation.SignedInfo(
            content: signature.signedInfo, octets: form?.octets, keys: [])
        guard let octets = form?.octets else { return examined }
        func tryKey(_ key: TrustedKey, _ origin: SignatureExplanation.KeyTrial.Origin) -> Bool {
            let method = signature.signedInfo.signatureMethod
            let isMaker = key.isValidSignature(
                signature.signatureValue, over: octets, method: method)
            examined.keys.append(
                SignatureExplanation.KeyTrial(
                    key: key, origin: origin,
                    outcome: isMaker
                        ? .madeSignature : key.fits(method) ? .didNotMakeSignature : .otherKind))
            return isMaker
        }
        for key in ordered(keys, by: signature.certificateHints) where tryKey(key, .trusted) {
            return examined
        }
        examined.cause = causeAmongKeys(of: signature, others: others, budget: budget, tryKey)
        return examined
    }

    /// Tries keys that are not the issuer's.
    private func causeAmongKeys(
        of signature: Signature, others: Set<TrustedKey>, budget: SignatureExplanation.Budget,
        _ tryKey: (TrustedKey, SignatureExplanation.KeyTrial.Origin) -> Bool
    ) -> SignatureExplanation.Finding? {
        let trusted = Set(keys)
        let hints = signature.certificateHints.prefix(Self.mostHints)
            .compactMap { try? TrustedKey(derEncoded: $0) }.filter { !trusted.contains($0) }
        for key in hints {
            let isOthers = others.contains(key)
            guard tryKey(key, isOthers ? .trustedForOthers : .keyInfo) else { continue }
            return isOthers ? Self.otherKey : keys.isEmpty ? nil : Self.rolledOver
        }
        guard budget.otherKeyCount > 0 else { return nil }
        let rest = others.subtracting(trusted).subtracting(hints)
            .sorted { $0.keySHA256 < $1.keySHA256 }
        for key in rest.prefix(budget.otherKeyCount) where tryKey(key, .trustedForOthers) {
            return Self.otherKey
        }
        return nil
    }

    private static let otherKey = SignatureExplanation.Finding(
        hypothesis: .signedByOtherKey, undoing: "the keys of the other issuers tried")

    private static let rolledOver = SignatureExplanation.Finding(
        hypothesis: .certificateRolledOver, undoing: "the certificate in the message tried")

    private func search(
        for signedInfo: inout SignatureExplanation.SignedInfo,
        _ reference: inout SignatureExplanation.Reference?, of signature: Signature,
        in element: XML.Element, _ document: XML.Document, counting testCount: inout Int,
        budget: SignatureExplanation.Budget
    ) {
        let isSigned = signedInfo.keys.contains { $0.outcome == .madeSignature }
        let isDigested = reference?.isValid ?? true
        guard !isSigned || !isDigested,
            let message = ReceivedMessage(
                element, signature: signature, in: document, signedInfoOctets: signedInfo.octets,
                referenceOctets: reference?.octets, limits: limits)
        else { return }
        let candidates = signedInfo.keys.filter { $0.outcome != .otherKind }.map(\.key)
            .prefix(Self.mostCandidates)
        var search = HypothesisSearch(
            message, keys: Array(candidates), parsingLimits: parsingLimits,
            needsSignedInfo: !isSigned && !candidates.isEmpty, needsReference: !isDigested,
            budget: budget)
        search.run()
        testCount = search.testCount
        reference?.cause = search.reference
        guard let (key, cause) = search.signedInfo else { return }
        signedInfo.cause = cause
        for index in signedInfo.keys.indices where signedInfo.keys[index].key == key {
            signedInfo.keys[index].outcome = .madeSignatureBeforeDamage
        }
    }
}
