public import PayloadCoding
internal import XMLCore
public import XMLSecurity

extension SAML {
    /// Accepts responses, or says everything that is wrong with them.
    ///
    /// ```swift
    /// let validator = SAML.ResponseValidator(
    ///     trust: try SAML.TrustStore(metadata: metadata), audience: "https://saml.sp.auth.adobe.com",
    ///     expecting: .answer(to: query), clock: clock)
    /// let accepted = try validator.validate(xml)
    /// print(accepted["uid"])
    /// ```
    ///
    /// Signature, trust, time, audience, request and status are all checked by the one call. It is immutable
    /// and may be used by any number of tasks.
    public struct ResponseValidator: Sendable {
        private let trust: TrustStore
        private let audience: String
        private let expected: ExpectedResponse
        private let clock: @Sendable () -> Instant
        private let acceptedAbsences: Set<AbsentCondition>
        /// The largest difference allowed between the sender's clock and the receiver's, in seconds: 60.
        public var clockSkew: Int64 = 60
        /// The attributes without which a response is rejected, by `Name` or else `FriendlyName`; none.
        public var requiredAttributes: [String] = []
        /// The signatures that are accepted: the standard ones.
        public var policy: XMLDSig.Policy = .standard
        /// The decryptor; without one, a response with encrypted parts is rejected.
        public var decryptor: Decryptor?
        /// Refuses assertions that were accepted before; without one they are accepted again.
        public var replayGuard: ReplayGuard?

        /// Creates a validator.
        ///
        /// - Parameters:
        ///   - trust: Whose keys sign responses.
        ///   - audience: The receiver's own name, which must be an audience.
        ///   - expected: What was asked, and where the answer had to go.
        ///   - absences: What an assertion need not say, though it is then good for others or for ever: nothing.
        ///   - clock: Tells the time of receipt.
        public init(
            trust: TrustStore, audience: String, expecting expected: ExpectedResponse,
            acceptingWithout absences: Set<AbsentCondition> = [],
            clock: @escaping @Sendable () -> Instant
        ) {
            acceptedAbsences = absences
            self.trust = trust
            self.audience = audience
            self.expected = expected
            self.clock = clock
        }

        /// Accepts the response in a document, as VideoSubscriberAccount hands it over.
        ///
        /// A response that a SOAP envelope or an `ArtifactResponse` carries is verified where it stands, by its own
        /// signature. That of an `ArtifactResponse` must be valid, too, and makes nothing in it trusted; WS-Security
        /// signatures of the envelope are ignored.
        ///
        /// - Parameter xml: The bytes of the XML, in UTF-8 or UTF-16.
        /// - Returns: What a trusted key signed, and all checks accepted.
        /// - Throws: A ``Rejection`` with every reason.
        public func validate(_ xml: some Sequence<UInt8>) throws(Rejection) -> AcceptedResponse {
            let document = try Rejection.document(xml)
            return try accepted(document) { verifier throws(MessageVerifier.Failure) in
                try verifier.verifiedResponse(in: document)
            }
        }

        /// Accepts the response in a query string that carries a signature over itself (HTTP-Redirect binding).
        ///
        /// The signature covers all of the response; others that are there must hold, too. The binding has no
        /// wrapper around the response.
        ///
        /// - Parameter query: The query string, as `MessageEnvelope` of SAMLBindings has it for the URL that was
        ///   requested.
        /// - Returns: What a trusted key signed, and all checks accepted.
        /// - Throws: A ``Rejection`` with every reason.
        public func validate(_ query: SignedQuery) throws(Rejection) -> AcceptedResponse {
            try accepted(try Rejection.document(query.xml)) {
                verifier throws(MessageVerifier.Failure) in
                try verifier.verifiedResponse(in: query)
            }
        }

        /// Accepts the response of a document, which `verify` verifies.
        private func accepted(
            _ document: XML.Document,
            _ verify: (MessageVerifier) throws(MessageVerifier.Failure) -> VerifiedResponse
        ) throws(Rejection) -> AcceptedResponse {
            let now = clock()
            let verified: VerifiedResponse
            do throws(MessageVerifier.Failure) {
                verified = try verify(verifier(at: now))
            } catch {
                throw Rejection(
                    error, claimedBy: document, hasKeys: decryptor != nil)
            }
            let context = context(at: now)
            var reasons = verified.failures(in: context).map(Rejection.Reason.init)
            if verified.response.hasEncryptedParts { reasons.append(.undecrypted) }
            reasons += attributeReasons(of: verified.response)
            if reasons.isEmpty, let replayGuard {
                reasons = replayGuard.replayFailures(of: verified, in: context)
                    .map(Rejection.Reason.init)
            }
            if let first = reasons.first { throw Rejection(first, Array(reasons.dropFirst())) }
            guard let accepted = AcceptedResponse(verified) else {
                throw Rejection(Rejection.Reason(ConditionsFailure.missingAssertion))
            }
            return accepted
        }

