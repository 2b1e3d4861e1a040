internal import HTTPTypes

/// The five calls of the SSO Service, with the header fields that Adobe's page lists for each and no
/// others.
struct SSOServiceCalls: Sendable {
    let configuration: Pass.Client.Configuration

    /// The call that gives the first token for an account or a link code.
    ///
    /// - Throws: If the membership is a token, or a text that no header field can have.
    func create(_ membership: SSOService.Membership) throws(Pass.ExchangeError) -> Endpoint {
        var endpoint = try endpoint(.post, "serviceToken", namesDevice: true)
        try endpoint.fields.set(.deviceInformation, configuration.device.base64())
        switch membership {
        case .account(let identifier):
            try endpoint.fields.set(.ssoIdentifier, nonEmpty(identifier, "the account"))
            // The same account leads to the same devices, however often it is named.
            endpoint.repetition = .always
        case .linkCode(let code):
            try endpoint.fields.set(.ssoLink, nonEmpty(code, "the link code"))
        case .token: throw Pass.ExchangeError(.invalidArgument, subject: "the membership")
        }
        return endpoint
    }

    /// The call that gives another token for one that ends.
    func refresh(_ token: SSOService.ServiceToken) throws(Pass.ExchangeError) -> Endpoint {
        try endpoint(.get, "serviceToken", namesDevice: false, token)
    }

    /// The call that gives a link code.
    func link(_ token: SSOService.ServiceToken) throws(Pass.ExchangeError) -> Endpoint {
        var endpoint = try endpoint(.post, "link", namesDevice: true, token)
        // Nobody has seen the code whose answer was lost.
        endpoint.repetition = .always
        return endpoint
    }

    /// The call that lists the devices.
    func list(_ token: SSOService.ServiceToken) throws(Pass.ExchangeError) -> Endpoint {
        try endpoint(.get, "list", namesDevice: true, token)
    }

    /// The call that removes devices.
    func unlink(
        _ keys: [SSOService.DeviceKey], _ token: SSOService.ServiceToken
    ) throws(Pass.ExchangeError) -> Endpoint {
        guard !keys.isEmpty else {
            throw Pass.ExchangeError(.invalidArgument, subject: "the devices")
        }
        var endpoint = try endpoint(.post, "unlink", namesDevice: true, token)
        endpoint.body = HeaderJSON.bytes(of: ["devices": keys])
        try endpoint.fields.set(.contentType, "application/json")
        return endpoint
    }

    private func endpoint(
        _ method: HTTPRequest.Method, _ name: String, namesDevice: Bool,
        _ token: SSOService.ServiceToken? = nil
    ) throws(Pass.ExchangeError) -> Endpoint {
        let serviceProvider = configuration.serviceProvider.rawValue
        // The paths have no version, and these would lead into the REST API's.
        guard !["v1", "v2"].contains(serviceProvider) else {
            throw Pass.ExchangeError(.invalidArgument, subject: "the service provider")
        }
        var endpoint = try Endpoint(
            method, .ssoService, "/api/{serviceProvider}/\(name)", [serviceProvider])
        try endpoint.fields.set(.accept, "application/json")
        try endpoint.fields.set(.userAgent, configuration.userAgent)
        if namesDevice {
            try endpoint.fields.set(.deviceIdentifier, configuration.deviceIdentifier.fingerprint)
        }
        try endpoint.fields.set(.serviceToken, token?.text)
        return endpoint
    }

    /// Returns the typed text without the white space around it.
    private func nonEmpty(
        _ text: String, _ subject: String
    ) throws(Pass.ExchangeError) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        guard !text.isEmpty else { throw Pass.ExchangeError(.invalidArgument, subject: subject) }
        return String(text)
    }
}
