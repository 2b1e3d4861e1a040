internal import WireText
internal import XMLCore

extension SAML.Metadata {
    /// The part an entity plays in a protocol (SAML Metadata, section 2.4).
    ///
    /// A key speaks for its entity in one role only. Descriptions count when they support SAML 2.0; the keys
    /// of `PDPDescriptor` and `AuthnAuthorityDescriptor` sign nothing that this library reads.
    public enum Role: Hashable, Sendable, CaseIterable {
        /// An identity provider, which signs users in: `IDPSSODescriptor`.
        case identityProvider
        /// An authority that answers attribute queries: `AttributeAuthorityDescriptor`.
        case attributeAuthority
        /// A service provider, which asks: `SPSSODescriptor`, or the `RoleDescriptor` of a query requester.
        case serviceProvider

        /// The name of the element that describes the role.
        package var descriptor: String {
            switch self {
            case .identityProvider: "IDPSSODescriptor"
            case .attributeAuthority: "AttributeAuthorityDescriptor"
            case .serviceProvider: "SPSSODescriptor"
            }
        }

        /// The role an element of an `EntityDescriptor` describes, `nil` for any other element and for one
        /// that does not support SAML 2.0.
        init?(of element: XML.Element) {
            let names: KeyValuePairs<String, Self> = [
                "IDPSSODescriptor": .identityProvider,
                "AttributeAuthorityDescriptor": .attributeAuthority,
                "SPSSODescriptor": .serviceProvider, "RoleDescriptor": .serviceProvider,
            ]
            let found = names.first { name, _ in
                element.isNamed(XML.QualifiedName(name, in: .metadata))
            }
            guard let found, element.supportsSAML2 else { return nil }
            self = found.value
        }
    }
}

extension XML.Element {
    /// A Boolean value that indicates whether a role supports SAML 2.0.
    var supportsSAML2: Bool {
        let list = Array((attribute("protocolSupportEnumeration") ?? "").utf8)
        return list.split(whereSeparator: \.isWhiteSpace)
            .contains { $0.elementsEqual(XML.Namespace.protocol.rawValue.utf8) }
    }
}

extension SAML.Profile {
    /// The roles in which an issuer's keys may sign the profile's responses.
    ///
    /// A browser sign-on comes from an identity provider. An attribute query is answered by an attribute
    /// authority; TV providers publish an `IDPSSODescriptor` only and answer with its key, so that one counts,
    /// too.
    package var issuerRoles: [SAML.Metadata.Role] {
        switch self {
        case .attributeQuery: Self.answering
        case .webSSO: Self.signingOn
        }
    }

    private static let answering: [SAML.Metadata.Role] = [.attributeAuthority, .identityProvider]
    private static let signingOn: [SAML.Metadata.Role] = [.identityProvider]
}
