internal import XMLCore

extension SAML.Response {
    /// Every reason not to accept the response in `context`, the most decisive first.
    ///
    /// A status other than success comes alone: such a response states nothing else. Contradictions between
    /// the response and what its assertion says are reasons in every context.
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
            if id == nil { failures.append(.missingID) }
            if issueInstant == nil { failures.append(.missingIssueInstant) }
        }
        if hasIssuerMismatch(expecting: context.issuer) { failures.append(.issuerMismatch) }
        let mustNameRequest =
            !context.requestIDs.isEmpty && (isUnsignedAround || context.profile == .webSSO)
        for assertion in assertions {
            failures += assertion.failures(in: context, naming: mustNameRequest)
        }
        failures += contradictions
        if let recipient = context.recipient, let destination,
            !destination.trimmingXMLSpace().hasSameOctets(as: recipient)
        {
            failures.append(.recipientMismatch)
        }
        if context.isUnsolicited, inResponseTo != nil { failures.append(.inResponseToMismatch) }
        for request in context.requestIDs
        where !(inResponseTo?.hasSameOctets(as: request) ?? false) {
            failures.append(.inResponseToMismatch)
        }
        if let query = context.query { failures += self.failures(answering: query) }
        var seen: Set<SAML.ConditionsFailure> = []
        return failures.filter { seen.insert($0).inserted }
    }

    /// The checks of `context` for which the response states something that could be looked at.
    public func checks(in context: SAML.ProcessingContext) -> Set<SAML.Check> {
        let data = confirmationData
        return context.checks.filter { check in
            switch check {
            case .time:
                assertions.contains {
                    $0.conditions?.notOnOrAfter != nil || $0.conditions?.notBefore != nil
                }
                    || data.contains { $0.notOnOrAfter != nil || $0.notBefore != nil }
            case .audience:
                assertions.contains { !($0.conditions?.audienceRestrictions.isEmpty ?? true) }
            case .recipient: destination != nil || data.contains { $0.recipient != nil }
            case .inResponseTo, .issuer: true
            }
        }
    }

    private var confirmationData: [SAML.SubjectConfirmationData] {
        assertions.flatMap { $0.subject?.confirmations ?? [] }.compactMap(\.data)
    }

    /// The ways in which the response speaks against its own assertion.
    ///
    /// They need no option: whoever put an assertion into another response cannot change what it says. What
    /// one of the two leaves out is no contradiction.
    private var contradictions: [SAML.ConditionsFailure] {
        let data = confirmationData
        var failures: [SAML.ConditionsFailure] = []
        let requests = data.compactMap(\.inResponseTo)
        if let inResponseTo, !requests.isEmpty,
            !requests.contains(where: { $0.hasSameOctets(as: inResponseTo) })
        {
            failures.append(.inResponseToMismatch)
        }
        let recipients = data.compactMap { $0.recipient?.trimmingXMLSpace() }
        if let destination = destination?.trimmingXMLSpace(), !destination.isEmpty,
            !recipients.isEmpty, !recipients.contains(where: { $0.hasSameOctets(as: destination) })
        {
            failures.append(.recipientMismatch)
        }
        return failures
    }

    private func hasIssuerMismatch(expecting expected: String?) -> Bool {
        let issuers = ([issuer] + assertions.map(\.issuer)).compactMap { $0?.uri }
            .filter { !$0.isEmpty }
        guard let first = expected ?? issuers.first else { return false }
        // Somebody is expected, and nobody says who they are.
        guard !issuers.isEmpty else { return true }
        return !issuers.allSatisfy { $0.hasSameOctets(as: first) }
    }
}

extension SAML.Assertion {
    /// The reasons not to accept the assertion.
    ///
    /// - Parameters:
    ///   - context: The receiver's side.
    ///   - mustNameRequest: Whether the confirmation itself has to name the request.
    /// - Returns: The failures, the most decisive first.
    fileprivate func failures(
        in context: SAML.ProcessingContext, naming mustNameRequest: Bool
    ) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if version?.hasSameOctets(as: SAML.version) != true { failures.append(.unsupportedVersion) }
        if issuer == nil { failures.append(.missingIssuer) }
        if let conditions { failures += conditions.failures(in: context) }
        if context.profile == .webSSO {
            failures += webSSOFailures(in: context, naming: mustNameRequest)
        }
        // The subject is confirmed when one confirmation holds (SAML Core, section 2.4.1): time, recipient and
        // request come from one and the same.
        let confirmations = (subject?.confirmations ?? []).compactMap(\.data)
            .map { $0.failures(in: context, naming: mustNameRequest) }
        if let first = confirmations.first {
            if !confirmations.contains(where: \.isEmpty) { failures += first }
        } else if mustNameRequest {
            failures.append(.inResponseToMismatch)
        }
        return failures
    }

    /// What the web SSO profile requires and the assertion lacks (SAML Profiles, section 4.1.4.2).
    private func webSSOFailures(
        in context: SAML.ProcessingContext, naming mustNameRequest: Bool
    ) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        // Without an ID nobody can tell whether it was used before.
        if id == nil { failures.append(.missingID) }
        if issueInstant == nil { failures.append(.missingIssueInstant) }
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
        let bearerFailures = bearers.compactMap(\.data).map { data in
            data.failures(in: context, naming: mustNameRequest)
                + (data.notBefore == nil ? [] : [.bearerNotBefore])
        }
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
        in context: SAML.ProcessingContext, naming mustNameRequest: Bool
    ) -> [SAML.ConditionsFailure] {
        var failures = context.failures(notBefore: notBefore, notOnOrAfter: notOnOrAfter)
        if let expected = context.recipient, let recipient,
            !recipient.trimmingXMLSpace().hasSameOctets(as: expected)
        {
            failures.append(.recipientMismatch)
        }
        let answersAnother = inResponseTo.map { named in
            context.isUnsolicited || !context.requestIDs.allSatisfy { named.hasSameOctets(as: $0) }
        }
        if answersAnother ?? mustNameRequest { failures.append(.inResponseToMismatch) }
        return failures
    }
}

extension SAML.ProcessingContext {
    /// Whether an end has come, the clock skew granted.
    func hasPassed(_ notOnOrAfter: SAML.Instant) -> Bool {
        now.map { notOnOrAfter.advanced(bySeconds: clockSkew) <= $0 } ?? false
    }

    /// How a validity window fails, the clock skew granted at both ends.
    func failures(
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
