public import XMLCore
public import XMLSecurity

extension SAML {
    /// A response of which only what a trusted key signed can be read.
    ///
    /// Where the response is signed, all of it is read from the signed octets. Where only its
    /// assertion is, the assertion is; what the response says around it can then only speak against
    /// it, and is read for nothing else.
    public struct VerifiedResponse: Sendable {
        /// The response, with its assertions read from signed octets.
        public let response: Response
        /// The verified response, when it carries a signature.
        public let verifiedResponse: VerifiedElement?
        /// The verified assertions that carry a signature of their own.
        public let verifiedAssertions: [VerifiedElement]

        /// The first verified element, the response before its assertions.
        public var first: VerifiedElement? { verifiedResponse ?? verifiedAssertions.first }
    }

    /// Verifies messages against the keys of their issuers.
    public struct MessageVerifier: Sendable {
        let trust: TrustStore
        let policy: XMLDSig.Policy
        let parsingLimits: XML.ParsingLimits
        let now: Instant?

        /// Why a message gives nothing that can be read.
        public enum Failure: Error, Hashable, Sendable {
            /// A signature does not hold, or there is none.
            case signature(VerificationFailure)
            /// What was signed is not a SAML message.
            case structure(StructureError)
        }

        /// Creates a verifier.
        ///
        /// - Parameters:
        ///   - trust: Whose signatures are trusted.
        ///   - policy: Which signatures are accepted.
        ///   - now: The time, for the validity of metadata.
        ///   - parsingLimits: How large what was signed may be.
        public init(
            trusting trust: TrustStore, policy: XMLDSig.Policy = .standard, now: Instant? = nil,
            parsingLimits: XML.ParsingLimits = .standard
        ) {
            self.trust = trust
            self.policy = policy
            self.now = now
            self.parsingLimits = parsingLimits
        }

        /// Verifies a response and its assertions.
        ///
        /// Every signature that is there must hold, and every assertion must be covered by one.
        ///
        /// - Parameter document: The document as it was received.
        /// - Returns: The response, with what was signed in it.
        /// - Throws: A ``Failure``.
        public func verifiedResponse(
            in document: XML.Document
        ) throws(Failure) -> VerifiedResponse {
            let root = document.rootElement
            let unverified = try reading { () throws(StructureError) in
                try Response(unverified: root)
            }
            let assertions = root.childElements(named: .assertion)
            let signed = assertions.filter { !$0.childElements(named: .signature).isEmpty }
            let verifiedAssertions = try verified(signed, in: document)
            guard unverified.hasSignature else {
                // An assertion that nobody signed stands for nothing beside one that is.
                guard signed.count == assertions.count, !signed.isEmpty else {
                    throw .signature(.absent(from: root))
                }
                let readable = try reading { () throws(StructureError) in
                    var readable: [Assertion] = []
                    for element in verifiedAssertions { readable.append(try Assertion(element)) }
                    return readable
                }
                return VerifiedResponse(
                    response: unverified.unsigned(around: readable), verifiedResponse: nil,
                    verifiedAssertions: verifiedAssertions)
            }
            let whole = try verified(root, issuer: unverified.claimedIssuer, in: document)
            var response = try reading { () throws(StructureError) in try Response(whole) }
            response.isIssuerFirst = unverified.isIssuerFirst
            // The keys were chosen by a name nobody had verified yet.
            guard response.claimedIssuer == unverified.claimedIssuer else {
                throw .signature(.absent(from: root))
            }
            // One issuer's signature says nothing about what another one states.
            for (assertion, element) in zip(response.assertions, assertions)
            where !assertion.hasSignature && !response.covers(assertion) {
                throw .signature(.absent(from: element))
            }
            return VerifiedResponse(
                response: response, verifiedResponse: whole,
                verifiedAssertions: verifiedAssertions)
        }

        /// Verifies the request at the root of a document, such as an `AttributeQuery`.
        ///
        /// - Throws: A ``Failure``.
        public func verifiedRoot(
            of document: XML.Document, issuer: String?
        ) throws(Failure) -> VerifiedElement {
            try verified(
                document.rootElement, issuer: issuer, as: .serviceProvider, in: document)
        }

        /// The query in a verified element.
        ///
        /// - Throws: A ``Failure`` when it is none.
        public func query(_ verified: VerifiedElement) throws(Failure) -> AttributeQuery {
            try reading { () throws(StructureError) in
                try AttributeQuery(unverified: verified.element)
            }
        }

        private func verified(
            _ assertions: [XML.Element], in document: XML.Document
        ) throws(Failure) -> [VerifiedElement] {
            var result: [VerifiedElement] = []
            for assertion in assertions {
                let issuer = try reading { () throws(StructureError) in
                    try NameID(assertion.firstChild(named: .issuer))?.uri
                }
                result.append(try verified(assertion, issuer: issuer, in: document))
            }
            return result
        }

        private func verified(
            _ element: XML.Element, issuer: String?,
            as role: Metadata.Role = .identityProvider, in document: XML.Document
        ) throws(Failure) -> VerifiedElement {
            let verifier = SignatureVerifier(
                trusting: trust.keys(forIssuer: issuer, as: role, at: now), policy: policy,
                parsingLimits: parsingLimits)
            switch verifier.verdict(onSignatureOf: element, in: document) {
            case .success(let verified): return verified
            case .failure(let failure): throw .signature(failure)
            }
        }

        private func reading<Value>(
            _ body: () throws(StructureError) -> Value
        ) throws(Failure) -> Value {
            do {
                return try body()
            } catch {
                throw .structure(error)
            }
        }
    }
}

extension SAML.Response {
    /// Reads a response that a trusted key signed.
    ///
    /// - Throws: A ``SAML/StructureError`` when it is not one.
    public init(_ verified: VerifiedElement) throws(SAML.StructureError) {
        try self.init(unverified: verified.element)
    }

    /// Whether the signature of the response is one of the assertion's issuer, too.
    fileprivate func covers(_ assertion: SAML.Assertion) -> Bool {
        guard let issuer = assertion.issuer?.uri, let claimedIssuer else { return true }
        return issuer.hasSameOctets(as: claimedIssuer)
    }

    /// The issuer the response names, or else its assertion.
    fileprivate var claimedIssuer: String? { (issuer ?? assertion?.issuer)?.uri }
}

extension SAML.Assertion {
    /// Reads an assertion that a trusted key signed.
    ///
    /// - Throws: A ``SAML/StructureError`` when it is not one.
    public init(_ verified: VerifiedElement) throws(SAML.StructureError) {
        try self.init(unverified: verified.element)
    }
}
