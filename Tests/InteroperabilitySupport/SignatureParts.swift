internal import PayloadCoding
internal import XMLCore
internal import XMLSecurity

/// The children of a `Signature` element as its schema has them (XML Signature, section 4.2).
struct SignatureParts {
    let element: XML.Element
    let signedInfo: XML.Element
    let signatureValue: XML.Element

    init(_ element: XML.Element) throws(XMLDSig.InteroperabilityFailure) {
        let children = Array(element.childElements)
        guard children.count >= 2, children[0].isNamed(.signedInfo),
            children[1].isNamed(.signatureValue), !element.hasOwnText
        else { throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: element) }
        var rest = children.dropFirst(2)
        if rest.first?.isNamed(.keyInfo) == true { rest.removeFirst() }
        // A second SignedInfo or KeyInfo is never innocent.
        if let extra = rest.first(where: { !$0.isNamed(.object) }) {
            throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: extra)
        }
        self.element = element
        signedInfo = children[0]
        signatureValue = children[1]
    }
}

/// The children of a `SignedInfo` element (XML Signature, section 4.4).
struct SignedInfoParts {
    let canonicalizationMethod: XML.Element
    let signatureMethod: XML.Element
    /// One or more.
    let references: ArraySlice<XML.Element>

    init(_ element: XML.Element) throws(XMLDSig.InteroperabilityFailure) {
        let children = Array(element.childElements)
        guard children.count >= 3, children[0].isNamed(.canonicalizationMethod),
            children[1].isNamed(.signatureMethod),
            children[2...].allSatisfy({ $0.isNamed(.reference) })
        else { throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: element) }
        canonicalizationMethod = children[0]
        signatureMethod = children[1]
        references = children[2...]
    }
}

/// The children of a `Reference` element (XML Signature, section 4.4.3).
struct ReferenceParts {
    /// The children of `Transforms`, which need not all be called `Transform`.
    let transforms: [XML.Element]
    let digestMethod: XML.Element
    let digestValue: XML.Element

    init(_ element: XML.Element) throws(XMLDSig.InteroperabilityFailure) {
        var children = Array(element.childElements)[...]
        let transforms = children.first?.isNamed(.transforms) == true ? children.popFirst() : nil
        guard children.count == 2, let digestMethod = children.popFirst(),
            let digestValue = children.popFirst(), digestMethod.isNamed(.digestMethod),
            digestValue.isNamed(.digestValue)
        else { throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: element) }
        for parameter in digestMethod.childElements {
            throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: parameter)
        }
        self.transforms = transforms.map { Array($0.childElements) } ?? []
        self.digestMethod = digestMethod
        self.digestValue = digestValue
    }
}

extension XML.Element {
    /// The algorithm the element names.
    func algorithm() throws(XMLDSig.InteroperabilityFailure) -> String {
        guard let algorithm = self[attribute: .algorithm] else {
            throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: self)
        }
        return algorithm
    }

    /// The bytes that the element holds in Base64, and nothing else.
    func base64() throws(XMLDSig.InteroperabilityFailure) -> [UInt8] {
        guard let text = soleText,
            let bytes = try? Base64.decodeWrapped(Array(text.utf8))
        else { throw XMLDSig.InteroperabilityFailure(.malformedSignature, at: self) }
        return bytes
    }
}

extension XML.CanonicalizationMethod {
    /// The method an element names by its `Algorithm` and `InclusiveNamespaces`.
    init(
        named element: XML.Element, otherwise code: XMLDSig.InteroperabilityFailure.Code
    ) throws(XMLDSig.InteroperabilityFailure) {
        let children = Array(element.childElements)
        var inclusiveNamespaces: XML.InclusiveNamespaces?
        if let only = children.first {
            guard children.count == 1, only.isNamed(.inclusiveNamespaces),
                only.childElements.first(where: { _ in true }) == nil
            else { throw XMLDSig.InteroperabilityFailure(code, at: only) }
            inclusiveNamespaces = XML.InclusiveNamespaces(
                parsing: only[attribute: .prefixList] ?? "")
        }
        guard
            let method = XML.CanonicalizationMethod(
                algorithmIdentifier: try element.algorithm(),
                inclusiveNamespaces: inclusiveNamespaces)
        else { throw XMLDSig.InteroperabilityFailure(code, at: element) }
        self = method
    }
}
