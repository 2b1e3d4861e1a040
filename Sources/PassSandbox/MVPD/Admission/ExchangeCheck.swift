internal import SAML2

/// The check that a response belongs to the exchange in which it is presented.
extension ResponseAdmission {
    /// Returns the values that the conditions are checked against.
    func context(
        of response: SAML.Claimed<SAML.Response>
    ) throws(AdmissionRefusal) -> SAML.ProcessingContext {
        var context = SAML.ProcessingContext.unchecked
        if checks.conditions {
            context = SAML.ProcessingContext(
                now: now, audience: SandboxServiceProvider.entityID, issuer: mvpd.entityID)
        }
        guard checks.inResponseTo else { return context }
        guard response.unverified.inResponseTo != nil else {
            throw AdmissionRefusal(
                .inResponseToMissing,
                "The response has no InResponseTo: it was not asked for. Pass the verification "
                    + "token to the framework.")
        }
        guard let query = query(answeredBy: response) else {
            throw AdmissionRefusal(
                .inResponseToUnknown,
                "The response answers no query for this device and app. Request a new verification "
                    + "token and pass it on; a restarted sandbox knows none.")
        }
        context.inResponseTo = query.id
        return context
    }

    /// Refuses a response whose conditions are not met.
    func refuseConditions(
        of response: SAML.Claimed<SAML.Response>, in context: SAML.ProcessingContext
    ) throws(AdmissionRefusal) {
        let failures = response.unverified.failures(in: context).filter { failure in
            switch failure {
            // These are checked before, and may be switched off.
            case .statusNotSuccess, .missingStatus, .missingAssertion: false
            default: checks.conditions || failure == .inResponseToMismatch
            }
        }
        guard let first = failures.first else { return }
        throw AdmissionRefusal(Self.code(of: first), first.description + Self.advice(on: first))
    }

    /// Refuses a response without what was asked for.
    func refuseMissingAttributes(of response: SAML.Claimed<SAML.Response>) throws(AdmissionRefusal)
    {
        // By the answered query, or by the latest one if it is unknown.
        let asked = (query(answeredBy: response) ?? queries.last)?.attributeNames ?? []
        guard checks.attributes != .none, !asked.isEmpty else { return }
        let selection = SAML.AttributeSelection(
            requiring: asked, from: response.unverified.assertion?.attributes ?? [],
            nameID: response.unverified.assertion?.subject?.nameID)
        let pseudoName = SAML.AttributeSelection.nameIDName
        // Every subject has a name, so that it answers only those who asked for nothing else.
        let stated = asked.filter { name in
            !selection.missing.contains(name) && (name != pseudoName || asked.count == 1)
        }
        guard checks.attributes == .all ? !selection.missing.isEmpty : stated.isEmpty else {
            return
        }
        throw AdmissionRefusal(
            .attributesMissing,
            "The response states \(asked.count - selection.missing.count) of the \(asked.count) "
                + "attributes that were asked for. Set attributeNames of the framework's request "
                + "to what the sandbox asks for, and see what the MVPD releases.")
    }

    private func query(answeredBy response: SAML.Claimed<SAML.Response>) -> IssuedQuery? {
        guard let request = response.unverified.inResponseTo else { return nil }
        return queries.first { isSame($0.id, request) }
    }

    private static func code(of failure: SAML.ConditionsFailure) -> AdmissionCode {
        switch failure {
        case .audienceMismatch: .audienceMismatch
        case .expired: .expired
        case .notYetValid: .notYetValid
        case .issuerMismatch, .missingIssuer: .issuerMismatch
        case .inResponseToMismatch: .inResponseToUnknown
        default: .conditionsNotMet
        }
    }

    private static func advice(on failure: SAML.ConditionsFailure) -> String {
        switch failure {
        case .audienceMismatch:
            " It must name \(SandboxServiceProvider.entityID): set channelIdentifier to that."
        case .expired: " Send a response at once, and do not keep it."
        case .notYetValid: " Check the clocks."
        case .issuerMismatch:
            " Check that the device is signed in with the MVPD of the request."
        default: ""
        }
    }
}
