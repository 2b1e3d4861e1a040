internal import XMLCore

/// A `Signature` element, read as strictly as SAML allows it (SAML Core, section 5.4).
struct Signature {
    let signedInfo: XMLDSig.SignedInfo
    let signatureValue: [UInt8]
    private let parts: SignatureParts

    init(_ element: XML.Element) throws(VerificationFailure) {
        parts = try SignatureParts(element)
        // Objects could hold a copy of what was signed.
        if let object = parts.objects.first {
            throw VerificationFailure(.malformedSignature, at: object)
        }
        signedInfo = try XMLDSig.SignedInfo(parts.signedInfo)
        signatureValue = try parts.signatureValue.base64()
    }

    var element: XML.Element { parts.element }
    var signedInfoElement: XML.Element { parts.signedInfo }
    /// The certificates in `KeyInfo`, in Base64; they only choose among trusted keys.
    var certificateTexts: [String] { parts.certificateTexts }
}
