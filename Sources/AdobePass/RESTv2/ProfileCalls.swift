internal import HTTPTypes
public import PayloadCoding

extension RESTv2.Client {
    /// The profiles of this device, for an app that knows no MVPD yet.
    ///
    /// - Parameter status: What a partner's framework said; profiles of that partner need it.
    /// - Returns: The profiles, none if the user is not signed in.
    /// - Throws: `Pass.ExchangeError`.
    public func profiles(
        status: Pass.PartnerFrameworkStatus? = nil
    ) async throws(Pass.ExchangeError) -> RESTv2.Profiles {
        try await exchange.value(
            endpoint(
                .get, "/api/v2/{serviceProvider}/profiles", sends: [.device, .signOnTokens],
                status: status))
    }

    /// The profile with one MVPD, for an app that remembers it.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD.
    ///   - status: What a partner's framework said; profiles of that partner need it.
    ///   - identity: Who asks for promotional temporary access.
    /// - Returns: The profile, or none.
    /// - Throws: `Pass.ExchangeError`.
    public func profile(
        mvpd: Pass.MVPDIdentifier, status: Pass.PartnerFrameworkStatus? = nil,
        temporaryAccessIdentity identity: Pass.TemporaryAccessIdentity? = nil
    ) async throws(Pass.ExchangeError) -> RESTv2.Profiles {
        try await exchange.value(
            endpoint(
                .get, "/api/v2/{serviceProvider}/profiles/{mvpd}", mvpd.rawValue,
                sends: [.device, .signOnTokens], status: status, identity: identity))
    }

    /// The profile that a session has led to, for polling while the user signs in.
    ///
    /// It is sent once: callers that poll ask again anyhow, three seconds later at the earliest.
    ///
    /// - Parameters:
    ///   - code: The session's code.
    ///   - identity: Who asks for promotional temporary access.
    /// - Returns: The profile, or none yet.
    /// - Throws: `Pass.ExchangeError`.
    public func profile(
        code: Pass.AuthenticationCode,
        temporaryAccessIdentity identity: Pass.TemporaryAccessIdentity? = nil
    ) async throws(Pass.ExchangeError) -> RESTv2.Profiles {
        var endpoint = try endpoint(
            .get, "/api/v2/{serviceProvider}/profiles/code/{code}", code.rawValue,
            sends: codeHeaders, identity: identity)
        // The next poll is the repetition, at a pace that Adobe allows.
        endpoint.repetition = .never
        return try await exchange.value(endpoint)
    }

    /// Exchanges a SAML response for a profile, once.
    ///
    /// - Parameters:
    ///   - partner: The partner whose framework gave the response.
    ///   - status: What the partner's framework said.
    ///   - samlResponse: The response. It is encoded already and sent as it is.
    /// - Returns: The profile; none if the server did not create it.
    /// - Throws: `Pass.ExchangeError`.
    public func partnerProfile(
        partner: Pass.Partner = .apple, status: Pass.PartnerFrameworkStatus?,
        samlResponse: EncodedPayload
    ) async throws(Pass.ExchangeError) -> RESTv2.Profiles {
        var endpoint = try endpoint(
            .post, "/api/v2/{serviceProvider}/profiles/sso/{partner}", partner.rawValue,
            sends: .device, status: status)
        var form = FieldList()
        form.add("SAMLResponse", payload: samlResponse)
        try endpoint.setForm(form)
        await exchange.permits.forget(exchange.configuration.deviceIdentifier)
        return try await exchange.value(endpoint)
    }
}
