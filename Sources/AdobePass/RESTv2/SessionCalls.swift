internal import HTTPTypes

extension RESTv2.Client {
    /// Starts an authentication session; what is not known yet may be added on a second screen.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD to sign in with.
    ///   - domainName: A domain registered with Adobe for the service provider.
    ///   - redirectURL: Where the user agent ends. It is encoded here.
    /// - Returns: What to do next.
    /// - Throws: `Pass.ExchangeError`.
    public func createSession(
        mvpd: Pass.MVPDIdentifier? = nil, domainName: String? = nil, redirectURL: String? = nil
    ) async throws(Pass.ExchangeError) -> RESTv2.Session {
        var endpoint = try endpoint(
            .post, "/api/v2/{serviceProvider}/sessions", sends: [.device, .signOnTokens])
        // Nobody has seen the code of a session whose answer was lost; the same parameters once more
        // change nothing.
        endpoint.repetition = .always
        try endpoint.setForm(form(mvpd, domainName, redirectURL))
        await exchange.permits.forget(exchange.configuration.deviceIdentifier)
        return try await exchange.value(endpoint)
    }

    /// Adds parameters to a session, on the same device or a second screen.
    ///
    /// - Parameters:
    ///   - code: The session's code.
    ///   - mvpd: The MVPD to sign in with.
    ///   - domainName: A domain registered with Adobe for the service provider.
    ///   - redirectURL: Where the user agent ends. It is encoded here.
    /// - Returns: What to do next.
    /// - Throws: `Pass.ExchangeError`.
    public func resumeSession(
        code: Pass.AuthenticationCode, mvpd: Pass.MVPDIdentifier? = nil,
        domainName: String? = nil, redirectURL: String? = nil
    ) async throws(Pass.ExchangeError) -> RESTv2.Session {
        var endpoint = try endpoint(
            .post, "/api/v2/{serviceProvider}/sessions/{code}", code.rawValue,
            sends: codeHeaders)
        // Nobody has seen the code of a session whose answer was lost; the same parameters once more
        // change nothing.
        endpoint.repetition = .always
        try endpoint.setForm(form(mvpd, domainName, redirectURL))
        return try await exchange.value(endpoint)
    }

    /// Returns the parameters that a session has and lacks.
    ///
    /// Use it to check a typed code.
    ///
    /// - Parameter code: The session's code.
    /// - Returns: The details.
    /// - Throws: `Pass.ExchangeError`.
    public func session(
        code: Pass.AuthenticationCode
    ) async throws(Pass.ExchangeError) -> RESTv2.SessionDetails {
        try await exchange.value(
            endpoint(
                .get, "/api/v2/{serviceProvider}/sessions/{code}", code.rawValue,
                sends: codeHeaders))
    }

    /// Returns the URL to open in a user agent for the user's sign-in.
    ///
    /// - Parameter code: The session's code.
    /// - Returns: The URL.
    /// - Throws: `Pass.ExchangeError` if the code cannot stand in a URL.
    public func authenticateURL(
        code: Pass.AuthenticationCode
    ) throws(Pass.ExchangeError) -> String {
        let endpoint = try Endpoint(
            .get, .v2, "/api/v2/authenticate/{serviceProvider}/{code}",
            [serviceProvider, code.rawValue])
        return exchange.configuration.environment.v2.text + endpoint.path
    }

    /// Returns the URL to open in a user agent for a session.
    ///
    /// - Parameter session: A session whose next action is ``RESTv2/ActionName/authenticate``.
    /// - Returns: The session's URL in absolute form, or the one for its code; `nil` if the session asks
    ///   for something else or has neither.
    public func authenticateURL(for session: RESTv2.Session) -> String? {
        guard session.actionName == .authenticate else { return nil }
        if let url = session.url { return absoluteURL(url) }
        return session.code.flatMap { try? authenticateURL(code: $0) }
    }

    /// Asks whether the user can be signed in through a partner's framework, and with what request.
    ///
    /// - Parameters:
    ///   - partner: The partner.
    ///   - status: What the partner's framework said.
    ///   - domainName: A domain registered with Adobe, in case the user has to sign in otherwise.
    ///   - redirectURL: Where the user agent ends in that case. It is encoded here.
    /// - Returns: What to do next.
    /// - Throws: `Pass.ExchangeError`.
    public func partnerSession(
        partner: Pass.Partner = .apple, status: Pass.PartnerFrameworkStatus?,
        domainName: String? = nil, redirectURL: String? = nil
    ) async throws(Pass.ExchangeError) -> RESTv2.Session {
        var endpoint = try endpoint(
            .post, "/api/v2/{serviceProvider}/sessions/sso/{partner}", partner.rawValue,
            sends: .device, status: status)
        endpoint.repetition = .always
        try endpoint.setForm(form(nil, domainName, redirectURL))
        return try await exchange.value(endpoint)
    }

    private func form(
        _ mvpd: Pass.MVPDIdentifier?, _ domainName: String?, _ redirectURL: String?
    ) -> FieldList {
        var form = FieldList()
        form.add("mvpd", mvpd?.rawValue)
        form.add("domainName", domainName)
        form.add("redirectUrl", redirectURL)
        return form
    }
}
