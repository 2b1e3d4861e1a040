extension SandboxConfiguration {
    /// How long things are valid, in seconds.
    public struct Lifetimes: Codable, Hashable, Sendable {
        /// Access tokens.
        public var accessToken = 21_600
        /// Authentication sessions and registration codes.
        public var session = 1_800
        /// The longest a registration code may be asked for.
        public var longestRegistrationCode = 36_000
        /// Profiles and authentication tokens.
        public var profile = 86_400
        /// Authorization decisions.
        public var authorization = 3_600
        /// Media tokens.
        public var mediaToken = 420
        /// SAML queries.
        public var query = 600

        /// Creates the usual lifetimes.
        public init() {}

        /// Reads lifetimes.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            accessToken = try members.number(.accessToken, or: accessToken)
            session = try members.number(.session, or: session)
            longestRegistrationCode = try members.number(
                .longestRegistrationCode, or: longestRegistrationCode)
            profile = try members.number(.profile, or: profile)
            authorization = try members.number(.authorization, or: authorization)
            mediaToken = try members.number(.mediaToken, or: mediaToken)
            query = try members.number(.query, or: query)
        }
    }

    /// How much is allowed in one call.
    public struct Limits: Codable, Hashable, Sendable {
        /// Resources in an authorization.
        public var authorize = 1
        /// Resources in a preauthorization.
        public var preauthorize = 5
        /// Bytes in a request's body.
        public var bodyBytes = 1_048_576
        /// Lines of the request log that are kept.
        public var logLines = 2_000
        /// Sessions, profiles and other records of one kind that are kept; the oldest go first.
        public var records = 50_000

        /// Creates the usual limits.
        public init() {}

        /// Reads limits.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            authorize = try members.number(.authorize, or: authorize)
            preauthorize = try members.number(.preauthorize, or: preauthorize)
            bodyBytes = try members.number(.bodyBytes, or: bodyBytes)
            logLines = try members.number(.logLines, or: logLines, upTo: 1_000_000)
            records = try members.number(.records, or: records, upTo: 1_000_000)
        }
    }

    /// How requests are throttled.
    public struct Throttle: Codable, Hashable, Sendable {
        /// Whether they are.
        public var isOn = true
        /// The requests beyond one a second that a client may make.
        public var burst = 10
        /// Whether every second without a request gives one of them back.
        public var refill = true

        /// Creates the usual throttle.
        public init() {}

        /// Reads a throttle.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            isOn = try members.value(.isOn, or: isOn)
            burst = try members.number(.burst, or: burst)
            refill = try members.value(.refill, or: refill)
        }
    }
}
