#if Sandbox
internal import AdobePass
internal import HTTPTypes

/// Looks at the access token of a request.
enum AccessTokenCheck {
    static func check(_ call: inout Call, in dialect: Dialect) async throws(Refusal) {
        let scheme = "bearer "
        guard let value = call.request.headerFields[.authorization],
            value.lowercased().hasPrefix(scheme)
        else {
            throw refusal("missingAccessToken", "The request has no bearer token.")
        }
        let token = String(value.dropFirst(scheme.count))
        guard let record = await call.state.accessToken(token) else {
            throw refusal("unknownAccessToken", "The access token is unknown.")
        }
        guard !call.isTokenExpired, call.now < record.expires else {
            throw Refusal(
                401, call.configuration.choices.expiredTokenCode, "expiredAccessToken",
                "The access token has expired.")
        }
        guard let client = await call.state.client(record.clientID),
            let statement = call.configuration.softwareStatement(client.statement),
            statement.isApproved
        else {
            throw refusal(
                "revokedSoftwareStatement",
                "The software statement of the access token is no longer accepted.")
        }
        if let api = dialect.api, !(statement.apis?.contains(api) ?? true) {
            throw refusal(
                "statementForOtherVersion",
                "The software statement is of an application without the scope "
                    + "api:client:\(api.rawValue). Register one for REST API \(api.rawValue).")
        }
        call.client = client
        let provider = call.parts["serviceProvider"] ?? call.parts["requestor"]
        if let provider { try check(statement, for: provider) }
    }

    /// Returns whether a statement may be used for a service provider.
    static func check(
        _ statement: SandboxConfiguration.SoftwareStatement, for serviceProvider: String
    ) throws(Refusal) {
        if let allowed = statement.serviceProviders,
            !allowed.contains(where: { isSame($0, serviceProvider) })
        {
            throw Refusal(
                401, .invalidAccessTokenServiceProvider, "foreignServiceProvider",
                "The access token is not for this service provider.")
        }
    }

    private static func refusal(_ reason: String, _ message: String) -> Refusal {
        Refusal(401, .invalidAccessTokenClientApplication, reason, message)
    }
}
#endif
