extension Pass {
    /// The hosts of one installation of Adobe Pass.
    ///
    /// Release is what viewers use, prequal what will be released next; production and staging tell
    /// which of the MVPDs' systems stand behind it.
    public struct Environment: Hashable, Sendable {
        /// The address of REST API v2.
        public let v2: BaseURL
        /// The address of REST API v1 and its registration codes.
        public let v1: BaseURL
        /// The address for client registration and access tokens.
        public let registration: BaseURL
        /// The address of the Adobe SSO Service, for which Adobe names no host: by default that of
        /// REST API v2.
        public var ssoService: BaseURL

        /// Creates an environment of hosts of your own.
        ///
        /// - Parameters:
        ///   - v2: Where REST API v2 is.
        ///   - v1: Where REST API v1 is.
        ///   - registration: Where clients register.
        public init(v2: BaseURL, v1: BaseURL, registration: BaseURL) {
            self.v2 = v2
            self.v1 = v1
            self.registration = registration
            ssoService = v2
        }

        /// Creates an environment that has everything on one host, as a sandbox does.
        ///
        /// - Parameter baseURL: The URL before the documented paths.
        /// - Throws: ``ExchangeError`` with ``ExchangeError/Code/invalidArgument`` if it is not an
        ///   `http` or `https` URL.
        public init(baseURL: String) throws(ExchangeError) {
            let url = try BaseURL(baseURL)
            self.init(v2: url, v1: url, registration: url)
        }

        private init(v2 host: String, v1: String) {
            self.init(
                v2: BaseURL(host: host), v1: BaseURL(host: v1),
                registration: BaseURL(host: host))
        }

        /// The release for viewers.
        public static let releaseProduction = Environment(
            v2: "sp.auth.adobe.com", v1: "api.auth.adobe.com")
        /// The release for viewers, with the MVPDs' staging systems.
        public static let releaseStaging = Environment(
            v2: "sp.auth-staging.adobe.com", v1: "api.auth-staging.adobe.com")
        /// The next release.
        ///
        /// REST API v1 has no host of its own here: its name has to be resolved to the prequal address.
        public static let prequalProduction = Environment(
            v2: "sp-prequal.auth.adobe.com", v1: "api.auth.adobe.com")
        /// The next release, with the MVPDs' staging systems.
        ///
        /// REST API v1 has no host of its own here: its name has to be resolved to the prequal address.
        public static let prequalStaging = Environment(
            v2: "sp-prequal.auth-staging.adobe.com", v1: "api.auth-staging.adobe.com")
    }
}
