#if Sandbox
internal import HTTPTypes
internal import PassAudit

/// The header fields and parameters that an endpoint of REST API v2 or of the SSO service documents.
struct DocumentedNames: Sendable {
    var query: [String] = []
    var form: [String] = []
    var members: [String] = []
    /// The parameters without which a request is incomplete.
    var required: [String] = []
    /// Adobe's own header fields, in lowercase; those of HTTP are documented everywhere.
    var fields: [String] = []
    /// A Boolean value that indicates whether the endpoint wants device identifier and information.
    var wantsDevice = false

    /// The names of an endpoint.
    static func of(_ endpoint: Endpoint) -> DocumentedNames? {
        if endpoint.dialect == .ssoService { return ofSSOService(endpoint) }
        guard endpoint.dialect == .v2,
            let documented = V2Endpoint.allCases.first(where: {
                $0.path == endpoint.path && $0.method == endpoint.method.rawValue
            })
        else { return nil }
        return DocumentedNames(
            query: documented.query, form: documented.form, members: documented.members,
            required: documented.required, fields: documented.fields,
            wantsDevice: documented.requiresDevice)
    }

    private static func ofSSOService(_ endpoint: Endpoint) -> DocumentedNames {
        let name = endpoint.path.split(separator: "/").last.map(String.init)
        if name == "serviceToken", endpoint.method == .post {
            return DocumentedNames(fields: ["x-sso-id", "x-sso-link"], wantsDevice: true)
        }
        return DocumentedNames(
            members: name == "unlink" ? ["devices"] : [], fields: ["ad-service-token"])
    }

    /// The beginnings of header fields that are Adobe's to define.
    static let prefixes = ["ap-", "ad-", "adobe-", "x-sso-", "x-roku-reserved-"]
}

extension Double {
    /// A time in seconds, such as a threshold.
    var milliseconds: Int64 { Int64((self * 1000).rounded()) }
}
#endif
