internal import SAML2
internal import SignatureDiagnostics
internal import XMLCore
internal import XMLSecurity

/// Reads a response as far as it may be believed.
extension ResponseAdmission {
    /// The document in a message.
    func document(_ message: [UInt8]) throws(AdmissionRefusal) -> XML.Document {
        let document: XML.Document
        do throws(XML.ParsingError) {
            document = try XML.Document(parsing: message)
        } catch {
            throw AdmissionRefusal(
                .notXML,
                "The SAMLResponse contains no well-formed XML: \(error.description) The "
                    + "cookbook's normalization breaks XML in which a line break stands between "
                    + "two attributes.", at: error.position)
        }
        guard document.rootElement.isNamed(.response) else {
            throw AdmissionRefusal(
                .wrongRoot,
                document.rootElement.isNamed(.attributeQuery)
                    ? "The SAMLResponse contains the query. Send the framework's answer "
                        + "(samlAttributeQueryResponse)."
                    : "The root element is not samlp:Response.",
                at: document.rootElement.position)
        }
        return document
    }

    /// Returns the response, verified unless verification is turned off.
    func response(
        in document: XML.Document
    ) throws(AdmissionRefusal) -> (SAML.Claimed<SAML.Response>, SAML.VerifiedResponse?) {
        let claimed: SAML.Response
        do throws(SAML.StructureError) {
            claimed = try SAML.Response(unverified: document.rootElement)
        } catch {
            throw .structure(error)
        }
        // What is not signed may speak against a response, and a failure seldom is signed.
        if checks.status, let status = claimed.status, !status.isSuccess {
            throw AdmissionRefusal(
                .statusNotSuccess,
                "The response reports a failure in its status, so no user is signed "
                    + "in. Continue with the regular authentication.")
        }
        guard !claimed.assertions.isEmpty || claimed.encryptedAssertionCount > 0 else {
            throw AdmissionRefusal(.noAssertion, "The response has no assertion.")
        }
        let verified = checks.signature ? try verified(document) : nil
        let response =
            if let verified { verified.claims } else { try decrypted(claimed, in: document) }
        if checks.signature, checks.status, !(response.unverified.status?.isSuccess ?? false) {
            throw AdmissionRefusal(.statusNotSuccess, "The response has no status of success.")
        }
        return (response, verified)
    }

    private func verified(
        _ document: XML.Document
    ) throws(AdmissionRefusal) -> SAML.VerifiedResponse? {
        var trust = SAML.TrustStore()
        // The issuer is checked afterwards, with a refusal of its own.
        trust.trustForEveryIssuer([mvpd.key.trusted, mvpd.p256Key.trusted])
        let verifier = SAML.MessageVerifier(
            trusting: trust, policy: checks.allowsSHA1 ? .legacySHA1 : .standard,
            decryptor: serviceProvider.decryptor(), now: now)
        do throws(SAML.MessageVerifier.Failure) {
            return try verifier.verifiedResponse(in: document)
        } catch {
            let refusal = AdmissionRefusal.failure(error) { failure in
                guard !failure.isRefusal else { return nil }
                return verifier.explanations(of: document, isWhole: false)
                    .lazy.compactMap(\.likelyCause?.hypothesis).first
            }
            guard checks.acceptsCollapsed, refusal.isOpenQuestion else { throw refusal }
            return nil
        }
    }

    /// Returns the claims of an unverified response, with its encrypted parts decrypted.
    private func decrypted(
        _ claimed: SAML.Response, in document: XML.Document
    ) throws(AdmissionRefusal) -> SAML.Claimed<SAML.Response> {
        guard claimed.encryptedAssertionCount > 0, let decryptor = serviceProvider.decryptor()
        else { return SAML.Claimed(claimed) }
        do throws(SAML.MessageVerifier.Failure) {
            return SAML.Claimed(
                try SAML.MessageDecryptor(decryptor)
                    .response(unverified: document.rootElement).0)
        } catch {
            throw .failure(error) { _ in nil }
        }
    }
}

extension AdmissionRefusal {
    /// A Boolean value that indicates whether Adobe's verifier may decide otherwise: its cookbook
    /// asks for the normalization that broke the signature.
    fileprivate var isOpenQuestion: Bool {
        code == .signatureInvalid && likelyCause == .whitespaceCollapsed
    }

    fileprivate static func structure(_ error: SAML.StructureError) -> AdmissionRefusal {
        AdmissionRefusal(.malformedResponse, error.description, at: error.position)
    }

    fileprivate static func failure(
        _ failure: SAML.MessageVerifier.Failure,
        likelyCause: (VerificationFailure) -> SignatureExplanation.Hypothesis?
    ) -> AdmissionRefusal {
        switch failure {
        case .structure(let error): structure(error)
        case .decryption(let failure):
            AdmissionRefusal(
                .notDecryptable,
                "The encrypted content cannot be decrypted: \(failure.description) It must be "
                    + "encrypted to the sandbox's current key.", at: failure.position)
        case .signature(let failure): signature(failure, likelyCause: likelyCause(failure))
        }
    }

    private static func signature(
        _ failure: VerificationFailure, likelyCause: SignatureExplanation.Hypothesis?
    ) -> AdmissionRefusal {
        let code: AdmissionCode =
            switch failure.code {
            case .absent: .signatureMissing
            case _ where failure.isRefusal: .signatureRefused
            default: .signatureInvalid
            }
        var sentence = failure.description
        if let likelyCause {
            sentence += " \(likelyCause.explanation) \(likelyCause.advice)"
            if likelyCause == .whitespaceCollapsed {
                sentence +=
                    " Whether Adobe's verifier refuses it, too, is an open question; "
                    + "samlkit sandbox --accept-collapsed accepts it."
            }
        } else if failure.code == .noTrustedKey || failure.code == .signatureMismatch {
            sentence +=
                " It must be from the sandbox's MVPD; a restarted sandbox has new keys."
        }
        return AdmissionRefusal(code, sentence, at: failure.position, likelyCause: likelyCause)
    }
}
