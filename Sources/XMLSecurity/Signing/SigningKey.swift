internal import Crypto
internal import CryptoExtras

/// A private key to sign with, for service providers, sandboxes and tests.
package struct SigningKey: Sendable, CustomStringConvertible {
    private let key: Key

    private enum Key: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
        case p521(P521.Signing.PrivateKey)
    }

    /// Creates a key from PEM text, PKCS#8 or the older form of its kind.
    ///
    /// - Throws: A ``TrustedKeyError`` when it holds no private key of a supported kind.
    package init(pemEncoded text: String) throws(TrustedKeyError) {
        guard let pem = PEMBlocks.texts(in: text).first else {
            throw TrustedKeyError(code: .invalidPEM)
        }
        let label = pem.dropFirst("-----BEGIN ".count).prefix { $0 != "-" }
        guard label.hasSuffix("PRIVATE KEY"), label != "ENCRYPTED PRIVATE KEY" else {
            throw TrustedKeyError(code: .notAPrivateKey)
        }
        if let rsa = try? _RSA.Signing.PrivateKey(unsafePEMRepresentation: pem) {
            key = .rsa(rsa)
        } else if let p256 = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            key = .p256(p256)
        } else if let p384 = try? P384.Signing.PrivateKey(pemRepresentation: pem) {
            key = .p384(p384)
        } else if let p521 = try? P521.Signing.PrivateKey(pemRepresentation: pem) {
            key = .p521(p521)
        } else {
            throw TrustedKeyError(code: .unsupportedKey)
        }
    }

    private init(_ key: Key) {
        self.key = key
    }

    /// A new RSA key of 2048 bits.
    ///
    /// - Throws: What the cryptographic library throws when it cannot make one.
    package static func makeRSA() throws -> SigningKey {
        SigningKey(.rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)))
    }

    /// A new key on NIST P-256.
    package static func makeP256() -> SigningKey {
        SigningKey(.p256(P256.Signing.PrivateKey()))
    }

    /// The public half, in PEM.
    package var publicKeyPEM: String {
        switch key {
        case .rsa(let key): key.publicKey.pemRepresentation
        case .p256(let key): key.publicKey.pemRepresentation
        case .p384(let key): key.publicKey.pemRepresentation
        case .p521(let key): key.publicKey.pemRepresentation
        }
    }

    /// The certificates in PEM text, the first of which must be of this key, in DER.
    func certificates(pemEncoded text: String) throws(TrustedKeyError) -> [[UInt8]] {
        let pem = try PEMBlocks(text)
        guard pem.areCertificates, let first = pem.blocks.first else {
            throw TrustedKeyError(code: .notACertificate)
        }
        guard try TrustedKey.keys(pemEncoded: publicKeyPEM).first == TrustedKey(derEncoded: first)
        else { throw TrustedKeyError(code: .certificateOfOtherKey) }
        return pem.blocks
    }

    /// The method this key signs with: SHA-256, or for the larger curves the digest of their size.
    package var signatureMethod: XMLDSig.SignatureMethod {
        switch key {
        case .rsa: .rsaSHA256
        case .p256: .ecdsaSHA256
        case .p384: .ecdsaSHA384
        case .p521: .ecdsaSHA512
        }
    }

    /// The signature value over `bytes` by ``signatureMethod``.
    package func signature(over bytes: [UInt8]) throws -> [UInt8] {
        switch key {
        case .rsa(let key):
            Array(
                try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
                    .rawRepresentation)
        case .p256(let key):
            Array(try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation)
        case .p384(let key):
            Array(try key.signature(for: SHA384.hash(data: bytes)).rawRepresentation)
        case .p521(let key):
            Array(try key.signature(for: SHA512.hash(data: bytes)).rawRepresentation)
        }
    }

    /// The kind of key; nothing of the key itself.
    package var description: String { "SigningKey(\(signatureMethod.rawValue))" }
}
