/// The parameters and header fields that an endpoint of REST API v2 documents.
struct DocumentedParameters: Sendable {
    var query: Set<String> = []
    var form: Set<String> = []
    var members: Set<String> = []
    /// Adobe's own header fields, in lower case.
    var fields: Set<String> = []

    private static let status: Set<String> = ["ap-partner-framework-status"]
    private static let tokens: Set<String> = ["ad-service-token"]
    private static let temporary: Set<String> = ["ap-temppass-identity"]
    private static let session: Set<String> = ["mvpd", "domainName", "redirectUrl"]

    static func of(_ endpoint: V2Call.Endpoint) -> DocumentedParameters {
        switch endpoint {
        case .configuration: DocumentedParameters(query: ["profile"])
        case .sessions: DocumentedParameters(form: session, fields: tokens)
        case .resume: DocumentedParameters(form: session)
        case .readSession, .authenticate: DocumentedParameters()
        case .profiles: DocumentedParameters(fields: status.union(tokens))
        case .profile: DocumentedParameters(fields: status.union(tokens).union(temporary))
        case .poll: DocumentedParameters(fields: temporary)
        case .partnerSession: DocumentedParameters(form: session, fields: status)
        case .partnerProfile: DocumentedParameters(form: ["SAMLResponse"], fields: status)
        case .authorize, .preauthorize:
            DocumentedParameters(
                members: ["resources"], fields: status.union(tokens).union(temporary))
        case .logout: DocumentedParameters(query: ["redirectUrl"], fields: tokens)
        }
    }

    /// The header fields that are accepted everywhere: pages of Adobe's want them on all calls, or the system adds
    /// them.
    static let fieldsOfAll: Set<String> = [
        "ap-device-identifier", "ap-visitor-identifier", "adobe-subject-token",
        "x-roku-reserved-roku-connect-token", "ap-sdk-identifier",
    ]

    /// The names that REST API v1 has for the same things.
    static let former: Set<String> = [
        "requestor", "requestor_id", "deviceId", "device_info", "deviceType", "deviceUser", "appId",
        "mso_id", "reg_code", "domain_name", "redirect_url", "generic_data", "ap_vi", "ast",
        "format",
    ]

    /// Returns the parameters of a call that are names of v1.
    static func formerNames(in call: AuditedCall) -> [String] {
        let request = call.request
        let names = request.query.map(\.name) + request.form.map(\.name) + request.members
        return names.filter { former.contains($0) }
            + request.query.map(\.name).filter { $0 == "resource" }
    }

    /// Returns the names in a call that its endpoint does not document.
    func undocumented(in call: AuditedCall) -> [String] {
        let request = call.request
        let former = Self.formerNames(in: call)
        let parameters =
            request.query.map(\.name).filter { !query.contains($0) }
            + request.form.map(\.name).filter { !form.contains($0) }
            + request.members.filter { !members.contains($0) && !form.contains($0) }
        let own = call.fields.ownNames.filter {
            !fields.contains($0) && !Self.fieldsOfAll.contains($0)
                && !$0.hasPrefix("x-roku-reserved-")
        }
        return parameters.filter { !former.contains($0) } + own
    }
}
