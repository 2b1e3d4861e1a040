package import XMLCore

extension SAML {
    /// A kind of document that this library reads.
    package enum MessageKind: String, Hashable, Sendable, CaseIterable {
        /// A `samlp:Response`.
        case response
        /// A `samlp:AttributeQuery`.
        case attributeQuery
        /// A `samlp:AuthnRequest`.
        case authnRequest
        /// A `samlp:LogoutRequest`.
        case logoutRequest
        /// A `samlp:LogoutResponse`.
        case logoutResponse
        /// A `samlp:ArtifactResolve`.
        case artifactResolve
        /// A `samlp:ArtifactResponse` without a message in it.
        case artifactResponse
        /// A `saml:Assertion` outside any response.
        case assertion
        /// An `md:EntityDescriptor` or `md:EntitiesDescriptor`.
        case metadata

        private static let names: [(name: XML.QualifiedName, kind: MessageKind)] = [
            (.response, .response), (.attributeQuery, .attributeQuery),
            (.authnRequest, .authnRequest), (.logoutRequest, .logoutRequest),
            (.logoutResponse, .logoutResponse), (.artifactResolve, .artifactResolve),
            (.artifactResponse, .artifactResponse), (.assertion, .assertion),
            (.entityDescriptor, .metadata), (.entitiesDescriptor, .metadata),
        ]

        /// The kind of an element; `nil` when it is none of them.
        package init?(of element: XML.Element) {
            guard let found = Self.names.first(where: { element.isNamed($0.name) }) else {
                return nil
            }
            self = found.kind
        }
    }
}
