internal import XMLCore

extension SAML {
    /// Attributes of the subject (SAML Core, section 2.7.3).
    package struct AttributeStatement: Hashable, Sendable, CustomStringConvertible {
        /// The attributes that are readable, in document order.
        package let attributes: [Attribute]
        /// The number of `EncryptedAttribute` elements.
        package let encryptedAttributeCount: Int

        init(_ element: XML.Element) throws(StructureError) {
            var reader = try ElementReader(element)
            var attributes: [Attribute] = []
            var encryptedAttributeCount = 0
            for (choice, child) in reader.all(of: [.attribute, .encryptedAttribute]) {
                if choice == 0 {
                    attributes.append(try Attribute(child))
                } else {
                    encryptedAttributeCount += 1
                }
            }
            self.attributes = attributes
            self.encryptedAttributeCount = encryptedAttributeCount
            try reader.finish()
        }

        /// The number of attributes; never what they say.
        package var description: String {
            "AttributeStatement(\(attributes.count) attributes, \(encryptedAttributeCount) encrypted)"
        }
    }
}
