internal import SAML2
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// A signed element as it was received, and what shows on it without a test.
///
/// Each of many hypotheses holds it, so that it is shared.
final class ReceivedMessage {
    let element: XML.Element
    let signature: Signature
    let limits: XML.CanonicalizationLimits
    /// The canonical bytes of the whole document, comments included.
    ///
    /// Written so, a document has one form only, and reading it again changes no canonical byte.
    let document: CanonicalTokens
    /// The element's place: its number among the child elements, from the root element down.
    let path: [Int]
    /// The canonical bytes that were to be signed.
    let signedInfoBytes: [UInt8]
    /// The canonical bytes that were to be digested.
    let referenceBytes: [UInt8]
    /// A Boolean value that indicates whether a key made the signature over `SignedInfo` as it was received.
    var isSigned = false

    /// `nil` where something has no canonical form.
    init?(
        _ element: XML.Element, signature: Signature, in document: XML.Document,
        signedInfoBytes: [UInt8]?, referenceBytes: [UInt8]?, limits: XML.CanonicalizationLimits
    ) {
        let method = XML.CanonicalizationMethod(.canonicalXML10, withComments: true)
        guard let signedInfoBytes, let referenceBytes,
            let form = try? document.canonicalForm(using: method, limits: limits)
        else { return nil }
        self.element = element
        self.signature = signature
        self.limits = limits
        self.document = CanonicalTokens(form.bytes)
        path = element.path
        self.signedInfoBytes = signedInfoBytes
        self.referenceBytes = referenceBytes
    }

    /// Returns the same element of the same message in other bytes; `nil` where it cannot be read, or its signature
    /// names other methods, with which whatever is undone next would seem to restore the content.
    func restored(_ bytes: [UInt8], limits parsingLimits: XML.ParsingLimits) -> ReceivedMessage? {
        guard
            let document = try? XML.Document(
                parsing: bytes, limits: parsingLimits, identifierAttributes: []),
            let element = document.rootElement.descendant(at: path),
            let part = element.firstChild(named: .signature),
            let signature = try? Signature(part), signature.methods == methods
        else { return nil }
        let info = try? part.firstChild(named: .signedInfo)?.linearCanonicalForm(
            using: methods[0], limits: limits)
        let form = try? element.linearCanonicalForm(
            using: methods[1].withoutComments, excluding: part, limits: limits)
        return ReceivedMessage(
            element, signature: signature, in: document, signedInfoBytes: info?.bytes,
            referenceBytes: form?.bytes, limits: limits)
    }
}

extension Signature {
    fileprivate var methods: [XML.CanonicalizationMethod] {
        [signedInfo.canonicalizationMethod, signedInfo.reference.canonicalizationMethod]
    }
}

extension ReceivedMessage {
    /// The methods `SignedInfo` and the reference name.
    var methods: [XML.CanonicalizationMethod] { signature.methods }

    /// A Boolean value that indicates whether some canonical form shows the declarations of ancestors.
    var showsDeclarations: Bool {
        methods.contains { $0.algorithm != .exclusive || $0.inclusiveNamespaces != nil }
    }

    /// The indices of white space between tags.
    var whiteSpaceBetweenTags: [Int] { document.tokens.indices.filter(document.isBetweenTags) }

    /// Returns whether some texts for which `isIncluded` holds have a byte for which `holds` does.
    func hasText(
        _ isIncluded: (Int) -> Bool = { _ in true }, with holds: (UInt8) -> Bool
    ) -> Bool {
        document.tokens.indices.contains { index in
            let token = document.tokens[index]
            return token.kind == .text && token.owner >= 0 && isIncluded(index)
                && document.bytes[token.range].contains(where: holds)
        }
    }

    /// A Boolean value that indicates whether Base64 that may have been in several lines is
    /// digested or signed: that of a signature inside the element, or a long digest.
    var hasLongBase64: Bool {
        let values = document.tokens.indices.filter { index in
            document.tokens[index].kind == .startTag
                && document.isElement(index, named: "SignatureValue")
        }
        return values.count > 1 || signature.signedInfo.reference.digestValue.count > 48
    }
}

extension ReceivedMessage {
    /// The observations on the digested bytes that need no test.
    var observations: [SignatureExplanation.Observation] {
        let digested = CanonicalTokens(referenceBytes)
        let spaces = digested.tokens.indices.filter(digested.isBetweenTags).map {
            digested.bytes[digested.tokens[$0].range]
        }
        var observations: [SignatureExplanation.Observation] = []
        if !spaces.isEmpty, spaces.allSatisfy({ $0.allSatisfy { $0 == 0x20 } && $0.count <= 2 }) {
            observations.append(.collapsedWhitespace)
        }
        if referenceBytes.holds([0xEF, 0xBF, 0xBD]) {
            observations.append(.replacementCharacters)
        }
        if TextCodec.misreadings[0].decoded(referenceBytes) != nil {
            observations.append(.misreadCharacters)
        }
        return observations
    }
}

/// A hypothesis and one way to undo it.
struct HypothesisTrial {
    /// The assumed original message.
    enum Material {
        /// A whole document, and where in it the signed element is.
        case document([UInt8], path: [Int])
        /// Canonical bytes; `nil` where they are as received.
        case bytes(signedInfo: [UInt8]?, reference: [UInt8]?)
        /// Canonical bytes of `SignedInfo` that name other methods, and the bytes that are digested with them.
        case signedInfo(
            [UInt8], signature: XMLDSig.SignatureMethod,
            digested: () -> (bytes: [UInt8], method: XMLDSig.DigestMethod)?)
    }

    /// A range of bytes, and what replaces it.
    typealias Edit = (range: Range<Int>, replacement: [UInt8])

    let hypothesis: SignatureExplanation.Hypothesis
    /// Does it; `nil` where there is nothing to undo.
    let material: () -> Material?
    /// Makes the words for the change: of many trials few are asked for them.
    private let words: () -> String

    init(
        hypothesis: SignatureExplanation.Hypothesis, undoing: @escaping @autoclosure () -> String,
        material: @escaping () -> Material?
    ) {
        self.hypothesis = hypothesis
        self.material = material
        words = undoing
    }

    /// The change that undoes the damage.
    var undoing: String { words() }
    var finding: SignatureExplanation.Finding { .init(hypothesis: hypothesis, undoing: undoing) }
}

extension HypothesisTrial {
    /// Creates a trial that replaces ranges of the digested bytes, which are in order and apart.
    init(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String, of digested: [UInt8],
        edits: @escaping () -> [Edit]
    ) {
        self.init(hypothesis: hypothesis, undoing: undoing) {
            .bytes(signedInfo: nil, reference: digested.replacing(edits()))
        }
    }
}

extension ReceivedMessage {
    /// Returns a trial that undoes damage to the whole document.
    func trial(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String,
        _ document: @escaping () -> [UInt8]?
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis: hypothesis, undoing: undoing) { [path] in
            document().map { .document($0, path: path) }
        }
    }

    /// Returns the trials that undo codecs in the whole document, of those of which something is written so.
    func trials(of codecs: [TextCodec]) -> [HypothesisTrial] {
        codecs.compactMap { codec in
            guard let repair = Repair(undoing: codec, in: document.bytes) else { return nil }
            return trial(repair.hypothesis, repair.undoing) { repair.bytes }
        }
    }
}
