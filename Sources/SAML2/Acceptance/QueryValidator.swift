public import PayloadCoding
internal import XMLCore
public import XMLSecurity

extension SAML {
    /// Accepts attribute queries, such as the verificationToken of Adobe Pass, or says everything that is wrong
    /// with them.
    public struct QueryValidator: Sendable {
        private let trust: TrustStore
        private let recipient: String?
        private let clock: @Sendable () -> Instant
        /// The largest difference allowed between the sender's clock and the receiver's, in seconds: 60.
        public var clockSkew: Int64 = 60
        /// The signatures that are accepted: the standard ones.
        public var policy: XMLDSig.Policy = .standard

        /// Creates a validator for a party that answers queries.
        ///
        /// - Parameters:
        ///   - trust: Whose keys sign queries; those of service providers count.
        ///   - recipient: The answerer's own address, which must be the query's `Destination`.
        ///   - clock: Tells the time of receipt.
        public init(
            trust: TrustStore, recipient: String, clock: @escaping @Sendable () -> Instant
        ) {
            self.trust = trust
            self.recipient = recipient
            self.clock = clock
        }

        /// Creates a validator for a party that passes queries on, as an app does: the destination is not checked.
        ///
        /// - Parameters:
        ///   - trust: Whose keys sign queries; those of service providers count.
        ///   - clock: Tells the time of receipt.
        public init(
            passingOnWithTrust trust: TrustStore, clock: @escaping @Sendable () -> Instant
        ) {
            self.trust = trust
            recipient = nil
            self.clock = clock
        }

        /// Accepts the query in a document.
        ///
        /// - Parameter xml: The bytes of the XML, in UTF-8 or UTF-16.
        /// - Returns: The query that a trusted key signed.
        /// - Throws: A ``Rejection`` with every reason.
        public func validate(_ xml: some Sequence<UInt8>) throws(Rejection) -> AcceptedQuery {
            let document = try Rejection.document(xml)
            return try accepted { verifier throws(MessageVerifier.Failure) in
                try verifier.verifiedQuery(in: document).query
            }
        }

        /// Accepts the query in a query string that carries a signature over itself (HTTP-Redirect binding).
        ///
        /// - Parameter signed: The query string, as `MessageEnvelope` of SAMLBindings has it for the URL that was
        ///   requested.
        /// - Returns: The query that a trusted key signed.
        /// - Throws: A ``Rejection`` with every reason.
        public func validate(_ signed: SignedQuery) throws(Rejection) -> AcceptedQuery {
            try accepted { verifier throws(MessageVerifier.Failure) in
                try verifier.verifiedQuery(in: signed).query
            }
        }

        /// Accepts the query that `verify` verifies.
        private func accepted(
            _ verify: (MessageVerifier) throws(MessageVerifier.Failure) -> AttributeQuery
        ) throws(Rejection) -> AcceptedQuery {
            let now = clock()
            let verifier = MessageVerifier(trusting: trust, policy: policy, now: now)
            let query = try Rejection.unless(Rejection.Reason.init) {
                () throws(MessageVerifier.Failure) in try verify(verifier)
            }
            let context = ProcessingContext(
                now: now, audience: nil, clockSkew: clockSkew, recipient: recipient)
            let reasons = query.failures(in: context).map(Rejection.Reason.init)
            if let first = reasons.first { throw Rejection(first, Array(reasons.dropFirst())) }
            guard let accepted = AcceptedQuery(query) else {
                throw Rejection(Rejection.Reason(ConditionsFailure.missingID))
            }
            return accepted
        }
    }

    /// A query that a ``QueryValidator`` accepted: what a trusted key signed.
    public struct AcceptedQuery: Sendable, CustomStringConvertible {
        let query: AttributeQuery
        /// `ID`, which the answer names in `InResponseTo`.
        public let id: String
        /// `Issuer`, the service provider that asks.
        public let issuer: String

        init?(_ query: AttributeQuery) {
            guard let id = query.id, let issuer = query.issuer else { return nil }
            self.query = query
            self.id = id
            self.issuer = issuer.uri
        }

        /// The subject's identifier.
        public var nameID: NameID? { query.subject?.nameID }
        /// The names of the attributes asked for, in document order; none means all there are.
        public var requestedNames: [String] { query.requestedAttributes.map(\.name) }
        /// `Destination`, the address it is sent to.
        public var destination: String? { query.destination }

        /// The number of requested attributes; never the subject.
        public var description: String { "AcceptedQuery(\(requestedNames.count) attributes)" }
    }
}
