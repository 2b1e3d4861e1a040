import XMLCore

/// An element that holds something encrypted instead of the plain content.
struct EncryptedPart {
    let element: XML.Element
    let part: SAML.Encryption.Part

    /// The encrypted assertions of a response.
    static func assertions(of response: XML.Element) -> [EncryptedPart] {
        response.childElements(named: .encryptedAssertion)
            .map { EncryptedPart(element: $0, part: .assertion) }
    }

    /// Returns the encrypted parts inside the assertions of a response, or inside an assertion, in
    /// document order.
    static func inside(_ message: XML.Element) -> [EncryptedPart] {
        let assertions =
            message.isNamed(.assertion) ? [message] : message.childElements(named: .assertion)
        return assertions.flatMap(\.childElements).flatMap { child in
            if child.isNamed(.subject) { return identifiers(of: child) }
            guard child.isNamed(.attributeStatement) else { return [] }
            return child.childElements(named: .encryptedAttribute)
                .map { EncryptedPart(element: $0, part: .attribute) }
        }
    }

    /// Returns the encrypted identifiers in attribute values of a response or an assertion, in document order.
    ///
    /// They may be for somebody else: who cannot decrypt them still reads the rest.
    static func values(in message: XML.Element) -> [EncryptedPart] {
        let assertions =
            message.isNamed(.assertion) ? [message] : message.childElements(named: .assertion)
        return assertions.flatMap { $0.childElements(named: .attributeStatement) }
            .flatMap { $0.childElements(named: .attribute) }
            .flatMap { $0.childElements(named: .attributeValue) }
            .flatMap { $0.childElements(named: .encryptedID) }
            .map { EncryptedPart(element: $0, part: .nameID) }
    }

    private static func identifiers(of subject: XML.Element) -> [EncryptedPart] {
        let containers = subject.childElements.flatMap { child in
            child.isNamed(.subjectConfirmation)
                ? child.childElements(named: .encryptedID)
                : child.isNamed(.encryptedID) ? [child] : []
        }
        return containers.map { EncryptedPart(element: $0, part: .nameID) }
    }
}

extension SAML.Encryption.Part {
    /// The names of the elements that may be encrypted as such a part (SAML Core, sections 2.2.4,
    /// 2.3.4 and 2.7.3.2).
    ///
    /// Anything else, such as a signature, would be read as a child of what is around it.
    var elementNames: [XML.QualifiedName] {
        switch self {
        case .assertion: [.assertion]
        case .nameID: [.nameID, .baseID, .assertion]
        case .attribute: [.attribute]
        }
    }
}
