internal import HTTPTypes
public import PayloadCoding

extension RESTv1.Client {
    /// Returns whether the user of this device is signed in.
    ///
    /// - Returns: Whether there is a valid authentication token.
    /// - Throws: `Pass.ExchangeError`.
    public func checkAuthentication() async throws(Pass.ExchangeError) -> Bool {
        try await checkAuthentication(isPoll: false)
    }

    /// Checks once, if it is a poll, which comes again at a pace that Adobe allows.
    func checkAuthentication(isPoll: Bool) async throws(Pass.ExchangeError) -> Bool {
        var endpoint = try deviceEndpoint(.get, "/api/v1/checkauthn")
        if isPoll { endpoint.repetition = .never }
        return try await isAffirmed(endpoint)
    }

    /// Returns whether the user has signed in with a registration code, asked from a second screen.
    ///
    /// - Parameter code: The code.
    /// - Returns: Whether there is a valid authentication token.
    /// - Throws: `Pass.ExchangeError`.
    public func checkAuthentication(
        code: Pass.AuthenticationCode
    ) async throws(Pass.ExchangeError) -> Bool {
        var endpoint = try endpoint(
            .get, "/api/v1/checkauthn/{registrationCode}", code.rawValue, isOfDevice: false)
        endpoint.query.add("requestor", requestor)
        return try await isAffirmed(endpoint)
    }

    /// Reads the authentication token of this device.
    ///
    /// - Returns: The token.
    /// - Throws: `Pass.ExchangeError`, with status 404 if there is none and 410 if it has expired.
    public func authenticationToken()
        async throws(Pass.ExchangeError) -> RESTv1.AuthenticationToken
    {
        try await exchange.value(deviceEndpoint(.get, "/api/v1/tokens/authn"))
    }

    /// Obtains what Apple's framework is given to ask an MVPD with.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD.
    ///   - platform: The system the app runs on.
    /// - Returns: The verification token, unchanged.
    /// - Throws: `Pass.ExchangeError`, with ``Pass/ExchangeError/Code/undecodableBody`` if it is not
    ///   UTF-8.
    public func profileRequest(
        mvpd: Pass.MVPDIdentifier, platform: Pass.Platform
    ) async throws(Pass.ExchangeError) -> String {
        var endpoint = try endpoint(
            .get, "/api/v1/{requestor}/profile-requests/{mvpd}", requestor, mvpd.rawValue)
        endpoint.query.add("deviceType", platform.rawValue)
        endpoint.hasJSONAnswer = false
        // Bytes are what is documented to come.
        try endpoint.fields.set(.accept, "*/*")
        let response = try await exchange.answer(to: endpoint)
        try AnswerReading.check(response)
        try AnswerReading.checkNoPage(response)
        guard let text = UTF8Text.string(response.body), !text.isEmpty else {
            throw Pass.ExchangeError(
                .undecodableBody, status: response.head.status.code,
                subject: "the profile request")
        }
        return text
    }

    /// Exchanges a SAML response for an authentication token.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD that the response is from.
    ///   - platform: The system the app runs on.
    ///   - samlResponse: The response. It is encoded already and sent as it is.
    /// - Throws: `Pass.ExchangeError`.
    public func createAuthenticationToken(
        mvpd: Pass.MVPDIdentifier, platform: Pass.Platform, samlResponse: EncodedPayload
    ) async throws(Pass.ExchangeError) {
        var endpoint = try endpoint(.post, "/api/v1/tokens/authn")
        var form = FieldList()
        form.add("requestor", requestor)
        form.add("deviceId", deviceID)
        form.add("mvpd", mvpd.rawValue)
        form.add("deviceType", platform.rawValue)
        form.add("ap_vi", exchange.configuration.visitorIdentifier)
        form.add("SAMLResponse", payload: samlResponse)
        try endpoint.setForm(form)
        try await perform(endpoint)
    }

    /// Signs in for temporary access.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD that stands for temporary access.
    ///   - domainName: A domain registered with Adobe for the requestor.
    ///   - genericData: Who asks, for promotional access.
    /// - Throws: `Pass.ExchangeError`.
    public func freePreview(
        mvpd: Pass.MVPDIdentifier, domainName: String, genericData: String? = nil
    ) async throws(Pass.ExchangeError) {
        var endpoint = try endpoint(.post, "/api/v1/authenticate/freepreview")
        // The time of the access does not begin anew.
        endpoint.repetition = .always
        var form = FieldList()
        form.add("requestor_id", requestor)
        form.add("deviceId", deviceID)
        form.add("mso_id", mvpd.rawValue)
        form.add("domain_name", domainName)
        form.add("generic_data", genericData)
        form.add("ap_vi", exchange.configuration.visitorIdentifier)
        try endpoint.setForm(form)
        try await perform(endpoint)
    }

    /// Returns the metadata of the signed-in user.
    ///
    /// - Returns: The metadata.
    /// - Throws: `Pass.ExchangeError`, with status 404 if there is none and 412 if the user is not
    ///   signed in.
    public func userMetadata() async throws(Pass.ExchangeError) -> RESTv1.UserMetadata {
        try await exchange.value(deviceEndpoint(.get, "/api/v1/tokens/usermetadata"))
    }

    /// Forgets the tokens of this device; the MVPD's own session and the system's sign-in stay.
    ///
    /// - Throws: `Pass.ExchangeError`.
    public func logout() async throws(Pass.ExchangeError) {
        try await perform(deviceEndpoint(.delete, "/api/v1/logout"))
    }
}
