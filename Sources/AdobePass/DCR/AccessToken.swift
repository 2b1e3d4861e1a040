extension DCR {
    /// A Bearer token with the end of its validity by this device's clock.
    public struct AccessToken: Hashable, Sendable, Codable, RedactedValue {
        /// The token, which is opaque.
        public let token: String
        /// The end of the token's validity, counted from its receipt.
        public let expiresAt: Pass.Timestamp

        /// Creates a token.
        ///
        /// - Parameters:
        ///   - token: The token.
        ///   - expiresAt: When it ends.
        public init(token: String, expiresAt: Pass.Timestamp) {
            self.token = token
            self.expiresAt = expiresAt
        }
    }

    /// The answer of the token call.
    struct TokenResponse: Hashable, Sendable, Decodable, RedactedValue {
        /// A name for questions to Adobe's support.
        let id: String?
        /// The token, which is opaque.
        let accessToken: String
        /// The time of issue by the server's clock.
        let createdAt: Pass.Timestamp?
        /// For how long it is valid.
        let lifetime: Duration
        /// The kind of token, `bearer`.
        let type: String?

        enum CodingKeys: String, WireKey {
            case id
            case accessToken = "access_token"
            case createdAt = "created_at"
            case lifetime = "expires_in"
            case type = "token_type"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.text(.id)
            accessToken = try values.decode(String.self, forKey: .accessToken)
            createdAt = try values.integerIfPresent(.createdAt)
                .map(Pass.Timestamp.init(secondsOrMilliseconds:))
            lifetime = .seconds(try values.integer(.lifetime))
            type = try values.text(.type)
        }
    }
}
