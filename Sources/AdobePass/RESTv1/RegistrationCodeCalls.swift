internal import HTTPTypes

extension RESTv1.Client {
    private static let codesPath = "/reggie/v1/{requestor}/regcode"
    private static let codePath = "/reggie/v1/{requestor}/regcode/{registrationCode}"

    /// Obtains a registration code, which names one sign-in of this device.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD to sign in with, if it is known.
    ///   - timeToLive: How long the code is valid, ten hours at most; half an hour without one.
    /// - Returns: The record with the code.
    /// - Throws: `Pass.ExchangeError`.
    public func registrationCode(
        mvpd: Pass.MVPDIdentifier? = nil, timeToLive: Duration? = nil
    ) async throws(Pass.ExchangeError) -> RESTv1.RegistrationRecord {
        var endpoint = try endpoint(.post, Self.codesPath, requestor)
        // Nobody has seen a code whose answer was lost.
        endpoint.repetition = .always
        if let timeToLive {
            guard (.seconds(1) ... .seconds(36000)).contains(timeToLive) else {
                throw Pass.ExchangeError(.invalidArgument, subject: "the time to live")
            }
        }
        // The one POST whose parameters are documented as those of a query.
        endpoint.query.add("deviceId", deviceID)
        endpoint.query.add("mvpd", mvpd?.rawValue)
        endpoint.query.add("ttl", timeToLive.map { String($0.components.seconds) })
        endpoint.query.add("ap_vi", exchange.configuration.visitorIdentifier)
        return try await exchange.value(endpoint)
    }

    /// Reads what a registration code was made for.
    ///
    /// - Parameter code: The code.
    /// - Returns: The record.
    /// - Throws: `Pass.ExchangeError`.
    public func registrationRecord(
        code: Pass.AuthenticationCode
    ) async throws(Pass.ExchangeError) -> RESTv1.RegistrationRecord {
        try await exchange.value(
            endpoint(.get, Self.codePath, requestor, code.rawValue, isOfDevice: false))
    }

    /// Frees a registration code.
    ///
    /// - Parameter code: The code.
    /// - Throws: `Pass.ExchangeError`.
    public func deleteRegistrationCode(
        _ code: Pass.AuthenticationCode
    ) async throws(Pass.ExchangeError) {
        try await perform(
            endpoint(.delete, Self.codePath, requestor, code.rawValue, isOfDevice: false))
    }

    /// Returns the URL to open in a user agent for the user's sign-in.
    ///
    /// - Parameters:
    ///   - code: The registration code.
    ///   - mvpd: The MVPD to sign in with.
    ///   - domainName: A domain registered with Adobe for the requestor.
    ///   - redirectURL: Where the user agent ends. It is encoded here.
    ///   - genericData: Who asks for promotional temporary access.
    /// - Returns: The URL.
    /// - Throws: `Pass.ExchangeError` if an argument is empty.
    public func authenticateURL(
        code: Pass.AuthenticationCode, mvpd: Pass.MVPDIdentifier, domainName: String,
        redirectURL: String, genericData: String? = nil
    ) throws(Pass.ExchangeError) -> String {
        for (name, value) in [
            ("the code", code.rawValue), ("the MVPD", mvpd.rawValue),
            ("the domain name", domainName), ("the redirect URL", redirectURL),
        ] where value.isEmpty {
            throw Pass.ExchangeError(.invalidArgument, subject: name)
        }
        var query = FieldList()
        // The first, since browsers that read HTML make one character of "&reg".
        query.add("reg_code", code.rawValue)
        query.add("requestor_id", requestor)
        query.add("mso_id", mvpd.rawValue)
        query.add("domain_name", domainName)
        query.add("noflash", "true")
        query.add("no_iframe", "true")
        query.add("generic_data", genericData)
        // The last, as the service demands.
        query.add("redirect_url", redirectURL)
        return exchange.configuration.environment.v1.text + "/api/v1/authenticate?" + query.text
    }
}
