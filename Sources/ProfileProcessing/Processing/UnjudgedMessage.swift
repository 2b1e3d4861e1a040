internal import PayloadCoding
internal import SAML2
internal import XMLCore

extension ProfileProcessor {
    /// Reads a message that is shown and not judged: it stands in a record and decides nothing.
    ///
    /// What it breaks of the schema is not judged either: what cannot be read is left out. With trusted keys its
    /// signature is verified; what it says stays a claim.
    func readUnjudged(
        _ element: XML.Element, _ kind: SAML.MessageKind, in document: XML.Document,
        _ signatures: SignatureOutline, into record: inout ProfileRecord
    ) {
        record.signature = signatures.summary
        verifySignature(
            of: element, kind, in: document, sentIn: signatures.query, &record.signature)
        var content: MessageContent
        if kind == .assertion, let assertion = try? SAML.Assertion(unverified: element) {
            content = MessageContent(of: assertion)
            record.encrypted = [assertion].encryptedParts
        } else {
            let message = SAML.ProtocolMessage(unverified: element, kind: kind)
            content = MessageContent(of: message)
            record.details = message.details
        }
        record.kind = ProfileRecord.Kind(rawValue: kind.rawValue)
        record.isJudged = false
        // With trusted keys, what is only claimed about anybody is not shown.
        if options.context.trust != nil {
            content.nameID = nil
            content.attributes = []
        }
        record.claimed = SAML.Claimed(content)
    }

    /// Notes the verdict on the signature of a request or an answer that has one.
    private func verifySignature(
        of message: XML.Element, _ kind: SAML.MessageKind, in document: XML.Document,
        sentIn query: SignedQuery?, _ summary: inout SignatureSummary
    ) {
        // Assertions and metadata are signed by rules of their own.
        guard options.context.trust != nil, kind != .assertion, kind != .metadata,
            summary.signed.contains(.response) || summary.signed.contains(.queryString)
        else { return }
        do throws(SAML.MessageVerifier.Failure) {
            summary.accept(try verifier.verified(message, in: document, sentIn: query))
        } catch {
            if case .signature(let failure) = error {
                summary.verdict = SignatureSummary.Verdict(failure)
            }
        }
    }
}
