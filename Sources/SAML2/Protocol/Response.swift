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
            issuer = try NameID(reader.next(.issuer))
            hasSignature = reader.next(.signature) != nil
            _ = reader.next(.extensions)
            status = try Status(reader.next(.status))
            var assertions: [Assertion] = []
            var encryptedAssertionCount = 0
            while let (choice, child) = reader.next(of: [.assertion, .encryptedAssertion]) {
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

        /// The attributes of all assertions, in document order.
        public var attributes: [Attribute] {
            assertions.flatMap(\.attributes)
        }

        /// The subject's identifier in the first assertion that has one.
        public var nameID: NameID? {
            assertions.lazy.compactMap { $0.subject?.nameID }.first
        }
    }
}
