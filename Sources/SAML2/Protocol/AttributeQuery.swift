package import XMLCore

extension SAML {
    /// A request for the attributes of a subject (SAML Core, section 3.3.2.3).
    ///
    /// It is what Adobe Pass sends as `verificationToken`.
    public struct AttributeQuery: Hashable, Sendable, CustomStringConvertible {
        /// `ID`.
        public let id: String?
        /// `Version`.
        package let version: String?
        /// `IssueInstant`.
        public let issueInstant: Instant?
        /// `Destination`, the address it is sent to.
        public let destination: String?
        /// `Consent`.
        package let consent: String?
        /// `Issuer`, the service provider that asks.
        public let issuer: NameID?
        /// `Subject`, whose attributes are asked for.
        public let subject: Subject?
        /// The attributes asked for, in document order; none means all there are.
        public let requestedAttributes: [Attribute]
        /// A Boolean value that indicates whether the query carries a `Signature`.
        package let hasSignature: Bool

        /// Reads a query from a document that is not verified.
        ///
        /// - Parameter element: A `samlp:AttributeQuery`.
        /// - Throws: A ``StructureError`` when it is not one.
        package init(unverified element: XML.Element) throws(StructureError) {
            guard element.isNamed(.attributeQuery) else {
                throw StructureError(.unexpectedRoot, element)
            }
            id = element.attribute("ID")
            version = element.attribute("Version")
            issueInstant = try element.instant("IssueInstant")
            destination = element.attribute("Destination")
            consent = element.attribute("Consent")
            var reader = try ElementReader(element)
            issuer = try NameID(reader.optional(.issuer))
            hasSignature = reader.skip(.signature)
            _ = try reader.optional(.extensions)
            subject = try Subject(reader.optional(.subject))
            requestedAttributes = try reader.all(.attribute).map(Attribute.init)
            try reader.finish()
        }

        /// The number of attributes asked for; never their names.
        public var description: String { "AttributeQuery(\(requestedAttributes.count) attributes)" }
    }
}
