internal import XMLCore

/// Declares namespaces in the start tag of an element that is written as bytes.
enum NamespaceDeclarations {
    /// Returns an element with further declarations in its start tag.
    ///
    /// - Parameters:
    ///   - bindings: The namespaces; those of prefixes that the tag declares are skipped.
    ///   - bytes: The element.
    /// - Returns: The bytes, or `nil` where there is no declaration to add.
    static func adding(
        _ bindings: [(prefix: String, namespace: XML.Namespace)], to bytes: [UInt8]
    ) -> [UInt8]? {
        let tag = bytes.prefix { $0 != UInt8(ascii: ">") }
        let name = tag.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
        let names = declaringNames(in: tag)
        let declarations = bindings.compactMap { prefix, namespace in
            declaration(of: namespace, for: prefix, besides: names)
        }
        guard name.first == UInt8(ascii: "<"), !declarations.isEmpty else { return nil }
        return Array(name) + declarations.joined() + bytes[name.endIndex...]
    }

    /// The names that seem to declare namespaces in a tag, found in one pass: the tag can be as
    /// long as the message, and around it there can be many prefixes to look for.
    private static func declaringNames(in tag: ArraySlice<UInt8>) -> Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        var start = tag.startIndex
        for index in tag.indices {
            switch tag[index] {
            case UInt8(ascii: "="):
                let name = tag[start..<index]
                if name.starts(with: "xmlns".utf8) { names.insert(Array(name)) }
                start = index + 1
            case ...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"): start = index + 1
            default: break
            }
        }
        return names
    }

    /// A declaration, or `nil` where the tag has one for the prefix already.
    ///
    /// A tag that only seems to have one is refused by the parser, as is one that has two.
    private static func declaration(
        of namespace: XML.Namespace, for prefix: String, besides names: Set<[UInt8]>
    ) -> [UInt8]? {
        let attribute = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
        guard !names.contains(Array(attribute.utf8)) else { return nil }
        var value: [UInt8] = []
        for byte in namespace.rawValue.utf8 {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "\""), ..<0x20:
                value += Array("&#\(byte);".utf8)
            default: value.append(byte)
            }
        }
        return Array(" \(attribute)=\"".utf8) + value + [UInt8(ascii: "\"")]
    }
}
