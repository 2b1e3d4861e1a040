internal import PayloadCoding
internal import WireText
package import XMLCore
package import XMLSecurity

extension SignatureVerifier {
    /// Returns the explanation of the verdict on the signature of `element`, with the likely damage
    /// if it is invalid.
    ///
    /// It is never more than an explanation. The parts that verification does not get to after a
    /// failure are looked at all the same, whatever the policy says.
    ///
    /// - Parameters:
    ///   - element: An element of the document as it was received.
    ///   - document: The document.
    ///   - known: How a signature of the document failed, which need not be this one.
    ///   - others: Keys that are trusted for other issuers, to tell when one of them was used.
    ///   - budget: How much may be spent on finding the cause of an invalid signature.
    /// - Returns: The explanation.
    package func explanation(
        ofSignatureOf element: XML.Element, in document: XML.Document,
        knowing known: VerificationFailure? = nil, othersTrusted others: Set<TrustedKey> = [],
        within budget: SignatureExplanation.Budget = .thorough
    ) -> SignatureExplanation {
        let signatures = element.childElements(named: .signature)
        let failure =
            known.flatMap { $0.isOf(element, signatures) ? $0 : nil }
            ?? self.failure(ofSignatureOf: element, in: document)
        var explanation = SignatureExplanation(
            elementName: element.name, position: element.position, failure: failure)
        guard signatures.count == 1 else { return explanation }
        guard let signature = try? Signature(signatures[0]) else {
            (explanation.damage, explanation.remainder) = damageToUnreadable(
                signatures[0], of: element, in: document, within: budget)
            return explanation
        }
        var signedInfo = examinedSignedInfo(
            of: signature, others: others, after: failure?.code, within: budget)
        var reference = examinedReference(of: signature, to: element, in: document)
        if reference?.isValid != true, budget.testCount > 0,
            let change = identifierChange(of: signature, on: element, in: document, signedInfo)
        {
            explanation.damage = change.finding
            explanation.remainder = change.remainder
        }
        let isSigned = signedInfo.keys.contains { $0.outcome == .madeSignature }
        if explanation.damage == nil, !isSigned || reference?.isValid == false,
            let message = ReceivedMessage(
                element, signature: signature, in: document, signedInfoBytes: signedInfo.bytes,
                referenceBytes: reference?.bytes, limits: limits)
        {
            let values =
                isSigned || budget.valueTestCount == 0
                ? nil : valueSearch(signature, as: signatures[0], signedInfo, reference)
            explanation.damage = values?.damage
            if isSigned, let received = reference, let fault = Self.signersFault(in: received) {
                reference?.cause = fault
                reference?.originalBytes = received.bytes
            } else if explanation.damage == nil {
                let search = search(
                    message, for: &signedInfo, isSigned: isSigned, &reference, within: budget)
                explanation.testCount = search.testCount
                explanation.recipes = search.recipes
                explanation.restored = search.document
            }
            if !isSigned, signedInfo.cause == nil, explanation.damage == nil {
                tryKeys(of: others, on: signature, in: &signedInfo, within: budget)
            }
            if signedInfo.cause == nil, reference?.cause == nil, explanation.damage == nil {
                explanation.damage =
                    isSigned
                    ? message.visibleDamage
                    : reference?.isValid == true && !signedInfo.isMade
                        ? values?.visibleDamage
                            ?? values?.valueDamage(mostTests: budget.valueTestCount) : nil
            }
            if signedInfo.cause == nil, reference?.cause == nil {
                explanation.observations = message.observations
                if values?.hasOtherSize == true {
                    explanation.observations.append(.signatureOfOtherSize)
                }
            }
            explanation.remainder = Self.remainder(
                after: explanation.damage, signedInfo, reference, isSigned: isSigned)
        }
        explanation.signedInfo = signedInfo
        explanation.reference = reference
        return explanation
    }

    private func failure(
        ofSignatureOf element: XML.Element, in document: XML.Document
    ) -> VerificationFailure? {
        guard case .failure(let failure) = verdict(onSignatureOf: element, in: document) else {
            return nil
        }
        return failure
    }

    /// Returns what the causes that were found leave invalid.
    private static func remainder(
        after damage: SignatureExplanation.Finding?, _ signedInfo: SignatureExplanation.SignedInfo,
        _ reference: SignatureExplanation.Reference?, isSigned: Bool
    ) -> SignatureExplanation.Remainder? {
        let isContentExplained =
            reference.map { $0.isValid || $0.cause != nil } ?? true
        if let damage {
            // With the computed digest in its place, SignedInfo is that of the content.
            let isRestored = isContentExplained || damage.restoresDigest || !damage.isProved
            return isRestored ? nil : .content
        }
        if !isSigned, signedInfo.cause == nil { return reference?.cause == nil ? nil : .signature }
        return isSigned || isContentExplained ? nil : .content
    }

