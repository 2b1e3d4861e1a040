internal import XMLCore

extension SAML.Response {
    /// Every reason not to accept the response in `context`, the most decisive first.
    ///
    /// A status other than success comes alone: such a response states nothing else. Contradictions between
    /// the response and what its assertion says are reasons in every context.
    package func failures(in context: SAML.ProcessingContext) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if status == nil { failures.append(.missingStatus) }
        if let status, !status.isSuccess { return [.statusNotSuccess] }
        if version?.hasSameBytes(as: SAML.version) != true { failures.append(.unsupportedVersion) }
        switch assertions.count + encryptedAssertionCount {
        case 0: failures.append(.missingAssertion)
        case 1: break
        default: failures.append(.severalAssertions)
        }
        if context.profile == .webSSO {
            if issuer?.uri.isEmpty ?? true { failures.append(.missingIssuer) }
            if !isIssuerFirst { failures.append(.issuerNotFirst) }
            if id?.isEmpty ?? true { failures.append(.missingID) }
        }
        if issueInstant == nil, context.profile == .webSSO || context.isTimeOfIssue {
            failures.append(.missingIssueInstant)
        }
        if hasIssuerMismatch(expecting: context.issuer) { failures.append(.issuerMismatch) }
        let mustNameRequest =
            context.namesRequest && (isUnsignedAround || context.profile == .webSSO)
        for assertion in assertions {
            failures += assertion.failures(in: context, naming: mustNameRequest)
        }
        if let issueInstant, context.isAhead(issueInstant) { failures.append(.notYetValid) }
        failures += contradictions
        if let recipient = context.recipient, let destination,
            !destination.trimmingXMLSpace().hasSameBytes(as: recipient)
        {
            failures.append(.recipientMismatch)
        }
        if context.isUnsolicited, inResponseTo != nil { failures.append(.inResponseToMismatch) }
        if context.namesRequest, !(inResponseTo.map(context.isRequest) ?? false) {
            failures.append(.inResponseToMismatch)
        }
        if let query = context.query { failures += self.failures(answering: query) }
        return failures.uniqued()
    }

    /// The checks of `context` that apply to something the response states.
    package func checks(in context: SAML.ProcessingContext) -> SAML.Checks {
        var stated: SAML.Checks = [.inResponseTo, .issuer]
        if destination != nil { stated.insert(.recipient) }
        for assertion in assertions {
            if let conditions = assertion.conditions {
                if conditions.notOnOrAfter != nil || conditions.notBefore != nil {
                    stated.insert(.time)
                }
                if !conditions.audienceRestrictions.isEmpty { stated.insert(.audience) }
            }
            for case let data? in assertion.confirmations.lazy.map(\.data) {
                if data.notOnOrAfter != nil || data.notBefore != nil { stated.insert(.time) }
                if data.recipient != nil { stated.insert(.recipient) }
            }
        }
        return context.checks.intersection(stated)
    }

    /// The ways in which the response speaks against its own assertion.
    ///
    /// They need no option: putting an assertion into another response cannot change what it says. What one of the two
    /// leaves out is not a contradiction.
    private var contradictions: [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if let inResponseTo,
            contradicts(by: \.inResponseTo, { $0.hasSameBytes(as: inResponseTo) })
        {
            failures.append(.inResponseToMismatch)
        }
        if let destination = destination?.trimmingXMLSpace(), !destination.isEmpty,
            contradicts(
                by: \.recipient, { $0.trimmingXMLSpace().hasSameBytes(as: destination) })
        {
            failures.append(.recipientMismatch)
        }
        return failures
    }

    /// Returns whether confirmations state something, and `isSame` accepts none of it.
    private func contradicts(
        by property: (SAML.SubjectConfirmationData) -> String?, _ isSame: (String) -> Bool
    ) -> Bool {
        var isStated = false
        for assertion in assertions {
            for confirmation in assertion.confirmations {
                guard let value = confirmation.data.flatMap(property) else { continue }
                if isSame(value) { return false }
                isStated = true
            }
        }
        return isStated
    }

    private func hasIssuerMismatch(expecting expected: String?) -> Bool {
        var first = expected
        var isNamed = false
        func contradicts(_ issuer: SAML.NameID?) -> Bool {
            guard let name = issuer?.uri, !name.isEmpty else { return false }
            isNamed = true
            if let first, !name.hasSameBytes(as: first) { return true }
            first = name
            return false
        }
        if contradicts(issuer) || assertions.contains(where: { contradicts($0.issuer) }) {
            return true
        }
        // A value is expected, and the message names none.
        return expected != nil && !isNamed
    }
}

extension SAML.Response {
    /// The parts that a response lacks altogether: a status, or an assertion beside a status that is success.
    package var absences: [SAML.ConditionsFailure] {
        let hasAssertion = !assertions.isEmpty || encryptedAssertionCount > 0
        return (status == nil ? [.missingStatus] : [])
            + (hasAssertion || reportsFailure ? [] : [.missingAssertion])
    }
}

