package import PayloadCoding
package import XMLCore
package import XMLSecurity

extension SAML {
    /// Verifies messages against the keys of their issuers.
    package struct MessageVerifier: Sendable {
        package let trust: TrustStore
        package let policy: XMLDSig.Policy
        package let parsingLimits: XML.ParsingLimits
        package private(set) var now: Instant?
        /// The profile whose rules say which roles may sign.
        package let profile: Profile
        private let decryptor: MessageDecryptor?

        /// The reason why a message cannot be read.
        package enum Failure: Error, Hashable, Sendable {
            /// A signature is invalid or missing.
            case signature(VerificationFailure)
            /// The signed content is not a SAML message.
            case structure(StructureError)
            /// The encrypted content could not be decrypted.
            case decryption(DecryptionFailure)
        }

        /// Creates a verifier.
        ///
        /// - Parameters:
        ///   - trust: Whose signatures are trusted.
        ///   - profile: The kind of exchange, which says in which role an issuer signs responses.
        ///   - policy: Which signatures are accepted.
        ///   - decryptor: What decrypts; without one, encrypted parts stay unread.
        ///   - now: The time, for the validity of metadata; without it no metadata ever expires.
        ///   - parsingLimits: How large what was signed may be.
        package init(
            trusting trust: TrustStore, for profile: Profile = .attributeQuery,
            policy: XMLDSig.Policy = .standard, decryptor: Decryptor? = nil,
            now: Instant? = nil, parsingLimits: XML.ParsingLimits = .standard
        ) {
            self.trust = trust
            self.profile = profile
            self.policy = policy
            self.now = now
            self.parsingLimits = parsingLimits
            self.decryptor = decryptor.map { MessageDecryptor($0, parsingLimits: parsingLimits) }
        }

        /// Returns the same verifier at another time.
        package func verifying(at now: Instant?) -> MessageVerifier {
            var verifier = self
            verifier.now = now
            return verifier
        }

        /// Verifies a response and its assertions.
        ///
        /// Every signature that is there must hold, and every assertion must be covered by one.
        ///
        /// - Parameter document: The document as it was received.
        /// - Returns: The response, with what was signed in it.
        /// - Throws: A ``Failure``.
        package func verifiedResponse(
            in document: XML.Document
        ) throws(Failure) -> VerifiedResponse {
            try unlessUnreadable(document) { () throws(Failure) in
                try ResponseVerification(verifier: self, decryptor: decryptor).verified(document)
            }
        }

        /// Verifies a response that came in a query string with a signature over itself.
        ///
        /// That signature covers all of the response. Others that are there must hold, too.
        ///
        /// - Parameter query: The query string as it was received.
        /// - Returns: The response, with what was signed in it.
        /// - Throws: A ``Failure``.
        package func verifiedResponse(
            in query: SignedQuery
        ) throws(Failure) -> VerifiedResponse {
            let document = try document(in: query)
            return try unlessUnreadable(document) { () throws(Failure) in
                try ResponseVerification(verifier: self, decryptor: decryptor)
                    .verified(document, in: query)
            }
        }

        /// Runs `body`; what is not a response at all does not count as one with a wrong signature.
        private func unlessUnreadable(
            _ document: XML.Document, _ body: () throws(Failure) -> VerifiedResponse
        ) throws(Failure) -> VerifiedResponse {
            do throws(Failure) {
                return try body()
            } catch {
                if case .signature = error {
                    _ = try Failure.reading { () throws(StructureError) in
                        try Response(unverified: CarriedMessage(in: document).element)
                    }
                }
                throw error
            }
        }

        /// Verifies the query in a document, whose keys are chosen by the issuer it claims.
        ///
        /// - Parameter document: The document as it was received.
        /// - Returns: The query, read again from what was signed, and the verified element.
        /// - Throws: A ``Failure``.
        package func verifiedQuery(
            in document: XML.Document
        ) throws(Failure) -> (query: AttributeQuery, element: VerifiedElement) {
            let carried = try Failure.carriedMessage(in: document)
            let message = carried.element
            let claimed = try Failure.query(in: message)
            try verifyWrapper(of: VerificationPlan(for: carried, in: profile), in: document)
            let element = try verified(
                message, issuer: claimed.issuer?.uri, as: [.serviceProvider],
                in: document)
            return (try Failure.query(in: element.element), element)
        }

        /// Verifies a query that came in a query string with a signature over itself.
        ///
        /// A signature of the query's own must hold, too.
        ///
        /// - Parameter signed: The query string as it was received.
        /// - Returns: The query, read from what was signed, and the verified element.
        /// - Throws: A ``Failure``.
        package func verifiedQuery(
            in signed: SignedQuery
        ) throws(Failure) -> (query: AttributeQuery, element: VerifiedElement) {
            let document = try document(in: signed)
            let message = try Failure.carriedMessage(in: document, sentIn: signed).element
            let claimed = try Failure.query(in: message)
            let element = try verified(signed, naming: message)
            if claimed.hasSignature { _ = try verifiedQuery(in: document) }
            return (try Failure.query(in: element.element), element)
        }

        /// Verifies the signature that a query string carries over its message, of whatever kind,
        /// by the issuer and the role that the message names.
        ///
        /// A signature that the message itself carries is ignored.
        package func verified(_ query: SignedQuery) throws(Failure) -> VerifiedElement {
            let document = try document(in: query)
            return try verified(
                query, naming: Failure.carriedMessage(in: document, sentIn: query).element)
        }

        /// Verifies every signature of a request or an answer that is not judged: the one over its query string
        /// and its own.
        ///
        /// - Parameters:
        ///   - message: The message, which may be in a wrapper.
        ///   - document: The document as it was received.
        ///   - query: The query string that it came in, when that carries a signature over itself.
        /// - Returns: The element that the first of them signed.
        /// - Throws: A ``Failure``, also when there is no signature.
        package func verified(
            _ message: XML.Element, in document: XML.Document, sentIn query: SignedQuery?
        ) throws(Failure) -> VerifiedElement {
            let plan = VerificationPlan(for: message, in: profile)
            let sent = try query.map { query throws(Failure) in try verified(query) }
            if let sent, plan.root == nil { return sent }
            let issuer = try Failure.reading { () throws(StructureError) in
                try VerificationPlan.issuer(of: message)
            }
            let own = try verified(message, issuer: issuer, as: plan.roles, in: document)
            return sent ?? own
        }

        /// Verifies the signature over a query string whose message has this root.
        func verified(
            _ query: SignedQuery, naming root: XML.Element
        ) throws(Failure) -> VerifiedElement {
            let issuer = try Failure.reading { () throws(StructureError) in
                try VerificationPlan.issuer(of: root)
            }
            let roles = VerificationPlan(for: root, in: profile).roles
            return try signatureVerifier(forIssuer: issuer, as: roles)
                .verdict(onSignatureOf: query).mapError(Failure.signature).get()
        }

        /// The document in a query string, from its own bytes and no others.
        private func document(in query: SignedQuery) throws(Failure) -> XML.Document {
            guard let document = try? XML.Document(parsing: query.xml, limits: parsingLimits) else {
                throw .signature(.unreadable(query))
            }
            return document
        }

        func verified(
            _ element: XML.Element, issuer: String?,
            as roles: [Metadata.Role]? = nil, in document: XML.Document
        ) throws(Failure) -> VerifiedElement {
            try signatureVerifier(forIssuer: issuer, as: roles ?? profile.issuerRoles)
                .verdict(onSignatureOf: element, in: document)
                .mapError(Failure.signature).get()
        }

        /// Verifies the signature of the wrapper around a message, if it carries one.
        ///
        /// It makes nothing in the wrapper trusted. But a receiver of the message verifies this signature, too, no
        /// matter who made it, so that a message with an invalid one must not be accepted.
        func verifyWrapper(
            of plan: VerificationPlan, in document: XML.Document
        ) throws(Failure) {
            guard let wrapper = plan.wrapper else { return }
            let issuer = try Failure.reading { () throws(StructureError) in
                try VerificationPlan.issuer(of: wrapper)
            }
            do throws(Failure) {
                _ = try verified(wrapper, issuer: issuer, as: plan.roles, in: document)
            } catch {
                guard case .signature(let failure) = error else { throw error }
                throw .signature(failure.ofWrapper)
            }
        }

        /// The verifier with the keys that are trusted for an issuer in some roles.
        package func signatureVerifier(
            forIssuer issuer: String?, as roles: [Metadata.Role]
        ) -> SignatureVerifier {
            SignatureVerifier(
                trusting: trust.keys(forIssuer: issuer, as: roles, at: now), policy: policy,
                parsingLimits: parsingLimits)
        }
    }
}

