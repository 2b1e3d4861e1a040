internal import Crypto
internal import PayloadCoding
internal import WireText
package import XMLCore

extension TrustedKey {
    /// Returns the first certificate that a `Signature` brings along, where it brings some and none is of this key.
    ///
    /// It is for people and decides nothing: no signature covers which certificates come along. Of more than four
    /// nothing is said, as a message could carry any number.
    package func certificateOfOtherKey(in signature: XML.Element) -> XML.Element? {
        var certificates: [XML.Element] = []
        var isOwn = false
        signature.firstChild(named: .keyInfo)?.forEachCertificate { certificate in
            certificates.append(certificate)
            isOwn =
                certificate.withSoleText(Signature.lastDigits)
                .map(isProbablyOfCertificate) ?? false
            return !isOwn && certificates.count <= 4
        }
        // The trusted key may be bare, or in an earlier certificate.
        guard !isOwn, certificates.count <= 4, !certificates.contains(where: isKey) else {
            return nil
        }
        return certificates.first
    }

    private func isKey(ofCertificate element: XML.Element) -> Bool {
        element.plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) }
            .flatMap { try? SubjectPublicKey(derEncoded: $0) }
            .map { Hexadecimal.text(SHA256.hash(data: $0.spki)) == keySHA256 } ?? false
    }
}
