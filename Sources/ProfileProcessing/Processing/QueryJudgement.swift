internal import PayloadCoding
internal import SAML2
internal import XMLCore
internal import XMLSecurity

extension ProfileProcessor {
    /// Reads what may be read of a query: all of it where signatures are not verified, and otherwise
    /// what was signed.
    func judgeQuery(
        _ message: XML.Element, in document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        record.signature = signatures.summary
        let claimed = try SAML.AttributeQuery(unverified: message)
        record.kind = .attributeQuery
        guard options.context.trust != nil else {
            record.claimed = SAML.Claimed(content(of: claimed))
            judge(claimed, isClaimed: true, into: &record)
            return record.note(signatures)
        }
        do throws(SAML.MessageVerifier.Failure) {
            let (query, element) = try verified(document, signatures.query)
            record.signature.accept(element)
            record.verified = content(of: query)
            judge(query, isClaimed: false, into: &record)
            record.note(signatures, by: element.signedInfo == nil ? nil : element.key)
        } catch {
            record.claimed = SAML.Claimed(content(of: claimed))
            record.note(error)
        }
    }

    private func verified(
        _ document: XML.Document, _ signed: SignedQuery?
    ) throws(SAML.MessageVerifier.Failure) -> (query: SAML.AttributeQuery, element: VerifiedElement)
    {
        if let signed { return try verifier.verifiedQuery(in: signed) }
        return try verifier.verifiedQuery(in: document)
    }

    /// Reads a query that was not to be judged: it is part of a record and decides nothing.
    func readQuery(
        _ message: XML.Element, _ signatures: SignatureOutline, into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        record.signature = signatures.summary
        var content = content(of: try SAML.AttributeQuery(unverified: message))
        record.kind = .attributeQuery
        record.isJudged = false
        // With trusted keys, what is only claimed about anybody is not shown.
        if options.context.trust != nil { content.nameID = nil }
        record.claimed = SAML.Claimed(content)
    }

    private func judge(
        _ query: SAML.AttributeQuery, isClaimed: Bool, into record: inout ProfileRecord
    ) {
        let failures = query.failures(in: options.context)
        record.conditions.judge(
            failures, checked: query.checks(in: options.context), required: [.time])
        record.reasons = failures.map { failure in
            Reason(
                failure,
                comparing: query.discrepancy(
                    of: failure, in: options.context, isClaimed: isClaimed))
        }
    }

    private func content(of query: SAML.AttributeQuery) -> MessageContent {
        var content = MessageContent(identifying: query)
        content.nameID = query.subject?.nameID
        // What a query asks for is not a statement about anyone: names, and never values.
        content.attributes = SAML.AttributeSelection(all: query.requestedAttributes).items
            .map(\.withoutValues)
        return content
    }
}
