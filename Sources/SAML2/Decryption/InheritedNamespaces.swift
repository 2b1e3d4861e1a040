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
        return NamespaceDeclarations.adding(own, to: bytes)
    }
}