    /// Returns what the signer did wrong with the digest of what was received as it was signed.
    private static func signersFault(
        in reference: SignatureExplanation.Reference
    ) -> SignatureExplanation.Finding? {
        let declared = reference.declaredDigest
        if let computed = reference.computedDigest, Hexadecimal.decoded(declared) == computed {
            return SignatureExplanation.Finding(
                hypothesis: .hexEncoded, undoing: "the digest value read as hexadecimal")
        }
        let others: [XMLDSig.DigestMethod] = [.sha1, .sha256, .sha384, .sha512]
        return others.first { method in
            reference.bytes.map { method.digest(of: $0) == declared } ?? false
        }.map { method in
            SignatureExplanation.Finding(
                hypothesis: .otherDigestMethod,
                undoing: "\(method.rawValue) tried instead of the method in SignedInfo")
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
            bytes: form?.bytes, declaredDigest: reference.digestValue,
            computedDigest: form.flatMap { reference.digestMethod.digest(of: $0.bytes) })
    }
}

// MARK: Values

extension SignatureVerifier {
    private func valueSearch(
        _ signature: Signature, as received: XML.Element,
        _ signedInfo: SignatureExplanation.SignedInfo,
        _ reference: SignatureExplanation.Reference?
    ) -> SignatureValueSearch? {
        guard let bytes = signedInfo.bytes else { return nil }
        let method = signedInfo.content.signatureMethod
        return SignatureValueSearch(
            signature: signature, signedInfoBytes: bytes,
            computedDigest: reference?.computedDigest,
            signatureDigits: received.digits(of: [.signatureValue]),
            digestDigits: received.digits(of: [.signedInfo, .reference, .digestValue]),
            spacedDigits: received.spacedDigits, keys: keys.filter { $0.fits(method) })
    }

    /// Returns the damage to the Base64 of a signature that cannot be read.
    private func damageToUnreadable(
        _ received: XML.Element, of element: XML.Element, in document: XML.Document,
        within budget: SignatureExplanation.Budget
    ) -> (SignatureExplanation.Finding?, SignatureExplanation.Remainder?) {
        guard budget.valueTestCount > 0,
            let standIn = PatchedSignatureDocument(
                for: element, path: element.path, in: document, limits: limits,
                parsingLimits: parsingLimits)
        else { return (nil, nil) }
        let signedInfo = examinedSignedInfo(
            of: standIn.signature, others: [], after: nil, within: .none)
        let reference = examinedReference(
            of: standIn.signature, to: standIn.element, in: standIn.document)
        guard let values = valueSearch(standIn.signature, as: received, signedInfo, reference)
        else { return (nil, nil) }
        let damage =
            values.damage ?? values.visibleDamage
            ?? values.valueDamage(mostTests: budget.valueTestCount)
        let remainder = Self.remainder(after: damage, signedInfo, reference, isSigned: false)
        return (damage, damage == nil ? nil : remainder)
    }
}

extension VerificationFailure {
    /// Returns whether it is that of an element with one signature.
    fileprivate func isOf(_ element: XML.Element, _ signatures: [XML.Element]) -> Bool {
        guard signatures.count == 1, let position else { return false }
        return switch code {
        case .digestMismatch: position == element.position
        case .signatureMismatch: position == signatures[0].position
        default: false
        }
    }
}

extension XML.Element {
    /// The text of a descendant without white space.
    fileprivate func digits(of path: [XML.QualifiedName]) -> [UInt8] {
        var element = self
        for name in path {
            guard let next = element.firstChild(named: name) else { return [] }
            element = next
        }
        return element.textContent.utf8.filter { !$0.isWhiteSpace }
    }

    /// The signature value of a signature with `+` for spaces inside it, `nil` where there are none.
    fileprivate var spacedDigits: [UInt8]? {
        guard let text = firstChild(named: .signatureValue)?.textContent.utf8 else { return nil }
        var digits = text.filter { $0 > 0x20 || $0 == 0x20 }[...]
        while digits.first == 0x20 { digits = digits.dropFirst() }
        while digits.last == 0x20 { digits = digits.dropLast() }
        guard digits.contains(0x20) else { return nil }
        return digits.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }
    }
}

// MARK: Keys

extension SignatureVerifier {
    /// The largest number of certificates of a message that are looked at.
    private static let mostHints = 4
    /// The largest number of keys that are tried with every hypothesis.
    private static let mostCandidates = 8

