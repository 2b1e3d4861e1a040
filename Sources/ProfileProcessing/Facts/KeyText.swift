internal import SAML2
package import WireText
package import XMLSecurity

extension TrustedKey {
    /// The key as people know it: the subject and validity of its certificate, the fingerprints that
    /// `openssl x509 -fingerprint` prints, and the key's own hash.
    package var nameLines: [String] {
        let hash = "key SHA-256 \(keySHA256)"
        guard let certificate else { return ["no certificate, only the key", hash] }
        let dates = [certificateNotBefore, certificateNotAfter].map { $0.map(Self.day) ?? "?" }
        return [
            "\(certificate.subject ?? "no subject"), valid \(dates[0]) to \(dates[1])",
            "SHA-1 \(certificate.sha1)", "SHA-256 \(certificate.sha256)", hash,
        ]
    }

    /// The members that name the key in JSON, besides its hash.
    package var jsonNames: [(name: String, value: JSONValue)] {
        [
            ("subject", .string(orNull: certificate?.subject)),
            ("notBefore", .string(orNull: certificateNotBefore.map(Self.time))),
            ("notAfter", .string(orNull: certificateNotAfter.map(Self.time))),
            ("certificateSHA1", .string(orNull: certificate?.sha1)),
            ("certificateSHA256", .string(orNull: certificate?.sha256)),
        ]
    }

    private static func time(_ seconds: Int64) -> String {
        SAML.Instant(secondsSinceEpoch: seconds).description
    }

    private static func day(_ seconds: Int64) -> String { String(time(seconds).prefix(10)) }
}
