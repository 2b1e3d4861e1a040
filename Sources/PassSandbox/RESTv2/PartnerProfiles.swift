#if Sandbox
internal import AdobePass
internal import SAML2
internal import WireText

/// The partner's part of REST API v2: profiles from a SAML response.
enum PartnerProfiles {
    @Sendable static func create(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        try call.checkPartner()
        let holder = try call.holder(of: provider)
        let response = try call.form()["SAMLResponse"] ?? ""
        let mvpd: SandboxConfiguration.MVPD
        switch PartnerFrameworkStatus.evaluate(call, of: provider) {
        case .unusable(let refusal, _): throw refusal
        case .valid(let named): mvpd = named
        case .disabled(let named):
            if await isMeant(response, forOtherThan: named, call, holder) {
                throw PartnerFrameworkStatus.mismatch
            }
            guard !call.configuration.choices.refusesDisabledSignOn else {
                throw Refusal(
                    400, .invalidIntegration, "signOnDisabled",
                    "The integration has no sign-on through the partner.")
            }
            return try await Profiles.answer(call, holder: holder, only: named, withPartner: false)
        }
        if await isMeant(response, forOtherThan: mvpd, call, holder) {
            throw PartnerFrameworkStatus.mismatch
        }
        if mvpd.degradation == .authNAll {
            return .json(
                Profiles.map([Profiles.degraded(call, mvpd, holder)], call, encrypts: false))
        }
        let admitted = try await SignOn.admit(call, response, mvpd, holder: holder)
        let record = try await SignOn.keep(call, admitted, mvpd, holder: holder)
        return .json(Profiles.map([record], call), status: 201)
    }

    /// Returns whether the exchange began with another MVPD than the one the status names now: the
    /// user has changed the provider in the settings, or the status is older than the response.
    private static func isMeant(
        _ response: String, forOtherThan mvpd: SandboxConfiguration.MVPD, _ call: Call,
        _ holder: Holder
    ) async -> Bool {
        if let issuer = call.core.partners.claimedIssuer(of: response) {
            return !isSame(issuer.id, mvpd.id)
        }
        guard await call.state.queries(to: mvpd.id, of: holder).isEmpty else { return false }
        for other in call.configuration.mvpds
        where await !call.state.queries(to: other.id, of: holder).isEmpty { return true }
        return false
    }
}

/// Signs in from SAML responses, for both interfaces.
enum SignOn {
    static func admit(
        _ call: Call, _ formValue: String, _ mvpd: SandboxConfiguration.MVPD, holder: Holder,
        orWithoutDevice: Bool = false
    ) async throws(Refusal) -> AdmittedResponse {
        var queries = await call.state.queries(to: mvpd.id, of: holder)
        if orWithoutDevice {
            let anyDevice = Holder(
                api: holder.api, clientID: holder.clientID, deviceIdentifier: "",
                serviceProvider: holder.serviceProvider)
            queries += await call.state.queries(to: mvpd.id, of: anyDevice)
        }
        do {
            return try await call.core.partners.admit(
                formValue, from: mvpd, answering: queries, holder: holder, now: call.now)
        } catch {
            throw Refusal(
                400, .invalidParameterSAMLResponse, error.code.rawValue, error.sentence)
        }
    }

    /// Keeps a profile of the kind that the partner's sign-on gives.
    ///
    /// A client that lost the answer and presents the same response again gets the existing
    /// profile: another one would begin and end later. If it is gone, by a logout for instance, the
    /// response was used and creates no other.
    static func keep(
        _ call: Call, _ admitted: AdmittedResponse, _ mvpd: SandboxConfiguration.MVPD,
        holder: Holder
    ) async throws -> ProfileRecord {
        let nameID = admitted.nameID?.value ?? ""
        let userID = admitted.values(of: "uid").first ?? nameID
        if admitted.isRepetition {
            guard let kept = await call.state.profile(of: holder, mvpd: mvpd.id),
                kept.isValid(at: call.now), kept.type == "appleSSO", isSame(kept.userID, userID)
            else {
                throw Refusal(
                    400, .invalidParameterSAMLResponse,
                    AdmissionCode.replayed.rawValue,
                    "The response was admitted before, and its profile is gone.")
            }
            return kept
        }
        let person =
            mvpd.subscribers.first { isSame($0.userID, userID) || isSame($0.userID, nameID) }
            ?? SandboxConfiguration.Subscriber(name: userID, userID: userID)
        let record = ProfileRecord(
            holder: holder, mvpd: mvpd.id, type: "appleSSO", issuer: "Apple", userID: userID,
            metadata: call.state.metadata(of: person, with: mvpd, tokenSource: "Apple"),
            notBefore: call.now,
            notAfter: call.state.end(after: call.configuration.lifetimes.profile))
        try await call.state.keep(record)
        return record
    }
}
#endif
