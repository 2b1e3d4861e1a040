package import XMLCore

extension SAML {
    /// A protocol message of one of the kinds this library reads.
    package enum Message: Hashable, Sendable {
        /// An answer.
        case response(Response)
        /// A request for attributes.
        case attributeQuery(AttributeQuery)

        /// Reads the message in a document of which nothing is known to be signed.
        ///
        /// - Parameter element: The document's root element.
        /// - Throws: A ``StructureError`` when it is no such message.
        package init(unverified element: XML.Element) throws(StructureError) {
            if element.isNamed(.attributeQuery) {
                self = .attributeQuery(try AttributeQuery(unverified: element))
            } else {
                self = .response(try Response(unverified: element))
            }
        }
    }
}