extension SAML.MessageVerifier.Failure {
    /// A Boolean value that indicates whether a signature around the message is what failed: the
    /// one over the query string, or that of the wrapper.
    package var isAroundMessage: Bool {
        guard case .signature(let failure) = self else { return false }
        return failure.isOverQuery || failure.isOfWrapper
    }

    fileprivate static func query(in root: XML.Element) throws(Self) -> SAML.AttributeQuery {
        try reading { () throws(SAML.StructureError) in try SAML.AttributeQuery(unverified: root) }
    }

    /// Returns the message of a document, which a wrapper may carry.
    static func message(in document: XML.Document) throws(Self) -> XML.Element {
        try carriedMessage(in: document).element
    }

    /// Returns the message of a document with the wrappers around it.
    static func carriedMessage(
        in document: XML.Document, sentIn query: SignedQuery? = nil
    ) throws(Self) -> SAML.CarriedMessage {
        try reading { () throws(SAML.StructureError) in
            try SAML.CarriedMessage(in: document, sentIn: query)
        }
    }

    /// Runs `body`, whose errors are about the structure of what it reads.
    static func reading<Value>(
        _ body: () throws(SAML.StructureError) -> Value
    ) throws(Self) -> Value {
        do {
            return try body()
        } catch {
            throw .structure(error)
        }
    }
}
