#if Sandbox
internal import AdobePass
internal import HTTPTypes
internal import WireText

/// Authentication sessions of REST API v2.
enum Sessions {
    /// The three parameters of a session, checked as far as they are there.
    struct Parameters: Sendable {
        var mvpd: SandboxConfiguration.MVPD?
        var domainName: String?
        var redirectURL: String?

        init(_ call: Call, of provider: SandboxConfiguration.ServiceProvider) throws(Refusal) {
            let form = try call.form()
            if let id = form.nonEmpty("mvpd") { mvpd = try call.mvpd(id, of: provider) }
            domainName = form.nonEmpty("domainName")
            redirectURL = form.nonEmpty("redirectUrl")
            try call.check(domain: domainName, of: provider)
            try call.check(redirectURL: redirectURL, of: provider)
        }
    }

    @Sendable static func create(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        let device = try call.deviceIdentifier()
        let information = try call.deviceInformation()
        let parameters = try Parameters(call, of: provider)
        let holder = call.holder(.v2, device: device, serviceProvider: provider.id)
        if let mvpd = parameters.mvpd,
            let answer = await direct(call, mvpd, holder: holder, id: await call.state.makeUUID())
        {
            return answer
        }
        let session = try await call.state.makeSession(
            holder, mvpd: parameters.mvpd?.id, domainName: parameters.domainName,
            redirectURL: parameters.redirectURL, device: information,
            userAgent: call.request.headerFields[.userAgent])
        return .json(value(session, whenMissing: "resume"))
    }

    @Sendable static func resume(_ call: Call) async throws -> Answer {
        let provider = try call.serviceProvider()
        var session = try await self.session(call, of: provider)
        let parameters = try Parameters(call, of: provider)
        if let mvpd = parameters.mvpd {
            session.mvpd = mvpd.id
            if let answer = await direct(call, mvpd, holder: session.holder, id: session.id) {
                try await call.state.keep(session)
                return answer
            }
        }
        session.domainName = parameters.domainName ?? session.domainName
        session.redirectURL = parameters.redirectURL ?? session.redirectURL
        try await call.state.keep(session)
        return .json(value(session, whenMissing: "retry"))
    }

    @Sendable static func read(_ call: Call) async throws -> Answer {
        let session = try await self.session(call, of: try call.serviceProvider())
        let missing = self.missing(in: session)
        return .json([
            "existingParameters": [
                "mvpd": .string(session.mvpd), "domainName": .string(session.domainName),
                "redirectUrl": .string(session.redirectURL),
                "serviceProvider": .string(session.holder.serviceProvider),
            ],
            "missingParameters": missing.isEmpty ? nil : .strings(missing),
            "device": DeviceEcho.value(session),
            "notBefore": .string(String(session.notBefore)),
            "notAfter": .string(String(session.notAfter)),
        ])
    }

    @Sendable static func authenticate(_ call: Call) async throws -> Answer {
        let session = try await self.session(call, of: try call.serviceProvider())
        return .redirect("/activate?code=\(session.code)")
    }

    // MARK: Parts

    /// The valid session that a path names, which belongs to the service provider.
    static func session(_ call: Call, of provider: SandboxConfiguration.ServiceProvider)
        async throws(Refusal) -> SessionRecord
    {
        let code = call.part("code")
        guard (1...64).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else {
            throw Refusal(
                400, .invalidParameterCode, "malformedCode",
                "A code has capital letters and digits only.")
        }
        guard let session = await call.state.session(code: code), session.holder.api == .v2,
            isSame(session.holder.serviceProvider, provider.id)
        else {
            throw Refusal(
                400, .invalidAuthenticationSession, "noSession",
                "There is no such session for the service provider, or it has expired.")
        }
        return session
    }

    /// The answer for an MVPD that needs no sign-in now.
    static func direct(
        _ call: Call, _ mvpd: SandboxConfiguration.MVPD, holder: Holder, id: String
    ) async -> Answer? {
        var reason: String?
        if mvpd.temporaryAccess != nil {
            reason = "temporary"
        } else if mvpd.degradation == .authNAll {
            reason = "degraded"
        } else if let profile = await call.profile(of: holder, mvpd: mvpd.id),
            profile.isValid(at: call.now), isProven(profile, call)
        {
            reason = profile.type == "regular" ? "authenticated" : "authenticatedSSO"
        }
        guard let reason else { return nil }
        let provider = PercentEscape.text(holder.serviceProvider)
        return .json([
            "actionName": "authorize", "actionType": "direct", "reasonType": .string(reason),
            "url": .string(
                "/api/v2/\(provider)/decisions/authorize/\(PercentEscape.text(mvpd.id))"),
            "sessionId": .string(id), "mvpd": .string(mvpd.id),
            "serviceProvider": .string(holder.serviceProvider),
        ])
    }

    /// Returns whether a profile counts: Apple's only with the proof that the user is still signed
    /// in there.
    private static func isProven(_ profile: ProfileRecord, _ call: Call) -> Bool {
        guard profile.type == "appleSSO" else { return true }
        let provider = try? call.serviceProvider()
        let mvpd = provider.flatMap {
            PartnerFrameworkStatus.evaluate(call, of: $0).validMVPD
        }
        return mvpd.map { isSame($0.id, profile.mvpd) } ?? false
    }

    /// The parameters that a session still needs.
    static func missing(in session: SessionRecord) -> [String] {
        [
            ("mvpd", session.mvpd), ("domainName", session.domainName),
            ("redirectUrl", session.redirectURL),
        ].compactMap { name, value in value == nil ? name : nil }
    }

    /// A session as the answers have it: to be completed by a user agent, or by parameters first.
    static func value(
        _ session: SessionRecord, whenMissing action: String, reason: String = "none",
        missing: [String]? = nil
    ) -> JSONValue {
        let missing = missing ?? self.missing(in: session)
        let provider = session.holder.serviceProvider
        let name = PercentEscape.text(provider)
        let isComplete = missing.isEmpty
        return [
            "actionName": .string(isComplete ? "authenticate" : action),
            "actionType": .string(isComplete ? "interactive" : "direct"),
            "reasonType": .string(reason),
            "missingParameters": isComplete ? nil : .strings(missing),
            "url": .string(
                isComplete
                    ? "/api/v2/authenticate/\(name)/\(session.code)"
                    : "/api/v2/\(name)/sessions/\(session.code)"),
            "code": .string(session.code), "sessionId": .string(session.id),
            "mvpd": .string(session.mvpd), "serviceProvider": .string(provider),
            "notBefore": .string(String(session.notBefore)),
            "notAfter": .string(String(session.notAfter)),
        ]
    }
}
#endif
