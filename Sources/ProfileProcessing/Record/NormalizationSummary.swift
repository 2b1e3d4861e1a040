public import PayloadCoding
internal import WireText

/// The effect of normalizing and encoding a message.
public struct NormalizationSummary: Hashable, Sendable {
    /// Something the receiver of the payload should expect.
    public enum Warning: String, Hashable, Sendable, Codable, CaseIterable {
        /// The normalized message is not XML any more, or has other elements and attributes:
        /// something that white space kept apart grew together.
        case fusedTokens
        /// The message's signature is invalid, and that of the normalized message is valid.
        case signatureRepaired
        /// Text or attribute values inside something signed changed, so its signature is broken.
        case signedContentChanged
        /// Text changed that is not white space between elements.
        case textChanged
        /// The value of an attribute changed.
        case attributeValueChanged
        /// Two spaces stand side by side where a line break was removed between them.
        case doubledSpaces
        /// The message began with a byte order mark, which stays in the payload.
        case byteOrderMark
        /// The message was not well-formed UTF-8; parts of it became U+FFFD.
        case repairedEncoding
        /// The payload is UTF-8 and its XML declaration names another encoding.
        case encodingMismatch
        /// The payload has more than 1,048,576 bytes, a common limit of request bodies.
        case overlongPayload

        /// The sentence about it in `Documentation/reasons.md`.
        package var sentence: String { ReasonPage.page(of: rawValue)?.sentence ?? rawValue }
    }

    /// The normalization of white space.
    public let mode: Normalization
    /// A Boolean value that indicates whether every byte that is signed survives; `nil` if the signature is invalid as it
    /// was received.
    public let preservesSignature: Bool?
    /// The warnings.
    public let warnings: [Warning]

    init(mode: Normalization, preservesSignature: Bool?, warnings: Set<Warning>) {
        self.mode = mode
        self.preservesSignature = preservesSignature
        self.warnings = Warning.allCases.filter(warnings.contains)
    }

    /// The summary of a message whose signature is invalid as it was received and valid when it is normalized.
    var repaired: NormalizationSummary {
        NormalizationSummary(
            mode: mode, preservesSignature: preservesSignature,
            warnings: Set(warnings).union([.signatureRepaired]))
    }
}

extension ProfileRecord {
    /// The effect of encoding on the signature, in a few words.
    package var encodingEffect: String? {
        normalization.map { normalization in
            switch normalization.preservesSignature {
            case true?:
                signature.verdict == .valid
                    ? "keeps the signature valid" : "changes nothing that is signed"
            case false?: "BREAKS the signature"
            case nil:
                normalization.warnings.contains(.signatureRepaired)
                    ? "REPAIRS the signature" : "leaves the signature invalid, as it was received"
            }
        }
    }
}
