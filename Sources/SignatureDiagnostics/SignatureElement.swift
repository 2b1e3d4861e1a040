internal import SAML2
package import XMLCore

extension XML.QualifiedName {
    package static let signature = XML.QualifiedName("Signature", in: .signature)
    package static let signedInfo = XML.QualifiedName("SignedInfo", in: .signature)
    package static let signatureValue = XML.QualifiedName("SignatureValue", in: .signature)
    package static let reference = XML.QualifiedName("Reference", in: .signature)
    package static let digestValue = XML.QualifiedName("DigestValue", in: .signature)
}

extension XML.Element {
    /// The place of the element: its number among the child elements, from the root element down.
    package var path: [Int] {
        var path: [Int] = []
        var current = self
        while let parent = current.parent {
            path.append(parent.childElements.enumerated().first { $1 == current }?.offset ?? 0)
            current = parent
        }
        return path.reversed()
    }

    /// Returns the element at a place below this one.
    package func descendant(at path: [Int]) -> XML.Element? {
        var element = self
        for step in path {
            guard let next = element.childElements.dropFirst(step).first(where: { _ in true })
            else { return nil }
            element = next
        }
        return element
    }
}
