internal import XMLCore

extension SAML {
    /// The name of a subject or an issuer (SAML Core, sections 2.2.2 and 2.2.5).
    public struct NameID: Hashable, Sendable, CustomStringConvertible {
        /// The name, with its white space.
        ///
        /// It is the whole text, whatever comments stand inside it.
        public let value: String
        /// `Format`.
        public let format: String?
        /// `NameQualifier`.
        public let nameQualifier: String?
        /// `SPNameQualifier`.
        public let spNameQualifier: String?

        /// The name as `xs:anyURI` compares it, without white space around it.
        ///
        /// Issuers are compared this way.
        package var uri: String { value.trimmingXMLSpace() }

        /// The size of the name; never the name itself.
        public var description: String { "NameID(\(value.utf8.count) bytes)" }

        /// A name of the same format with its value and qualifiers replaced by other words.
        package init(_ other: NameID, replacing replacement: (String) -> String) {
            value = replacement(other.value)
            format = other.format
            nameQualifier = other.nameQualifier.map(replacement)
            spNameQualifier = other.spNameQualifier.map(replacement)
        }

        init?(_ element: XML.Element?) throws(StructureError) {
            guard let element else { return nil }
            value = try element.simpleText()
            format = element.uriAttribute("Format")
            nameQualifier = element.attribute("NameQualifier")
            spNameQualifier = element.attribute("SPNameQualifier")
        }
    }
}
