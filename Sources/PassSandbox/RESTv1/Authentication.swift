#if Sandbox
internal import AdobePass
internal import WireText

/// Authentication of REST API v1.
enum Authentication {
    /// The fields that a browser sends to sign in.
    @Sendable static func begin(_ call: Call) async throws -> Answer {
        let fields = try call.query()
        func required(_ name: String) throws(Refusal) -> String {
            guard let value = fields.nonEmpty(name) else {
                throw Refusal(
                    400, .internalError, "missingParameter", "The parameter \(name) is missing.")
            }
            return value
        }
        let code = try required("reg_code")
        let (requestor, mso) = (try required("requestor_id"), try required("mso_id"))
        let (domain, redirect) = (try required("domain_name"), try required("redirect_url"))
        let provider = try DeviceSet.provider(call, requestor)
        let mvpd = try DeviceSet.mvpd(call, mso, of: provider)
        try call.check(domain: domain, of: provider)
        try call.check(redirectURL: redirect, of: provider)
        var session = try await RegistrationCodes.session(call, code, of: provider, status: 400)
        if let named = session.mvpd, !isSame(named, mvpd.id) {
            throw Refusal(
                400, .authenticationSessionIssuerMismatch, "otherMVPD",
                "The registration code was made for another MVPD.")
        }
        session.mvpd = mvpd.id
        session.domainName = domain
        session.redirectURL = redirect
        if mvpd.degradation == .authNAll {
            session.isCompleted = true
            try await call.state.keep(Profiles.degraded(call, mvpd, session.holder))
            try await call.state.keep(session)
            return .redirect(redirect)
        }
        try await call.state.keep(session)
        return .redirect("/activate?code=\(session.code)")
    }

    @Sendable static func check(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        _ = try await call.validToken(of: set.holder, status: 403)
        return .body(call, root: "result", ["status": 200, "message": "OK"])
    }

    @Sendable static func checkByCode(_ call: Call) async throws -> Answer {
        let provider = try DeviceSet.provider(call, try call.query().nonEmpty("requestor"))
        let session = try await RegistrationCodes.session(
            call, call.part("code"), of: provider, status: 403)
        guard session.isCompleted,
            let token = await call.latestToken(of: session.holder),
            token.isValid(at: call.now)
        else {
            throw Refusal(
                403, .authenticationSessionMissing, "notAuthenticatedYet", "Forbidden")
        }
        return .body(call, root: "result", ["status": 200, "message": "OK"])
    }

    @Sendable static func token(_ call: Call) async throws -> Answer {
        let set = try DeviceSet(call)
        let token = try await call.validToken(of: set.holder, status: 404, ifExpired: 410)
        return .body(
            call, root: "authentication",
            [
                "requestor": .string(set.provider.id), "mvpd": .string(token.mvpd),
                "userId": .string(token.userID), "expires": .string(String(token.notAfter)),
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
