internal import WireText
internal import XMLCore
internal import XMLSecurity

extension SignatureVerifier {
    /// Returns the change of an identifier that a reference to no element shows.
    ///
    /// Exactly one element has the digest: as it was received, so that the reference was changed, or with the identifier
    /// that the reference names. Where the reference is to an element that holds such a signature, the change is to
    /// what is in that.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - element: The element that carries it.
    ///   - document: The document.
    ///   - signedInfo: What is known of the signature over `SignedInfo`.
    /// - Returns: The change, and what it leaves invalid.
    func identifierChange(
        of signature: Signature, on element: XML.Element, in document: XML.Document,
        _ signedInfo: SignatureExplanation.SignedInfo
    ) -> (finding: SignatureExplanation.Finding, remainder: SignatureExplanation.Remainder?)? {
        guard
            let search = IdentifierSearch(
                signature, on: element, in: document, limits: limits, parsingLimits: parsingLimits),
            let (found, isReceived) = search.fit
        else { return nil }
        guard isReceived else {
            return (search.finding(of: found), signedInfo.isValid ? nil : .signature)
        }
        // What the signer wrote into a reference was not changed.
        let isSigned = signedInfo.keys.contains { $0.outcome == .madeSignature }
        guard !isSigned, let bytes = search.signedInfo(referringTo: found, signedInfo.bytes) else {
            return nil
        }
        let isRestored = signedInfo.keys.contains { trial in
            trial.origin == .trusted
                && trial.key.isValidSignature(
                    signature.signatureValue, over: bytes,
                    method: signature.signedInfo.signatureMethod)
        }
        return (search.finding(ofReferenceTo: found), isRestored ? nil : .signature)
    }
}

/// Looks for the element whose digest a reference to a missing identifier declares.
private struct IdentifierSearch {
    private let signature: Signature
    private let element: XML.Element
    private let document: XML.Document
    /// The identifier that the signature refers to and no element has; `nil` where only signatures inside refer so.
    private let identifier: String?
    /// The elements whose own signatures refer to identifiers that no element has, with these.
    private let missing: [(element: XML.Element, identifier: String)]
    private let limits: XML.CanonicalizationLimits
    private let parsingLimits: XML.ParsingLimits
    /// The canonical bytes of the document.
    private let tokens: CanonicalTokens

    /// The largest number of elements that are digested.
    private static let mostElements = 8
    private static let mostChildren = 64
    private static let identifierNames: Set = ["id", "assertionid", "responseid", "requestid"]

    /// `nil` where no reference is to an identifier that no element has.
    init?(
        _ signature: Signature, on element: XML.Element, in document: XML.Document,
        limits: XML.CanonicalizationLimits, parsingLimits: XML.ParsingLimits
    ) {
        let method = XML.CanonicalizationMethod(.canonicalXML10, withComments: true)
        identifier = Self.missingIdentifier(of: signature, in: document)
        missing = Self.missing(in: document, around: element)
        guard identifier != nil || !missing.isEmpty,
            let form = try? document.canonicalForm(using: method, limits: limits)
        else { return nil }
        self.signature = signature
        self.element = element
        self.document = document
        self.limits = limits
        self.parsingLimits = parsingLimits
        tokens = CanonicalTokens(form.bytes)
    }

    /// The identifier that a signature refers to and no element has; `nil` if one has it.
    private static func missingIdentifier(
        of signature: Signature, in document: XML.Document
    ) -> String? {
        let uri = signature.signedInfo.reference.uri
        guard uri.utf8.count > 1, uri.utf8.first == UInt8(ascii: "#"),
            document.element(withIDAfterFirstByteOf: uri) == nil,
            !uri.utf8.contains(where: { "<>&\"".utf8.contains($0) || $0 < 0x21 })
        else { return nil }
        return String(uri.dropFirst())
    }

    // MARK: Digests

