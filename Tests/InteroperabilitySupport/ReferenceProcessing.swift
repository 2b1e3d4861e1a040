internal import PayloadCoding
internal import XMLCore
internal import XMLSecurity

/// Makes the bytes that references digest (XML Signature, section 4.4.3.2).
struct ReferenceProcessing {
    let document: XML.Document
    let signature: XML.Element
    let limits: XML.CanonicalizationLimits
    let parsingLimits: XML.ParsingLimits

    /// What one transform gives to the next.
    private enum Intermediate {
        /// A part of the document, perhaps without the signature.
        case nodes(withoutSignature: Bool)
        /// Bytes of which a document can be read.
        case canonical([UInt8])
        /// Bytes of any kind.
        case binary([UInt8])
    }

    private enum Target {
        case document
        case element(XML.Element)
    }

    /// What a reference is to, after all its transforms, when it has the digest that is declared.
    func verifiedContent(
        of reference: GeneralReference
    ) throws(XMLDSig.InteroperabilityFailure) -> XMLDSig.SignedContent {
        let target = try target(of: reference)
        var value = Intermediate.nodes(withoutSignature: false)
        for transform in reference.transforms {
            value = try apply(transform, to: value, of: target, reference: reference)
        }
        if case .nodes = value {
            // Without a canonicalization it is Canonical XML 1.0 (section 4.4.3.2).
            let method = XML.CanonicalizationMethod(.canonicalXML10)
            value = try apply(
                .canonicalization(method), to: value, of: target, reference: reference)
        }
        let bytes: [UInt8]
        let isCanonical: Bool
        switch value {
        case .nodes: (bytes, isCanonical) = ([], false)
        case .binary(let binary): (bytes, isCanonical) = (binary, false)
        case .canonical(let canonical): (bytes, isCanonical) = (canonical, true)
        }
        guard !bytes.isEmpty else {
            throw XMLDSig.InteroperabilityFailure(.nothingSigned, at: reference.element)
        }
        guard reference.digestMethod.digest(of: bytes) == reference.digestValue else {
            throw XMLDSig.InteroperabilityFailure(.digestMismatch, at: reference.element)
        }
        return XMLDSig.SignedContent(
            uri: reference.uri, type: reference.element[attribute: .type], bytes: bytes,
            element: isCanonical ? try parsed(bytes, for: reference).rootElement : nil)
    }

    private func target(
        of reference: GeneralReference
    ) throws(XMLDSig.InteroperabilityFailure) -> Target {
        switch reference.pointer.target {
        case .document: return .document
        case .element(let identifier):
            guard let element = document.element(withID: identifier) else {
                throw XMLDSig.InteroperabilityFailure(.identifierNotFound, at: reference.element)
            }
            return .element(element)
        }
    }

    private func apply(
        _ transform: GeneralReference.Transform, to value: Intermediate, of target: Target,
        reference: GeneralReference
    ) throws(XMLDSig.InteroperabilityFailure) -> Intermediate {
        switch (transform, value) {
        case (.envelopedSignature, .nodes):
            // A signature around everything it refers to would leave nothing.
            let apex =
                if case .element(let element) = target { element } else {
                    document.rootElement
                }
            guard !apex.isInside(signature) else {
                throw XMLDSig.InteroperabilityFailure(.nothingSigned, at: reference.element)
            }
            return .nodes(withoutSignature: true)
        case (.canonicalization(let method), .nodes(let withoutSignature)):
            return .canonical(
                try canonicalBytes(
                    of: target, withoutSignature: withoutSignature,
                    using: reference.pointer.hasComments ? method : method.withoutComments,
                    reference: reference))
        case (.canonicalization(let method), .canonical(let bytes)),
            (.canonicalization(let method), .binary(let bytes)):
            let document = try parsed(bytes, for: reference)
            return .canonical(
                try canonicalizing(for: reference) { () throws(XML.CanonicalizationError) in
                    try document.canonicalForm(using: method, limits: limits)
                })
        case (.base64, .nodes(withoutSignature: false)):
            let apex =
                if case .element(let element) = target { element } else {
                    document.rootElement
                }
            return .binary(try decoded(Array(apex.textContent.utf8), for: reference))
        case (.base64, .binary(let bytes)):
            return .binary(try decoded(bytes, for: reference))
        case (.envelopedSignature, .canonical), (.envelopedSignature, .binary),
            (.base64, .canonical), (.base64, .nodes(withoutSignature: true)):
            throw XMLDSig.InteroperabilityFailure(.transformOutOfPlace, at: reference.element)
        }
    }

    private func canonicalBytes(
        of target: Target, withoutSignature: Bool, using method: XML.CanonicalizationMethod,
        reference: GeneralReference
    ) throws(XMLDSig.InteroperabilityFailure) -> [UInt8] {
        let excluded = withoutSignature ? signature : nil
        return try canonicalizing(for: reference) { () throws(XML.CanonicalizationError) in
            switch target {
            case .document:
                try document.canonicalForm(
                    using: method, excluding: excluded, limits: limits)
            case .element(let element):
                try element.linearCanonicalForm(
                    using: method, excluding: excluded, limits: limits)
            }
        }
    }

    private func canonicalizing(
        for reference: GeneralReference,
        _ body: () throws(XML.CanonicalizationError) -> XML.CanonicalForm
    ) throws(XMLDSig.InteroperabilityFailure) -> [UInt8] {
        do {
            return try body().bytes
        } catch {
            throw XMLDSig.InteroperabilityFailure(.transformFailed, at: reference.element)
        }
    }

    private func parsed(
        _ bytes: [UInt8], for reference: GeneralReference
    ) throws(XMLDSig.InteroperabilityFailure) -> XML.Document {
        guard let document = try? XML.Document(parsing: bytes, limits: parsingLimits) else {
            throw XMLDSig.InteroperabilityFailure(.transformFailed, at: reference.element)
        }
        return document
    }

    private func decoded(
        _ digits: [UInt8], for reference: GeneralReference
    ) throws(XMLDSig.InteroperabilityFailure) -> [UInt8] {
        guard let bytes = try? Base64.decodeWrapped(digits) else {
            throw XMLDSig.InteroperabilityFailure(.transformFailed, at: reference.element)
        }
        return bytes
    }
}
