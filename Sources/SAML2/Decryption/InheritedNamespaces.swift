internal import XMLCore

extension EncryptedPart {
    /// What the part says, with the namespaces the element around it declares.
    ///
    /// What is encrypted may use prefixes that only this element declares: XML Encryption puts what is
    /// decrypted inside it. That is so above all where exclusive canonicalization moved declarations
    /// down to it.
    ///
    /// - Parameter octets: What the part says: an element.
    /// - Returns: The octets with further declarations in the first start tag, or `nil` where there is
    ///   none to add.
    func declaringNamespaces(in octets: [UInt8]) -> [UInt8]? {
        let outer = element.parent?.namespacesInScope ?? []
        let own = element.namespacesInScope.filter { binding in
            !outer.contains {
                $0.prefix.hasSameOctets(as: binding.prefix)
                    && $0.namespace == binding.namespace
            }
        }
        let tag = octets.prefix { $0 != UInt8(ascii: ">") }
        let name = tag.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
        let declarations = own.compactMap { prefix, namespace in
            Self.declaration(of: namespace, for: prefix, besides: tag)
        }
        guard name.first == UInt8(ascii: "<"), !declarations.isEmpty else { return nil }
        return Array(name) + declarations.joined() + octets[name.endIndex...]
    }

    /// A declaration, or `nil` where the tag has one for the prefix already.
    ///
    /// A tag that only seems to have one is refused by the parser, as is one that has two.
    private static func declaration(
        of namespace: XML.Namespace, for prefix: String, besides tag: ArraySlice<UInt8>
    ) -> [UInt8]? {
        let attribute = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
        guard !tag.contains(Array("\(attribute)=".utf8)) else { return nil }
        var value: [UInt8] = []
        for octet in namespace.rawValue.utf8 {
            switch octet {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "\""), ..<0x20:
                value += Array("&#\(octet);".utf8)
            default: value.append(octet)
            }
        }
        return Array(" \(attribute)=\"".utf8) + value + [UInt8(ascii: "\"")]
    }
}
