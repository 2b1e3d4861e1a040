internal import XMLCore

extension EncryptedPart {
    /// Returns the plaintext of the part with the namespaces that the surrounding element declares.
    ///
    /// What is encrypted may use prefixes that only this element declares: XML Encryption puts what is
    /// decrypted inside it. That is so above all where exclusive canonicalization moved declarations
    /// down to it.
    ///
    /// - Parameter bytes: What the part says: an element.
    /// - Returns: The bytes with further declarations in the first start tag, or `nil` where there is
    ///   none to add.
    func declaringNamespaces(in bytes: [UInt8]) -> [UInt8]? {
        let outer = element.parent?.namespacesInScope ?? []
        let own = element.namespacesInScope.filter { binding in
            !outer.contains {
                $0.prefix.hasSameBytes(as: binding.prefix)
                    && $0.namespace == binding.namespace
            }
        }
        let tag = bytes.prefix { $0 != UInt8(ascii: ">") }
        let name = tag.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
        let names = Self.declaringNames(in: tag)
        let declarations = own.compactMap { prefix, namespace in
            Self.declaration(of: namespace, for: prefix, besides: names)
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
