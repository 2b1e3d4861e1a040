package import XMLCore

extension SAML {
    /// The answer to a SAML request (SAML Core, section 3.3.3).
    ///
    /// It is never handed out as it is: what a trusted key signed comes as an ``AcceptedResponse``, and what a message
    /// merely says as a ``Claimed`` response. What the schema requires but a message lacks is `nil` here.
    public struct Response: Hashable, Sendable, CustomStringConvertible {
        /// `ID`.
        public let id: String?
        /// `Version`.
        package let version: String?
        /// `IssueInstant`.
        public let issueInstant: Instant?
        /// `InResponseTo`, the ID of the request.
        public let inResponseTo: String?
        /// `Destination`, the address it was sent to.
        public let destination: String?
        /// `Consent`.
        package let consent: String?
        /// `Issuer`.
        public let issuer: NameID?
        /// `Status`.
        public let status: Status?
        /// The assertions that are readable, in document order.
        public let assertions: [Assertion]
        /// The number of `EncryptedAssertion` elements.
        package let encryptedAssertionCount: Int
        /// A Boolean value that indicates whether no element stands before the issuer, the
        /// signature included, which is gone from what was verified.
        var isIssuerFirst: Bool
        /// A Boolean value that indicates whether the response itself carries a `Signature`.
        package let hasSignature: Bool
        /// A Boolean value that indicates whether only the assertions were signed, so that what the
        /// response says around them can speak against it and not for it.
        let isUnsignedAround: Bool

        /// Reads a response from a document that is not verified.
        ///
        /// - Parameter element: A `samlp:Response`.
        /// - Throws: A ``StructureError`` when it is not one.
        package init(unverified element: XML.Element) throws(StructureError) {
            try self.init(unverified: element, readAssertions: nil)
        }

        /// Reads a response around assertions that are read already, from what was signed in it.
        ///
        /// Only they were signed then: what the response says around them can speak against it and
        /// not for it.
        init(
            unverified element: XML.Element, readAssertions: [Assertion]?
        ) throws(StructureError) {
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
            hasSignature = reader.skip(.signature)
            _ = try reader.optional(.extensions)
            status = try Status(reader.optional(.status))
            var assertions: [Assertion] = []
            var encryptedAssertionCount = 0
            try reader.forEach(of: Self.assertionNames) { choice, child throws(StructureError) in
                if choice == 1 {
                    encryptedAssertionCount += 1
                } else if readAssertions == nil {
                    assertions.append(try Assertion(unverified: child))
                }
            }
            self.assertions = readAssertions ?? assertions
            isUnsignedAround = readAssertions != nil
            self.encryptedAssertionCount = encryptedAssertionCount
            try reader.finish()
        }

        /// Reads what a response says around its assertions as far as it can be read, however malformed the rest is;
        /// `nil` for another element.
        ///
        /// It is for showing the provider's own answer: nothing that is accepted is read this way.
        package init?(aroundAssertionsOf element: XML.Element) {
            guard element.isNamed(.response) else { return nil }
            id = element.attribute("ID")
            version = element.attribute("Version")
            issueInstant = (try? element.instant("IssueInstant")) ?? nil
            inResponseTo = element.attribute("InResponseTo")
            destination = element.attribute("Destination")
            consent = element.attribute("Consent")
            issuer = (try? NameID(element.firstChild(named: .issuer))) ?? nil
            isIssuerFirst = element.childElements.first { _ in true }?.isNamed(.issuer) ?? false
            hasSignature = element.firstChild(named: .signature) != nil
            status = element.firstChild(named: .status).map(Status.init(readable:))
            assertions = []
            encryptedAssertionCount = 0
            isUnsignedAround = true
        }

        /// Reads the same of bytes in which elements share an identifier, so that they are not a message.
        package init?(aroundAssertionsOf xml: [UInt8], after error: XML.ParsingError) {
            guard error.code == .duplicateIdentifier,
                let document = try? XML.Document(parsing: xml, identifierAttributes: []),
                let message = try? CarriedMessage(in: document).element
            else { return nil }
            self.init(aroundAssertionsOf: message)
        }

        private static let assertionNames: [XML.QualifiedName] = [.assertion, .encryptedAssertion]

        /// The assertion that is read: the first that carries a signature of its own, or else the
        /// first.
        ///
        /// A response with several is never accepted, as receivers disagree on which of them counts.
        public var assertion: Assertion? {
            let index = assertions.firstIndex { $0.hasSignature } ?? 0
            return assertions.isEmpty ? nil : assertions[index]
        }

        /// The number of assertions; never what they say.
        public var description: String {
            "Response(\(assertions.count) assertions, \(encryptedAssertionCount) encrypted)"
        }
    }
}
