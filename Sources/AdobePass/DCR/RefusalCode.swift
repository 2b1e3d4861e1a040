extension DCR {
    /// The reason why a registration or a token was refused; an open set, after RFC 6749 and RFC
    /// 7591.
    public struct RefusalCode: Pass.Word {
        /// The code as it is sent.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A parameter is missing, repeated or unsupported.
        public static let invalidRequest: Self = "invalid_request"
        /// The redirect URI is not acceptable.
        public static let invalidRedirectURI: Self = "invalid_redirect_uri"
        /// The software statement is not valid.
        public static let invalidSoftwareStatement: Self = "invalid_software_statement"
        /// The software statement is not approved for this server.
        public static let unapprovedSoftwareStatement: Self = "unapproved_software_statement"
        /// The client credentials are not known (any more).
        public static let invalidClient: Self = "invalid_client"
        /// The client may not have a token of this kind.
        public static let unauthorizedClient: Self = "unauthorized_client"
        /// The kind of grant is not supported.
        public static let unsupportedGrantType: Self = "unsupported_grant_type"

        /// The remedy, in a sentence without content of the answer.
        var advice: String {
            switch self {
            case .invalidRequest: "invalid_request: check the request's parameters."
            case .invalidRedirectURI:
                "invalid_redirect_uri: use one of the registered application."
            case .invalidSoftwareStatement:
                "invalid_software_statement: download it again from the dashboard."
            case .unapprovedSoftwareStatement:
                "unapproved_software_statement: use a statement made for this environment."
            case .invalidClient:
                "invalid_client: register again; the profiles of the former registration are lost."
            case .unauthorizedClient: "unauthorized_client: check the registered application."
            case .unsupportedGrantType: "unsupported_grant_type: this is not an Adobe Pass server."
            default: "the code is not a documented one."
            }
        }
    }

    /// The error body of both calls.
    struct RefusalBody: Decodable {
        let error: RefusalCode
    }
}
