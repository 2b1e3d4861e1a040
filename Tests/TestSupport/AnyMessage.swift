package import SAML2
package import XMLCore

extension SAML {
    /// A protocol message of either kind, for tests that read both.
    package enum Message: Hashable, Sendable, CustomStringConvertible {
        /// An answer.
        case response(Response)
        /// A request for attributes.
        case attributeQuery(AttributeQuery)

        /// Reads the message in a document of which nothing is known to be signed.
        ///
        /// - Parameter element: The document's root element.
        /// - Throws: A ``StructureError`` when it is no such message.
        package init(unverified element: XML.Element) throws(StructureError) {
            if element.isNamed(XML.QualifiedName("AttributeQuery", in: .protocol)) {
                self = .attributeQuery(try AttributeQuery(unverified: element))
            } else {
                self = .response(try Response(unverified: element))
            }
        }

        /// The kind of the message and its shape; never what it says.
        package var description: String {
            switch self {
            case .response(let response): response.description
            case .attributeQuery(let query): query.description
            }
        }
    }
}
