extension DCR {
    /// The result of a registration: the identity of one instance of an app.
    ///
    /// It has no end of its own. Another registration gives another identity, and every profile of
    /// the former one is lost: keep it for as long as the app is installed.
    public struct ClientCredentials: Hashable, Sendable, Codable, RedactedValue {
        /// The name of the client.
        public let clientID: String
        /// The secret of the client.
        public let clientSecret: String
        /// The time of issue.
        public let issuedAt: Pass.Timestamp?
        /// The client's redirect URIs.
        public let redirectURIs: [String]
        /// The grants that the client may use.
        public let grantTypes: [String]
        /// The client's scopes.
        public let scopes: [String]

        /// Creates credentials.
        ///
        /// - Parameters:
        ///   - clientID: The name of the client.
        ///   - clientSecret: The secret of the client.
        public init(clientID: String, clientSecret: String) {
            self.clientID = clientID
            self.clientSecret = clientSecret
            issuedAt = nil
            redirectURIs = []
            grantTypes = []
            scopes = []
        }

        enum CodingKeys: String, WireKey {
            case clientID = "client_id"
            case clientSecret = "client_secret"
            case issuedAt = "client_id_issued_at"
            case redirectURIs = "redirect_uris"
            case grantTypes = "grant_types"
            case scopes
        }

        /// Creates credentials from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if the name or the secret is missing.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            clientID = try values.decode(String.self, forKey: .clientID)
            clientSecret = try values.decode(String.self, forKey: .clientSecret)
            issuedAt = try values.integerIfPresent(.issuedAt)
                .map(Pass.Timestamp.init(secondsOrMilliseconds:))
            redirectURIs = try values.list(.redirectURIs)
            grantTypes = try values.list(.grantTypes)
            scopes = try values.list(.scopes)
        }
    }
}
