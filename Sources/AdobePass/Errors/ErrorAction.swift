extension Pass {
    /// The action that an enhanced error asks of the client.
    ///
    /// It decides whether to try again, not the status: errors worth repeating carry 403.
    public struct ErrorAction: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates an action from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Correct the request or accept the denial; the same request fails again.
        public static let none: Self = "none"
        /// Somebody has to change the configuration.
        public static let configuration: Self = "configuration"
        /// Register again, after a new access token did not help.
        public static let applicationRegistration: Self = "application-registration"
        /// Let the user sign in, again.
        public static let authentication: Self = "authentication"
        /// Obtain an authorization for the resource; v1 only.
        public static let authorization: Self = "authorization"
        /// Try again, two or three times at most.
        public static let retry: Self = "retry"
        /// SSO service: get another service token.
        public static let getNewToken: Self = "get_new_token"
        /// SSO service: correct the header fields.
        public static let checkHeaders: Self = "check_headers"
        /// SSO service: correct the body.
        public static let checkRequestBody: Self = "check_request_body"
    }
}
