internal import Crypto
internal import CryptoExtras
internal import PayloadCoding
internal import WireText

/// A public key that the caller trusts.
///
/// It is the key that is trusted and not the certificate it may come in: the certificate's validity
/// is reported and not enforced, as SAML metadata interoperability profiles have it.
public struct TrustedKey: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a key.
    package enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// RSA, with the size of the modulus in bits.
        case rsa(bits: Int)
        /// ECDSA on NIST P-256.
        case p256
        /// ECDSA on NIST P-384.
        case p384
        /// ECDSA on NIST P-521.
        case p521

        /// The common name, such as `RSA-2048`.
        package var description: String {
            switch self {
            case .rsa(let bits): "RSA-\(bits)"
            case .p256: "P-256"
            case .p384: "P-384"
            case .p521: "P-521"
            }
        }
    }

    /// The kind of key.
    package let kind: Kind
    /// A Boolean value that indicates whether it verifies RSASSA-PSS only, as its SubjectPublicKeyInfo says.
    package let isRestrictedToPSS: Bool
    /// The SHA-256 digest of its SubjectPublicKeyInfo, in hexadecimal digits.
    public let keySHA256: String
    /// The beginning of its certificate's validity, in seconds since 1970; `nil` for a bare key.
    package let certificateNotBefore: Int64?
    /// The end of its certificate's validity, in seconds since 1970; `nil` for a bare key.
    package let certificateNotAfter: Int64?
    /// The certificate it came in, in Base64.
    private let certificateText: [UInt8]?
    private let key: Key

    private enum Key: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
    }

    /// Creates a key from a certificate in DER (RFC 5280) or a SubjectPublicKeyInfo in DER.
    ///
    /// Of a certificate only the key and the validity are read, so that certificates that are odd
    /// in other ways serve too.
    ///
    /// - Throws: A ``TrustedKeyError`` when there is no key, or none of a supported kind.
    public init(derEncoded bytes: [UInt8]) throws(TrustedKeyError) {
        let subject = try SubjectPublicKey(derEncoded: bytes)
        let key: Key
        let kind: Kind
        do {
            switch subject.algorithm {
            case .rsa:
                // Keys below 2048 bits are for the policy to refuse, by name.
                let rsa = try _RSA.Signing.PublicKey(unsafeDERRepresentation: subject.spki)
                (key, kind) = (.rsa(rsa), .rsa(bits: rsa.keySizeInBits))
            case .p256:
                (key, kind) = (.p256(try .init(derRepresentation: subject.spki)), .p256)
            case .p384:
                (key, kind) = (.p384(try .init(derRepresentation: subject.spki)), .p384)
            case .p521:
                (key, kind) = (.p521(try .init(derRepresentation: subject.spki)), .p521)
            }
        } catch {
            let bits =
                subject.algorithm == .rsa
                ? RSAModulus.smallBitCount(ofPublicKey: subject.spki) : nil
            throw bits.map { TrustedKeyError(tooSmall: $0) } ?? TrustedKeyError(code: .unusableKey)
        }
        self.key = key
        self.kind = kind
        isRestrictedToPSS = subject.isRestrictedToPSS
        keySHA256 = Hexadecimal.text(SHA256.hash(data: subject.spki))
        certificateNotBefore = subject.notBefore
        certificateNotAfter = subject.notAfter
        certificateText = subject.certificateText
    }

    /// Creates every key in PEM text: certificates (`CERTIFICATE`) and public keys (`PUBLIC KEY`).
    ///
    /// A certificate that issued another one of the text is its chain, and gives no key.
    ///
    /// - Throws: A ``TrustedKeyError`` when there is none, or one cannot be used.
    public static func keys(pemEncoded text: String) throws(TrustedKeyError) -> [TrustedKey] {
        try CertificateChain.signers(among: PEMBlocks(text).blocks).map(TrustedKey.init)
    }

    /// The number of digits at the end of a certificate's text that tell it apart: they are of its signature.
    static let certificateEndCount = 48

    /// Returns whether the key probably came in the certificate whose Base64 text ends in these digits.
    func isProbablyOfCertificate(endingIn digits: [UInt8]) -> Bool {
        certificateText?.suffix(Self.certificateEndCount).elementsEqual(digits) ?? false
    }

    /// Returns whether this key made `signature` over `bytes`; `false` too where method and key do
    /// not go together.
    package func isValidSignature(
        _ signature: [UInt8], over bytes: [UInt8], method: XMLDSig.SignatureMethod
    ) -> Bool {
        unsafe bytes.withUnsafeBytes {
            unsafe isValidSignature(signature, over: $0, method: method)
        }
    }

    func isValidSignature(
        _ signature: [UInt8], over bytes: UnsafeRawBufferPointer, method: XMLDSig.SignatureMethod
    ) -> Bool {
        func isValid<Function: HashFunction>(
            _ type: Function.Type, _ scheme: XMLDSig.SignatureMethod.Scheme
        ) -> Bool {
            let digest = unsafe XMLDSig.DigestMethod.digest(type, bytes)
            return self.isValid(signature, for: digest, scheme: scheme)
        }
        guard let (scheme, digest) = method.parts else { return false }
        switch digest {
        case .sha1: return isValid(Insecure.SHA1.self, scheme)
        case .sha256: return isValid(SHA256.self, scheme)
        case .sha384: return isValid(SHA384.self, scheme)
        case .sha512: return isValid(SHA512.self, scheme)
        default: return false
        }
    }

    /// Returns an ECDSA signature in DER as XML Signature writes it, r and s one after the other; `nil` for what is not
    /// a signature of this key's kind.
    package func ecdsaSignature(derRepresentation der: [UInt8]) -> [UInt8]? {
        switch key {
        case .rsa: nil
        case .p256:
            (try? P256.Signing.ECDSASignature(derRepresentation: der))
                .map { Array($0.rawRepresentation) }
        case .p384:
            (try? P384.Signing.ECDSASignature(derRepresentation: der))
                .map { Array($0.rawRepresentation) }
        case .p521:
            (try? P521.Signing.ECDSASignature(derRepresentation: der))
                .map { Array($0.rawRepresentation) }
        }
    }

    private func isValid(
        _ signature: [UInt8], for digest: some Digest, scheme: XMLDSig.SignatureMethod.Scheme
    ) -> Bool {
        switch (key, scheme) {
        case (.rsa(let key), .rsaPKCS1):
            !isRestrictedToPSS
                && key.isValidSignature(
                    .init(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
        case (.rsa(let key), .rsaPSS):
            key.isValidSignature(.init(rawRepresentation: signature), for: digest, padding: .PSS)
        // XML Signature writes r and s one after the other (section 6.4.3), as these take them.
        case (.p256(let key), .ecdsa):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: digest) } ?? false
        case (.p384(let key), .ecdsa):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: digest) } ?? false
        case (.p521(let key), .ecdsa):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: digest) } ?? false
        default: false
        }
    }

    /// The outline of the certificate it came in; `nil` for a bare key.
    package var certificate: CertificateOutline? {
        certificateText.flatMap { try? Base64.decode($0) }
            .flatMap { CertificateOutline(derEncoded: $0) }
    }

    /// Returns whether both are the same key.
    public static func == (one: TrustedKey, other: TrustedKey) -> Bool {
        one.keySHA256 == other.keySHA256
    }

    /// Feeds the key's digest into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(keySHA256)
    }

    /// The kind of key and the beginning of its digest.
    public var description: String { "TrustedKey(\(kind), \(keySHA256.prefix(16))…)" }
}
