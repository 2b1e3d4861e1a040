internal import PayloadCoding
package import XMLCore
package import XMLSecurity

extension SAML {
    /// The description of one entity in metadata, for people; trust is made of ``Metadata`` instead.
    package struct EntityDescription: Hashable, Sendable {
        /// `entityID`, as it is written.
        package let entityID: String?
        package let position: XML.SourcePosition
        /// The end of the description, the earliest of its own and the surrounding ones.
        package let validUntil: Instant?
        /// `cacheDuration`, of its own or of what surrounds it.
        package let cacheDuration: String?
        package let roles: [RoleDescription]
    }

    /// One role of an entity (SAML Metadata, section 2.4).
    package struct RoleDescription: Hashable, Sendable {
        /// The local name, such as `IDPSSODescriptor`.
        package let name: String
        /// A Boolean value that indicates whether it supports SAML 2.0.
        package let supportsSAML2: Bool
        package let keys: [KeyDescription]
        package let endpoints: [Endpoint]
    }

    /// One certificate, or bare key, of a role.
    package struct KeyDescription: Hashable, Sendable {
        /// `signing` or `encryption`; `nil` for both.
        package let use: String?
        /// The certificate; `nil` where there is none, or none that can be read.
        package let certificate: CertificateOutline?
        /// The key, if it is of a supported kind.
        package let key: TrustedKey?
        /// A Boolean value that indicates whether it issued another certificate beside it, and so signs no message.
        package var isChain = false
        /// A Boolean value that indicates whether a key value beside it is another key, so that it is not used.
        package var isContradicted = false
        /// A Boolean value that indicates whether a public key stands where a certificate is expected.
        package var isInPlaceOfCertificate = false
        /// The fault if there is no usable key.
        package var fault: UnusableKey?
    }

    /// An address of a role.
    package struct Endpoint: Hashable, Sendable {
        /// The local name, such as `SingleSignOnService`.
        package let name: String
        /// The last part of the binding, such as `HTTP-POST`.
        package let binding: String
        package let location: String
        package let index: String?
        package let isDefault: Bool
    }
}

extension SAML.EntityDescription {
    /// Reads every `EntityDescriptor` in an element, in document order.
    package static func all(in element: XML.Element) -> [SAML.EntityDescription] {
        var found: [(element: XML.Element, end: SAML.Instant?, cache: String?)] = []
        var pending: [(element: XML.Element, end: SAML.Instant?, cache: String?)] = [
            (element, nil, nil)
        ]
        while let (element, outerEnd, outerCache) = pending.popLast() {
            let own = element.attribute("validUntil").flatMap { SAML.Instant(parsing: $0) }
            let end = [outerEnd, own].compactMap(\.self).min()
            let cache = element.attribute("cacheDuration") ?? outerCache
            if element.isNamed(.entityDescriptor) {
                found.append((element, end, cache))
            } else {
                pending += element.childElements.filter {
                    $0.isNamed(.entityDescriptor) || $0.isNamed(.entitiesDescriptor)
                }.reversed().map { ($0, end, cache) }
            }
        }
        let positions = XML.Element.positions(of: found.map(\.element))
        return zip(found, positions).map { entity, position in
            SAML.EntityDescription(
                entityID: entity.element.attribute("entityID"), position: position,
                validUntil: entity.end, cacheDuration: entity.cache,
                roles: entity.element.childElements.filter { $0.isRole }
                    .map(SAML.RoleDescription.init))
        }
    }
}

extension SAML.RoleDescription {
    fileprivate init(_ element: XML.Element) {
        name = element.name.localName
        supportsSAML2 = element.supportsSAML2
        keys = element.childElements(named: .keyDescriptor).flatMap { descriptor in
            let use = descriptor.attribute("use")
            let keys = descriptor.childElements(named: .keyInfo).flatMap {
                SAML.KeyDescription.all(in: $0, for: use)
            }
            return keys.isEmpty
                ? [
                    SAML.KeyDescription(
                        use: use, certificate: nil, key: nil,
                        fault: SAML.UnusableKey.all(in: descriptor).first)
                ] : keys
        }
        endpoints = element.childElements.compactMap { child in
            guard child.isIn(.metadata), let location = child.attribute("Location"),
                let binding = child.attribute("Binding")
            else { return nil }
            return SAML.Endpoint(
                name: child.name.localName,
                binding: binding.split(separator: ":").last.map(String.init) ?? binding,
                location: location, index: child.attribute("index"),
                isDefault: ["true", "1"].contains(child.attribute("isDefault")))
        }
    }
}

extension SAML.KeyDescription {
    /// The certificates of a `KeyInfo`, or else the values.
    fileprivate static func all(in keyInfo: XML.Element, for use: String?) -> [Self] {
        let sets = keyInfo.certificateSetsInDER
        guard sets.contains(where: { !$0.isEmpty }) else {
            return keyInfo.keyValues.map { Self(use: use, certificate: nil, key: $0) }
        }
        let isContradicted = SAML.PublishedKeys(keyInfo).isContradictory
        let elements = keyInfo.childElements(named: .x509Data)
            .flatMap { $0.childElements(named: .x509Certificate) }
        let keys = sets.flatMap { certificates in
            zip(certificates, CertificateChain.areAuthorities(certificates)).map {
                let certificate = CertificateOutline(derEncoded: $0)
                let bare = certificate == nil ? try? TrustedKey(derEncoded: $0) : nil
                return Self(
                    use: use, certificate: certificate, key: certificate?.key ?? bare,
                    isChain: $1, isContradicted: isContradicted,
                    isInPlaceOfCertificate: bare != nil)
            }
        }
        return zip(keys, elements).map { key, element in
            guard key.key == nil else { return key }
            var key = key
            key.fault = SAML.UnusableKey(certificate: element)
            return key
        }
    }
}

extension XML.Element {
    fileprivate var isRole: Bool {
        isIn(.metadata) && name.localName.hasSuffix("Descriptor") && name.localName != "Descriptor"
    }
}
