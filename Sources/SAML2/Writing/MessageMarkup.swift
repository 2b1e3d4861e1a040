internal import WireText

/// Elements on one line, with every character that could be lost on the way escaped.
enum MessageMarkup {
    /// An attribute of an element; it is omitted without a value.
    typealias Attribute = (name: String, value: String?)

    /// Returns an element; `content` is markup, `nil` for an empty-element tag.
    static func element(
        _ name: String, _ attributes: [Attribute] = [], _ content: String? = nil
    ) throws(SAML.WritingError) -> String {
        var markup = "<\(name)"
        for case (let attribute, let value?) in attributes {
            markup += try " \(attribute)=\"\(text(value, of: attribute))\""
        }
        return markup + (content.map { ">\($0)</\(name)>" } ?? "/>")
    }

    /// Returns text as markup; `part` is the element or attribute it is of.
    static func text(_ text: String, of part: String) throws(SAML.WritingError) -> String {
        var layout = LayoutReferences()
        return try MarkupEscape.text(text) { scalar throws(SAML.WritingError) in
            if let reference = layout.reference(scalar) { return reference }
            switch scalar.value {
            case 0..<0x20, 0xFFFE, 0xFFFF:
                throw SAML.WritingError(code: .invalidCharacter, part: part.withoutPrefix)
            default: return nil
            }
        }
    }
}

extension String {
    fileprivate var withoutPrefix: String { split(separator: ":").last.map(String.init) ?? self }
}
