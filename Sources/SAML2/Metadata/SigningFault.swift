extension SAML.EntityDescription {
    /// The reason why an entity has no key that signs, in one sentence for each of its roles.
    package var signingFaults: [String] {
        let name = entityID.map { " of \(SAML.Discrepancy.visible($0))" } ?? ""
        return roles.isEmpty
            ? ["The description\(name) has no role."]
            : roles.prefix(4).compactMap { role in
                role.signingFault(named: "The \(role.name)\(name)").map { "\($0)." }
            }
    }
}

extension SAML.RoleDescription {
    /// Says why no key of the role signs messages, without a stop; `nil` if one does.
    var signingFault: String? { signingFault(named: name) }

    fileprivate func signingFault(named name: String) -> String? {
        if !supportsSAML2 {
            return "\(name) does not list urn:oasis:names:tc:SAML:2.0:protocol in "
                + "protocolSupportEnumeration; it is not used"
        }
        if keys.isEmpty { return "\(name) has no KeyDescriptor" }
        if keys.contains(where: \.isForSigning) {
            return keys.contains { $0.isForSigning && $0.key != nil }
                ? nil : "\(name) has no key for signing that can be used"
        }
        if let use = keys.lazy.compactMap(\.unknownUse).first {
            return "\(name) has a key with use=\"\(SAML.Discrepancy.visible(use))\", expected "
                + "use=\"signing\" in lower case"
        }
        return "\(name) has keys with use=\"encryption\" only, expected one with use=\"signing\""
    }
}

extension SAML.KeyDescription {
    /// A Boolean value that indicates whether it is to sign messages, though it may be unusable.
    var isForSigning: Bool { use ?? "signing" == "signing" && !isChain }

    /// A use that is neither signing nor encryption, so that the key is not used.
    package var unknownUse: String? {
        use.flatMap { ["signing", "encryption"].contains($0) ? nil : $0 }
    }
}
