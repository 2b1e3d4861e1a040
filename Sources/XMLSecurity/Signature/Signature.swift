internal import PayloadCoding
internal import XMLCore

/// A `Signature` element, read as strictly as SAML allows it (SAML Core, section 5.4).
struct Signature {
    let element: XML.Element
    let signedInfoElement: XML.Element
    let signedInfo: XMLDSig.SignedInfo
    let signatureValue: [UInt8]
    private let keyInfo: XML.Element?

    init(_ element: XML.Element) throws(VerificationFailure) {
        let children = Array(element.childElements)
        guard children.count >= 2, children[0].isNamed(.signedInfo),
            children[1].isNamed(.signatureValue), !element.hasOwnText
        else { throw VerificationFailure(.malformedSignature, at: element) }
        let rest = children.dropFirst(2)
        // Objects could hold a copy of what was signed; a second SignedInfo is never innocent.
        if let extra = rest.first(where: { !$0.isNamed(.keyInfo) }) ?? rest.dropFirst().first {
            throw VerificationFailure(.malformedSignature, at: extra)
        }
        self.element = element
        signedInfoElement = children[0]
        signedInfo = try XMLDSig.SignedInfo(children[0])
        signatureValue = try children[1].base64()
        keyInfo = rest.first
    }

    /// The certificates in `KeyInfo`, in Base64; they only choose among trusted keys.
    var certificateTexts: [String] {
        (keyInfo?.childElements(named: .x509Data) ?? [])
            .flatMap { $0.childElements(named: .x509Certificate) }.map(\.textContent)
    }
}
