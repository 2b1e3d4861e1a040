/// Writes elements on one line, with every character that could be lost on the way escaped.
///
/// What an XML processor normalizes (line ends, white space of attribute values) and what the
/// cookbook removes (every line separator of Unicode, runs of spaces) is written as character
/// references, so that values come out of either as they went in.
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
        var isAfterSpace = false
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " "
            switch scalar.value {
            case 0x26: bytes += "&amp;".utf8
            case 0x3C: bytes += "&lt;".utf8
            case 0x3E: bytes += "&gt;".utf8
            case 0x22: bytes += "&quot;".utf8
            case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: appendReference(scalar)
            case 0x20 where isAfterSpace: appendReference(scalar)
            case 0..<0x20, 0xFFFE, 0xFFFF:
                throw SAML.WritingError(.invalidCharacter, part.withoutPrefix)
            default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
            }
            isAfterSpace = isSpace
        }
    }

    private mutating func appendReference(_ scalar: Unicode.Scalar) {
        bytes += "&#x\(String(scalar.value, radix: 16, uppercase: true));".utf8
    }
}

extension String {
    fileprivate var withoutPrefix: String { split(separator: ":").last.map(String.init) ?? self }
}
