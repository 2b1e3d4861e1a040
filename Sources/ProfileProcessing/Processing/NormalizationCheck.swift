internal import PayloadCoding
internal import SAML2
internal import SignatureDiagnostics
internal import WireText
internal import XMLCore

/// Finds out what normalizing a message does to it, by reading it once more.
struct NormalizationCheck {
    let document: XML.Document
    let signatures: SignatureOutline
    let limits: XML.ParsingLimits
    /// A Boolean value that indicates whether the signature is known to be invalid as the message was received.
    var isInvalid = false

    /// The largest payload that passes without a warning, in bytes.
    static let usualBodyLimit = 1 << 20

    func summary(of payload: EncodedPayload, from message: [UInt8]) -> NormalizationSummary {
        var warnings: Set<NormalizationSummary.Warning> = []
        if payload.isRepaired { warnings.insert(.repairedEncoding) }
        if message.starts(with: [0xEF, 0xBB, 0xBF]), payload.normalization != .signatureSafe {
            warnings.insert(.byteOrderMark)
        }
        if document.declaresOtherEncoding { warnings.insert(.encodingMismatch) }
        if payload.bytes.count > Self.usualBodyLimit { warnings.insert(.overlongPayload) }
        var preservesSignature = true
        // What did not change cannot be broken; this spares most messages the second reading.
        if !payload.normalized.hasSameBytes(as: message) {
            if payload.normalization == .cookbook, hasDoubledSpace(payload.normalized) {
                warnings.insert(.doubledSpaces)
            }
            let changes =
                mayFold(payload) ? foldedTextChanges() : changes(in: payload.normalized)
            if let changes {
                preservesSignature = !changes.contains(.signedContentChanged)
                warnings.formUnion(changes)
            } else {
                preservesSignature = signatures.signatures.isEmpty
                warnings.insert(.fusedTokens)
            }
        }
        if isInvalid { warnings.remove(.signedContentChanged) }
        return NormalizationSummary(
            mode: payload.normalization,
            preservesSignature: isInvalid
                ? nil : preservesSignature && !signatures.isOnlyOverQuery,
            warnings: warnings)
    }

    /// Returns whether ``foldedTextChanges()`` can stand in for the second reading.
    func mayFold(_ payload: EncodedPayload) -> Bool {
        payload.normalization == .cookbook && document.hasPlainMarkup
    }

    /// Returns the texts that change in the cookbook's form of a document with plain markup.
    ///
    /// There the texts that change are those with something to fold, so that the second reading,
    /// ``changes(in:)``, which defines what a change is, can be spared.
    func foldedTextChanges() -> Set<NormalizationSummary.Warning> {
        var changes: Set<NormalizationSummary.Warning> = []
        for element in unsafe document.elements(withText: CookbookForm.changes) {
            if !changes.contains(.textChanged), element.holdsMeaningfulText {
                changes.insert(.textChanged)
            }
            if !changes.contains(.signedContentChanged), signatures.covers(element) {
                changes.insert(.signedContentChanged)
            }
        }
        return changes
    }

    /// Returns the changes, or `nil` if the normalized message no longer corresponds.
    func changes(in normalized: [UInt8]) -> Set<NormalizationSummary.Warning>? {
        guard let reread = try? XML.Document(parsingConvertedText: normalized, limits: limits)
        else {
            return nil
        }
        var changes: Set<NormalizationSummary.Warning> = []
        // An element can have any number of texts, and judging it takes a look at all of them.
        for difference in Set(document.differences(from: reread)) {
            switch difference.kind {
            case .structure: return nil
            case .attributeValue: changes.insert(.attributeValueChanged)
            case .text:
                if difference.element.holdsMeaningfulText { changes.insert(.textChanged) }
            }
            if signatures.covers(difference.element) { changes.insert(.signedContentChanged) }
        }
        return changes
    }

    /// Returns whether two spaces stand side by side, found eight bytes at a time.
    private func hasDoubledSpace(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            let spaces: UInt64 = 0x2020_2020_2020_2020
            let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
            var previous: UInt64 = 0
            var index = 0
            while index + 8 <= buffer.count {
                let word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let differences = word.littleEndian ^ spaces
                // The high bit of each byte that is a space, and of no other.
                let found = ~(((differences & low) &+ low) | differences | low)
                if found & (found << 8 | previous >> 56) != 0 { return true }
                previous = found
                index += 8
            }
            var isAfterSpace = previous >> 63 != 0
            while index < buffer.count {
                let isSpace = unsafe buffer[index] == 0x20
                if isSpace, isAfterSpace { return true }
                isAfterSpace = isSpace
                index += 1
            }
            return false
        }
    }
}

extension ProfileProcessor {
    /// Returns whether the signatures of a message are valid when it is normalized.
    func isRepaired(_ message: [UInt8], asNormalized normalized: [UInt8]) -> Bool {
        guard !normalized.hasSameBytes(as: message),
            let document = try? XML.Document(parsing: normalized, limits: options.parsingLimits)
        else { return false }
        return verifier.verifiesEverySignature(of: document)
    }

    /// Returns whether the signatures of a message are valid when it is normalized, as far as its record does not say so
    /// already.
    func isRepaired(_ unpacked: Unpacked, signedAs explanations: [SignatureExplanation]) -> Bool {
        guard let xml = unpacked.xml, let document = unpacked.document, unpacked.isSentUnchanged,
            mayRestore(document, of: xml, signedAs: explanations)
        else { return false }
        return isRepaired(xml, asNormalized: encoder.payload(encoding: xml).normalized)
    }

    /// Returns whether normalizing a message may give what was signed.
    ///
    /// In plain markup, normalizing the canonical form gives the canonical form of the normalized message.
    private func mayRestore(
        _ document: XML.Document, of message: [UInt8],
        signedAs explanations: [SignatureExplanation]
    ) -> Bool {
        guard options.normalization == .cookbook, document.hasPlainMarkup,
            !message.holds(Array("&#".utf8))
        else { return true }
        return explanations.allSatisfy { explanation in
            [
                (explanation.reference?.bytes, explanation.reference?.originalBytes),
                (explanation.signedInfo?.bytes, explanation.signedInfo?.originalBytes),
            ].allSatisfy { received, signed in
                guard let received, let signed else { return true }
                return encoder.payload(encoding: received).normalized == signed
            }
        }
    }
}

extension XML.Element {
    /// A Boolean value that indicates whether its text says something: it is neither white space between elements nor
    /// Base64 of XML Signature or XML Encryption, whose white space does not count.
    fileprivate var holdsMeaningfulText: Bool {
        guard !isIn(.signature), !isIn(.encryption) else { return false }
        return hasOwnText || childElements.first { _ in true } == nil
    }
}
