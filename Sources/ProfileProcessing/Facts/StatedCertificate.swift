internal import PayloadCoding
internal import SAML2
package import XMLCore
package import XMLSecurity

/// A certificate that a message contains, trusted or not.
package struct StatedCertificate {
    /// The certificate.
    package let outline: CertificateOutline
    /// A Boolean value that indicates whether it issued another one beside it, so that its key signs no message.
    package let isChain: Bool

    private static let mostElements = 20_000

    /// Returns the first different certificates in a message, in document order.
    ///
    /// - Parameters:
    ///   - root: The root element of the message.
    ///   - limit: The largest number of certificates.
    /// - Returns: The certificates.
    package static func all(in root: XML.Element, atMost limit: Int) -> [StatedCertificate] {
        var found: [StatedCertificate] = []
        var seen: Set<String> = []
        var queue = [root]
        var count = 0
        while let element = queue.popLast(), count < mostElements, found.count < limit {
            count += 1
            queue += Array(element.childElements).reversed()
            guard element.name.localName == "X509Data", element.isIn(.signature) else { continue }
            let set = element.childElements
                .filter { $0.name.localName == "X509Certificate" && $0.isIn(.signature) }
                .compactMap { $0.plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) } }
            let outlines = set.map { CertificateOutline(derEncoded: $0) }
            let new = outlines.map { $0.map { seen.insert($0.sha256).inserted } ?? false }
            // Of a set that was seen before, no signature is tried again.
            guard new.contains(true) else { continue }
            for ((outline, isNew), isChain) in zip(
                zip(outlines, new), CertificateChain.areAuthorities(set))
            where found.count < limit {
                guard isNew, let outline else { continue }
                found.append(StatedCertificate(outline: outline, isChain: isChain))
            }
        }
        return found
    }
}
