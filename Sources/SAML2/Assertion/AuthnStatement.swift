internal import XMLCore

extension SAML {
    /// A statement that, and how, the subject signed in (SAML Core, section 2.7.2).
    public struct AuthnStatement: Hashable, Sendable, CustomStringConvertible {
        /// `AuthnInstant`.
        public let authnInstant: Instant?
        /// `SessionIndex`.
        public let sessionIndex: String?
        /// `SessionNotOnOrAfter`: when the session ends.
        public let sessionNotOnOrAfter: Instant?
        /// `AuthnContextClassRef`, how the subject signed in.
        public let authnContextClassRef: String?

        init(_ element: XML.Element) throws(StructureError) {
            authnInstant = try element.instant("AuthnInstant")
            sessionIndex = element.attribute("SessionIndex")
            sessionNotOnOrAfter = try element.instant("SessionNotOnOrAfter")
            var reader = try ElementReader(element)
            try reader.optional(.subjectLocality)?.refuseContent()
            authnContextClassRef = try Self.classRef(reader.optional(.authnContext))
            try reader.finish()
        }

        private static func classRef(_ element: XML.Element?) throws(StructureError) -> String? {
            guard let element else { return nil }
            var reader = try ElementReader(element)
            let classRef = try reader.optional(.authnContextClassRef)?.uriText()
            _ = try reader.optional(.authnContextDecl)
            _ = try reader.optional(.authnContextDeclRef)?.uriText()
            for child in reader.all(.authenticatingAuthority) { _ = try child.uriText() }
            try reader.finish()
            return classRef
        }

        /// The kind of the statement; never what it says.
        public var description: String { "AuthnStatement" }
    }
}
