package import XMLCore

/// Which elements of a message are verified, as whose, and in which order.
///
/// Verification and explanation read the same plan, so that what is explained is what failed.
package struct VerificationPlan {
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
    ///   - profile: The kind of exchange.
    package init(for message: XML.Element, in profile: SAML.Profile) {
        root = message.hasSignature ? message : nil
        assertions = message.childElements(named: .assertion).filter(\.hasSignature)
        roles =
            switch SAML.MessageKind(of: message) {
            case .response, .artifactResponse: profile.issuerRoles
            // Either side may end a session.
            case .logoutRequest, .logoutResponse: [.identityProvider, .serviceProvider]
            default: [.serviceProvider]
            }
    }

    /// The elements to verify, in this order: the message before its assertions.
    package var elements: [XML.Element] { (root.map { [$0] } ?? []) + assertions }

    /// The issuer whose keys verify an element: the one it names, or else that of its first signed assertion.
    package static func issuer(of element: XML.Element) throws(SAML.StructureError) -> String? {
        if let own = try SAML.NameID(element.firstChild(named: .issuer)) { return own.uri }
        let assertions = element.childElements(named: .assertion)
        let first = assertions.first(where: \.hasSignature) ?? assertions.first { _ in true }
        return try SAML.NameID(first?.firstChild(named: .issuer))?.uri
    }
}

extension XML.Element {
    /// A Boolean value that indicates whether the element carries a signature of its own.
    fileprivate var hasSignature: Bool { firstChild(named: .signature) != nil }
}
