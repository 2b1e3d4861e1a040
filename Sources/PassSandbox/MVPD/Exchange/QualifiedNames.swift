internal import SAML2
internal import XMLCore

extension XML.QualifiedName {
    static let issuer = XML.QualifiedName("Issuer", in: .assertion)
    static let response = XML.QualifiedName("Response", in: .protocol)
    static let attributeQuery = XML.QualifiedName("AttributeQuery", in: .protocol)
}
