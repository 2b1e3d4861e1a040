internal import SwiftASN1

/// The content of a key file, by the label of a PEM block or the first elements of DER.
package enum KeyFileContent: Hashable, Sendable {
    case certificate
    /// A certificate with the uses that OpenSSL trusts it for.
    case trustedCertificate
    case certificateRequest
    case revocationList
    /// Signed data in PKCS #7, in which chains of certificates travel.
    case certificateBundle
    /// Certificates and their private keys in PKCS #12.
    case keyStore
    /// A SubjectPublicKeyInfo.
    case publicKey
    /// An RSA public key without a SubjectPublicKeyInfo around it (PKCS #1).
    case rsaPublicKey
    /// A private key that is RSA, or may be.
    case privateKey
    /// A private key that is not RSA.
    case otherPrivateKey
    case encryptedPrivateKey
    case openSSHPrivateKey

    /// The common name, with its article.
    package var words: String {
        switch self {
        case .certificate: "a certificate"
        case .trustedCertificate: "a certificate in OpenSSL's form with trusted uses"
        case .certificateRequest: "a certificate request"
        case .revocationList: "a list of revoked certificates"
        case .certificateBundle: "a PKCS #7 bundle of certificates"
        case .keyStore: "a PKCS #12 file"
        case .publicKey: "a public key"
        case .rsaPublicKey: "an RSA public key in PKCS #1"
        case .privateKey: "a private key"
        case .otherPrivateKey: "a private key that is not RSA"
        case .encryptedPrivateKey: "an encrypted private key"
        case .openSSHPrivateKey: "a private key of OpenSSH"
        }
    }

    /// Returns what each PEM block of a text holds; `nil` for one that no file of keys has.
    package static func contents(ofPEM text: String) -> [KeyFileContent?] {
        PEMBlocks.texts(in: text).map { block in
            let content = Self(pemLabel: PEMBlocks.label(of: block))
            guard content == .privateKey else { return content }
            // An old encrypted key is marked in header lines (RFC 1421).
            if block.contains("ENCRYPTED") { return .encryptedPrivateKey }
            return (try? PEMDocument(pemString: block)).flatMap { Self(derEncoded: $0.derBytes) }
                ?? content
        }
    }

    private init?(pemLabel label: some StringProtocol) {
        switch label {
        case "CERTIFICATE", "X509 CERTIFICATE": self = .certificate
        case "TRUSTED CERTIFICATE": self = .trustedCertificate
        case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": self = .certificateRequest
        case "X509 CRL": self = .revocationList
        case "PKCS7", "PKCS #7 SIGNED DATA", "CMS": self = .certificateBundle
        case "PUBLIC KEY": self = .publicKey
        case "RSA PUBLIC KEY": self = .rsaPublicKey
        case "ENCRYPTED PRIVATE KEY": self = .encryptedPrivateKey
        case "OPENSSH PRIVATE KEY": self = .openSSHPrivateKey
        case _ where label.hasSuffix("PRIVATE KEY"): self = .privateKey
        default: return nil
        }
    }

    /// Creates the content of DER; `nil` for anything else.
    package init?(derEncoded bytes: [UInt8]) {
        guard let node = try? DER.parse(bytes), let parts = node.children else { return nil }
        switch parts.prefix(3).map(\.identifier) {
        case [.objectIdentifier, .zero]: self = .certificateBundle
        case [.sequence, .bitString]: self = .publicKey
        case [.sequence, .octetString]: self = .encryptedPrivateKey
        case [.integer, .integer]: self = .rsaPublicKey
        // The version, the modulus and the exponent.
        case [.integer, .integer, .integer] where parts.count >= 9: self = .privateKey
        case let names where names.starts(with: [.integer, .octetString]): self = .otherPrivateKey
        case [.integer, .sequence, .octetString]:
            self = Self.isRSA(parts[1]) ? .privateKey : .otherPrivateKey
        case [.integer, .sequence], [.integer, .sequence, .sequence]: self = .keyStore
        case [.sequence, .sequence, .bitString]:
            if let fields = CertificateFields(node), fields.validity.identifier == .sequence {
                self = .certificate
            } else {
                // A request begins with its version, which is 0.
                let version = parts[0].children?.first.flatMap { try? Int(derEncoded: $0) }
                self = version == 0 ? .certificateRequest : .revocationList
            }
        default: return nil
        }
    }

    private static func isRSA(_ algorithm: ASN1Node) -> Bool {
        let name = algorithm.children?.first.flatMap { try? ASN1ObjectIdentifier(derEncoded: $0) }
        return name == [1, 2, 840, 113549, 1, 1, 1] || name == [1, 2, 840, 113549, 1, 1, 10]
    }
}

extension ASN1Identifier {
    /// The tag `[0]`.
    fileprivate static let zero = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
}
