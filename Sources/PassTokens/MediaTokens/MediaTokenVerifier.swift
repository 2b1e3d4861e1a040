public import SAML2
public import XMLSecurity

/// Checks media tokens as the programmer's server has to before it lets a stream start.
///
/// The signature is RSA PKCS#1 v1.5 with SHA-256 over the bytes of the token's
/// `shortAuthorizationToken` element exactly as they stand. Those bytes are what the sandbox signs;
/// Adobe publishes the algorithm and not the bytes, and answers for its own Media Token Verifier
/// only. A genuine token may thus be ``Verdict/invalidSignature`` here; a token that is
/// ``Verdict/valid(_:)`` was made with the private half of one of the keys.
public struct MediaTokenVerifier: Sendable {
    private let keys: [TrustedKey]
    private let clockSkew: Int64

    /// The verdict on a token, in the order of the checks.
    public enum Verdict: Hashable, Sendable {
        /// The token is genuine, valid now, and for the resource if one was named.
        case valid(MediaToken)
        /// It is not a media token in the layout that is known.
        case invalidFormat(MediaTokenError)
        /// No trusted key signed it.
        case invalidSignature
        /// It is genuine and no longer valid, or not yet.
        case expired(MediaToken)
        /// It is genuine and for another resource.
        case invalidResource(MediaToken)

        /// The token, only when a trusted key signed it.
        public var verifiedToken: MediaToken? {
            switch self {
            case .valid(let token), .expired(let token), .invalidResource(let token): token
            case .invalidFormat, .invalidSignature: nil
            }
        }

        /// The name that Adobe's Media Token Verifier uses for the same result.
        public var verifierName: String {
            switch self {
            case .valid: "VALID_TOKEN"
            case .invalidFormat: "INVALID_TOKEN_FORMAT"
            case .invalidSignature: "INVALID_SIGNATURE"
            case .expired: "TOKEN_EXPIRED"
            case .invalidResource: "INVALID_RESOURCE_ID"
            }
        }
    }

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - keys: The keys, one of which must have signed a token: RSA of at least 2048 bits; others
    ///     do not sign media tokens and are ignored.
    ///   - clockSkew: How far the clocks may be apart, in seconds.
    public init(trusting keys: some Sequence<TrustedKey>, clockSkew: Int64 = 60) {
        self.keys = keys.filter { key in
            if case .rsa(let bits) = key.kind { bits >= 2048 } else { false }
        }
        self.clockSkew = max(0, clockSkew)
    }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - serializedToken: The token in Base64, as `serializedToken` has it.
    ///   - resource: The resource to play; `nil` to check only that the token is genuine and valid
    ///     now.
    ///   - now: The time.
    /// - Returns: The verdict.
    public func verdict(
        on serializedToken: String, resource: String?, now: SAML.Instant
    ) -> Verdict {
        let text: MediaTokenText
        let token: MediaToken
        do throws(MediaTokenError) {
            text = try MediaTokenText(serializedToken)
            token = try MediaToken(text.signedBytes)
        } catch {
            return .invalidFormat(error)
        }
        let isGenuine = keys.contains { key in
            key.isValidSignature(text.signature, over: text.signedBytes, method: .rsaSHA256)
        }
        guard isGenuine else { return .invalidSignature }
        guard token.issueTime <= now.advanced(bySeconds: clockSkew),
            now.advanced(bySeconds: -clockSkew) < token.notAfter
        else { return .expired(token) }
        if let resource, !resource.utf8.elementsEqual(token.resourceID.utf8) {
            return .invalidResource(token)
        }
        return .valid(token)
    }
}
