internal import XMLCore
internal import XMLSecurity

/// A `Reference` element (XML Signature, section 4.4.3) to something in the document.
struct GeneralReference {
    let element: XML.Element
    let uri: String
    let pointer: SameDocumentPointer
    let transforms: [Transform]
    let digestMethod: XMLDSig.DigestMethod
    let digestValue: [UInt8]

    /// The transforms that are supported (XML Signature, section 6.6).
    enum Transform {
        case envelopedSignature
        case canonicalization(XML.CanonicalizationMethod)
        case base64
    }

    init(
        _ element: XML.Element, policy: XMLDSig.InteroperabilityPolicy
    ) throws(XMLDSig.InteroperabilityFailure) {
        self.element = element
        guard let uri = element[attribute: .uri] else {
            throw XMLDSig.InteroperabilityFailure(.referenceWithoutURI, at: element)
        }
        self.uri = uri
        pointer = try SameDocumentPointer(uri, in: element)
        let parts = try ReferenceParts(element)
        guard parts.transforms.count <= policy.maximumTransforms else {
            throw XMLDSig.InteroperabilityFailure(
                .tooManyTransforms, at: parts.transforms[policy.maximumTransforms])
        }
        var transforms: [Transform] = []
        for step in parts.transforms { transforms.append(try Transform(step)) }
        self.transforms = transforms
        digestMethod = try Self.digestMethod(parts.digestMethod, policy: policy)
        digestValue = try parts.digestValue.base64()
    }

    private static func digestMethod(
        _ element: XML.Element, policy: XMLDSig.InteroperabilityPolicy
    ) throws(XMLDSig.InteroperabilityFailure) -> XMLDSig.DigestMethod {
        let method = XMLDSig.DigestMethod(rawValue: try element.algorithm())
        guard policy.digestMethods.contains(method) else {
            let isKnown = XMLDSig.InteroperabilityPolicy.legacySHA1.digestMethods.contains(method)
            throw XMLDSig.InteroperabilityFailure(
                isKnown ? .digestMethodNotAllowed : .digestMethodNotSupported, at: element)
        }
        return method
    }
}

extension GeneralReference.Transform {
    fileprivate init(_ element: XML.Element) throws(XMLDSig.InteroperabilityFailure) {
        guard element.isNamed(.transform) else {
            throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: element)
        }
        switch try element.algorithm() {
        case XMLDSig.Reference.envelopedSignature: self = .envelopedSignature
        case "http://www.w3.org/2000/09/xmldsig#base64": self = .base64
        case "http://www.w3.org/TR/1999/REC-xpath-19991116":
            throw XMLDSig.InteroperabilityFailure(.xpathTransform, at: element)
        case "http://www.w3.org/2002/06/xmldsig-filter2":
            throw XMLDSig.InteroperabilityFailure(.xpathFilterTransform, at: element)
        case "http://www.w3.org/TR/1999/REC-xslt-19991116":
            throw XMLDSig.InteroperabilityFailure(.xsltTransform, at: element)
        default:
            self = .canonicalization(
                try XML.CanonicalizationMethod(
                    named: element, otherwise: .transformNotSupported))
            return
        }
        for parameter in element.childElements {
            throw XMLDSig.InteroperabilityFailure(.transformNotSupported, at: parameter)
        }
    }
}
