public import XMLCore

extension SAML {
    /// The answer to a SAML request (SAML Core, section 3.3.3).
    ///
    /// What the schema requires but a message lacks is `nil` here; ``failures(in:)`` reports it.
    /// What the schema has no place for is an error.
    public struct Response: Hashable, Sendable {
        /// `ID`.
        public let id: String?
        /// `Version`.
        public let version: String?
        /// `IssueInstant`.
        public let issueInstant: Instant?
        /// `InResponseTo`, the ID of the request.
        public let inResponseTo: String?
        /// `Destination`, the address it was sent to.
        public let destination: String?
        /// `Consent`.
        public let consent: String?
        /// `Issuer`.
        public let issuer: NameID?
        /// `Status`.
        public let status: Status?
        /// The assertions that are readable, in document order.
        public let assertions: [Assertion]
        /// The number of `EncryptedAssertion` elements.
        public let encryptedAssertionCount: Int
        /// Whether no element stands before the issuer, the signature included, which is gone from
        /// what was verified.
        var isIssuerFirst: Bool
        /// Whether the response itself carries a `Signature`.
        public let hasSignature: Bool

        /// Reads a response from a document of which nothing is known to be signed.
        ///
        /// - Parameter element: A `samlp:Response`.
        /// - Throws: A ``StructureError`` when it is not one.
        public init(unverified element: XML.Element) throws(StructureError) {
            guard element.isNamed(.response) else {
                throw StructureError(.unexpectedRoot, element)
            }
            id = element.attribute("ID")
            version = element.attribute("Version")
            issueInstant = try element.instant("IssueInstant")
            inResponseTo = element.attribute("InResponseTo")
            destination = element.attribute("Destination")
            consent = element.attribute("Consent")
            var reader = try ElementReader(element)
            issuer = try NameID(reader.optional(.issuer))
            isIssuerFirst = element.childElements.first { _ in true }?.isNamed(.issuer) ?? false
            hasSignature = !reader.all(.signature).isEmpty
            _ = try reader.optional(.extensions)
            status = try Status(reader.optional(.status))
            var assertions: [Assertion] = []
            var encryptedAssertionCount = 0
            for (choice, child) in reader.all(of: [.assertion, .encryptedAssertion]) {
                if choice == 0 {
                    assertions.append(try Assertion(unverified: child))
                } else {
                    encryptedAssertionCount += 1
                }
            }
            self.assertions = assertions
            self.encryptedAssertionCount = encryptedAssertionCount
            try reader.finish()
        }

        /// Whether only the assertions were signed, so that what the response says around them can
        /// speak against it and not for it.
        private(set) var isUnsignedAround = false

        /// The same response with its assertions read from what was signed, and nothing else.
        func unsigned(around assertions: [Assertion]) -> Response {
            Response(self, assertions: assertions)
        }

        private init(_ other: Response, assertions: [Assertion]) {
            id = other.id
            version = other.version
            issueInstant = other.issueInstant
            inResponseTo = other.inResponseTo
            destination = other.destination
            consent = other.consent
            issuer = other.issuer
            status = other.status
            self.assertions = assertions
            encryptedAssertionCount = other.encryptedAssertionCount
            isIssuerFirst = other.isIssuerFirst
            isUnsignedAround = true
            hasSignature = other.hasSignature
        }

        /// The assertion that is read: the first that carries a signature of its own, or else the
        /// first.
        ///
        /// A response with several is reported by ``failures(in:)``, as receivers disagree on which
        /// of them counts.
        public var assertion: Assertion? {
            assertions.first(where: \.hasSignature) ?? assertions.first
        }
    }
}