extension [SAML.ConditionsFailure] {
    /// Each failure once, where it stands first.
    func uniqued() -> Self {
        guard count > 1 else { return self }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension SAML.Assertion {
    /// The confirmations of its subject.
    fileprivate var confirmations: [SAML.SubjectConfirmation] { subject?.confirmations ?? [] }

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
        if version?.hasSameBytes(as: SAML.version) != true { failures.append(.unsupportedVersion) }
        if issuer?.uri.isEmpty ?? true { failures.append(.missingIssuer) }
        if let conditions { failures += conditions.failures(in: context) }
        if let issueInstant, context.isAhead(issueInstant) { failures.append(.notYetValid) }
        if authnStatements.contains(where: { $0.authnInstant.map(context.isFarAhead) ?? false }) {
            failures.append(.notYetValid)
        }
        failures += absences(in: context)
        if context.profile == .webSSO {
            failures += webSSOFailures(in: context, naming: mustNameRequest)
        }
        // The subject is confirmed when one confirmation holds (SAML Core, section 2.4.1): time, recipient and
        // request come from one and the same.
        var firstFailures: [SAML.ConditionsFailure]?
        for case let data? in confirmations.lazy.map(\.data) {
            let found = data.failures(in: context, naming: mustNameRequest)
            if found.isEmpty { return failures }
            firstFailures = firstFailures ?? found
        }
        return failures + (firstFailures ?? (mustNameRequest ? [.inResponseToMismatch] : []))
    }

    /// Returns what the assertion lacks, where the receiver gave its name.
    ///
    /// It would be good for any receiver, or for ever.
    private func absences(in context: SAML.ProcessingContext) -> [SAML.ConditionsFailure] {
        guard context.audience != nil || context.profile == .webSSO else { return [] }
        guard let conditions else {
            return context.acceptedAbsences.contains(.conditions) ? [] : [.missingConditions]
        }
        guard context.audience != nil else { return [] }
        var failures: [SAML.ConditionsFailure] = []
        if conditions.audienceRestrictions.isEmpty, !context.acceptedAbsences.contains(.audience) {
            failures.append(.missingAudienceRestriction)
        }
        let hasEnd =
            conditions.notOnOrAfter != nil
            || !confirmations.isEmpty && confirmations.allSatisfy { $0.data?.notOnOrAfter != nil }
        if !hasEnd, !context.acceptedAbsences.contains(.end) { failures.append(.missingEnd) }
        return failures
    }

    /// Returns the web SSO profile's requirements that the assertion lacks (SAML Profiles, section
    /// 4.1.4.2).
    private func webSSOFailures(
        in context: SAML.ProcessingContext, naming mustNameRequest: Bool
    ) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        // Without an ID, repeated use cannot be detected.
        if id?.isEmpty ?? true { failures.append(.missingID) }
        if issueInstant == nil { failures.append(.missingIssueInstant) }
        if authnStatements.isEmpty { failures.append(.missingAuthnStatement) }
        let sessionEnds = authnStatements.compactMap(\.sessionNotOnOrAfter)
        if sessionEnds.contains(where: context.hasPassed) { failures.append(.sessionEnded) }
        let bearers = confirmations.filter { confirmation in
            confirmation.method?.hasSameBytes(as: SAML.SubjectConfirmation.bearer) ?? false
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
                !audiences.contains { $0.hasSameBytes(as: audience) }
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
            !recipient.trimmingXMLSpace().hasSameBytes(as: expected)
        {
            failures.append(.recipientMismatch)
        }
        let answersAnother = inResponseTo.map { named in
            context.isUnsolicited || !context.isRequest(named)
        }
        if answersAnother ?? mustNameRequest { failures.append(.inResponseToMismatch) }
        return failures
    }
}

extension SAML.ProcessingContext {
    /// Returns whether an end has come, the clock skew granted.
    func hasPassed(_ notOnOrAfter: SAML.Instant) -> Bool {
        now.map { notOnOrAfter.advanced(bySeconds: clockSkew) <= $0 } ?? false
    }

    /// Returns whether a beginning has not come, the clock skew granted.
    func isAhead(_ start: SAML.Instant) -> Bool {
        now.map { start > $0.advanced(bySeconds: clockSkew) } ?? false
    }

    /// Returns whether a sign-in lies so far in the future that no clock explains it.
    ///
    /// SAML compares AuthnInstant with nothing (SAML Core, section 2.7.2), and valid public vectors have it three weeks
    /// after their IssueInstant. Far in the future it would make a session look new for ever.
    func isFarAhead(_ authnInstant: SAML.Instant) -> Bool {
        now.map { authnInstant > $0.advanced(bySeconds: max(clockSkew, 30 * 86_400)) } ?? false
    }

    /// Returns the failures of a validity window, with the clock skew granted at both ends.
    func failures(
        notBefore: SAML.Instant?, notOnOrAfter: SAML.Instant?
    ) -> [SAML.ConditionsFailure] {
        guard now != nil else { return [] }
        var failures: [SAML.ConditionsFailure] = []
        if let notOnOrAfter, hasPassed(notOnOrAfter) { failures.append(.expired) }
        if let notBefore, isAhead(notBefore) { failures.append(.notYetValid) }
        return failures
    }
}
