internal import XMLCore

/// The children of a `Signature` element as its schema has them (XML Signature, section 4.2).
struct SignatureParts {
    let element: XML.Element
    let signedInfo: XML.Element
    let signatureValue: XML.Element
    let keyInfo: XML.Element?
    let objects: ArraySlice<XML.Element>

    init(_ element: XML.Element) throws(VerificationFailure) {
        let children = Array(element.childElements)
        guard children.count >= 2, children[0].isNamed(.signedInfo),
            children[1].isNamed(.signatureValue), !element.hasOwnText
        else { throw VerificationFailure(.malformedSignature, at: element) }
        var rest = children.dropFirst(2)
        keyInfo = rest.first?.isNamed(.keyInfo) == true ? rest.popFirst() : nil
        // A second SignedInfo or KeyInfo is never innocent.
        if let extra = rest.first(where: { !$0.isNamed(.object) }) {
            throw VerificationFailure(.malformedSignature, at: extra)
        }
        self.element = element
        signedInfo = children[0]
        signatureValue = children[1]
        objects = rest
    }

    /// The certificates in `KeyInfo`, in Base64; they only choose among trusted keys.
    var certificateTexts: [String] {
        (keyInfo?.childElements(named: .x509Data) ?? [])
            .flatMap { $0.childElements(named: .x509Certificate) }.map(\.textContent)
    }
}

/// The children of a `SignedInfo` element (XML Signature, section 4.4).
struct SignedInfoParts {
    let canonicalizationMethod: XML.Element
    let signatureMethod: XML.Element
    /// One or more.
    let references: ArraySlice<XML.Element>

    init(_ element: XML.Element) throws(VerificationFailure) {
        let children = Array(element.childElements)
        guard children.count >= 3, children[0].isNamed(.canonicalizationMethod),
            children[1].isNamed(.signatureMethod),
            children[2...].allSatisfy({ $0.isNamed(.reference) })
        else { throw VerificationFailure(.malformedSignature, at: element) }
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

    init(_ element: XML.Element) throws(VerificationFailure) {
        var children = Array(element.childElements)[...]
        let transforms = children.first?.isNamed(.transforms) == true ? children.popFirst() : nil
        guard children.count == 2, let digestMethod = children.popFirst(),
            let digestValue = children.popFirst(), digestMethod.isNamed(.digestMethod),
            digestValue.isNamed(.digestValue)
        else { throw VerificationFailure(.malformedSignature, at: element) }
        for parameter in digestMethod.childElements {
            throw VerificationFailure(.malformedSignature, at: parameter)
        }
        self.transforms = transforms.map { Array($0.childElements) } ?? []
        self.digestMethod = digestMethod
        self.digestValue = digestValue
    }
}
