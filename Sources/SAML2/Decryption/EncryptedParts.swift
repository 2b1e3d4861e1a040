import XMLCore

/// An element that holds something encrypted, in the place of what it says.
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
            message.isNamed(.assertion)
            ? [message] : Array(message.childElements(named: .assertion))
        var parts: [EncryptedPart] = []
        for assertion in assertions {
            for child in assertion.childElements {
                if child.isNamed(.subject) {
                    parts += identifiers(of: child)
                } else if child.isNamed(.attributeStatement) {
                    parts += child.childElements(named: .encryptedAttribute)
                        .map { EncryptedPart(element: $0, part: .attribute) }
                }
            }
        }
        return parts
    }

    private static func identifiers(of subject: XML.Element) -> [EncryptedPart] {
        var parts: [EncryptedPart] = []
        for child in subject.childElements {
            let containers =
                child.isNamed(.subjectConfirmation)
                ? Array(child.childElements(named: .encryptedID))
                : child.isNamed(.encryptedID) ? [child] : []
            parts += containers.map { EncryptedPart(element: $0, part: .nameID) }
        }
        return parts
    }
}

extension SAML.Encryption.Part {
    /// The names of the elements that may be encrypted as such a part (SAML Core, sections 2.2.4,
    /// 2.3.4 and 2.7.3.2).
    ///
    /// Anything else, such as a signature, would be taken for a child of what is around it.
    var elementNames: [XML.QualifiedName] {
        switch self {
        case .assertion: [.assertion]
        case .nameID: [.nameID, .baseID, .assertion]
        case .attribute: [.attribute]
        }
    }
}
