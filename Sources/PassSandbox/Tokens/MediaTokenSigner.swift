internal import CryptoExtras
internal import PayloadCoding

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Makes media tokens: Base64 of XML with a signature over the text of its second element.
///
/// The names of the elements are those that Adobe's older SDKs documented. How they are put
/// together is this sandbox's own, because Adobe leaves reading a token to its own verifier. The
/// key is made when it is first needed.
actor MediaTokenSigner {
    private let state: SandboxState
    private var key: _RSA.Signing.PrivateKey?

    init(state: SandboxState) { self.state = state }

    /// A signed permission to watch a resource, and its validity.
    struct Token: Sendable {
        let text: String
        let notBefore: Int64
        let notAfter: Int64
    }

    /// Makes a token for a user of an MVPD.
    func token(
        for resource: String, serviceProvider: String, mvpd: SandboxConfiguration.MVPD,
        userID: String
    ) async throws -> Token {
        let seconds = state.configuration.lifetimes.mediaToken
        let now = state.now
        let escape = XMLText.escape
        let signed =
            "<shortAuthorizationToken>"
            + "<sessionGUID>\(escape(PseudonymousID.user(userID, mvpd: mvpd.id)))</sessionGUID>"
            + "<requestorID>\(escape(serviceProvider))</requestorID>"
            + "<resourceID>\(escape(resource))</resourceID>"
            + "<ttl>\(Int64(seconds) * 1000)</ttl>"
            + "<issueTime>\(now)</issueTime>"
            + "<mvpdId>\(escape(mvpd.id))</mvpdId>"
            + "<proxyMvpdId>\(escape(mvpd.proxy ?? ""))</proxyMvpdId>"
            + "</shortAuthorizationToken>"
        // Bytes that are not a digest are hashed with SHA-256 by the library.
        let signature = try await ready().signature(
            for: Data(signed.utf8), padding: .insecurePKCS1v1_5
        ).rawRepresentation
        let text = "<signatureInfo>\(Base64.text(signature))</signatureInfo>\(signed)"
        return Token(
            text: Base64.text(text.utf8), notBefore: now, notAfter: now + Int64(seconds) * 1000)
    }

    /// The public key, PEM.
    func publicKeyPEM() async throws -> String {
        try await ready().publicKey.pemRepresentation
    }

    private func ready() async throws -> _RSA.Signing.PrivateKey {
        if let key { return key }
        let pem = try await state.key(SandboxKeys.mediaTokens)
        let made = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
        key = made
        return made
    }
}
