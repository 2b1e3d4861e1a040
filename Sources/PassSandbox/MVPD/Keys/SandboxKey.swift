internal import Crypto
internal import CryptoExtras
internal import SAML2
internal import SwiftASN1
internal import WireText
internal import XMLSecurity

/// A private key of a party the sandbox plays, with the certificate that party shows.
struct SandboxKey: Sendable {
    /// The certificate in DER.
    let certificate: [UInt8]
    /// The certificate in PEM.
    let certificatePEM: String
    /// The signer with the certificate, which is not parsed again for each signature.
    let signer: EnvelopedSigner
    /// The public half of the key, which a receiver trusts.
    let trusted: TrustedKey
    /// The key, if it is an RSA key.
    let rsa: _RSA.Signing.PrivateKey?

    /// Creates a key from PEM text, with a new certificate for it.
    ///
    /// - Parameters:
    ///   - text: An RSA or NIST P-256 private key, in any form `SigningKey` reads.
    ///   - name: The common name of the certificate.
    ///   - validFrom: When the certificate begins; it ends ten years later.
    /// - Throws: A `TrustedKeyError` when there is no such key, or what the cryptographic library
    ///   throws.
    init(pemEncoded text: String, name: String, validFrom: SAML.Instant) throws {
        let signingKey = try SigningKey(pemEncoded: text)
        let unsigned = SelfSignedCertificate(name: name, validFrom: validFrom)
        if let p256 = try? P256.Signing.PrivateKey(pemRepresentation: text) {
            rsa = nil
            certificate = try unsigned.der(
                publicKey: Array(p256.publicKey.derRepresentation), .ecdsaWithSHA256
            ) {
                try Array(p256.signature(for: SHA256.hash(data: $0)).derRepresentation)
            }
        } else {
            let rsa = try _RSA.Signing.PrivateKey(unsafePEMRepresentation: text)
            self.rsa = rsa
            certificate = try unsigned.der(
                publicKey: Array(rsa.publicKey.derRepresentation), .rsaWithSHA256
            ) {
                try Array(
                    rsa.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5)
                        .rawRepresentation)
            }
        }
        certificatePEM =
            PEMDocument(type: "CERTIFICATE", derBytes: certificate).pemString + "\n"
        signer = try EnvelopedSigner(key: signingKey, certificatesPEM: certificatePEM)
        trusted = try TrustedKey(derEncoded: certificate)
    }

    /// A signature with SHA-1, as old identity providers still make them.
    ///
    /// - Parameter bytes: What is signed.
    /// - Returns: The signature value, `nil` for a key that is not an RSA key.
    /// - Throws: What the cryptographic library throws.
    func sha1Signature(over bytes: [UInt8]) throws -> [UInt8]? {
        try rsa.map { rsa in
            try Array(
                rsa.signature(
                    for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5
                ).rawRepresentation)
        }
    }
}

extension SandboxKey: Redacted {
    /// The kind of key; nothing of the key itself.
    var description: String { "SandboxKey(\(rsa == nil ? "P-256" : "RSA"))" }
}
