/// An endpoint of REST API v2, in the order of Adobe's reference, and what its page documents.
///
/// The audit reads traffic by this table, and the sandbox serves and enforces it.
package enum V2Endpoint: Hashable, Sendable, CaseIterable {
    case configuration, sessions, resume, readSession, authenticate, profiles, profile, poll
    case partnerSession, partnerProfile, authorize, preauthorize, logout

    /// The documentation of an endpoint.
    private struct Page {
        let method: String
        let path: String
        var requiresDevice = false
        var query: [String] = []
        var form: [String] = []
        var members: [String] = []
        var required: [String] = []
        var fields: [String] = []
    }

    private static let status = "ap-partner-framework-status"
    package static let serviceToken = "ad-service-token"
    private static let temporary = "ap-temppass-identity"
    private static let session = ["mvpd", "domainName", "redirectUrl"]

    private var page: Page {
        switch self {
        case .configuration:
            Page(method: "GET", path: "{serviceProvider}/configuration", query: ["profile"])
        case .sessions:
            Page(
                method: "POST", path: "{serviceProvider}/sessions", requiresDevice: true,
                form: Self.session, fields: [Self.serviceToken])
        case .resume:
            Page(method: "POST", path: "{serviceProvider}/sessions/{code}", form: Self.session)
        case .readSession: Page(method: "GET", path: "{serviceProvider}/sessions/{code}")
        case .authenticate: Page(method: "GET", path: "authenticate/{serviceProvider}/{code}")
        case .profiles:
            Page(
                method: "GET", path: "{serviceProvider}/profiles", requiresDevice: true,
                fields: [Self.status, Self.serviceToken])
        case .profile:
            Page(
                method: "GET", path: "{serviceProvider}/profiles/{mvpd}", requiresDevice: true,
                fields: [Self.status, Self.serviceToken, Self.temporary])
        case .poll:
            Page(
                method: "GET", path: "{serviceProvider}/profiles/code/{code}",
                fields: [Self.temporary])
        case .partnerSession:
            Page(
                method: "POST", path: "{serviceProvider}/sessions/sso/{partner}",
                requiresDevice: true, form: Self.session, required: ["domainName", "redirectUrl"],
                fields: [Self.status])
        case .partnerProfile:
            Page(
                method: "POST", path: "{serviceProvider}/profiles/sso/{partner}",
                requiresDevice: true, form: ["SAMLResponse"], required: ["SAMLResponse"],
                fields: [Self.status])
        case .authorize: Self.decision("authorize")
        case .preauthorize: Self.decision("preauthorize")
        case .logout:
            Page(
                method: "GET", path: "{serviceProvider}/logout/{mvpd}", requiresDevice: true,
                query: ["redirectUrl"], required: ["redirectUrl"], fields: [Self.serviceToken])
        }
    }

    private static func decision(_ name: String) -> Page {
        Page(
            method: "POST", path: "{serviceProvider}/decisions/\(name)/{mvpd}",
            requiresDevice: true, members: ["resources"], required: ["resources"],
            fields: [status, serviceToken, temporary])
    }

    package var method: String { page.method }
    /// The path with its names in braces.
    package var path: String { "/api/v2/" + page.path }
    /// The segments of ``path`` after the version.
    var segments: [Substring] { page.path.split(separator: "/") }
    /// The path without the service provider.
    var shortPath: String {
        segments.filter { $0 != "{serviceProvider}" }.joined(separator: "/")
    }
    /// A Boolean value that indicates whether the endpoint's page requires the headers of the device.
    package var requiresDevice: Bool { page.requiresDevice }
    /// The parameters in the URL.
    package var query: [String] { page.query }
    /// The parameters of the form in the body.
    package var form: [String] { page.form }
    /// The members of the JSON object in the body.
    package var members: [String] { page.members }
    /// The parameters without which a request is incomplete.
    package var required: [String] { page.required }
    /// Adobe's own header fields, in lower case, without ``fieldsOfAll``.
    package var fields: [String] { page.fields }

    /// A Boolean value that indicates whether the call answers with profiles.
    var givesProfiles: Bool { [.profiles, .profile, .poll, .partnerProfile].contains(self) }
    var isDecision: Bool { self == .authorize || self == .preauthorize }
    var isPartner: Bool { self == .partnerSession || self == .partnerProfile }
}

// MARK: All endpoints

extension V2Endpoint {
    /// The header fields that are accepted everywhere: pages of Adobe's want them on all calls, or the system adds
    /// them.
    package static let fieldsOfAll = [
        "ap-device-identifier", "ap-visitor-identifier", "adobe-subject-token",
        "x-roku-reserved-roku-connect-token", "ap-sdk-identifier",
    ]

    /// The names that REST API v1 has for the same things.
    package static let former = [
        "requestor", "requestor_id", "deviceId", "device_info", "deviceType", "deviceUser", "appId",
        "mso_id", "reg_code", "domain_name", "redirect_url", "generic_data", "ap_vi", "ast",
        "format", "resource",
    ]

    /// The parameters that must not be in a URL.
    package static let secrets = [
        "access_token", "client_secret", "software_statement", "SAMLResponse", "serializedToken",
        "mediaToken", "serviceToken",
    ]
}
