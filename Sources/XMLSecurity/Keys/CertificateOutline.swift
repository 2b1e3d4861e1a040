internal import Crypto
internal import SwiftASN1
internal import WireText

/// A certificate's statements about itself, for people; none of them is judged.
package struct CertificateOutline: Hashable, Sendable {
    /// The subject, as `CN=…, O=…`; `nil` if it is empty or cannot be read.
    package let subject: String?
    /// The fingerprints of the certificate, as tools print them: pairs of upper-case digits between colons.
    package let sha1: String
    package let sha256: String
    /// The key, `nil` if it is of no supported kind.
    package let key: TrustedKey?
    /// The common name of a kind of key that is not supported, such as `Ed25519`.
    package let unsupportedKind: String?
    /// The beginning of the validity, in seconds since 1970.
    package let notBefore: Int64?
    /// The end of the validity, in seconds since 1970.
    package let notAfter: Int64?

    /// Reads a certificate in DER; `nil` if the bytes are not one.
    package init?(derEncoded bytes: [UInt8]) {
        guard let fields = (try? DER.parse(bytes)).flatMap(CertificateFields.init) else {
            return nil
        }
        subject = Self.text(of: fields.subject)
        sha1 = Self.fingerprint(Insecure.SHA1.hash(data: bytes))
        sha256 = Self.fingerprint(SHA256.hash(data: bytes))
        key = try? TrustedKey(derEncoded: bytes)
        unsupportedKind = key == nil ? KeyKind(ofPublicKey: fields.publicKey)?.name : nil
        let validity = fields.validity.children
        notBefore = validity.flatMap { try? SubjectPublicKey.time(in: $0.first) }
        notAfter = validity.flatMap { try? SubjectPublicKey.time(in: $0.last) }
    }

    /// The attributes of a name (RFC 5280, section 4.1.2.4), the most particular first.
    private static func text(of name: ASN1Node) -> String? {
        let parts = (name.children ?? []).flatMap { $0.children ?? [] }
            .compactMap { attribute -> String? in
                guard let fields = attribute.children, fields.count == 2,
                    let type = try? ASN1ObjectIdentifier(derEncoded: fields[0]),
                    case .primitive(let value) = fields[1].content
                else { return nil }
                return
                    "\(shortNames["\(type)"] ?? "\(type)")=\(String(decoding: value, as: UTF8.self))"
            }
        return parts.isEmpty ? nil : parts.reversed().joined(separator: ", ")
    }

    private static let shortNames = [
        "2.5.4.3": "CN", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O",
        "2.5.4.11": "OU", "1.2.840.113549.1.9.1": "emailAddress",
    ]

    private static func fingerprint(_ digest: some Sequence<UInt8>) -> String {
        digest.map { Hexadecimal.text([$0]).uppercased() }.joined(separator: ":")
    }
}
