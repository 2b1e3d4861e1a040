package import XMLCore
package import XMLSecurity

extension SAML {
    /// Verifies messages against the keys of their issuers.
    package struct MessageVerifier: Sendable {
        package let trust: TrustStore
        package let policy: XMLDSig.Policy
        package let parsingLimits: XML.ParsingLimits
        package let now: Instant?
        /// The profile whose rules say which roles may sign.
        package let profile: Profile
        private let decryptor: MessageDecryptor?

        /// The reason why a message cannot be read.
        package enum Failure: Error, Hashable, Sendable {
            /// A signature does not hold, or there is none.
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
            do throws(Failure) {
                return try ResponseVerification(verifier: self, decryptor: decryptor)
                    .verified(document)
            } catch {
                // What is no response at all is not one with a wrong signature.
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
            let message = try Failure.message(in: document)
            let claimed = try Failure.query(in: message)
            let element = try verified(
                message, issuer: claimed.issuer?.uri, as: [.serviceProvider],
                in: document)
            return (try Failure.query(in: element.element), element)
        }

        func verified(
            _ element: XML.Element, issuer: String?,
            as roles: [Metadata.Role]? = nil, in document: XML.Document
        ) throws(Failure) -> VerifiedElement {
            let roles = roles ?? profile.issuerRoles
            let verifier = SignatureVerifier(
                trusting: trust.keys(forIssuer: issuer, as: roles, at: now), policy: policy,
                parsingLimits: parsingLimits)
            return try verifier.verdict(onSignatureOf: element, in: document)
                .mapError(Failure.signature).get()
        }
    }
}

extension SAML.MessageVerifier.Failure {
    fileprivate static func query(in root: XML.Element) throws(Self) -> SAML.AttributeQuery {
        try reading { () throws(SAML.StructureError) in try SAML.AttributeQuery(unverified: root) }
    }

    /// Returns the message of a document, which a wrapper may carry.
    static func message(in document: XML.Document) throws(Self) -> XML.Element {
        try reading { () throws(SAML.StructureError) in
            try SAML.CarriedMessage(in: document).element
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
