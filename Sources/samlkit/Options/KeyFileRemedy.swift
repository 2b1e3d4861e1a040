import XMLSecurity

/// The content that an option takes, and the command that makes it from another file.
extension TrustFileKind.Option {
    /// Returns whether the option takes a file with this content in PEM.
    func isMet(by content: KeyFileContent) -> Bool {
        switch content {
        case .certificate, .publicKey: self != .decryptionKey
        case .privateKey: self == .decryptionKey
        default: false
        }
    }

    /// Says what a PEM file is, and what to do; a content of the expected kind cannot be read.
    func fault(ofPEM content: KeyFileContent?) -> (words: String, remedy: String?) {
        guard let content else { return ("a PEM file that holds no key and no certificate", nil) }
        guard isMet(by: content) else {
            return (content.words, remedy(for: content, isDER: false))
        }
        switch content {
        case .certificate: return ("a PEM file whose certificate cannot be read", nil)
        case .publicKey: return ("a PEM file whose public key cannot be read", nil)
        default: return ("a PEM file whose private key cannot be read", nil)
        }
    }

    /// Returns what to do about a file with this content; `FILE` stands for its name.
    func remedy(for content: KeyFileContent, isDER: Bool) -> String? {
        let form = isDER ? "-inform der " : ""
        if self == .decryptionKey { return decryptionRemedy(for: content, form) }
        switch content {
        case .certificate, .trustedCertificate:
            return "Convert it: openssl x509 \(form)-in FILE -out FILE.pem"
        case .certificateRequest: return "Pass the certificate that was issued for it."
        case .revocationList: return nil
        case .certificateBundle:
            return
                "Extract the certificate: openssl pkcs7 \(form)-print_certs -in FILE -out FILE.pem"
        case .keyStore:
            return "Extract the certificate: openssl pkcs12 -nokeys -in FILE -out FILE.pem"
        case .publicKey:
            return "Convert it: openssl pkey -pubin \(form)-in FILE -pubout -out FILE.pem"
        case .rsaPublicKey:
            return "Convert it: openssl rsa -RSAPublicKey_in \(form)-in FILE -pubout -out FILE.pem"
        case .privateKey, .otherPrivateKey, .encryptedPrivateKey, .openSSHPrivateKey:
            return "Keep it secret, and pass its certificate, or the provider's metadata."
        }
    }

    private func decryptionRemedy(for content: KeyFileContent, _ form: String) -> String? {
        switch content {
        case .certificate, .trustedCertificate, .certificateRequest, .certificateBundle,
            .publicKey, .rsaPublicKey:
            "Pass the private key that belongs to it."
        case .revocationList: nil
        case .keyStore:
            "Extract the key: openssl pkcs12 -nocerts -nodes -in FILE -out FILE.pem"
        case .privateKey: "Convert it: openssl pkey \(form)-in FILE -out FILE.pem"
        case .otherPrivateKey: "Messages are encrypted to RSA keys alone."
        case .encryptedPrivateKey:
            "Decrypt it, with its passphrase: openssl pkey \(form)-in FILE -out FILE.pem"
        case .openSSHPrivateKey:
            "Convert a copy of it, which this replaces: ssh-keygen -p -m PEM -f FILE"
        }
    }
}
