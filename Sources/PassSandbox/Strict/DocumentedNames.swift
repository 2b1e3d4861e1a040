#if Sandbox
internal import HTTPTypes

/// The header fields and parameters that an endpoint of REST API v2 documents.
struct DocumentedNames: Sendable {
    var query: [String] = []
    var form: [String] = []
    var members: [String] = []
    /// Adobe's own header fields, in lowercase; those of HTTP are documented everywhere.
    var fields: [String] = []
    /// A Boolean value that indicates whether the endpoint wants device identifier and information.
    var wantsDevice = false

    private static let status = "ap-partner-framework-status"
    private static let singleSignOn = [
        "adobe-subject-token", "x-roku-reserved-roku-connect-token", "ad-service-token",
    ]
    private static let temporary = "ap-temppass-identity"
    private static let session = ["mvpd", "domainName", "redirectUrl"]

    /// The names of an endpoint, by its path below the service provider.
    static func of(_ endpoint: Endpoint) -> DocumentedNames? {
        if endpoint.dialect == .ssoService { return ofSSOService(endpoint) }
        guard endpoint.dialect == .v2 else { return nil }
        let parts = endpoint.path.split(separator: "/").dropFirst(3)
        return switch parts.joined(separator: "/") {
        case "configuration": DocumentedNames(query: ["profile"])
        case "sessions":
            DocumentedNames(form: session, fields: singleSignOn, wantsDevice: true)
        case "sessions/{code}":
            DocumentedNames(form: endpoint.method == .post ? session : [])
        case "sessions/sso/{partner}":
            DocumentedNames(form: session, fields: [status], wantsDevice: true)
        case "profiles":
            DocumentedNames(fields: [status] + singleSignOn, wantsDevice: true)
        case "profiles/{mvpd}":
            DocumentedNames(fields: [status, temporary] + singleSignOn, wantsDevice: true)
        case "profiles/code/{code}": DocumentedNames(fields: [temporary])
        case "profiles/sso/{partner}":
            DocumentedNames(form: ["SAMLResponse"], fields: [status], wantsDevice: true)
        case "decisions/authorize/{mvpd}", "decisions/preauthorize/{mvpd}":
            DocumentedNames(
                members: ["resources"], fields: [status, temporary] + singleSignOn,
                wantsDevice: true)
        case "logout/{mvpd}":
            DocumentedNames(query: ["redirectUrl"], fields: singleSignOn, wantsDevice: true)
        default: nil
        }
    }

    private static func ofSSOService(_ endpoint: Endpoint) -> DocumentedNames {
        let name = endpoint.path.split(separator: "/").last.map(String.init)
        if name == "serviceToken", endpoint.method == .post {
            return DocumentedNames(fields: ["x-sso-id", "x-sso-link"], wantsDevice: true)
        }
        return DocumentedNames(
            members: name == "unlink" ? ["devices"] : [], fields: ["ad-service-token"])
    }

    /// The names that REST API v1 has for the same things.
    static let former = [
        "requestor", "requestor_id", "deviceId", "device_info", "deviceType", "deviceUser", "appId",
        "mso_id", "reg_code", "domain_name", "redirect_url", "generic_data", "ap_vi", "ast",
        "format", "resource",
    ]

    /// The header fields that are accepted everywhere.
    static let fieldsOfAll = [
        "ap-device-identifier", "ap-visitor-identifier", "adobe-subject-token",
        "x-roku-reserved-roku-connect-token",
    ]

    /// The beginnings of header fields that are Adobe's to define.
    static let prefixes = ["ap-", "ad-", "adobe-", "x-sso-", "x-roku-reserved-"]

    /// The parameters that must not be in a URL.
    static let secrets = [
        "access_token", "client_secret", "software_statement", "SAMLResponse", "serializedToken",
        "mediaToken", "serviceToken",
    ]
}
#endif