    /// The one element whose digest fits, and whether it does as it was received.
    var fit: (element: XML.Element, isReceived: Bool)? {
        guard let identifier else {
            guard let first = missing.first, isDigested(element, with: missing) else { return nil }
            return (element: first.element, isReceived: false)
        }
        var found: [(element: XML.Element, isReceived: Bool)] = []
        for candidate in candidates {
            if isDigested(candidate, by: signature) {
                found.append((element: candidate, isReceived: true))
            }
            if isDigested(candidate, with: [(element: candidate, identifier: identifier)]) {
                found.append((element: candidate, isReceived: false))
            }
        }
        // A program that rewrites one identifier rewrites all of them.
        if found.isEmpty, missing.count > 1, isDigested(element, with: missing) {
            found = [(element: element, isReceived: false)]
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The element that carries the signature, and those that an identifier makes a possible one.
    private var candidates: [XML.Element] {
        var elements = [element]
        var waiting = [document.rootElement]
        while let next = waiting.popLast(), elements.count < Self.mostElements {
            if next != element, Self.isIdentified(next) { elements.append(next) }
            for child in next.childElements where !child.isNamed(.signature) {
                waiting.append(child)
            }
        }
        return elements
    }

    private static func isIdentified(_ element: XML.Element) -> Bool {
        [XML.QualifiedName("ID"), XML.QualifiedName("Id"), XML.QualifiedName("AssertionID")]
            .contains { element[attribute: $0] != nil }
    }

    private static func missing(
        in document: XML.Document, around element: XML.Element
    ) -> [(element: XML.Element, identifier: String)] {
        var owners: [XML.Element] = []
        for parent in [document.rootElement, element] {
            for owner in [parent] + parent.childElements.prefix(mostChildren)
            where !owners.contains(owner) { owners.append(owner) }
        }
        var missing: [(element: XML.Element, identifier: String)] = []
        for owner in owners where missing.count < mostElements {
            guard let part = owner.firstChild(named: .signature),
                let own = try? Signature(part),
                let identifier = missingIdentifier(of: own, in: document)
            else { continue }
            missing.append((element: owner, identifier: identifier))
        }
        return missing
    }

    private func isDigested(_ candidate: XML.Element, by signature: Signature) -> Bool {
        var ancestor = signature.element.parent
        while let next = ancestor, next != candidate { ancestor = next.parent }
        let reference = signature.signedInfo.reference
        let form = try? candidate.linearCanonicalForm(
            using: reference.canonicalizationMethod.withoutComments,
            excluding: ancestor == nil ? nil : signature.element, limits: limits)
        return form.flatMap { reference.digestMethod.digest(of: $0.bytes) }
            == reference.digestValue
    }

    /// Returns whether an element has the digest in a document in which elements have other identifiers.
    private func isDigested(
        _ candidate: XML.Element, with identifiers: [(element: XML.Element, identifier: String)]
    ) -> Bool {
        let edits = identifiers.compactMap { edit(of: $0.element, to: $0.identifier) }
            .sorted { $0.0.lowerBound < $1.0.lowerBound }
        guard edits.count == identifiers.count,
            let restored = try? XML.Document(
                parsing: tokens.bytes.replacing(edits), limits: parsingLimits,
                identifierAttributes: []),
            let other = restored.rootElement.descendant(at: candidate.path),
            let part = restored.rootElement.descendant(
                at: signature.element.path),
            let signature = try? Signature(part)
        else { return false }
        return isDigested(other, by: signature)
    }

    /// The edit that gives an element an identifier.
    private func edit(of element: XML.Element, to identifier: String) -> (Range<Int>, [UInt8])? {
        guard let tag = tokens.startTag(at: element.path) else { return nil }
        let text = Array(" ID=\"\(identifier)\"".utf8)
        let own = tokens.attributes(ofTag: tag).first { attribute in
            let name = String(decoding: tokens.bytes[attribute.name], as: UTF8.self)
            return Self.identifierNames.contains(name.lowercased())
        }
        let end = tokens.name(ofTag: tag).endIndex
        return (own?.range ?? end..<end, text)
    }

    // MARK: The reference

    /// The canonical bytes of `SignedInfo` with a reference to the identifier that an element has.
    func signedInfo(referringTo element: XML.Element, _ bytes: [UInt8]?) -> [UInt8]? {
        guard let bytes, let identifier, let own = element[attribute: XML.QualifiedName("ID")],
            let place = bytes.firstOffset(of: Array(" URI=\"#\(identifier)\"".utf8), from: 0)
        else { return nil }
        let end = place + " URI=\"#\(identifier)\"".utf8.count
        return bytes.replacing([(place..<end, Array(" URI=\"#\(own)\"".utf8))])
    }

    // MARK: Words

    /// The name of an element of SAML; any other is the sender's.
    private static func name(of element: XML.Element) -> String {
        let names = [
            "Response", "Assertion", "AttributeQuery", "AuthnRequest", "LogoutRequest",
            "LogoutResponse", "ArtifactResolve", "ArtifactResponse", "EntityDescriptor",
            "EntitiesDescriptor",
        ]
        let name = element.name.localName
        return names.contains(name) ? "the \(name)" : "the signed element"
    }

    func finding(of element: XML.Element) -> SignatureExplanation.Finding {
        let name = Self.name(of: element)
        return SignatureExplanation.Finding(
            hypothesis: .identifierChanged,
            undoing: "the ID that the signature refers to given to \(name)",
            words:
                "The ID of \(name) was changed after signing: its signature refers to an ID that no element has."
        )
    }

    func finding(ofReferenceTo element: XML.Element) -> SignatureExplanation.Finding {
        let name = Self.name(of: element)
        return SignatureExplanation.Finding(
            hypothesis: .identifierChanged,
            undoing: "the reference put back to the ID of \(name)",
            words:
                "The ID in the signature's reference was changed after signing: no element has it, and the digest is "
                + "that of \(name).")
    }
}
