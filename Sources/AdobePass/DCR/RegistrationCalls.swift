internal import HTTPTypes

/// The two calls of client registration.
struct RegistrationCalls: Sendable {
    /// For which registration credentials and tokens are stored.
    let key: Pass.StorageKey

    private let configuration: Pass.Client.Configuration

    init(_ configuration: Pass.Client.Configuration) {
        self.configuration = configuration
        key = Pass.StorageKey(
            registration: configuration.environment.registration,
            softwareStatement: configuration.softwareStatement)
    }

    /// The call that gives client credentials.
    func register() throws(Pass.ExchangeError) -> Endpoint {
        var endpoint = try endpoint("/o/client/register")
        try endpoint.setJSON(
            HeaderJSON.bytes(
                of: Body(
                    softwareStatement: configuration.softwareStatement,
                    redirectURI: configuration.redirectURI)))
        return endpoint
    }

    /// The call that gives an access token.
    func token(
        _ credentials: DCR.ClientCredentials
    ) throws(Pass.ExchangeError) -> Endpoint {
        var endpoint = try endpoint("/o/client/token")
        var form = FieldList()
        form.add("client_id", credentials.clientID)
        form.add("client_secret", credentials.clientSecret)
        form.add("grant_type", "client_credentials")
        try endpoint.setForm(form)
        return endpoint
    }

    private func endpoint(_ path: String) throws(Pass.ExchangeError) -> Endpoint {
        var endpoint = try Endpoint(.post, .registration, path)
        // Another client or token does no harm: nobody knows of the first.
        endpoint.repetition = .always
        try endpoint.fields.set(.accept, "application/json;charset=utf-8")
        try endpoint.fields.set(.deviceInformation, configuration.device.base64())
        try endpoint.fields.set(.userAgent, configuration.userAgent)
        // Registrations of many devices through one server count to the limit of each device.
        try endpoint.fields.set(.forwardedFor, configuration.forwardedFor)
        return endpoint
    }

    /// The body of a registration.
    private struct Body: Encodable {
        let softwareStatement: String
        let redirectURI: String?

        enum CodingKeys: String, CodingKey {
            case softwareStatement = "software_statement"
            case redirectURI = "redirect_uri"
        }
    }
}
