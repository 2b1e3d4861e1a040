internal import PayloadCoding
internal import SAML2
internal import XMLCore
internal import XMLSecurity

extension ProfileProcessor {
    /// Reads what may be read of a response: all of it where signatures are not verified, and
    /// otherwise what was signed.
    func judgeResponse(
        _ message: XML.Element, in document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        guard options.trust != nil else {
            record.signature = signatures.summary
            try readClaims(of: message, in: document, into: &record)
            return record.note(signatures)
        }
        do throws(SAML.MessageVerifier.Failure) {
            let verified = try verified(document, signatures.query)
            let selection = accept(verified, into: &record)
            record.note(verified, selection, in: document, options.context)
            record.note(
                signatures, by: verified.isSignedItself ? verified.first?.key : nil,
                assertions: verified.verifiedAssertions.map(\.key))
        } catch {
            let claimed = try SAML.Response(unverified: message)
            record.kind = .response
            record.signature = signatures.summary
            record.encrypted = claimed.encryptedParts
            var content = MessageContent(envelope: claimed)
            content.issuer = content.issuer ?? claimed.assertion?.issuer?.uri
            content.claimSubject(of: claimed, options)
            record.claimed = SAML.Claimed(content)
            // There is nothing to verify before it is decrypted.
            if claimed.isWhollyEncrypted, decryptor == nil, !error.isAroundMessage {
                record.signature.verdict = .notChecked
                _ = judge(claimed, into: &record)
                return
            }
            // A response that reports a failure carries no assertion and is seldom signed.
            if claimed.reportsFailure {
                record.conditions.verdict = .statusNotSuccess
                record.reasons = [
                    Reason(
                        .statusNotSuccess,
                        comparing: claimed.discrepancy(
                            of: .statusNotSuccess, in: options.context))
                ]
            }
            record.note(error)
            // A response without an assertion is seldom signed: that comes first, and is what its sender has to hear.
            if case .signature(let failure) = error, failure.code == .absent {
                record.reasons.insert(contentsOf: claimed.absences.map { Reason($0) }, at: 0)
            }
        }
    }

    private func verified(
        _ document: XML.Document, _ query: SignedQuery?
    ) throws(SAML.MessageVerifier.Failure) -> SAML.VerifiedResponse {
        if let query { return try verifier.verifiedResponse(in: query) }
        return try verifier.verifiedResponse(in: document)
    }

