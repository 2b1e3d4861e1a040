internal import WireText

/// An HTML page with forms that carry messages, as an identity provider sends it to be submitted by itself.
struct FormPage {
    /// The SAML parameters of each form with a message.
    private(set) var forms: [[(name: String, value: [UInt8])]] = []

    /// The largest page that is searched.
    static let largestByteCount = 1 << 20

    private var fields: [(name: String, value: [UInt8])] = []

    init(parsing page: ArraySlice<UInt8>) {
        var rest = page
        while let opening = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(opening + 1)...]
            if rest.starts(with: "!--".utf8) {
                guard let end = rest.firstIndex(of: "-->") else { break }
                rest = rest[(end + 3)...]
                continue
            }
            guard let tag = Tag(reading: &rest) else { break }
            switch tag.name {
            case "form", "/form": endForm()
            case "input", "button": add(tag, value: tag.attributes["value"] ?? [])
            case "textarea":
                let value = rest.prefix { $0 != UInt8(ascii: "<") }
                add(tag, value: CharacterReference.undone(in: value))
                rest = rest[value.endIndex...]
            default: break
            }
        }
        endForm()
    }

    private mutating func add(_ tag: Tag, value: [UInt8]) {
        guard let bytes = tag.attributes["name"] else { return }
        let name = String(decoding: bytes, as: UTF8.self)
        // A script fills what is empty.
        let isMissing = SAMLParameter.messages.contains(name) && value.allSatisfy(\.isWhiteSpace)
        if SAMLParameter.all.contains(name), !isMissing { fields.append((name, value)) }
    }

    private mutating func endForm() {
        if fields.contains(where: { SAMLParameter.messages.contains($0.name) }) {
            forms.append(fields)
        }
        fields = []
    }
}

extension FormPage {
    /// A tag with its attributes, if it is one of a form.
    private struct Tag {
        /// The name in lower case.
        let name: String
        private(set) var attributes: [String: [UInt8]] = [:]

        private static let names: Set = ["form", "/form", "input", "button", "textarea"]

        /// Reads a tag after its `<`; `nil` if the page ends in it.
        init?(reading rest: inout ArraySlice<UInt8>) {
            let name = rest.prefix(9).prefix { !Self.endsName($0) || $0 == UInt8(ascii: "/") }
            self.name = String(decoding: name, as: UTF8.self).lowercased()
            // Of other tags nothing is read, so that what looks like one in a script does no harm.
            guard Self.names.contains(self.name) else { return }
            rest = rest[name.endIndex...]
            while true {
                rest = rest.drop { $0.isWhiteSpace || $0 == UInt8(ascii: "/") }
                guard let first = rest.first else { return nil }
                if first == UInt8(ascii: ">") {
                    rest = rest.dropFirst()
                    return
                }
                guard readAttribute(&rest) else { return nil }
            }
        }

        private static func endsName(_ byte: UInt8) -> Bool {
            byte.isWhiteSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
        }

        private mutating func readAttribute(_ rest: inout ArraySlice<UInt8>) -> Bool {
            // A name has a character at least, even if it is an equals sign.
            let nameEnd =
                rest.dropFirst().firstIndex { Self.endsName($0) || $0 == UInt8(ascii: "=") }
            guard let nameEnd else { return false }
            let name = String(decoding: rest[..<nameEnd], as: UTF8.self).lowercased()
            rest = rest[nameEnd...].drop(while: \.isWhiteSpace)
            guard rest.first == UInt8(ascii: "=") else { return true }
            rest = rest.dropFirst().drop(while: \.isWhiteSpace)
            guard let quote = rest.first else { return false }
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            if isQuoted { rest = rest.dropFirst() }
            let end = rest.firstIndex {
                isQuoted ? $0 == quote : $0.isWhiteSpace || $0 == UInt8(ascii: ">")
            }
            guard let end else { return false }
            // The first of two attributes of one name counts.
            if attributes[name] == nil {
                attributes[name] = CharacterReference.undone(in: rest[..<end])
            }
            rest = isQuoted ? rest[(end + 1)...] : rest[end...]
            return true
        }
    }
}
