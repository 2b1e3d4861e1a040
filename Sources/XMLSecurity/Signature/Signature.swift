package import XMLCore

/// A `Signature` element, read as strictly as SAML allows it (SAML Core, section 5.4).
package struct Signature {
    /// The `Signature` element.
    package let element: XML.Element
    /// The `SignedInfo` element.
    package let signedInfoElement: XML.Element
    /// The values that the signature value signs.
    package let signedInfo: XMLDSig.SignedInfo
    /// The bytes of `SignatureValue`.
    package let signatureValue: [UInt8]
    private let keyInfo: XML.Element?

    /// Reads a `Signature` element (XML Signature, section 4.2).
    ///
    /// - Throws: A ``VerificationFailure`` when it is not in the layout SAML allows.
    package init(_ element: XML.Element) throws(VerificationFailure) {
        let children = element.childElementList
        guard children.count >= 2, children[0].isNamed(.signedInfo),
            children[1].isNamed(.signatureValue), !element.hasOwnText
        else { throw VerificationFailure(.malformedSignature, at: element) }
        var rest = children.dropFirst(2)
        keyInfo = rest.first?.isNamed(.keyInfo) == true ? rest.popFirst() : nil
        // A second SignedInfo or KeyInfo is never innocent, and objects could hold a copy of what
        // was signed.
        if let extra = rest.first { throw VerificationFailure(.malformedSignature, at: extra) }
        self.element = element
        signedInfoElement = children[0]
        signedInfo = try XMLDSig.SignedInfo(signedInfoElement)
        signatureValue = try children[1].base64()
    }

    /// The certificates in `KeyInfo`, in Base64; they only choose among trusted keys.
    package var certificateTexts: [String] {
        (keyInfo?.childElements(named: .x509Data) ?? [])
            .flatMap { $0.childElements(named: .x509Certificate) }.map(\.textContent)
    }
}
