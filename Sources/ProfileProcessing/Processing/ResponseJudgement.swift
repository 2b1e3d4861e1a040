internal import SAML2
internal import XMLCore
internal import XMLSecurity

extension ProfileProcessor {
    /// Reads what may be read of a response: all of it where signatures are not verified, and
    /// otherwise what was signed.
    func judgeResponse(
        in document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        guard options.trust != nil else {
            record.signature = signatures.summary
            return try fillUnverified(&record, from: document.rootElement)
        }
        do throws(SAML.MessageVerifier.Failure) {
            let verified = try verifier.verifiedResponse(in: document)
            identify(&record, by: verified.response)
            record.signature.accept(verified)
            record.note(verified.encryption)
            fill(&record, from: verified.response)
            refuseReplay(of: verified, into: &record)
        } catch {
            let claimed = try SAML.Response(unverified: document.rootElement)
            record.signature = signatures.summary
            identify(&record, by: claimed)
            // There is nothing to verify before it is decrypted.
            if claimed.isWhollyEncrypted, decryptor == nil {
                record.signature.verdict = .notChecked
                return fill(&record, from: claimed)
            }
            // A response that reports a failure carries no assertion and is seldom signed.
            if let status = claimed.status, !status.isSuccess {
                record.conditions.verdict = .statusNotSuccess
                record.reasons = [Reason(.statusNotSuccess)]
            }
            record.note(error)
            explain(error, of: document, in: &record)
        }
    }

    /// Only what has nothing else wrong with it is used.
    private func refuseReplay(
        of verified: SAML.VerifiedResponse, into record: inout ProfileRecord
    ) {
        guard let replayGuard = options.replayGuard, record.reasons.isEmpty else { return }
        let failures = replayGuard.replayFailures(of: verified, in: options.context)
        if let first = failures.first {
            record.conditions.verdict = ConditionsSummary.Verdict(first)
        }
        record.reasons = failures.map { Reason($0) }
    }

    private func fillUnverified(
        _ record: inout ProfileRecord, from root: XML.Element
    ) throws(SAML.StructureError) {
        let claimed = try SAML.Response(unverified: root)
        identify(&record, by: claimed)
        guard let decryptor, !record.encrypted.isEmpty else {
            return fill(&record, from: claimed)
        }
        do throws(SAML.MessageVerifier.Failure) {
            let (response, encryption) = try decryptor.response(unverified: root)
            identify(&record, by: response)
            record.note(encryption)
            fill(&record, from: response)
        } catch {
            fill(&record, from: claimed)
            record.reasons.removeAll { $0.code == .noDecryptionKey }
            record.note(error)
        }
    }

    /// What tells a response from others; it decides nothing.
    private func identify(_ record: inout ProfileRecord, by response: SAML.Response) {
        record.kind = .response
        record.response = MessageSummary(
            id: response.id, inResponseTo: response.inResponseTo,
            issueInstant: response.issueInstant, destination: response.destination,
            status: response.status?.code?.value)
        record.issuer = (response.issuer ?? response.assertion?.issuer)?.uri
        record.encrypted = response.encryptedParts
    }

    private func fill(_ record: inout ProfileRecord, from response: SAML.Response) {
        record.nameID = response.assertion?.subject?.nameID
        let failures = response.failures(in: options.context)
        record.conditions = response.conditionsSummary
        // Conditions that are encrypted are not known to be met.
        let checked = response.assertions.isEmpty ? [] : response.checks(in: options.context)
        record.conditions.judge(
            failures, checked: checked, required: options.context.profile.requiredChecks)
        record.reasons = failures.map { Reason($0) }
        if !response.encryptedParts.isEmpty {
            record.reasons.append(.undecrypted(response.encryptedParts))
        }
        select(from: response, into: &record)
    }

    private func select(from response: SAML.Response, into record: inout ProfileRecord) {
        let attributes = response.assertion?.attributes ?? []
        defer { record.noteUnanswered(of: options.context.query, by: response) }
        guard !options.requiredAttributes.isEmpty else {
            record.attributes = SAML.AttributeSelection(all: attributes).items
            return
        }
        let selection = SAML.AttributeSelection(
            requiring: options.requiredAttributes, from: attributes, nameID: record.nameID)
        record.attributes = selection.items
        record.missing = selection.missing
        // Of a response that reports a failure nobody expects attributes, and those that are
        // encrypted are not missing.
        let isExpected =
            response.status?.isSuccess ?? true && response.encryptedAssertionCount == 0
        let absent = selection.missing.filter { !selection.ambiguous.contains($0) }
        if !absent.isEmpty, isExpected { record.reasons.append(.missingAttributes(absent)) }
        if !selection.ambiguous.isEmpty {
            record.reasons.append(.ambiguousAttributes(selection.ambiguous))
        }
    }
}

extension SAML.Response {
    var encryptedParts: [EncryptedPart] {
        var parts: [EncryptedPart] = []
        if encryptedAssertionCount > 0 { parts.append(.assertion) }
        if assertions.contains(where: { $0.subject?.hasEncryptedID ?? false }) {
            parts.append(.nameID)
        }
        let statements = assertions.flatMap(\.attributeStatements)
        if statements.contains(where: { $0.encryptedAttributeCount > 0 }) {
            parts.append(.attribute)
        }
        return parts
    }

    fileprivate var conditionsSummary: ConditionsSummary {
        var summary = ConditionsSummary()
        let conditions = assertions.compactMap(\.conditions)
        summary.notBefore = conditions.compactMap(\.notBefore).max()
        summary.notOnOrAfter = conditions.compactMap(\.notOnOrAfter).min()
        summary.audiences = conditions.flatMap(\.audiences)
        return summary
    }
}
