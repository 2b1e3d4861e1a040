internal import ProfileProcessing
internal import SAML2
internal import SignatureDiagnostics
internal import XMLCore

/// The elements in which something is wrong, so that a reader finds them.
struct FailingElements {
    let all: Set<XML.Element>

    private static let names: [String: Set<String>] = [
        "attributes.missing": ["AttributeStatement"],
        "signature.signatureMethodNotAllowed": ["SignatureMethod"],
        "signature.digestMethodNotAllowed": ["DigestMethod"],
    ]
    private static let mostElements = 20_000

    init(_ document: XML.Document, _ record: ProfileRecord, _ examination: MessageExamination) {
        let wanted = record.reasons.reduce(into: Set<String>()) {
            $0.formUnion(Self.names[$1.code.rawValue] ?? [])
            $0.formUnion($1.code.conditionsFailure?.places.elements ?? [])
        }
        let isForOther = record.reasons.contains {
            ["conditions.recipientMismatch", "conditions.inResponseToMismatch"]
                .contains($0.code.rawValue)
        }
        var found: Set<XML.Element> = isForOther ? [document.rootElement] : []
        var elements: [XML.Element] = []
        Self.walk(document.rootElement, into: &elements)
        for element in elements where wanted.contains(element.name.localName) {
            found.insert(element)
        }
        for explanation in examination.explanations {
            if let element = Self.damaged(explanation, elements) { found.insert(element) }
        }
        all = found
    }

    private static func walk(_ element: XML.Element, into elements: inout [XML.Element]) {
        guard elements.count < mostElements else { return }
        elements.append(element)
        for child in element.childElements { walk(child, into: &elements) }
    }

    /// The element in whose canonical bytes the first difference from the signer's bytes is.
    private static func damaged(
        _ explanation: SignatureExplanation, _ elements: [XML.Element]
    ) -> XML.Element? {
        guard let reference = explanation.reference, let received = reference.bytes,
            let original = reference.originalBytes, received != original,
            // A position takes a pass over the document, and all of them together take one.
            let start = XML.Element.positions(of: elements).firstIndex(of: explanation.position)
        else { return nil }
        let offset = zip(received, original).prefix { $0 == $1 }.count
        // Canonical bytes have a start tag for each element, and "<" nowhere else but in end tags.
        var count = 0
        for place in received.indices.prefix(offset)
        where received[place] == UInt8(ascii: "<") && place + 1 < received.count
            && received[place + 1] != UInt8(ascii: "/")
        {
            count += 1
        }
        let bearer = elements[start]
        let inside = bearer.sourceRange
        let signature = bearer.childElements.first { $0.isNamed(.signatureElement) }?.sourceRange
        let covered = elements[start...].filter { element in
            let offset = element.sourceOffset
            return inside.contains(offset) && !(signature?.contains(offset) ?? false)
        }
        guard count > 0, count <= covered.count else { return nil }
        return covered[count - 1]
    }
}
