internal import PayloadCoding
package import XMLCore

extension XMLDSig {
    /// The signed values (XML Signature, section 4.4).
    package struct SignedInfo: Hashable, Sendable, CustomStringConvertible {
        /// The canonicalization of `SignedInfo` itself.
        package let canonicalizationMethod: XML.CanonicalizationMethod
        /// The signature algorithm.
        package let signatureMethod: SignatureMethod
        /// The reference to the signed element.
        package let reference: Reference

        /// Reads a `SignedInfo` element.
        ///
        /// - Throws: A ``VerificationFailure`` when it is not in the layout SAML allows.
        package init(_ element: XML.Element) throws(VerificationFailure) {
            var children = element.childElements.makeIterator()
            guard let canonicalization = children.next(),
                canonicalization.isNamed(.canonicalizationMethod), let method = children.next(),
                method.isNamed(.signatureMethod), let first = children.next(),
                first.isNamed(.reference),
                element.childElements.dropFirst(3).allSatisfy({ $0.isNamed(.reference) })
            else { throw VerificationFailure(.malformedSignature, at: element) }
            if let other = children.next() {
                throw VerificationFailure(.severalReferences, at: other)
            }
            canonicalizationMethod = try XML.CanonicalizationMethod(signing: canonicalization)
            signatureMethod = SignatureMethod(rawValue: try method.algorithm())
            // HMACOutputLength and the parameters of RSASSA-PSS would be here.
            for parameter in method.childElements {
                throw VerificationFailure(.signatureMethodParameters, at: parameter)
            }
            reference = try Reference(first)
        }

        /// The methods; never what is referred to.
        public var description: String { "SignedInfo(\(signatureMethod.rawValue))" }
    }

    /// The signed element and its digest (XML Signature, section 4.4.3).
    package struct Reference: Hashable, Sendable, CustomStringConvertible {
        /// `URI`: `#` and an identifier, or empty for the whole document.
        package let uri: String
        /// The canonicalization of the digested bytes.
        package let canonicalizationMethod: XML.CanonicalizationMethod
        /// `DigestMethod`.
        package let digestMethod: DigestMethod
        /// `DigestValue`.
        package let digestValue: [UInt8]

        package static let envelopedSignature =
            "http://www.w3.org/2000/09/xmldsig#enveloped-signature"

        init(_ element: XML.Element) throws(VerificationFailure) {
            guard let uri = element[attribute: .uri] else {
                throw VerificationFailure(.referenceElsewhere, at: element)
            }
            self.uri = uri
            var children = element.childElements.makeIterator()
            var next = children.next()
            let transforms = next?.isNamed(.transforms) == true ? next : nil
            if transforms != nil { next = children.next() }
            guard let method = next, method.isNamed(.digestMethod), let value = children.next(),
                value.isNamed(.digestValue), children.next() == nil
            else { throw VerificationFailure(.malformedSignature, at: element) }
            for parameter in method.childElements {
                throw VerificationFailure(.malformedSignature, at: parameter)
            }
            // The children of Transforms need not all be called Transform.
            canonicalizationMethod = try Self.canonicalization(
                transforms, of: element)
            digestMethod = DigestMethod(rawValue: try method.algorithm())
            digestValue = try value.base64()
        }

        /// The one canonicalization that may follow the enveloped-signature transform.
        ///
        /// Without one it is Canonical XML 1.0 (XML Signature, section 4.4.3.2). Anything else would
        /// let the sender choose what of the message counts.
        private static func canonicalization(
            _ transforms: XML.Element?, of reference: XML.Element
        ) throws(VerificationFailure) -> XML.CanonicalizationMethod {
            var steps = transforms?.childElements.makeIterator()
            guard let first = steps?.next() else {
                throw VerificationFailure(.transformNotAllowed, at: reference)
            }
            guard first.isNamed(.transform), try first.algorithm() == envelopedSignature else {
                throw VerificationFailure(.transformNotAllowed, at: first)
            }
            for parameter in first.childElements {
                throw VerificationFailure(.transformNotAllowed, at: parameter)
            }
            let second = steps?.next()
            if let third = steps?.next() {
                throw VerificationFailure(.transformNotAllowed, at: third)
            }
            guard let second else { return XML.CanonicalizationMethod(.canonicalXML10) }
            guard second.isNamed(.transform) else {
                throw VerificationFailure(.transformNotAllowed, at: second)
            }
            return try XML.CanonicalizationMethod(signing: second)
        }

        /// The digest's method; neither the digest nor what it is of.
        public var description: String { "Reference(\(digestMethod.rawValue))" }
    }
}

extension XML.CanonicalizationMethod {
    /// The method an element names by its `Algorithm` and `InclusiveNamespaces`.
    init(signing element: XML.Element) throws(VerificationFailure) {
        var children = element.childElements.makeIterator()
        var inclusiveNamespaces: XML.InclusiveNamespaces?
        if let only = children.next() {
            guard children.next() == nil, only.isNamed(.inclusiveNamespaces),
                only.childElements.first(where: { _ in true }) == nil
            else {
                throw VerificationFailure(.transformNotAllowed, at: only)
            }
            inclusiveNamespaces = XML.InclusiveNamespaces(
                parsing: only[attribute: .prefixList] ?? "")
        }
        guard
            let method = XML.CanonicalizationMethod(
                algorithmIdentifier: try element.algorithm(),
                inclusiveNamespaces: inclusiveNamespaces)
        else { throw VerificationFailure(.transformNotAllowed, at: element) }
        self = method
    }
}

extension XML.Element {
    func algorithm() throws(VerificationFailure) -> String {
        let usual = XMLDSig.usualIdentifiers
        guard let algorithm = value(ofAttribute: .algorithm, among: usual) else {
            throw VerificationFailure(.malformedSignature, at: self)
        }
        return algorithm
    }

    /// The bytes that the element holds in Base64, and nothing else: a comment inside could hide
    /// what other readers read as the value.
    func base64() throws(VerificationFailure) -> [UInt8] {
        guard let bytes = withSoleText({ try? Base64.decodeWrapped($0) }), let bytes else {
            throw VerificationFailure(.malformedSignature, at: self, saying: faultOfBase64)
        }
        return bytes
    }

    /// What an element holds that should hold Base64 and nothing else.
    private var faultOfBase64: String {
        let name = name.localName
        guard soleText == nil else { return "\(name) is not Base64" }
        let other =
            childElementCount > 0 ? "an element" : "a comment or a processing instruction"
        return "\(name) holds \(other), where nothing but Base64 may stand,"
    }
}
