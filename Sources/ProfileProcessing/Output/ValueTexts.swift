package import SAML2
internal import XMLCore

/// The values of attributes as records have them: text as it is, `nil` for nothing, XML as the
/// exclusive canonical form of its elements.
///
/// They are made together, in time linear in the message: attributes may have some ten thousand
/// values that are XML.
package struct ValueTexts {
    /// For each attribute the texts of its values.
    package let byItem: [[String?]]

    /// Makes the texts of all values of `items`.
    package init(of items: [SAML.SelectedAttribute]) {
        guard items.contains(where: { $0.values.contains { $0.element != nil } }) else {
            byItem = items.map { item in item.values.map { $0.text } }
            return
        }
        let elements = items.flatMap { $0.values.compactMap(\.element) }
        let forms = XML.Element.canonicalContents(of: elements, using: .init(.exclusive))
        var remaining = forms[...]
        byItem = items.map { item in
            item.values.map { value in
                guard value.element != nil else { return value.text }
                // Without a canonical form (a relative namespace name, say) the text is what there is.
                return remaining.removeFirst().map { String(decoding: $0, as: UTF8.self) }
                    ?? value.text
            }
        }
    }
}

extension SAML.AttributeValue {
    /// A Boolean value that indicates whether it is XML, so that its text is made with those of others.
    var isXML: Bool {
        if case .xml = content { true } else { false }
    }

    /// The element of a value that is XML.
    fileprivate var element: XML.Element? {
        guard case .xml(let element) = content else { return nil }
        return element
    }
}
