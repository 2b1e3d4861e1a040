/// The reason why bytes give no key to trust.
public struct TrustedKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text has no PEM block, or a broken one.
        case invalidPEM
        /// A PEM block holds neither a certificate nor a public key.
        case notAPublicKey
        /// A PEM block holds a private key where a public one is needed.
        case privateKey
        /// There is no private key, or one that is encrypted, where one is needed.
        case notAPrivateKey
        /// A PEM block holds no certificate where one is needed.
        case notACertificate
        /// The certificate is of another key than the one it is to go with.
        case certificateOfOtherKey
        /// The bytes are neither a certificate nor a SubjectPublicKeyInfo.
        case invalidDER
        /// The key is of a kind that is not supported: RSA and NIST curves are.
        case unsupportedKey
        /// The key is of a supported kind and not valid, or too small.
        case unusableKey
    }

    /// The reason.
    public let code: Code
    /// The particular fault, `nil` where the code says all.
    package let detail: String?

    init(code: Code, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    init(tooSmall bitCount: Int) {
        self.init(
            code: .unusableKey,
            detail: "The RSA key is too small: \(bitCount) bits, at least 1024 are needed.")
    }

    /// Creates an error about a key of a kind that is not supported.
    init(unsupported kind: String) {
        self.init(
            code: .unsupportedKey,
            detail: "The key is \(kind), expected RSA or one of the curves P-256, P-384 and P-521.")
    }

    /// A sentence that says what is wrong.
    public var description: String {
        if let detail { return detail }
        return switch code {
        case .invalidPEM: "The input contains no well-formed PEM block."
        case .notAPublicKey: "A PEM block contains neither a certificate nor a public key."
        case .privateKey:
            "A PEM block holds a private key; pass its certificate or public key instead."
        case .notAPrivateKey: "There is no private key, or it is encrypted."
        case .notACertificate: "A PEM block contains no certificate."
        case .certificateOfOtherKey: "The certificate does not belong to the private key."
        case .invalidDER: "The bytes are neither a certificate nor a public key in DER."
        case .unsupportedKey: "The key is neither RSA nor on the curves P-256, P-384 and P-521."
        case .unusableKey: "The key is not valid."
        }
    }
}
