package import XMLCore

/// The elements of a message that are verified, with the role of each and in order.
///
/// Verification and explanation read the same plan, so that what is explained is what failed.
package struct VerificationPlan {
    /// The `samlp:ArtifactResponse` around the message, when it carries a signature of its own.
    ///
    /// That signature must hold as every one that is there, and makes nothing in it trusted.
    package let wrapper: XML.Element?
    /// The root, when it carries a signature of its own.
    package let root: XML.Element?
    /// The assertions that carry a signature of their own, in document order.
    package let assertions: [XML.Element]
    /// The roles in which the issuers sign.
    package let roles: [SAML.Metadata.Role]

    /// Plans the verification of a message.
    ///
    /// - Parameters:
    ///   - message: The root of a response or of a request.
    ///   - wrapper: The `samlp:ArtifactResponse` around it.
    ///   - profile: The kind of exchange.
    package init(
        for message: XML.Element, inside wrapper: XML.Element? = nil, in profile: SAML.Profile
    ) {
        self.wrapper = wrapper.flatMap { $0.hasSignature ? $0 : nil }
        root = message.hasSignature ? message : nil
        assertions = message.childElements.filter { $0.isNamed(.assertion) && $0.hasSignature }
        roles =
            switch SAML.MessageKind(of: message) {
            case .response, .artifactResponse: profile.issuerRoles
            // Either side may end a session.
            case .logoutRequest, .logoutResponse: [.identityProvider, .serviceProvider]
            default: [.serviceProvider]
            }
    }

    /// Plans the verification of a message and of the wrappers around it.
    package init(for message: SAML.CarriedMessage, in profile: SAML.Profile) {
        self.init(for: message.element, inside: message.artifactResponse, in: profile)
    }

    /// The elements to verify, in this order: the wrapper, the message, its assertions.
    package var elements: [XML.Element] { [wrapper, root].compactMap(\.self) + assertions }

    /// The issuer whose keys verify an element: the one it names, or else that of the message it
    /// carries or of its first signed assertion.
    package static func issuer(of element: XML.Element) throws(SAML.StructureError) -> String? {
        if let own = try SAML.NameID(element.firstChild(named: .issuer)) { return own.uri }
        if element.isNamed(.artifactResponse) {
            guard let message = try SAML.CarriedMessage.message(in: element) else { return nil }
            return try issuer(of: message)
        }
        let assertions = element.childElements.lazy.filter { $0.isNamed(.assertion) }
        let first = assertions.first(where: \.hasSignature) ?? assertions.first { _ in true }
        return try SAML.NameID(first?.firstChild(named: .issuer))?.uri
    }
}

extension XML.Element {
    /// A Boolean value that indicates whether the element carries a signature of its own.
    fileprivate var hasSignature: Bool { firstChild(named: .signature) != nil }
}
