internal import WireText

/// Writes the XML of REST API v1.
enum XMLText {
    /// Writes a document: objects become elements, lists repeat `items`'s element for the list's
    /// name, and what is null is an empty element.
    static func write(
        root: String, attributes: String = "", _ value: JSONValue,
        items: [String: String] = [:]
    ) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<\(root)"
        text += attributes.isEmpty ? ">" : " \(attributes)>"
        write(value, listName: root, items: items, into: &text)
        text += "</\(root)>\n"
        return text
    }

    /// Text as it may stand in an element or an attribute; what XML cannot have is replaced.
    static func escape(_ value: String) -> String {
        MarkupEscape.text(value) { scalar in
            switch scalar {
            case "'": "&apos;"
            case "\t", "\n", "\r": "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }

    private static func write(
        _ value: JSONValue, listName: String, items: [String: String],
        into text: inout String
    ) {
        switch value {
        case .null: break
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += "\(value)"
        case .string(let value): text += escape(value)
        case .plain(let value): text += escape(String(decoding: value, as: UTF8.self))
        case .array(let values):
            let name = items[listName] ?? "item"
            for value in values {
                text += "<\(name)>"
                write(value, listName: name, items: items, into: &text)
                text += "</\(name)>"
            }
        case .object(let members):
            for member in members {
                text += "<\(member.name)>"
                write(member.value, listName: member.name, items: items, into: &text)
                text += "</\(member.name)>"
            }
        }
    }
}
