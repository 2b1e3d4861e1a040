internal import PayloadCoding
internal import SAML2
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// The trusted keys of a run as a file with throw-away keys in their place.
struct ThrowawayTrust {
    /// The name of the file.
    let name: String
    /// The file: metadata, or a certificate that is trusted for every issuer.
    let bytes: [UInt8]

    private static let mostEntities = 12

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - store: The trusted keys.
    ///   - issuers: The issuers that the message and the options name.
    ///   - used: Keys that the message was tried with; issuers that have one of them are included.
    ///   - keys: The throw-away keys.
    ///   - scrubber: Replaces the names of the entities.
    /// - Throws: What making keys throws.
    init(
        _ store: SAML.TrustStore, naming issuers: [String], using used: Set<TrustedKey>,
        _ keys: inout ThrowawayKeys, _ scrubber: inout MessageScrubber
    ) throws {
        if let universal = store.keysForEveryIssuer.first {
            name = "trusted.pem"
            bytes = Self.pem(try keys.certificate(for: universal))
            return
        }
        name = "metadata.xml"
        let chosen = Self.issuers(of: store, naming: issuers, using: used)
        var xml = """
            <md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \
            xmlns:ds="http://www.w3.org/2000/09/xmldsig#">

            """
        let entries = store.entries.filter { chosen.contains($0.issuer) }
        for issuer in chosen {
            let entityID = scrubber.value(issuer, of: "entityID")
            xml +=
                "<md:EntityDescriptor entityID=\"\(MarkupEscape.text(entityID) { _ in nil })\">\n"
            let descriptions = entries.filter { $0.issuer == issuer }.map(\.entry)
            for (place, entry) in descriptions.enumerated() {
                let until = entry.validUntil.map { " validUntil=\"\($0)\"" } ?? ""
                xml +=
                    "<md:\(entry.role.elementName)\(until) "
                    + "protocolSupportEnumeration=\"urn:oasis:names:tc:SAML:2.0:protocol\">\n"
                for key in entry.keys {
                    xml += Self.descriptor(try keys.certificate(for: key), use: "signing")
                }
                if place == 0 {
                    for key in store.encryptionKeys(ofIssuer: issuer) {
                        xml += Self.descriptor(try keys.certificate(for: key), use: "encryption")
                    }
                }
                xml += "</md:\(entry.role.elementName)>\n"
            }
            xml += "</md:EntityDescriptor>\n"
        }
        bytes = Array((xml + "</md:EntitiesDescriptor>\n").utf8)
    }

    /// The entities that have a part in the verdict; of few trusted ones all, as who else is trusted may count.
    private static func issuers(
        of store: SAML.TrustStore, naming issuers: [String], using used: Set<TrustedKey>
    ) -> [String] {
        let all = store.issuers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard all.count > mostEntities else { return all }
        let names = SAML.TrustedIssuers(store)
        var chosen = Set(issuers.filter(store.knows))
        for issuer in issuers {
            if let like = names.issuer(spelledLike: issuer)?.name { chosen.insert(like) }
            if let nearest = names.nearest(to: issuer) { chosen.insert(nearest) }
        }
        for (issuer, entry) in store.entries where !used.isDisjoint(with: entry.keys) {
            chosen.insert(issuer)
        }
        // Metadata has to have somebody in it.
        return chosen.isEmpty ? Array(all.prefix(1)) : all.filter(chosen.contains)
    }

    private static func descriptor(_ certificate: [UInt8], use: String) -> String {
        """
        <md:KeyDescriptor use="\(use)"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\
        \(String(decoding: Base64.encoding(certificate), as: UTF8.self))\
        </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>

        """
    }

    private static func pem(_ certificate: [UInt8]) -> [UInt8] {
        var lines = "-----BEGIN CERTIFICATE-----\n"
        var digits = Base64.encoding(certificate)[...]
        while !digits.isEmpty {
            lines += String(decoding: digits.prefix(64), as: UTF8.self) + "\n"
            digits = digits.dropFirst(64)
        }
        return Array((lines + "-----END CERTIFICATE-----\n").utf8)
    }

    /// Returns the trust that the file gives.
    func store() throws -> SAML.TrustStore {
        var store = SAML.TrustStore()
        guard name.hasSuffix(".xml") else {
            store.trustForEveryIssuer(
                try TrustedKey.keys(pemEncoded: String(decoding: bytes, as: UTF8.self)))
            return store
        }
        let document = try XML.Document(parsing: bytes, identifierAttributes: [])
        try store.trust(SAML.Metadata(document.rootElement))
        return store
    }
}

extension SAML.Metadata.Role {
    fileprivate var elementName: String {
        switch self {
        case .identityProvider: "IDPSSODescriptor"
        case .attributeAuthority: "AttributeAuthorityDescriptor"
        case .serviceProvider: "SPSSODescriptor"
        }
    }
}
