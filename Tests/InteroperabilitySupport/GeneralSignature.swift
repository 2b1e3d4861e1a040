internal import XMLCore
internal import XMLSecurity

/// A `Signature` element with everything XML Signature allows in it that this package verifies.
struct GeneralSignature {
    let element: XML.Element
    let signedInfo: XML.Element
    let canonicalizationMethod: XML.CanonicalizationMethod
    let signatureMethod: XMLDSig.SignatureMethod
    /// The HMAC, when the signature method is one.
    let macMethod: XMLDSig.MACMethod?
    let signatureValue: [UInt8]
    let references: [GeneralReference]

    init(
        _ element: XML.Element, policy: XMLDSig.InteroperabilityPolicy
    ) throws(XMLDSig.InteroperabilityFailure) {
        self.element = element
        guard element.isNamed(.signature) else {
            throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: element)
        }
        let parts = try SignatureParts(element)
        let info = try SignedInfoParts(parts.signedInfo)
        signedInfo = parts.signedInfo
        signatureValue = try parts.signatureValue.base64()
        canonicalizationMethod = try XML.CanonicalizationMethod(
            named: info.canonicalizationMethod, otherwise: .canonicalizationMethodNotSupported)
        signatureMethod = try Self.signatureMethod(info.signatureMethod, policy: policy)
        macMethod = try XMLDSig.MACMethod(signatureMethod, element: info.signatureMethod)
        for parameter in info.signatureMethod.childElements where macMethod == nil {
            throw XMLDSig.InteroperabilityFailure(.signatureMethodParameters, at: parameter)
        }
        for (index, reference) in info.references.enumerated()
        where index >= policy.maximumReferences {
            throw XMLDSig.InteroperabilityFailure(.tooManyReferences, at: reference)
        }
        var references: [GeneralReference] = []
        for reference in info.references {
            references.append(try GeneralReference(reference, policy: policy))
        }
        self.references = references
    }

    private static func signatureMethod(
        _ element: XML.Element, policy: XMLDSig.InteroperabilityPolicy
    ) throws(XMLDSig.InteroperabilityFailure) -> XMLDSig.SignatureMethod {
        let method = XMLDSig.SignatureMethod(rawValue: try element.algorithm())
        guard policy.signatureMethods.contains(method) else {
            // The legacy policy has every method there is.
            let isKnown = XMLDSig.InteroperabilityPolicy.legacySHA1.signatureMethods
                .contains(method)
            throw XMLDSig.InteroperabilityFailure(
                isKnown ? .signatureMethodNotAllowed : .signatureMethodNotSupported, at: element)
        }
        return method
    }
}
