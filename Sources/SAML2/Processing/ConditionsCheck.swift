internal import XMLCore

extension SAML.Response {
    /// Every reason not to accept the response in `context`, the most decisive first.
    ///
    /// A status other than success comes alone: such a response states nothing else.
    public func failures(in context: SAML.ProcessingContext) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if status == nil { failures.append(.missingStatus) }
        if let status, !status.isSuccess { return [.statusNotSuccess] }
        if version?.hasSameOctets(as: SAML.version) != true { failures.append(.unsupportedVersion) }
        switch assertions.count + encryptedAssertionCount {
        case 0: failures.append(.missingAssertion)
        case 1: break
        default: failures.append(.severalAssertions)
        }
        if context.profile == .webSSO {
            if issuer == nil { failures.append(.missingIssuer) }
            if !isIssuerFirst { failures.append(.issuerNotFirst) }
        }
        if hasIssuerMismatch(expecting: context.issuer) { failures.append(.issuerMismatch) }
        for assertion in assertions { failures += assertion.failures(in: context) }
        if let recipient = context.recipient, let destination,
            !destination.trimmingXMLSpace().hasSameOctets(as: recipient)
        {
            failures.append(.recipientMismatch)
        }
        for request in context.requestIDs {
            let answers = inResponseTo?.hasSameOctets(as: request) ?? false
            if !answers || (isUnsignedAround && !isConfirmedToAnswer(request)) {
                failures.append(.inResponseToMismatch)
            }
        }
        if let query = context.query { failures += self.failures(answering: query) }
        var seen: Set<SAML.ConditionsFailure> = []
        return failures.filter { seen.insert($0).inserted }
    }

    /// Whether a confirmation, which is part of the assertion, says that it answers the request.
    private func isConfirmedToAnswer(_ request: String) -> Bool {
        assertions.flatMap { $0.subject?.confirmations ?? [] }.contains { confirmation in
            confirmation.data?.inResponseTo?.hasSameOctets(as: request) ?? false
        }
    }

    private func hasIssuerMismatch(expecting expected: String?) -> Bool {
        let issuers = ([issuer] + assertions.map(\.issuer)).compactMap { $0?.uri }
        guard let first = expected ?? issuers.first else { return false }
        // Somebody is expected, and nobody says who they are.
        guard !issuers.isEmpty else { return true }
        return !issuers.allSatisfy { $0.hasSameOctets(as: first) }
    }
}

extension SAML.Assertion {
    fileprivate func failures(
        in context: SAML.ProcessingContext
    ) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if version?.hasSameOctets(as: SAML.version) != true { failures.append(.unsupportedVersion) }
        if issuer == nil { failures.append(.missingIssuer) }
        if let conditions { failures += conditions.failures(in: context) }
        if context.profile == .webSSO { failures += webSSOFailures(in: context) }
        // The subject is confirmed when one confirmation holds (SAML Core, section 2.4.1).
        let confirmations = (subject?.confirmations ?? []).compactMap(\.data)
            .map { $0.failures(in: context) }
        if let first = confirmations.first, !confirmations.contains(where: \.isEmpty) {
            failures += first
        }
        return failures
    }

    /// What the web SSO profile requires and the assertion lacks (SAML Profiles, section 4.1.4.2).
    private func webSSOFailures(
        in context: SAML.ProcessingContext
    ) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if conditions == nil { failures.append(.missingConditions) }
        if context.audience != nil, conditions?.audienceRestrictions.isEmpty ?? false {
            failures.append(.missingAudienceRestriction)
        }
        if authnStatements.isEmpty { failures.append(.missingAuthnStatement) }
        let sessionEnds = authnStatements.compactMap(\.sessionNotOnOrAfter)
        if sessionEnds.contains(where: context.hasPassed) { failures.append(.sessionEnded) }
        let bearers = (subject?.confirmations ?? []).filter { confirmation in
            confirmation.method?.hasSameOctets(as: SAML.SubjectConfirmation.bearer) ?? false
                && confirmation.data?.notOnOrAfter != nil && confirmation.data?.recipient != nil
        }
        // The bearer itself must hold, whatever other confirmations there are.
        let bearerFailures = bearers.compactMap(\.data).map { $0.failures(in: context) }
        if let first = bearerFailures.first {
            if !bearerFailures.contains(where: \.isEmpty) { failures += first }
        } else {
            failures.append(.missingBearerConfirmation)
        }
        return failures
    }
}

extension SAML.Conditions {
    fileprivate func failures(
        in context: SAML.ProcessingContext
    ) -> [SAML.ConditionsFailure] {
        var failures = context.failures(notBefore: notBefore, notOnOrAfter: notOnOrAfter)
        if let audience = context.audience,
            audienceRestrictions.contains(where: { audiences in
                !audiences.contains { $0.hasSameOctets(as: audience) }
            })
        {
            failures.append(.audienceMismatch)
        }
        if hasUnknownCondition { failures.append(.unknownCondition) }
        return failures
    }
}

extension SAML.SubjectConfirmationData {
    fileprivate func failures(
        in context: SAML.ProcessingContext
    ) -> [SAML.ConditionsFailure] {
        var failures = context.failures(notBefore: notBefore, notOnOrAfter: notOnOrAfter)
        if let expected = context.recipient, let recipient,
            !recipient.trimmingXMLSpace().hasSameOctets(as: expected)
        {
            failures.append(.recipientMismatch)
        }
        if let inResponseTo,
            !context.requestIDs.allSatisfy({ inResponseTo.hasSameOctets(as: $0) })
        {
            failures.append(.inResponseToMismatch)
        }
        return failures
    }
}

extension SAML.ProcessingContext {
    /// Whether an end has come, the clock skew granted.
    fileprivate func hasPassed(_ notOnOrAfter: SAML.Instant) -> Bool {
        now.map { notOnOrAfter.advanced(bySeconds: clockSkew) <= $0 } ?? false
    }

    /// How a validity window fails, the clock skew granted at both ends.
    fileprivate func failures(
        notBefore: SAML.Instant?, notOnOrAfter: SAML.Instant?
    ) -> [SAML.ConditionsFailure] {
        guard let now else { return [] }
        var failures: [SAML.ConditionsFailure] = []
        if let notOnOrAfter, hasPassed(notOnOrAfter) { failures.append(.expired) }
        if let notBefore, notBefore > now.advanced(bySeconds: clockSkew) {
            failures.append(.notYetValid)
        }
        return failures
    }
}
