extension SandboxConfiguration {
    /// The lifetimes, in seconds.
    struct Lifetimes: Codable, Equatable, Sendable {
        /// Access tokens.
        var accessToken = 21_600
        /// Authentication sessions and registration codes.
        var session = 1_800
        /// The longest a registration code may be asked for.
        var longestRegistrationCode = 36_000
        /// Profiles and authentication tokens.
        var profile = 86_400
        /// Authorization decisions.
        var authorization = 3_600
        /// Media tokens.
        var mediaToken = 420
        /// SAML queries.
        var query = 600
    }

    /// The limits of one call.
    struct Limits: Codable, Equatable, Sendable {
        /// Resources in an authorization.
        var authorize = 1
        /// Resources in a preauthorization.
        var preauthorize = 5
        /// Bytes in a request's body.
        var bodyBytes = 1_048_576
        /// Lines of the request log that are kept.
        var logLines = 2_000
        /// Sessions, profiles and other records of one kind that are kept; the oldest go first.
        var records = 50_000
    }

    /// The throttling of requests.
    package struct Throttle: Codable, Equatable, Sendable {
        /// A Boolean value that indicates whether they are.
        package var isOn = true
        /// The requests beyond one a second that a client may make.
        var burst = 10
        /// A Boolean value that indicates whether every second without a request gives one of them
        /// back.
        var refill = true
    }
}
