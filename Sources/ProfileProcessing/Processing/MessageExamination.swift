package import PayloadCoding
package import SAMLBindings
package import SignatureDiagnostics
package import XMLCore

/// Everything about one message that a person may want to see, beside its record.
///
/// It holds the message itself: show it to the user who asked for it, and do not log it.
package struct MessageExamination: Sendable {
    /// A text or a value that the normalization changes.
    package struct Change: Sendable {
        /// The element that holds it.
        package let element: XML.Element
        /// A Boolean value that indicates whether a signature covers it.
        package let isSigned: Bool
        /// The text as it is in the message.
        package let before: String
        /// The text after the normalization.
        package let after: String
    }

    /// The XML, once it is unpacked; `nil` if nothing could be unpacked.
    package let xml: [UInt8]?
    /// The document; `nil` if the XML cannot be read.
    package let document: XML.Document?
    /// The explanations of the verdicts on its signatures.
    package let explanations: [SignatureExplanation]
    /// The encoded payload; `nil` for a message that is not sent on.
    package let payload: EncodedPayload?
    /// What the normalization changes in the message, the first few.
    package let changes: [Change]
}

extension ProfileProcessor {
    private static let mostChanges = 24

    /// Returns what there is to see of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - record: Its record.
    ///   - explanations: The explanations that its reasons are from; `nil` where none had to be looked for.
    /// - Returns: The examination.
    package func examination(
        of message: CapturedMessage, with record: ProfileRecord,
        explanations: [SignatureExplanation]?
    ) -> MessageExamination {
        let envelope = try? decoder.envelope(from: message)
        let document = envelope.flatMap {
            try? XML.Document(parsing: $0.xml, limits: options.parsingLimits)
        }
        let isSentOn = record.normalization != nil && document != nil
        let payload = isSentOn ? envelope.map { encoder.payload(encoding: $0.xml) } : nil
        var changes: [MessageExamination.Change] = []
        if let document, let payload, let xml = envelope?.xml, payload.normalized != xml {
            changes = self.changes(in: document, by: payload)
        }
        return MessageExamination(
            xml: envelope?.xml, document: document,
            explanations: explanations
                ?? (record.outcome.hasNothingWrong ? [] : self.explanations(of: message)),
            payload: payload,
            changes: changes)
    }

    private func changes(
        in document: XML.Document, by payload: EncodedPayload
    ) -> [MessageExamination.Change] {
        guard
            let reread = try? XML.Document(
                parsingConvertedText: payload.normalized, limits: options.parsingLimits)
        else { return [] }
        let signatures = SignatureOutline(root: document.rootElement)
        var seen: Set<XML.Element> = []
        var changes: [MessageExamination.Change] = []
        for difference in document.differences(from: reread)
        where difference.kind != .structure && seen.insert(difference.element).inserted {
            let isSigned = signatures.covers(difference.element)
            let before = difference.element.soleText ?? ""
            // White space between elements that nothing signs is of no interest.
            guard isSigned || before.contains(where: { !$0.isWhitespace }) else { continue }
            let after = encoder.payload(encoding: Array(before.utf8)).normalized
            changes.append(
                MessageExamination.Change(
                    element: difference.element, isSigned: isSigned, before: before,
                    after: String(decoding: after, as: UTF8.self)))
            if changes.count == Self.mostChanges { break }
        }
        return changes
    }
}
