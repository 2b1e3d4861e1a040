internal import WireText

/// Writes elements on one line, with every character that could be lost on the way escaped.
struct MarkupWriter {
    private(set) var bytes: [UInt8] = []

    /// An attribute of an element; without a value it is left out.
    typealias Attribute = (name: String, value: String?)

    /// Writes a start tag.
    mutating func open(_ name: String, _ attributes: [Attribute]) throws(SAML.WritingError) {
        try startTag(name, attributes)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes an end tag.
    mutating func close(_ name: String) {
        bytes += "</\(name)>".utf8
    }

    /// Writes an element without content.
    mutating func empty(_ name: String, _ attributes: [Attribute]) throws(SAML.WritingError) {
        try startTag(name, attributes)
        bytes += "/>".utf8
    }

    /// Writes an element that holds text.
    mutating func text(
        _ name: String, _ attributes: [Attribute], _ text: String
    ) throws(SAML.WritingError) {
        try open(name, attributes)
        try append(text, of: name)
        close(name)
    }

    private mutating func startTag(
        _ name: String, _ attributes: [Attribute]
    ) throws(SAML.WritingError) {
        bytes += "<\(name)".utf8
        for (attribute, value) in attributes {
            guard let value else { continue }
            bytes += " \(attribute)=\"".utf8
            try append(value, of: attribute)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private mutating func append(_ text: String, of part: String) throws(SAML.WritingError) {
        var layout = LayoutReferences()
        let escaped = try MarkupEscape.text(text) { scalar throws(SAML.WritingError) in
            if let reference = layout.reference(scalar) { return reference }
            switch scalar.value {
            case 0..<0x20, 0xFFFE, 0xFFFF:
                throw SAML.WritingError(.invalidCharacter, part.withoutPrefix)
            default: return nil
            }
        }
        bytes += escaped.utf8
    }
}

extension String {
    fileprivate var withoutPrefix: String { split(separator: ":").last.map(String.init) ?? self }
}
