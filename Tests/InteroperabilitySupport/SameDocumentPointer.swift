internal import XMLCore
internal import XMLSecurity

/// What the URI of a reference points to in its own document (XML Signature, section 4.4.3.3).
struct SameDocumentPointer {
    enum Target {
        case document
        case element(identifier: String)
    }

    let target: Target
    /// Whether comments belong to what is pointed to, as they do for an XPointer alone.
    let hasComments: Bool

    init(
        _ uri: String, in reference: XML.Element
    ) throws(XMLDSig.InteroperabilityFailure) {
        if uri.isEmpty {
            target = .document
            hasComments = false
            return
        }
        guard uri.utf8.first == UInt8(ascii: "#") else {
            throw XMLDSig.InteroperabilityFailure(.externalReference, at: reference)
        }
        // The first character may be more than "#": combining marks belong to it.
        let fragment = Substring(uri.unicodeScalars.dropFirst())
        // A parenthesis makes a scheme of what stands before it (XPointer Framework, section 3.1).
        guard fragment.utf8.contains(UInt8(ascii: "(")) else {
            target = .element(identifier: String(fragment))
            hasComments = false
            return
        }
        guard let target = Self.target(ofXPointer: fragment) else {
            throw XMLDSig.InteroperabilityFailure(.pointerNotSupported, at: reference)
        }
        self.target = target
        hasComments = true
    }

    private static func target(ofXPointer pointer: Substring) -> Target? {
        if pointer.utf8.elementsEqual("xpointer(/)".utf8) { return .document }
        for quote in ["'", "\""] {
            let (start, end) = ("xpointer(id(\(quote)".utf8, "\(quote)))".utf8)
            guard pointer.utf8.starts(with: start), pointer.utf8.count > start.count + end.count,
                pointer.utf8.suffix(end.count).elementsEqual(end)
            else { continue }
            let identifier = String(
                decoding: pointer.utf8.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
            // What has a quote, a space or a parenthesis in it is another expression.
            return identifier.isNCName ? .element(identifier: identifier) : nil
        }
        return nil
    }
}
