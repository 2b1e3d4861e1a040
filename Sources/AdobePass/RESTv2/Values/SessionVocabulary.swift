extension RESTv2 {
    /// The name of a session's next action.
    public struct ActionName: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Open the session's URL in a user agent, here or on a second screen.
        public static let authenticate: Self = "authenticate"
        /// Send the missing parameters to the session.
        public static let resume: Self = "resume"
        /// Send the missing parameters again.
        public static let retry: Self = "retry"
        /// The user needs not sign in: ask for decisions.
        public static let authorize: Self = "authorize"
        /// Hand the authentication request to the partner's framework.
        public static let partnerProfile: Self = "partner_profile"
    }
}

extension RESTv2 {
    /// The type of the next action of a session or after a logout.
    public struct ActionType: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// In a user agent, by a person.
        public static let interactive: Self = "interactive"
        /// By an HTTP client.
        public static let direct: Self = "direct"
        /// In the system's settings, by a person.
        public static let partnerInteractive: Self = "partner_interactive"
        /// Not at all.
        public static let none: Self = "none"
    }
}

extension RESTv2 {
    /// The reason for a session's next action.
    public struct ReasonType: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No reason in particular.
        public static let none: Self = "none"
        /// The user is signed in.
        public static let authenticated: Self = "authenticated"
        /// The user is signed in through another app.
        public static let authenticatedSSO: Self = "authenticatedSSO"
        /// The MVPD stands for temporary access.
        public static let temporary: Self = "temporary"
        /// A degradation rule signs everybody in.
        public static let degraded: Self = "degraded"
        /// The partner framework status was missing or not usable.
        public static let partnerStatusFallback: Self = "pfs_fallback"
        /// Sign-on with the partner is not configured for the integration.
        public static let configurationFallback: Self = "configuration_fallback"
        /// Parameters were missing for the fallback.
        public static let missingParametersFallback: Self = "missing_parameters_fallback"
    }
}
