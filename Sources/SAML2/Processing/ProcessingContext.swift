extension SAML {
    /// What the receiver of a response knows about the exchange it belongs to.
    ///
    /// What is `nil` is not checked.
    public struct ProcessingContext: Hashable, Sendable {
        /// What kind of exchange it is.
        public var profile: Profile
        /// The time of receipt.
        public var now: Instant?
        /// How far the sender's clock may be off, in seconds.
        public var clockSkew: Int64
        /// The receiver's own name, which must be an audience.
        public var audience: String?
        /// The identity provider that must have issued the response.
        public var issuer: String?
        /// The address the response must be meant for.
        public var recipient: String?
        /// The ID of the request the response must answer.
        public var inResponseTo: String?
        /// The query the response must answer: its ID, its subject and what it asks for.
        public var query: AttributeQuery?

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - now: The time of receipt.
        ///   - clockSkew: How far the sender's clock may be off: 60 seconds unless given.
        ///   - audience: The receiver's own name.
        ///   - issuer: The identity provider expected.
        ///   - recipient: The address expected.
        ///   - inResponseTo: The ID of the request.
        ///   - profile: What kind of exchange it is: an attribute query unless given.
        ///   - query: The query the response must answer.
        public init(
            now: Instant? = nil, clockSkew: Int64 = 60, audience: String? = nil,
            issuer: String? = nil, recipient: String? = nil, inResponseTo: String? = nil,
            profile: Profile = .attributeQuery, query: AttributeQuery? = nil
        ) {
            self.profile = profile
            self.now = now
            self.clockSkew = clockSkew
            self.audience = audience
            self.issuer = issuer
            self.recipient = recipient
            self.inResponseTo = inResponseTo
            self.query = query
        }

        /// Whether nothing at all is known, so that nothing can be checked.
        public var isEmpty: Bool {
            now == nil && audience == nil && issuer == nil && recipient == nil
                && inResponseTo == nil && query == nil
        }

        /// The IDs of the request as far as they are known, which must be one and the same.
        var requestIDs: [String] { [inResponseTo, query?.id].compactMap(\.self) }
    }
}
