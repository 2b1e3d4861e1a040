internal import SAML2
internal import SAMLBindings
internal import XMLCore

/// A limit that a message is beyond, and by how much as far as that is known.
private struct ExceededLimit {
    let limit: Int
    let found: Int?
    let noun: String

    /// The limit beside what was found.
    func discrepancy(after message: String) -> SAML.Discrepancy {
        let text = message.last == "." ? String(message.dropLast()) : message
        let size = found.map { ", found \($0)" } ?? ""
        return SAML.Discrepancy(
            "\(text): at most \(limit) \(noun)\(size).", expected: "at most \(limit) \(noun)",
            found: found.map { "\($0) \(noun)" })
    }
}

extension Reason {
    /// The reason for a message that could not be unpacked; a limit is stated with the size found.
    init(_ error: EnvelopeError, limits: EnvelopeDecoder.Limits, byteCount: Int) {
        let exceeded: ExceededLimit? =
            switch error.code {
            case .tooManyBytes:
                ExceededLimit(limit: limits.byteCount, found: byteCount, noun: "bytes")
            // How much more would come out is not known without inflating it.
            case .inflationLimit:
                ExceededLimit(limit: limits.inflatedByteCount, found: nil, noun: "bytes")
            default: nil
            }
        self.init(
            .envelope(error.code), message: error.description,
            comparing: exceeded?.discrepancy(after: error.description))
    }

    /// The reason for bytes that are not a document; a limit is stated with the size found.
    init(_ error: XML.ParsingError, limits: XML.ParsingLimits, byteCount: Int) {
        let exceeded: ExceededLimit? =
            switch error.code {
            case .tooManyBytes:
                ExceededLimit(limit: limits.byteCount, found: byteCount, noun: "bytes")
            // Parsing ends where the limit is passed.
            case .tooDeep: ExceededLimit(limit: limits.depth, found: nil, noun: "levels")
            case .tooManyNodes: ExceededLimit(limit: limits.nodeCount, found: nil, noun: "nodes")
            case .tooManyAttributes:
                ExceededLimit(limit: limits.attributesPerElement, found: nil, noun: "attributes")
            case .tooManyNamespaces:
                ExceededLimit(limit: limits.namespacesInScope, found: nil, noun: "namespaces")
            case .nameTooLong: ExceededLimit(limit: limits.nameLength, found: nil, noun: "bytes")
            default: nil
            }
        self.init(
            .xml(error.code), message: error.description, position: error.position,
            comparing: exceeded?.discrepancy(after: error.description))
    }
}
