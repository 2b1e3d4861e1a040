internal import SAML2
internal import XMLCore
internal import XMLSecurity

extension ProfileProcessor {
    /// Reads what may be read of a query: all of it where signatures are not verified, and otherwise
    /// what was signed.
    func judgeQuery(
        in document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        record.signature = signatures.summary
        let claimed = try SAML.AttributeQuery(unverified: document.rootElement)
        guard options.trust != nil else { return fill(&record, from: claimed) }
        do throws(SAML.MessageVerifier.Failure) {
            let root = try verifier.verifiedRoot(of: document, issuer: claimed.issuer?.uri)
            record.signature.accept(root)
            fill(&record, from: try verifier.query(root))
        } catch {
            record.kind = .attributeQuery
            record.issuer = claimed.issuer?.uri
            record.note(error)
            explain(error, of: document, in: &record)
        }
    }

    private func fill(_ record: inout ProfileRecord, from query: SAML.AttributeQuery) {
        record.kind = .attributeQuery
        record.response = MessageSummary(
            id: query.id, inResponseTo: nil, issueInstant: query.issueInstant,
            destination: query.destination, status: nil)
        record.issuer = query.issuer?.uri
        record.nameID = query.subject?.nameID
        // What a query asks for is no statement about anybody: names, and never values.
        record.attributes = SAML.AttributeSelection(all: query.requestedAttributes).items
            .map(\.withoutValues)
        if let expected = options.context.issuer,
            record.issuer?.hasSameOctets(as: expected) != true
        {
            record.reasons.append(Reason(.issuerMismatch))
            record.conditions.verdict = .issuerMismatch
        }
        // What asks answers nobody.
        if options.context.inResponseTo != nil || options.context.query != nil {
            record.reasons.append(Reason(.inResponseToMismatch))
            record.conditions.verdict = .inResponseToMismatch
        }
    }
}
