internal import PayloadCoding
internal import SAML2
internal import XMLCore
internal import XMLSecurity

extension ProfileRecord {
    /// Notes what a stricter receiver would refuse of a response with nothing wrong.
    mutating func note(
        _ response: some SAML.JudgedResponse, _ selection: SAML.AttributeSelection,
        in document: XML.Document, _ context: SAML.ProcessingContext
    ) {
        guard reasons.isEmpty else { return }
        // A capture has the time at which an exchange began; its answer was issued after that.
        for leniency in response.leniencies(in: context)
        where leniency.kind != .notYetValidWithinSkew || conditions.now != .captured {
            notes.append(
                Note(
                    leniency.kind.rawValue, leniency.sentence,
                    at: leniency.id.flatMap { document.element(withID: $0)?.position }))
        }
        let empty =
            selection.isOfRequired
            ? selection.items.filter { item in
                item.values.allSatisfy { !$0.isXML && ($0.text ?? "").trimmingXMLSpace().isEmpty }
            }.map { SAML.Discrepancy.visible($0.name) } : []
        guard !empty.isEmpty else { return }
        let verb = empty.count == 1 ? "is required and comes" : "are required and come"
        notes.append(
            Note(
                Note.Kind.emptyAttribute.rawValue,
                "\(empty.joined(separator: ", ")) \(verb) without a value."))
    }

    /// Notes what a stricter receiver would refuse of the signatures of a message with nothing wrong.
    ///
    /// No signature covers its own place and its `KeyInfo`, so that both are read as they were received.
    ///
    /// - Parameters:
    ///   - signatures: The signatures.
    ///   - key: The key that made the message's own.
    ///   - keys: The keys that made those of the assertions; none where they are not known.
    mutating func note(
        _ signatures: SignatureOutline, by key: TrustedKey? = nil,
        assertions keys: [TrustedKey] = []
    ) {
        guard reasons.isEmpty else { return }
        let assertionCount = signatures.signatures.count { $0.signedElement == .assertion }
        // What was encrypted is not among what was received.
        var others = keys.count == assertionCount ? keys[...] : []
        for enveloped in signatures.signatures {
            let signature = enveloped.signature
            let name = enveloped.parent.name.localName
            if !enveloped.isInPlace {
                notes.append(
                    Note(
                        Note.Kind.signaturePlace.rawValue,
                        "The Signature of the \(name) does not stand directly after its Issuer.",
                        at: signature.position))
            }
            let maker = enveloped.signedElement == .assertion ? others.popFirst() : key
            if let certificate = maker?.certificateOfOtherKey(in: signature) {
                notes.append(
                    Note(
                        Note.Kind.otherCertificate.rawValue,
                        certificate.subject.map {
                            "The signature of the \(name) brings along the certificate of \($0), and another key "
                                + "made it."
                        }
                            ?? "The certificate in KeyInfo of the signature of the \(name) cannot be read.",
                        at: certificate.position))
            }
        }
    }
}

extension SignatureOutline.Enveloped {
    /// A Boolean value that indicates whether the signature stands where the schema has it: after the `Issuer`.
    fileprivate var isInPlace: Bool {
        var children = parent.childElements.makeIterator()
        guard let first = children.next() else { return false }
        if first.isNamed(Self.issuer) { return children.next() == signature }
        return first == signature && parent.firstChild(named: Self.issuer) == nil
    }

    private static let issuer = XML.QualifiedName("Issuer", in: .assertion)
}

extension XML.Element {
    /// The subject of the certificate that the element holds, in words; `nil` where it cannot be read.
    fileprivate var subject: String? {
        let outline = plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) }
            .flatMap { CertificateOutline(derEncoded: $0) }
        return outline.map { outline in
            SAML.Discrepancy.visible(outline.subject ?? "no subject")
                + " (SHA-256 \(outline.sha256))"
        }
    }
}
