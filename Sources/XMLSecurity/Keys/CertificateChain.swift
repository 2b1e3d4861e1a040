internal import SwiftASN1

/// Tells certificates whose keys sign from those that only vouch for others.
///
/// An `X509Data` may hold a certificate with the chain that it validates to, in any order (XML Signature, section
/// 4.5.4). An authority that issued another certificate of the set signs certificates, not messages; several
/// certificates none of which issued another are all keys.
package enum CertificateChain {
    /// Returns the certificates that issued no other one of the set.
    ///
    /// - Parameter certificates: Certificates in DER. What cannot be read issued none.
    /// - Returns: Those that sign, in the same order. A single certificate is one, whatever it says of itself.
    package static func signers(among certificates: [[UInt8]]) -> [[UInt8]] {
        zip(certificates, areAuthorities(certificates)).compactMap { $1 ? nil : $0 }
    }

    /// Returns whether each certificate issued another one of the set.
    package static func areAuthorities(_ certificates: [[UInt8]]) -> [Bool] {
        guard certificates.count > 1 else { return certificates.map { _ in false } }
        let links = certificates.map { Link(derEncoded: $0) }
        guard links.count <= signatureLimit else {
            // One that is named as the issuer of many is checked once.
            let issuers = Set(links.compactMap { $0.flatMap { $0.isSelfIssued ? nil : $0.issuer } })
            return links.map { $0.map { issuers.contains($0.subject) } ?? false }
        }
        return links.map { issuer in
            links.contains { subject in
                guard let issuer, let subject else { return false }
                return issuer.issued(subject)
            }
        }
    }

    /// The size of sets in which signatures are tried, each key with each certificate; in larger ones names decide.
    private static let signatureLimit = 8
}

extension CertificateChain {
    /// The facts that tie a certificate to the one above it.
    private struct Link {
        let issuer: [UInt8]
        let subject: [UInt8]
        let key: TrustedKey?
        private let publicKey: [UInt8]
        /// The part that the issuer signed.
        private let body: [UInt8]
        private let methods: [XMLDSig.SignatureMethod]
        private let signature: [UInt8]

        init?(derEncoded bytes: [UInt8]) {
            guard let fields = (try? DER.parse(bytes)).flatMap(CertificateFields.init),
                fields.rest.count == 2, let algorithm = fields.rest[0].children?.first,
                let identifier = try? ASN1ObjectIdentifier(derEncoded: algorithm),
                let signature = try? ASN1BitString(derEncoded: fields.rest[1])
            else { return nil }
            issuer = Array(fields.issuer.encodedBytes)
            subject = Array(fields.subject.encodedBytes)
            publicKey = Array(fields.publicKey.encodedBytes)
            key = try? TrustedKey(derEncoded: bytes)
            body = Array(fields.body.encodedBytes)
            methods = Self.methods[identifier] ?? []
            self.signature = Array(signature.bytes)
        }

        var isSelfIssued: Bool { issuer == subject }

        /// Returns whether the key signed another certificate; where that cannot be tried, whether its name is that of
        /// the issuer.
        ///
        /// Certificates of one key, as a renewed one is, do not vouch for each other.
        func issued(_ other: Link) -> Bool {
            guard publicKey != other.publicKey else { return false }
            guard let key, !other.methods.isEmpty else {
                return !other.isSelfIssued && subject == other.issuer
            }
            let signature =
                key.ecdsaSignature(derRepresentation: other.signature) ?? other.signature
            return other.methods.contains {
                key.isValidSignature(signature, over: other.body, method: $0)
            }
        }

        /// The algorithms that sign certificates (RFC 3279, 4055 and 5758).
        ///
        /// The digest of RSASSA-PSS stands in its
        /// parameters, and is found by trying.
        private static let methods: [ASN1ObjectIdentifier: [XMLDSig.SignatureMethod]] = [
            [1, 2, 840, 113549, 1, 1, 5]: [.rsaSHA1],
            [1, 2, 840, 113549, 1, 1, 11]: [.rsaSHA256],
            [1, 2, 840, 113549, 1, 1, 12]: [.rsaSHA384],
            [1, 2, 840, 113549, 1, 1, 13]: [.rsaSHA512],
            [1, 2, 840, 113549, 1, 1, 10]: [
                .rsaPSSWithSHA256, .rsaPSSWithSHA384, .rsaPSSWithSHA512, .rsaPSSWithSHA1,
            ],
            [1, 2, 840, 10045, 4, 1]: [.ecdsaSHA1],
            [1, 2, 840, 10045, 4, 3, 2]: [.ecdsaSHA256],
            [1, 2, 840, 10045, 4, 3, 3]: [.ecdsaSHA384],
            [1, 2, 840, 10045, 4, 3, 4]: [.ecdsaSHA512],
        ]
    }
}
