internal import SAML2
internal import XMLCore

extension ProfileProcessor {
    /// Reads a message that is shown and not judged: it stands in a record and decides nothing.
    ///
    /// What it breaks of the schema is not judged either: what cannot be read is left out.
    func readUnjudged(
        _ element: XML.Element, _ kind: SAML.MessageKind, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) {
        record.signature = signatures.summary
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
}