    /// Reads and judges what was verified.
    ///
    /// - Returns: The attributes that were selected.
    private func accept(
        _ verified: SAML.VerifiedResponse, into record: inout ProfileRecord
    ) -> SAML.AttributeSelection {
        record.kind = .response
        switch verified.envelope {
        case .verified(let response): record.verified = MessageContent(envelope: response)
        case .claimed(let response):
            record.claimed = SAML.Claimed(MessageContent(envelope: response.unverified))
        }
        record.verified.add(verified.assertions, reading: verified.assertion)
        record.encrypted = verified.encryptedParts
        record.signature.accept(verified)
        record.note(verified.encryption)
        let selection = judge(verified, into: &record)
        record.verified.take(selection, withOthers: options.includesAllAttributes)
        refuseReplay(of: verified, into: &record)
        return selection
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

    /// Reads a response without verifying it.
    private func readClaims(
        of root: XML.Element, in document: XML.Document, into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        var claimed = try SAML.Response(unverified: root)
        record.kind = .response
        record.encrypted = claimed.encryptedParts
        var failure: SAML.MessageVerifier.Failure?
        if let decryptor, !record.encrypted.isEmpty || claimed.assertions.haveEncryptedValues {
            do throws(SAML.MessageVerifier.Failure) {
                let (response, encryption) = try decryptor.response(unverified: root)
                claimed = response
                record.encrypted = claimed.encryptedParts
                record.note(encryption)
            } catch {
                failure = error
            }
        }
        var content = MessageContent(envelope: claimed)
        content.add(claimed.assertions, reading: claimed.assertion)
        let selection = judge(claimed, into: &record)
        content.take(selection, withOthers: options.includesAllAttributes)
        record.claimed = SAML.Claimed(content)
        if let failure {
            record.reasons.removeAll { $0.code == .noDecryptionKey }
            record.note(failure)
        }
        record.note(claimed, selection, in: document, options.context)
    }

    /// Judges a response by its conditions and by what is required of it.
    ///
    /// - Returns: The attributes that were selected.
    private func judge(
        _ response: some SAML.JudgedResponse, into record: inout ProfileRecord
    ) -> SAML.AttributeSelection {
        let failures = response.failures(in: options.context)
        // Conditions that are encrypted are not known to be met.
        let checked = response.assertions.isEmpty ? [] : response.checks(in: options.context)
        record.conditions.judge(
            failures, checked: checked, required: options.context.profile.requiredChecks)
        record.reasons = failures.map { failure in
            Reason(
                failure, comparing: response.discrepancy(of: failure, in: options.context))
        }
        if !response.encryptedParts.isEmpty {
            record.reasons.append(.undecrypted(response.encryptedParts))
        }
        return select(from: response, into: &record)
    }

    private func select(
        from response: some SAML.JudgedResponse, into record: inout ProfileRecord
    ) -> SAML.AttributeSelection {
        let assertion = response.assertion
        let attributes = assertion?.attributes ?? []
        defer { record.noteUnanswered(of: options.context.query, by: response) }
        guard !options.requiredAttributes.isEmpty else {
            return SAML.AttributeSelection(all: attributes)
        }
        let selection = SAML.AttributeSelection(
            requiring: options.requiredAttributes, from: attributes,
            nameID: assertion?.subject?.nameID)
        record.missing = selection.missing
        // A response that reports a failure need not have attributes, and encrypted ones are not missing.
        let isExpected = !response.reportsFailure && response.encryptedAssertionCount == 0
        let absent = selection.missing.filter { !selection.ambiguous.contains($0) }
        if !absent.isEmpty, isExpected {
            record.reasons.append(
                .missingAttributes(absent, among: attributes, nameID: assertion?.subject?.nameID))
        }
        if !selection.ambiguous.isEmpty {
            record.reasons.append(.ambiguousAttributes(selection.ambiguous))
        }
        return selection
    }
}

extension MessageContent {
    /// Takes what a response that was not verified claims of its subject, so that its messages are found.
    fileprivate mutating func claimSubject(
        of response: SAML.Response, _ options: ProfileProcessor.Options
    ) {
        nameID = response.assertion?.subject?.nameID
        let attributes = response.assertion?.attributes ?? []
        take(
            options.requiredAttributes.isEmpty
                ? SAML.AttributeSelection(all: attributes)
                : SAML.AttributeSelection(
                    requiring: options.requiredAttributes, from: attributes, nameID: nameID),
            withOthers: options.includesAllAttributes)
    }

    /// Takes the attributes that were selected, and the names of the others; their values where everything
    /// is to be shown.
    fileprivate mutating func take(
        _ selection: SAML.AttributeSelection, withOthers includesOthers: Bool
    ) {
        attributes = includesOthers ? selection.items + selection.others : selection.items
        otherAttributes = selection.isOfRequired ? selection.otherNames : nil
    }
}

extension SAML.JudgedResponse {
    /// The parts that were not decrypted.
    var encryptedParts: [EncryptedPart] {
        (encryptedAssertionCount > 0 ? [.assertion] : []) + assertions.encryptedParts
    }
}

extension [SAML.Assertion] {
    /// A Boolean value that indicates whether an attribute value is an encrypted identifier.
    fileprivate var haveEncryptedValues: Bool {
        contains { $0.attributes.contains { $0.values.contains(where: \.isEncrypted) } }
    }

    /// The parts inside the assertions that were not decrypted.
    var encryptedParts: [EncryptedPart] {
        var parts: [EncryptedPart] = []
        if contains(where: { $0.subject?.hasEncryptedID ?? false }) { parts.append(.nameID) }
        if contains(where: { $0.attributeStatements.contains { $0.encryptedAttributeCount > 0 } }) {
            parts.append(.attribute)
        }
        return parts
    }
}
