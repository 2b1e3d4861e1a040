extension SandboxConfiguration {
    /// The lifetimes, in seconds.
    package struct Lifetimes: Codable, Hashable, Sendable {
        /// Access tokens.
        package var accessToken = 21_600
        /// Authentication sessions and registration codes.
        package var session = 1_800
        /// The longest a registration code may be asked for.
        package var longestRegistrationCode = 36_000
        /// Profiles and authentication tokens.
        package var profile = 86_400
        /// Authorization decisions.
        package var authorization = 3_600
        /// Media tokens.
        package var mediaToken = 420
        /// SAML queries.
        package var query = 600

        /// Creates the usual lifetimes.
        package init() {}

        /// Reads lifetimes.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
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

    /// The limits of one call.
    package struct Limits: Codable, Hashable, Sendable {
        /// Resources in an authorization.
        package var authorize = 1
        /// Resources in a preauthorization.
        package var preauthorize = 5
        /// Bytes in a request's body.
        package var bodyBytes = 1_048_576
        /// Lines of the request log that are kept.
        package var logLines = 2_000
        /// Sessions, profiles and other records of one kind that are kept; the oldest go first.
        package var records = 50_000

        /// Creates the usual limits.
        package init() {}

        /// Reads limits.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            authorize = try members.number(.authorize, or: authorize)
            preauthorize = try members.number(.preauthorize, or: preauthorize)
            bodyBytes = try members.number(.bodyBytes, or: bodyBytes)
            logLines = try members.number(.logLines, or: logLines, upTo: 1_000_000)
            records = try members.number(.records, or: records, upTo: 1_000_000)
        }
    }

    /// The throttling of requests.
    package struct Throttle: Codable, Hashable, Sendable {
        /// A Boolean value that indicates whether they are.
        package var isOn = true
        /// The requests beyond one a second that a client may make.
        package var burst = 10
        /// A Boolean value that indicates whether every second without a request gives one of them
        /// back.
        package var refill = true

        /// Creates the usual throttle.
        package init() {}

        /// Reads a throttle.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            isOn = try members.value(.isOn, or: isOn)
            burst = try members.number(.burst, or: burst)
            refill = try members.value(.refill, or: refill)
        }
    }
}
