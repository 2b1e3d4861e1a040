internal import WireText

/// An element of a container in XML, with all that is in it.
struct XMLRecord {
    let name: String
    let attributes: [String: [UInt8]]
    /// The text directly in the element.
    var text: [UInt8] = []
    var children: [XMLRecord] = []

    /// The first child with a name.
    subscript(name: String) -> XMLRecord? { children.first { $0.name == name } }

    /// The value of an attribute; `nil` for an empty one.
    func attribute(_ name: String) -> String? {
        attributes[name].flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// The text without white space around it; `nil` if there is none.
    var string: String? {
        let trimmed = text.trimmingWhiteSpace()
        return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
    }

    /// The text, decoded from Base64; `nil` if it is not Base64.
    var decodedBase64: [UInt8]? {
        [UInt8](base64: text.filter { !$0.isWhiteSpace })
    }
}
