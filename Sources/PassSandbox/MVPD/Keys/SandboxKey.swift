internal import Crypto
internal import CryptoExtras
package import SAML2
internal import WireText
package import XMLSecurity

/// A private key of a party the sandbox plays, with the certificate that party shows.
package struct SandboxKey: Sendable {
    /// The signing key.
    package let signingKey: SigningKey
    /// The certificate in DER.
    package let certificate: [UInt8]
    /// The signer with the certificate, which is not parsed again for each signature.
    let signer: EnvelopedSigner
    /// The public half of the key, which a receiver trusts.
    package let trusted: TrustedKey
    private let rsa: _RSA.Signing.PrivateKey?

    /// Creates a key from PEM text, with a new certificate for it.
    ///
    /// - Parameters:
    ///   - text: An RSA or NIST P-256 private key, in any form `SigningKey` reads.
    ///   - name: The common name of the certificate.
    ///   - validFrom: When the certificate begins; it ends ten years later.
    /// - Throws: A `TrustedKeyError` when there is no such key, or what the cryptographic library
    ///   throws.
    package init(pemEncoded text: String, name: String, validFrom: SAML.Instant) throws {
        signingKey = try SigningKey(pemEncoded: text)
        if let p256 = try? P256.Signing.PrivateKey(pemRepresentation: text) {
            rsa = nil
            certificate = try SelfSignedCertificate(name: name, validFrom: validFrom)
                .der(publicKey: Array(p256.publicKey.derRepresentation), .ecdsaWithSHA256) {
                    try Array(p256.signature(for: SHA256.hash(data: $0)).derRepresentation)
                }
        } else {
            let rsa = try _RSA.Signing.PrivateKey(unsafePEMRepresentation: text)
            self.rsa = rsa
            certificate = try SelfSignedCertificate(name: name, validFrom: validFrom)
                .der(publicKey: Self.subjectPublicKey(of: rsa), .rsaWithSHA256) {
                    try Array(
                        rsa.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5)
                            .rawRepresentation)
                }
        }
        signer = try EnvelopedSigner(
            key: signingKey, certificatesPEM: PEM.text(of: certificate, label: "CERTIFICATE"))
        trusted = try TrustedKey(derEncoded: certificate)
    }

    /// Makes a new RSA key of 2048 bits.
    ///
    /// - Parameters:
    ///   - name: The common name of the certificate.
    ///   - validFrom: When the certificate begins.
    /// - Returns: The key.
    /// - Throws: What the cryptographic library throws when it cannot make one.
    package static func makeRSA(name: String, validFrom: SAML.Instant) throws -> SandboxKey {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        return try SandboxKey(
            pemEncoded: key.pkcs8PEMRepresentation, name: name, validFrom: validFrom)
    }

    /// Makes a new key on NIST P-256.
    ///
    /// - Parameters:
    ///   - name: The common name of the certificate.
    ///   - validFrom: When the certificate begins.
    /// - Returns: The key.
    /// - Throws: What the cryptographic library throws.
    package static func makeP256(name: String, validFrom: SAML.Instant) throws -> SandboxKey {
        let key = P256.Signing.PrivateKey()
        return try SandboxKey(
            pemEncoded: key.pemRepresentation, name: name, validFrom: validFrom)
    }

    /// The certificate in PEM.
    package var certificatePEM: String {
        PEM.text(of: certificate, label: "CERTIFICATE")
    }

    /// A signature with SHA-1, as old identity providers still make them.
    ///
    /// - Parameter bytes: What is signed.
    /// - Returns: The signature value, `nil` for a key that is no RSA key.
    /// - Throws: What the cryptographic library throws.
    func sha1Signature(over bytes: [UInt8]) throws -> [UInt8]? {
        try rsa.map { rsa in
            try Array(
                rsa.signature(
                    for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5
                ).rawRepresentation)
        }
    }

    /// The private key in PEM, for what decrypts with it; `nil` for a key that is no RSA key.
    var rsaPEM: String? { rsa?.pkcs8PEMRepresentation }

    private static func subjectPublicKey(of key: _RSA.Signing.PrivateKey) -> [UInt8] {
        Array(key.publicKey.derRepresentation)
    }
}

extension SandboxKey: Redacted {
    /// The kind of key; nothing of the key itself.
    package var description: String { "SandboxKey(\(signingKey.signatureMethod.rawValue))" }
}
