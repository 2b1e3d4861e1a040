package import SAML2
internal import XMLSecurity

/// A trusted key and the certificate it came in, as a report shows it.
package struct ReportCertificate: Hashable, Sendable {
    /// The issuer it is trusted for, `nil` for every issuer.
    package let issuer: String?
    /// The kind of key, such as `RSA-2048`.
    package let kind: String
    /// A Boolean value that indicates whether the key is weaker than what the standard policy
    /// accepts.
    package let isWeak: Bool
    /// The SHA-256 of the key's SubjectPublicKeyInfo, in hexadecimal digits.
    package let keySHA256: String
    /// The subject of the certificate; `nil` for a bare key.
    package let subject: String?
    /// The beginning of the certificate's validity, in seconds since 1970; `nil` for a bare key.
    package let notBefore: Int64?
    /// The end of the certificate's validity, in seconds since 1970; `nil` for a bare key.
    package let notAfter: Int64?

    /// The keys of a trust store, each certificate of an issuer once.
    ///
    /// - Parameter store: Whose signatures are trusted.
    /// - Returns: The keys, those trusted for every issuer first.
    package static func all(in store: SAML.TrustStore) -> [ReportCertificate] {
        var seen: Set<ReportCertificate> = []
        return store.allKeysWithIssuers.map(ReportCertificate.init)
            .filter { seen.insert($0).inserted }
    }

    private init(_ key: TrustedKey, _ issuer: String?) {
        self.issuer = issuer
        keySHA256 = key.keySHA256
        subject = key.certificate?.subject
        notBefore = key.certificateNotBefore
        notAfter = key.certificateNotAfter
        kind = "\(key.kind)"
        isWeak =
            if case .rsa(let bits) = key.kind {
                bits < XMLDSig.Policy.standard.minimumRSABits
            } else {
                false
            }
    }
}
