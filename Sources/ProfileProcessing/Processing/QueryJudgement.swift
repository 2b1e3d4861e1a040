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
        guard options.context.trust != nil else { return judge(claimed, into: &record) }
        do throws(SAML.MessageVerifier.Failure) {
            let root = try verifier.verifiedRoot(of: document, issuer: claimed.issuer?.uri)
            record.signature.accept(root)
            judge(try verifier.query(root), into: &record)
        } catch {
            record.kind = .attributeQuery
            record.issuer = claimed.issuer?.uri
            record.note(error)
            explain(error, of: document, in: &record)
        }
    }

    /// Reads a query that nobody asked to be judged: it stands in a record and decides nothing.
    func readQuery(
        in document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        record.signature = signatures.summary
        if !record.signature.signed.isEmpty { record.signature.verdict = .notChecked }
        record.isJudged = false
        fill(&record, from: try SAML.AttributeQuery(unverified: document.rootElement))
        // With trusted keys, what is only claimed about anybody is not shown.
        if options.context.trust != nil { record.nameID = nil }
    }

    private func judge(_ query: SAML.AttributeQuery, into record: inout ProfileRecord) {
        fill(&record, from: query)
        let failures = query.failures(in: options.context)
        record.conditions.judge(
            failures, checked: query.checks(in: options.context), required: [.time])
        record.reasons = failures.map { Reason($0) }
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
    }
}
