extension SAML {
    /// The exchange that a response must belong to: what was asked, and where the answer had to go.
    public struct ExpectedResponse: Sendable {
        let profile: Profile
        var recipient: String?
        var request: String?
        var query: AttributeQuery?
        var isUnsolicited = false

        /// Returns the values that a response of the exchange is checked against.
        package func context(now: Instant, audience: String, trust: TrustStore) -> ProcessingContext
        {
            ProcessingContext(
                now: now, audience: audience, recipient: recipient, inResponseTo: request,
                isUnsolicited: isUnsolicited, profile: profile, query: query, trust: trust)
        }

        /// The answer to an attribute query, such as the verificationToken of Adobe Pass.
        ///
        /// It must answer the query's ID, be about its subject and state nothing that was not asked for.
        ///
        /// - Parameter query: The query, as ``QueryValidator`` accepted it.
        /// - Returns: The expectation.
        public static func answer(to query: AcceptedQuery) -> ExpectedResponse {
            ExpectedResponse(profile: .attributeQuery, query: query.query)
        }

        /// The answer to the attribute query with an ID (`InResponseTo`).
        ///
        /// - Parameter id: The query's `ID`.
        /// - Returns: The expectation.
        public static func answer(toQueryWithID id: String) -> ExpectedResponse {
            ExpectedResponse(profile: .attributeQuery, request: id)
        }

        /// The answer to some attribute query; which one is not checked.
        public static let answerToAnyQuery = ExpectedResponse(profile: .attributeQuery)

        /// A sign-on through a browser that was asked for (SAML Profiles, section 4.1).
        ///
        /// - Parameters:
        ///   - recipient: The address of the assertion consumer service.
        ///   - id: The `ID` of the request.
        /// - Returns: The expectation.
        public static func signOn(
            at recipient: String, answeringRequestWithID id: String
        ) -> ExpectedResponse {
            ExpectedResponse(profile: .webSSO, recipient: recipient, request: id)
        }

        /// An unsolicited sign-on through a browser (SAML Profiles, section 4.1.5).
        ///
        /// - Parameter recipient: The address of the assertion consumer service.
        /// - Returns: The expectation.
        public static func unsolicitedSignOn(at recipient: String) -> ExpectedResponse {
            ExpectedResponse(profile: .webSSO, recipient: recipient, isUnsolicited: true)
        }
    }
}
