internal import PayloadCoding
internal import SAML2
internal import XMLCore

/// The signatures a message carries, as far as they can be told without verifying them.
struct SignatureOutline {
    /// A signature and the element it is enveloped in.
    struct Enveloped {
        let signature: XML.Element
        /// Found once: a signature can have any number of children before it, or instead of it.
        let signedInfo: XML.Element?
        let parent: XML.Element
        let signedElement: SignatureSummary.SignedElement

        init(
            _ signature: XML.Element, in parent: XML.Element, _ kind: SignatureSummary.SignedElement
        ) {
            self.signature = signature
            signedInfo = signature.firstChild(named: .signedInfoElement)
            self.parent = parent
            signedElement = kind
        }
    }

    let signatures: [Enveloped]
    /// The query string, when it carries a signature over itself.
    let query: SignedQuery?

    private static let mostSignatures = 16

    init(root: XML.Element, query: SignedQuery? = nil) {
        self.query = query
        let assertions = root.childElements(named: .assertionElement)
        let own: SignatureSummary.SignedElement =
            root.isNamed(.assertionElement) ? .assertion : .response
        let bearers =
            [(root, own)]
            + assertions.map { ($0, .assertion) }
        signatures = bearers.flatMap { bearer, kind in
            bearer.childElements(named: .signatureElement)
                .map { Enveloped($0, in: bearer, kind) }
        }
    }

    var summary: SignatureSummary {
        var summary = SignatureSummary()
        for kind in SignatureSummary.SignedElement.allCases
        where signatures.contains(where: { $0.signedElement == kind }) {
            summary.signed.append(kind)
        }
        if query != nil { summary.signed.append(.queryString) }
        if !summary.signed.isEmpty { summary.verdict = .notChecked }
        guard let first = signatures.first else {
            summary.signatureMethod = query?.algorithm
            return summary
        }
        let signedInfo = first.signedInfo
        func algorithm(_ name: String, in element: XML.Element?) -> String? {
            element?.firstChild(named: XML.QualifiedName(name, in: .signature))?[
                attribute: XML.QualifiedName("Algorithm")]
        }
        summary.canonicalization = algorithm("CanonicalizationMethod", in: signedInfo)
        summary.signatureMethod = algorithm("SignatureMethod", in: signedInfo)
        let reference = signedInfo?.firstChild(
            named: XML.QualifiedName("Reference", in: .signature))
        summary.digestMethod = algorithm("DigestMethod", in: reference)
        return summary
    }

    /// A Boolean value that indicates whether the only signature is over the query string, so that
    /// nothing of it is left in the message.
    var isOnlyOverQuery: Bool { query != nil && signatures.isEmpty }

    /// Returns whether the bytes of `element` go into a digest or a signature of the message.
    ///
    /// An enveloped signature covers its parent without itself, and of itself its `SignedInfo`.
    ///
    /// Of a message with more signatures than any real one has, everything counts as signed.
    func covers(_ element: XML.Element) -> Bool {
        guard signatures.count <= Self.mostSignatures else { return true }
        return signatures.contains { enveloped in
            if element.isInside(enveloped.signature) {
                return enveloped.signedInfo.map { element.isInside($0) } ?? false
            }
            return element.isInside(enveloped.parent)
        }
    }
}

extension XML.QualifiedName {
    fileprivate static let assertionElement = XML.QualifiedName("Assertion", in: .assertion)
    fileprivate static let signatureElement = XML.QualifiedName("Signature", in: .signature)
    fileprivate static let signedInfoElement = XML.QualifiedName("SignedInfo", in: .signature)
}
