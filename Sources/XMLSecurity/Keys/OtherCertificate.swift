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
        guard let keyInfo = signature.firstChild(named: .keyInfo) else { return nil }
        var count = 0
        var isOwn = false
        keyInfo.forEachCertificate { certificate in
            count += 1
            isOwn =
                certificate.withSoleText(Signature.lastDigits)
                .map(isProbablyOfCertificate) ?? false
            return !isOwn && count <= 4
        }
        guard !isOwn, count <= 4 else { return nil }
        // The trusted key may be bare, or in an earlier certificate.
        var first: XML.Element?
        keyInfo.forEachCertificate { certificate in
            first = first ?? certificate
            isOwn = isKey(ofCertificate: certificate)
            return !isOwn
        }
        return isOwn ? nil : first
    }

    private func isKey(ofCertificate element: XML.Element) -> Bool {
        element.plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) }
            .flatMap { try? SubjectPublicKey(derEncoded: $0) }
            .map { Hexadecimal.text(SHA256.hash(data: $0.spki)) == keySHA256 } ?? false
    }
}
