#if Sandbox
internal import HTTPTypes
internal import WireText

/// Dynamic client registration.
enum RegistrationEndpoints {
    static let all: [Endpoint] = [
        Endpoint(.post, "/o/client/register", .registration, needsToken: false, register),
        Endpoint(.post, "/o/client/token", .registration, needsToken: false, token),
    ]

    @Sendable private static func register(_ call: Call) async throws -> Answer {
        try checkDevice(call)
        let type = call.request.headerFields[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/json"), let body = JSONText.read(call.body),
            let members = body.members
        else {
            throw refusal("invalid_request", "notJSON", "The body must be a JSON object.")
        }
        guard members.allSatisfy({ ["software_statement", "redirect_uri"].contains($0.name) })
        else {
            throw refusal(
                "invalid_request", "unsupportedParameter",
                "The body has an unknown member.")
        }
        guard let text = body["software_statement"]?.text, !text.isEmpty else {
            throw refusal(
                "invalid_request", "missingSoftwareStatement", "There is no software statement.")
        }
        guard let statement = call.configuration.softwareStatement(text) else {
            throw refusal(
                "invalid_software_statement", "unknownSoftwareStatement",
                "The software statement is not one that the sandbox was given.")
        }
        guard statement.isApproved else {
            throw refusal(
                "unapproved_software_statement", "unapprovedSoftwareStatement",
                "The software statement is not approved for this server.")
        }
        let redirect = try redirectURI(body["redirect_uri"], of: statement)
        let client = try await call.state.register(statement: text)
        return .json(
            [
                "client_id": .string(client.id), "client_secret": .string(client.secret),
                "client_id_issued_at": .integer(client.issued / 1000),
                "redirect_uris": .array(redirect.map { [.string($0)] } ?? []),
                "grant_types": ["client_credentials"], "scopes": scopes(of: statement),
            ], status: 201)
    }

    /// The scopes of a client; Adobe shows that of v2 only, and a statement for both has it too.
    private static func scopes(of statement: SandboxConfiguration.SoftwareStatement) -> JSONValue {
        .array(statement.apis?.map { .string("api:client:\($0.rawValue)") } ?? ["api:client:v2"])
    }

    private static func redirectURI(
        _ value: JSONValue?, of statement: SandboxConfiguration.SoftwareStatement
    ) throws(Refusal) -> String? {
        guard let value else { return nil }
        guard let uri = value.text, RedirectURL.isAcceptable(uri),
            statement.redirectURIPrefixes?.contains(where: { uri.utf8.starts(with: $0.utf8) })
                ?? true
        else {
            throw refusal(
                "invalid_redirect_uri", "unusableRedirectURI",
                "The software statement does not allow this redirect URI.")
        }
        return uri
    }

    @Sendable private static func token(_ call: Call) async throws -> Answer {
        try checkDevice(call)
        let fields: FormFields
        do {
            fields = try call.form().merging(call.query())
        } catch {
            throw refusal("invalid_request", error.reason, error.message)
        }
        guard let id = fields.nonEmpty("client_id"), let secret = fields.nonEmpty("client_secret"),
            let grant = fields.nonEmpty("grant_type"),
            !fields.hasOther(than: "client_id", "client_secret", "grant_type", "refresh_token")
        else {
            throw refusal(
                "invalid_request", "missingParameter",
                "client_id, client_secret and grant_type are needed, and nothing else.")
        }
        guard grant == "client_credentials" else {
            throw refusal(
                "unsupported_grant_type", "unsupportedGrantType",
                "The grant type must be client_credentials.")
        }
        guard let client = await call.state.client(id), isSameSecret(client.secret, secret) else {
            throw refusal(
                "invalid_client", "unknownClient",
                "The client identifier or its secret is unknown.")
        }
        guard call.configuration.softwareStatement(client.statement)?.isApproved ?? false else {
            throw refusal(
                "unauthorized_client", "revokedSoftwareStatement",
                "The client's software statement is no longer accepted.")
        }
        let (identifier, record) = try await call.state.makeAccessToken(clientID: id)
        return .json(
            [
                "id": .string(identifier), "access_token": .string(record.token),
                "created_at": .integer(call.now),
                "expires_in": .integer(call.configuration.lifetimes.accessToken),
                "token_type": "bearer",
            ], status: 201)
    }

    private static func checkDevice(_ call: Call) throws(Refusal) {
        do {
            _ = try call.deviceInformation()
        } catch {
            throw refusal("invalid_request", error.reason, error.message)
        }
    }

    private static func refusal(_ code: String, _ reason: String, _ message: String) -> Refusal {
        Refusal(400, code, reason, message)
    }
}
#endif
