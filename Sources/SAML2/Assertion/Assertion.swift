package import XMLCore

extension SAML {
    /// An identity provider's statements about a subject (SAML Core, section 2.3.3).
    ///
    /// What the schema requires but an assertion lacks is `nil` here.
    public struct Assertion: Hashable, Sendable, CustomStringConvertible {
        /// `ID`.
        public let id: String?
        /// `Version`.
        package let version: String?
        /// `IssueInstant`.
        public let issueInstant: Instant?
        /// `Issuer`.
        public let issuer: NameID?
        /// `Subject`.
        public let subject: Subject?
        /// `Conditions`.
        public let conditions: Conditions?
        /// `AuthnStatement`, in document order.
        public let authnStatements: [AuthnStatement]
        /// `AttributeStatement`, in document order.
        package let attributeStatements: [AttributeStatement]
        /// A Boolean value that indicates whether the assertion carries a `Signature`.
        package let hasSignature: Bool

        /// Reads an assertion from a document that is not verified.
        ///
        /// `Advice` is skipped: what is in it is not stated (SAML Core, section 2.6.1).
        ///
        /// - Parameter element: A `saml:Assertion`.
        /// - Throws: A ``StructureError`` when it is not one.
        package init(unverified element: XML.Element) throws(StructureError) {
            guard element.isNamed(.assertion) else {
                throw StructureError(.unexpectedRoot, element)
            }
            id = element.attribute("ID")
            version = element.attribute("Version")
            issueInstant = try element.instant("IssueInstant")
            var reader = try ElementReader(element)
            issuer = try NameID(reader.optional(.issuer))
            hasSignature = reader.skip(.signature)
            subject = try Subject(reader.optional(.subject))
            conditions = try Conditions(reader.optional(.conditions))
            _ = try reader.optional(.advice)
            var authnStatements: [AuthnStatement] = []
            var attributeStatements: [AttributeStatement] = []
            try reader.forEach(of: Self.statements) { choice, child throws(StructureError) in
                switch choice {
                case 0: authnStatements.append(try AuthnStatement(child))
                case 1: attributeStatements.append(try AttributeStatement(child))
                default: break
                }
            }
            self.authnStatements = authnStatements
            self.attributeStatements = attributeStatements
            try reader.finish()
        }

        private static let statements: [XML.QualifiedName] = [
            .authnStatement, .attributeStatement, .authzDecisionStatement, .statement,
        ]

        /// The attributes of all statements, in document order.
        public var attributes: [Attribute] {
            // Mostly there is one statement, whose list need not be copied.
            attributeStatements.count == 1
                ? attributeStatements[0].attributes : attributeStatements.flatMap(\.attributes)
        }

        /// The number of attributes; never what they say.
        public var description: String { "Assertion(\(attributes.count) attributes)" }
    }
}
