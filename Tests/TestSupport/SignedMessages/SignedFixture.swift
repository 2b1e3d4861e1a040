package import SAML2
package import XMLCore
package import XMLSecurity

/// Freshly signed responses, and what becomes of them when they are verified.
package enum SignedFixture {
    /// What of a response is signed.
    package enum Layout: CaseIterable, Sendable {
        /// The assertion.
        case assertion
        /// The response.
        case response
        /// The assertion, and then the response.
        case both
    }

    /// The outcome of verifying a message.
    package enum Verdict: Hashable, Sendable {
        /// It is accepted.
        case accepted
        /// A signature is invalid or refused.
        case signature(VerificationFailure.Code)
        /// It is no SAML message.
        case structure(SAML.StructureError.Code)
        /// It is no XML document.
        case parsing(XML.ParsingError.Code)
        /// An encrypted part cannot be read.
        case decryption(DecryptionFailure.Code)
    }

    /// A key that was made for this run.
    package static let p256 = SigningKey.makeP256()
    /// A key that nobody trusts.
    package static let stranger = SigningKey.makeP256()
    private static let madeRSA = Result { try SigningKey.makeRSA() }

    /// An RSA key, one for the whole run: making it takes long.
    package static func rsa() throws -> SigningKey { try madeRSA.get() }

    /// A signed response; the prefix of the signature is `ds`.
    package static func message(
        _ layout: Layout = .assertion, of response: ResponseFixture = ResponseFixture(),
        by key: SigningKey = p256
    ) throws -> String {
        var message = response.xml
        if layout != .response { message = try message.signing("_assertion", by: key) }
        if layout != .assertion { message = try message.signing("_response", by: key) }
        return message
    }

    /// Trusts a key whoever the issuer is.
    package static func trusting(_ key: SigningKey = p256) throws -> SAML.TrustStore {
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer(try TrustedKey.keys(pemEncoded: key.publicKeyPEM))
        return trust
    }

    /// The verified response.
    package static func verified(
        _ message: String, trusting trust: SAML.TrustStore, policy: XMLDSig.Policy = .standard,
        now: SAML.Instant? = nil
    ) throws -> SAML.VerifiedResponse {
        try SAML.MessageVerifier(trusting: trust, policy: policy, now: now)
            .verifiedResponse(in: XML.Document(parsing: Array(message.utf8)))
    }

    /// The verdict on a message.
    package static func verdict(
        _ message: String, trusting trust: SAML.TrustStore? = nil,
        policy: XMLDSig.Policy = .standard, now: SAML.Instant? = nil
    ) throws -> Verdict {
        do {
            _ = try verified(message, trusting: trust ?? trusting(), policy: policy, now: now)
            return .accepted
        } catch let failure as SAML.MessageVerifier.Failure {
            switch failure {
            case .signature(let failure): return .signature(failure.code)
            case .structure(let error): return .structure(error.code)
            case .decryption(let failure): return .decryption(failure.code)
            }
        } catch let error as XML.ParsingError {
            return .parsing(error.code)
        }
    }
}

extension String {
    /// The message with the response signed.
    package func signingResponse(by key: SigningKey = SignedFixture.p256) throws -> String {
        try signing("_response", by: key)
    }

    /// The message with one of its elements signed.
    package func signing(
        _ identifier: String, by key: SigningKey = SignedFixture.p256
    ) throws -> String {
        let bytes = try EnvelopedSigner(key: key).signing(
            identifier, in: Array(utf8), after: XML.QualifiedName("Issuer", in: .assertion))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The keys of every issuer of the samples.
package enum SampleTrust {
    /// Trusts each of them for its own messages.
    package static func everyIssuer() throws -> SAML.TrustStore {
        let metadata = try XML.Document(parsing: Repository.sample("metadata/all-idps.xml"))
        var trust = SAML.TrustStore()
        try trust.trust(SAML.Metadata(metadata.rootElement))
        return trust
    }
}
