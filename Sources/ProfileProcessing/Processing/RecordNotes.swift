internal import SAML2
internal import XMLCore
internal import XMLSecurity

extension ProfileRecord {
    /// Notes what the query asks for and the response does not state, unless it is encrypted.
    ///
    /// A responder may leave out what it does not have, so that this does not reject the response.
    mutating func noteUnanswered(
        of query: SAML.AttributeQuery?, by response: some SAML.JudgedResponse
    ) {
        guard let query, response.encryptedParts.isEmpty, !response.assertions.isEmpty else {
            return
        }
        for name in response.unansweredAttributes(of: query).map(\.name)
        where !missing.contains(where: { $0.hasSameBytes(as: name) }) {
            missing.append(name)
        }
    }

    /// Notes what a response that cannot be read says around its assertions, and first of all the failure that it
    /// reports.
    mutating func note(_ response: SAML.Response, _ context: SAML.ProcessingContext) {
        claimed = SAML.Claimed(MessageContent(envelope: response))
        guard response.reportsFailure else { return }
        kind = .response
        conditions.verdict = .statusNotSuccess
        reasons.insert(
            Reason(
                .statusNotSuccess,
                comparing: response.discrepancy(of: .statusNotSuccess, in: context)),
            at: 0)
    }

    /// Notes why nothing of a message could be verified.
    mutating func note(_ failure: SAML.MessageVerifier.Failure) {
        switch failure {
        case .structure(let error): reasons.append(Reason(error))
        case .decryption(let failure):
            reasons.append(Reason(failure))
            // There may be one inside what was not decrypted.
            signature.verdict = .notChecked
        case .signature(let failure):
            reasons.append(Reason(failure))
            signature.verdict = SignatureSummary.Verdict(failure)
        }
    }
}

extension ProfileRecord {
    /// Notes what was decrypted, beside what was left encrypted.
    mutating func note(_ encryption: SAML.Encryption) {
        encrypted = EncryptedPart.allCases.filter { part in
            encrypted.contains(part) || encryption.parts.contains { $0.rawValue == part.rawValue }
        }
        self.encryption = encryption.parts.isEmpty ? nil : EncryptionSummary(encryption)
    }
}

extension SignatureSummary.Verdict {
    init(_ failure: VerificationFailure) {
        self = failure.code == .absent ? .absent : failure.isRefusal ? .refused : .invalid
    }
}

extension SignatureSummary {
    /// Notes the element a trusted key signed.
    mutating func accept(_ response: SAML.VerifiedResponse) {
        accept(response.first)
        assertions = response.assertions.map {
            AssertionName(issuer: $0.issuer?.uri ?? "", id: $0.id ?? "")
        }
        // A signature inside something encrypted shows only now.
        signed = response.isSignedItself ? [.response] : []
        if !response.verifiedAssertions.isEmpty { signed.append(.assertion) }
        if response.verifiedQuery != nil { signed.append(.queryString) }
    }

    mutating func accept(_ verified: VerifiedElement?) {
        guard let verified else { return }
        verdict = .valid
        signatureMethod = verified.signatureMethod.rawValue
        digestMethod = verified.signedInfo?.reference.digestMethod.rawValue
        canonicalization = verified.signedInfo?.canonicalizationMethod.algorithmIdentifier
        keySHA256 = verified.key.keySHA256
        key = verified.key
    }
}
