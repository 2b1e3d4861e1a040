internal import PayloadCoding
internal import XMLCore
internal import XMLSecurity

/// A document in which the signature of an element can be read although its Base64 is damaged.
///
/// Zero bytes stand in for the values that are not Base64.
struct PatchedSignatureDocument {
    let document: XML.Document
    let element: XML.Element
    let signature: Signature

    private static let digestSize = 32

    init?(
        for element: XML.Element, path: [Int], in document: XML.Document,
        limits: XML.CanonicalizationLimits, parsingLimits: XML.ParsingLimits
    ) {
        let method = XML.CanonicalizationMethod(.canonicalXML10, withComments: true)
        guard let form = try? document.canonicalForm(using: method, limits: limits) else {
            return nil
        }
        let tokens = CanonicalTokens(form.bytes)
        guard let apex = tokens.startTag(at: path),
            let start = tokens.tokens.indices.first(where: { index in
                tokens.tokens[index].kind == .startTag && tokens.tokens[index].owner == apex
                    && tokens.isElement(index, named: "Signature")
            }), let end = tokens.endTag(of: start)
        else { return nil }
        let zeros = Base64.encoding(Array(repeating: 0, count: Self.digestSize))
        let edits = (start...end).filter { index in
            tokens.isBase64(index)
                && (try? Base64.decodeWrapped(Array(form.bytes[tokens.tokens[index].range]))) == nil
        }.map { (tokens.tokens[$0].range, zeros) }
        guard !edits.isEmpty,
            let mended = try? XML.Document(
                parsing: form.bytes.replacing(edits), limits: parsingLimits),
            let found = mended.rootElement.descendant(at: path),
            let part = found.firstChild(named: .signature), let signature = try? Signature(part)
        else { return nil }
        self.document = mended
        self.element = found
        self.signature = signature
    }
}
