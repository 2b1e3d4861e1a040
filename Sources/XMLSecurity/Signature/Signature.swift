package import XMLCore

/// A `Signature` element, read as strictly as SAML allows it (SAML Core, section 5.4).
package struct Signature {
    /// What the signature value is over, in values.
    package let signedInfo: XMLDSig.SignedInfo
    /// The bytes of `SignatureValue`.
    package let signatureValue: [UInt8]
    private let parts: SignatureParts

    /// Reads a `Signature` element.
    ///
    /// - Throws: A ``VerificationFailure`` when it is not in the layout SAML allows.
    package init(_ element: XML.Element) throws(VerificationFailure) {
        parts = try SignatureParts(element)
        // Objects could hold a copy of what was signed.
        if let object = parts.objects.first {
            throw VerificationFailure(.malformedSignature, at: object)
        }
        signedInfo = try XMLDSig.SignedInfo(parts.signedInfo)
        signatureValue = try parts.signatureValue.base64()
    }

    /// The `Signature` element.
    package var element: XML.Element { parts.element }
    /// The `SignedInfo` element.
    package var signedInfoElement: XML.Element { parts.signedInfo }
    /// The certificates in `KeyInfo`, in Base64; they only choose among trusted keys.
    package var certificateTexts: [String] { parts.certificateTexts }
}
