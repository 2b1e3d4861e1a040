internal import XMLCore

extension SAML {
    /// Attributes of the subject (SAML Core, section 2.7.3).
    package struct AttributeStatement: Hashable, Sendable, CustomStringConvertible {
        /// The attributes that are readable, in document order.
        package let attributes: [Attribute]
        /// The number of `EncryptedAttribute` elements.
        package let encryptedAttributeCount: Int

        init(_ element: XML.Element) throws(StructureError) {
            guard !element.hasOwnText else { throw StructureError(.unexpectedText, element) }
            var attributes: [Attribute] = []
            attributes.reserveCapacity(element.childElementCount)
            var encryptedAttributeCount = 0
            var unexpected: XML.Element?
            for child in element.childElements {
                if child.isNamed(.attribute) {
                    attributes.append(try Attribute(child))
                } else if child.isNamed(.encryptedAttribute) {
                    encryptedAttributeCount += 1
                } else {
                    unexpected = unexpected ?? child
                }
            }
            if let unexpected { throw StructureError(.unexpectedElement, unexpected) }
            self.attributes = attributes
            self.encryptedAttributeCount = encryptedAttributeCount
        }

        /// The number of attributes; never what they say.
        package var description: String {
            "AttributeStatement(\(attributes.count) attributes, \(encryptedAttributeCount) encrypted)"
        }
    }
}
