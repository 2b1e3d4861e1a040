import XMLCore

extension SAML {
    /// The URIs of most status codes, formats and methods of confirmation.
    static let usualURIs = [
        StatusCode.success, SubjectConfirmation.bearer,
        "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
        "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
        "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
    ]
}

/// The element and attribute names of the schemas, made once.
extension XML.QualifiedName {
    private static func saml(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(localName, in: .assertion)
    }

    private static func samlp(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(localName, in: .protocol)
    }

    private static func md(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(localName, in: .metadata)
    }

    static let advice = saml("Advice")
    static let assertion = saml("Assertion")
    static let attribute = saml("Attribute")
    static let attributeStatement = saml("AttributeStatement")
    static let attributeValue = saml("AttributeValue")
    static let audience = saml("Audience")
    static let audienceRestriction = saml("AudienceRestriction")
    static let authenticatingAuthority = saml("AuthenticatingAuthority")
    static let authnContext = saml("AuthnContext")
    static let authnContextClassRef = saml("AuthnContextClassRef")
    static let authnContextDecl = saml("AuthnContextDecl")
    static let authnContextDeclRef = saml("AuthnContextDeclRef")
    static let authnStatement = saml("AuthnStatement")
    static let authzDecisionStatement = saml("AuthzDecisionStatement")
    static let baseID = saml("BaseID")
    static let condition = saml("Condition")
    static let conditions = saml("Conditions")
    static let encryptedAssertion = saml("EncryptedAssertion")
    static let encryptedAttribute = saml("EncryptedAttribute")
    static let encryptedID = saml("EncryptedID")
    static let issuer = saml("Issuer")
    static let nameID = saml("NameID")
    static let oneTimeUse = saml("OneTimeUse")
    static let proxyRestriction = saml("ProxyRestriction")
    static let statement = saml("Statement")
    static let subject = saml("Subject")
    static let subjectConfirmation = saml("SubjectConfirmation")
    static let subjectConfirmationData = saml("SubjectConfirmationData")
    static let subjectLocality = saml("SubjectLocality")

    static let artifact = samlp("Artifact")
    static let artifactResolve = samlp("ArtifactResolve")
    static let artifactResponse = samlp("ArtifactResponse")
    static let attributeQuery = samlp("AttributeQuery")
    static let authnRequest = samlp("AuthnRequest")
    static let extensions = samlp("Extensions")
    static let logoutRequest = samlp("LogoutRequest")
    static let logoutResponse = samlp("LogoutResponse")
    static let nameIDPolicy = samlp("NameIDPolicy")
    static let requestedAuthnContext = samlp("RequestedAuthnContext")
    static let response = samlp("Response")
    static let sessionIndex = samlp("SessionIndex")
    static let status = samlp("Status")
    static let statusCode = samlp("StatusCode")
    static let statusDetail = samlp("StatusDetail")
    static let statusMessage = samlp("StatusMessage")

    static let entitiesDescriptor = md("EntitiesDescriptor")
    static let entityDescriptor = md("EntityDescriptor")
    static let keyDescriptor = md("KeyDescriptor")

    static let signature = XML.QualifiedName("Signature", in: .signature)
    static let schemaNil = XML.QualifiedName("nil", in: .schemaInstance)
    static let schemaType = XML.QualifiedName("type", in: .schemaInstance)
}