        /// The verifier of signatures at the current time.
        package var verifier: MessageVerifier { verifier(at: clock()) }

        private func verifier(at now: Instant) -> MessageVerifier {
            MessageVerifier(
                trusting: trust, for: expected.profile, policy: policy,
                decryptor: decryptor?.knowing(receivers: [audience]), now: now)
        }

        private func context(at now: Instant) -> ProcessingContext {
            var context = expected.context(now: now, audience: audience, trust: trust)
            context.clockSkew = clockSkew
            context.acceptedAbsences = acceptedAbsences
            return context
        }

        private func attributeReasons(of response: Response) -> [Rejection.Reason] {
            let attributes = response.assertion?.attributes ?? []
            let selection = AttributeSelection(
                requiring: requiredAttributes, from: attributes,
                nameID: response.assertion?.subject?.nameID)
            let absent = selection.missing.filter { !selection.ambiguous.contains($0) }
            return (absent.isEmpty ? [] : [.missingAttributes(absent, among: attributes)])
                + (selection.ambiguous.isEmpty ? [] : [.ambiguousAttributes(selection.ambiguous)])
        }
    }
}

extension SAML.Response {
    /// A Boolean value that indicates whether everything it states is encrypted, and the encrypted form is not signed.
    package var isWhollyEncrypted: Bool {
        assertions.isEmpty && encryptedAssertionCount > 0 && !hasSignature
    }

    fileprivate var hasEncryptedParts: Bool {
        encryptedAssertionCount > 0
            || assertions.contains { assertion in
                assertion.subject?.hasEncryptedID ?? false
                    || assertion.attributeStatements.contains { $0.encryptedAttributeCount > 0 }
            }
    }
}

extension SAML.Rejection {
    /// Creates the rejection of a message that could not be verified, after a failure that the
    /// message itself reports.
    ///
    /// A response that reports a failure carries no assertion and is seldom signed; its status is a claim, and
    /// only tells more of what was rejected anyway.
    fileprivate init(
        _ failure: SAML.MessageVerifier.Failure, claimedBy document: XML.Document, hasKeys: Bool
    ) {
        let reason = Reason(failure)
        let message = try? SAML.CarriedMessage(in: document).element
        let claimed = message.flatMap { try? SAML.Response(unverified: $0) }
        let readable = claimed ?? message.flatMap(SAML.Response.init(aroundAssertionsOf:))
        if readable?.reportsFailure ?? false {
            self.init(Reason(SAML.ConditionsFailure.statusNotSuccess), [reason])
        } else if !hasKeys, !failure.isAroundMessage, claimed?.isWhollyEncrypted ?? false {
            // There is nothing to verify before it is decrypted.
            self.init(.undecrypted)
        } else {
            self.init(reason)
        }
    }

    /// Runs `body`, and rejects for the one reason that it throws.
    static func unless<Failure, Value>(
        _ reason: (Failure) -> Reason, _ body: () throws(Failure) -> Value
    ) throws(Self) -> Value {
        do {
            return try body()
        } catch {
            throw Self(reason(error))
        }
    }

    /// The document in bytes that are not packed.
    static func document(_ xml: some Sequence<UInt8>) throws(Self) -> XML.Document {
        let bytes = Array(xml)
        do throws(XML.ParsingError) {
            return try XML.Document(parsing: bytes)
        } catch {
            let reason = bytes.beginsAsXML ? Reason(error) : .packed
            let answer = SAML.Response(aroundAssertionsOf: bytes, after: error)
            throw answer?.reportsFailure ?? false
                ? Self(Reason(SAML.ConditionsFailure.statusNotSuccess), [reason]) : Self(reason)
        }
    }
}

extension [UInt8] {
    /// A Boolean value that indicates whether the bytes are empty, or begin with "<" or a byte order mark, after white
    /// space.
    fileprivate var beginsAsXML: Bool {
        guard let first = first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0x00].contains($0) }) else {
            return true
        }
        return [UInt8(ascii: "<"), 0xEF, 0xFE, 0xFF].contains(first)
    }
}