    private func examinedSignedInfo(
        of signature: Signature, others: Set<TrustedKey>, after code: VerificationFailure.Code?,
        within budget: SignatureExplanation.Budget
    ) -> SignatureExplanation.SignedInfo {
        let form = try? signature.signedInfoElement.linearCanonicalForm(
            using: signature.signedInfo.canonicalizationMethod, limits: limits)
        var examined = SignatureExplanation.SignedInfo(
            content: signature.signedInfo, bytes: form?.bytes, keys: [])
        // The verdict says of all keys that none made the signature, or of the only one that it did.
        let method = signature.signedInfo.signatureMethod
        let isMade: Bool? =
            switch code {
            case .signatureMismatch: false
            case .digestMismatch where keys.count(where: { $0.fits(method) }) == 1: true
            default: nil
            }
        for key in keys.ordered(hintedAtBy: signature)
        where examined.tries(key, .trusted, on: signature, knowing: isMade) { return examined }
        let hints = signature.certificateTexts
            .prefix(budget.otherKeyCount > 0 ? Self.mostHints : budget.triesRecipesOnly ? 0 : 1)
            .compactMap { try? Base64.decodeWrapped(Array($0.utf8)) }
            .compactMap { try? TrustedKey(derEncoded: $0) }
        for key in hints {
            let isOthers = others.contains(key)
            guard examined.tries(key, isOthers ? .trustedForOthers : .keyInfo, on: signature)
            else { continue }
            // Where nobody is trusted, none is missing among the trusted.
            examined.cause = keys.isEmpty ? nil : isOthers ? Self.otherKey : Self.untrusted
            return examined
        }
        return examined
    }

    /// Tries keys that are neither the issuer's nor in the message.
    private func tryKeys(
        of others: Set<TrustedKey>, on signature: Signature,
        in signedInfo: inout SignatureExplanation.SignedInfo,
        within budget: SignatureExplanation.Budget
    ) {
        guard budget.otherKeyCount > 0 else { return }
        let rest = others.sorted { $0.keySHA256 < $1.keySHA256 }.prefix(budget.otherKeyCount)
        for key in rest where signedInfo.tries(key, .trustedForOthers, on: signature) {
            // Where nobody is trusted, the issuer's name is what is wrong.
            if !keys.isEmpty { signedInfo.cause = Self.otherKey }
            return
        }
    }

    private static let otherKey = SignatureExplanation.Finding(
        hypothesis: .signedByOtherKey, undoing: "the keys of the other issuers tried")

    private static let untrusted = SignatureExplanation.Finding(
        hypothesis: .untrustedCertificate, undoing: "the certificate in the message tried")
}

extension SignatureExplanation.SignedInfo {
    /// A Boolean value that indicates whether any key that was tried made the signature.
    fileprivate var isMade: Bool { keys.contains { $0.outcome == .madeSignature } }

    /// Tries a key that was not tried before, and tells whether it made the signature.
    fileprivate mutating func tries(
        _ key: TrustedKey, _ origin: SignatureExplanation.KeyTrial.Origin, on signature: Signature,
        knowing isMade: Bool? = nil
    ) -> Bool {
        guard let bytes, !keys.contains(where: { $0.key == key }) else { return false }
        let method = content.signatureMethod
        let isMaker =
            key.fits(method)
            && isMade ?? key.isValidSignature(signature.signatureValue, over: bytes, method: method)
        keys.append(
            SignatureExplanation.KeyTrial(
                key: key, origin: origin,
                outcome: isMaker
                    ? .madeSignature : key.fits(method) ? .didNotMakeSignature : .otherKind))
        return isMaker
    }
}

// MARK: Hypotheses

extension SignatureVerifier {
    /// Looks for what made the signature or the digest invalid, and returns the search.
    private func search(
        _ message: ReceivedMessage, for signedInfo: inout SignatureExplanation.SignedInfo,
        isSigned: Bool, _ reference: inout SignatureExplanation.Reference?,
        within budget: SignatureExplanation.Budget
    ) -> HypothesisSearch {
        let usable = signedInfo.keys.filter { $0.outcome != .otherKind }
        // Keys that nobody trusts are the sender's choice, and the slowest there are if that helps;
        // of several certificates the first is the signer's.
        let unknown = usable.filter { $0.origin != .trusted }.prefix(
            budget.otherKeyCount > 0 ? 1 : 0)
        let candidates = (usable.filter { $0.origin == .trusted } + unknown).map(\.key)
            .prefix(Self.mostCandidates)
        var search = HypothesisSearch(
            message, keys: Array(candidates), parsingLimits: parsingLimits,
            isSigned: isSigned, needsReference: reference?.isValid == false, budget: budget)
        search.run()
        reference?.cause = search.reference?.cause
        reference?.furtherCause = search.reference?.furtherCause
        reference?.originalBytes = search.reference?.bytes
        guard let (key, proof) = search.signedInfo else { return search }
        signedInfo.cause = proof.cause
        signedInfo.furtherCause = proof.furtherCause
        signedInfo.originalBytes = proof.bytes
        for index in signedInfo.keys.indices where signedInfo.keys[index].key == key {
            signedInfo.keys[index].outcome = .madeSignatureBeforeDamage
        }
        return search
    }
}
