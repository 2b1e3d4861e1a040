#if Sandbox
internal import AdobePass

/// Authentication of REST API v1.
enum Authentication {
    /// The fields that a browser sends to sign in.
    @Sendable static func begin(_ call: Call) async throws -> Answer {
        let fields = try call.query()
        for name in ["reg_code", "requestor_id", "mso_id", "domain_name", "redirect_url"]
        where fields.nonEmpty(name) == nil {
            throw Refusal(
                400, Pass.ErrorCode.internalError, "missingParameter",
                "The parameter \(name) is missing.")
        }
        guard let redirect = fields.nonEmpty("redirect_url"),
            let code = fields.nonEmpty("reg_code")
        else { return Answer(status: 400) }
        let provider = try DeviceSet.provider(call, fields.nonEmpty("requestor_id"))
        let mvpd = try DeviceSet.mvpd(call, fields.nonEmpty("mso_id"), of: provider)
        try call.check(domain: fields.nonEmpty("domain_name"), of: provider)
        try call.check(redirectURL: redirect)
        var session = try await RegistrationCodes.session(call, code, of: provider, status: 400)
        if let named = session.mvpd, !isSame(named, mvpd.id) {
            throw Refusal(
                400, Pass.ErrorCode.authenticationSessionIssuerMismatch, "otherMVPD",
                "The registration code was made for another MVPD.")
        }
        session.mvpd = mvpd.id
        session.domainName = fields.nonEmpty("domain_name")
        session.redirectURL = redirect
        if mvpd.degradation == .authNAll {
            session.isCompleted = true
            try await call.state.keep(degraded(call, mvpd, session.holder))
            try await call.state.keep(session)
            return .redirect(redirect)
        }
        try await call.state.keep(session)
        return .redirect("/activate?code=\(session.code)")
    }

    /// The authentication token that everyone gets while authentication is degraded.
    static func degraded(_ call: Call, _ mvpd: SandboxConfiguration.MVPD, _ holder: Holder)
        -> ProfileRecord
    {
        let userID = Profiles.degradedUserID(of: holder)
        return ProfileRecord(
            holder: holder, mvpd: mvpd.id, type: "degraded", issuer: "Adobe", userID: userID,
            attributes: [SandboxConfiguration.Member("userID", .text(userID))],
            notBefore: call.now,
            notAfter: call.now + Int64(call.configuration.lifetimes.profile) * 1000)
    }

    @Sendable static func check(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        _ = try await set.validToken(call, status: 403)
        return try .body(call, root: "result", ["status": 200, "message": "OK"])
    }

    @Sendable static func checkByCode(_ call: Call) async throws -> Answer {
        let provider = try DeviceSet.provider(call, try call.query().nonEmpty("requestor"))
        let session = try await RegistrationCodes.session(
            call, call.part("code"), of: provider, status: 403)
        guard session.isCompleted,
            let token = await DeviceSet.latestToken(call, session.holder),
            token.isValid(at: call.now)
        else {
            throw Refusal(
                403, Pass.ErrorCode.authenticationSessionMissing, "notAuthenticatedYet",
                "Forbidden")
        }
        return try .body(call, root: "result", ["status": 200, "message": "OK"])
    }

    @Sendable static func token(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        guard let token = await set.latestToken(call) else {
            throw Refusal(
                404, "authentication_session_missing", "noAuthenticationToken",
                "Authentication token not found.")
        }
        guard token.isValid(at: call.now) else {
            throw Refusal(
                410, "authentication_session_expired", "authenticationTokenExpired",
                "Authentication token expired.")
        }
        return try .body(
            call, root: "authentication",
            [
                "requestor": .text(set.provider.id), "mvpd": .text(token.mvpd),
                "userId": .text(token.userID), "expires": .text(String(token.notAfter)),
            ])
    }

    @Sendable static func logout(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        for token in await call.state.allProfiles(of: set.holder) {
            try await call.state.removeProfile(of: set.holder, mvpd: token.mvpd)
        }
        return Answer(status: 204)
    }
}
#endif
