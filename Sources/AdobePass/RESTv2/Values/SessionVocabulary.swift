extension RESTv2 {
    /// The name of a session's next action.
    public struct ActionName: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Open the session's URL in a user agent, here or on a second screen.
        public static let authenticate = Self(rawValue: "authenticate")
        /// Send the missing parameters to the session.
        public static let resume = Self(rawValue: "resume")
        /// Send the missing parameters again.
        public static let retry = Self(rawValue: "retry")
        /// The user needs not sign in: ask for decisions.
        public static let authorize = Self(rawValue: "authorize")
        /// Hand the authentication request to the partner's framework.
        public static let partnerProfile = Self(rawValue: "partner_profile")
    }
}

extension RESTv2 {
    /// The type of a session's next action.
    public struct ActionType: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// In a user agent, by a person.
        public static let interactive = Self(rawValue: "interactive")
        /// By an HTTP client.
        public static let direct = Self(rawValue: "direct")
    }
}

extension RESTv2 {
    /// The reason for a session's next action.
    public struct ReasonType: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No reason in particular.
        public static let none = Self(rawValue: "none")
        /// The user is signed in.
        public static let authenticated = Self(rawValue: "authenticated")
        /// The user is signed in through another app.
        public static let authenticatedSSO = Self(rawValue: "authenticatedSSO")
        /// The MVPD stands for temporary access.
        public static let temporary = Self(rawValue: "temporary")
        /// A degradation rule signs everybody in.
        public static let degraded = Self(rawValue: "degraded")
        /// The partner framework status was missing or not usable.
        public static let partnerStatusFallback = Self(rawValue: "pfs_fallback")
        /// Sign-on with the partner is not configured for the integration.
        public static let configurationFallback = Self(rawValue: "configuration_fallback")
        /// Parameters were missing for the fallback.
        public static let missingParametersFallback = Self(rawValue: "missing_parameters_fallback")
    }
}
