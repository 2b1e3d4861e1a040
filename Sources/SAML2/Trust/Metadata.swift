package import XMLCore
package import XMLSecurity

extension SAML {
    /// The signing keys of identity providers, as SAML metadata publishes them (SAML Metadata,
    /// section 2).
    ///
    /// A ``TrustStore`` is made of it.
    public struct Metadata: Hashable, Sendable {
        /// The keys of an entity in a role.
        package struct SigningKeys: Hashable, Sendable {
            /// The role.
            package let role: Role
            /// The keys.
            package let keys: [TrustedKey]
            /// The end of the description, the earliest of its own and the surrounding ones.
            package let validUntil: Instant?
        }

        /// The certificates, in DER, of a descriptor whose keys are not used.
        struct UnusedCertificates: Hashable, Sendable {
            let descriptor: String
            let certificates: [[UInt8]]
        }

        /// One `EntityDescriptor`.
        package struct Entity: Hashable, Sendable {
            /// `entityID`, which is the issuer of the entity's messages.
            package let entityID: String
            /// The keys it signs with, by the role it plays.
            ///
            /// They are those of every `KeyDescriptor` that is for signing or does not say what it
            /// is for. A certificate that issued another one of its `X509Data` is chain, and no key
            /// (XML Signature, section 4.5.4).
            package let signingKeys: [SigningKeys]
            /// The certificates, in DER, that are for encryption only.
            ///
            /// Their keys verify nothing. They are read when somebody asks whose a wrong key is.
            let encryptionCertificates: [[UInt8]]
            /// The certificates of descriptors that are not used, by the descriptors' names, such as `RoleDescriptor`.
            ///
            /// Their keys verify nothing, either.
            let unusedCertificates: [UnusedCertificates]
            /// The number of certificates that hold no key of a supported kind.
            package let unusableKeyCount: Int
            /// The position of the descriptor in its file.
            package let position: XML.SourcePosition

            /// Returns whether two descriptors say the same of one entity.
            func isIdentical(to other: Entity) -> Bool {
                signingKeys == other.signingKeys && unusableKeyCount == other.unusableKeyCount
            }
        }

        /// The entities, in document order.
        package let entities: [Entity]
        /// The certificates and keys for signing that cannot be used, in document order.
        package let unusableKeys: [UnusableKey]

        /// Reads an `EntityDescriptor` or `EntitiesDescriptor`.
        ///
        /// - Throws: A ``StructureError`` when the element is neither, an `EntityDescriptor` has no
        ///   `entityID` or white space around it, or two that differ describe one entity.
        package init(_ element: XML.Element) throws(StructureError) {
            try self.init(element, endingWithoutValidUntil: nil)
        }

        /// Reads an element; descriptions that state no end are valid until `end`.
        init(
            _ element: XML.Element, endingWithoutValidUntil end: Instant?
        ) throws(StructureError) {
            guard element.isNamed(.entityDescriptor) || element.isNamed(.entitiesDescriptor) else {
                throw StructureError(.unexpectedRoot, element)
            }
            var known: [[UInt8]: Entity] = [:]
            var entities: [Entity] = []
            var unusableKeys: [UnusableKey] = []
            let descriptors = try Self.descriptors(in: element, validUntil: nil)
            let positions = XML.Element.positions(of: descriptors.map(\.element))
            for (descriptor, position) in zip(descriptors, positions) {
                let entity = try Entity(
                    descriptor.element, at: position, validUntil: descriptor.validUntil, or: end,
                    &unusableKeys)
                let name = Array(entity.entityID.utf8)
                if let earlier = known[name] {
                    guard entity.isIdentical(to: earlier) else {
                        throw StructureError(
                            .repeatedEntity, element: "EntityDescriptor", attribute: "entityID",
                            at: entity.position, after: earlier.position)
                    }
                    continue
                }
                known[name] = entity
                entities.append(entity)
            }
            self.entities = entities
            self.unusableKeys = unusableKeys
        }

        /// Returns every `EntityDescriptor` in document order, with the end of what surrounds it or its own.
        private static func descriptors(
            in element: XML.Element, validUntil outer: Instant?
        ) throws(StructureError) -> [(element: XML.Element, validUntil: Instant?)] {
            let own = try element.instant("validUntil")
            let validUntil = [outer, own].compactMap(\.self).min()
            if element.isNamed(.entityDescriptor) { return [(element, validUntil)] }
            var found: [(element: XML.Element, validUntil: Instant?)] = []
            for child in element.childElements
            where child.isNamed(.entityDescriptor) || child.isNamed(.entitiesDescriptor) {
                found += try descriptors(in: child, validUntil: validUntil)
            }
            return found
        }
    }
}

extension SAML.Metadata.Entity {
    fileprivate init(
        _ element: XML.Element, at position: XML.SourcePosition, validUntil: SAML.Instant?,
        or end: SAML.Instant?, _ unusableKeys: inout [SAML.UnusableKey]
    ) throws(SAML.StructureError) {
        guard let entityID = element.attribute("entityID") else {
            throw SAML.StructureError(.missingAttribute, element, attribute: "entityID")
        }
        // Names are compared byte for byte, and two that differ by white space only would pass for one.
        guard !entityID.isEmpty, entityID.trimmingXMLSpace().hasSameBytes(as: entityID) else {
            throw SAML.StructureError(
                .invalidValue, element, attribute: "entityID",
                fault:
                    "has white space around it, expected the name alone, as issuers are compared byte "
                    + "for byte; it stands")
        }
        self.entityID = entityID
        self.position = position
        var signingKeys: [SAML.Metadata.SigningKeys] = []
        var encryptionCertificates: [[UInt8]] = []
        var unusableKeyCount = 0
        var unusedCertificates: [SAML.Metadata.UnusedCertificates] = []
        for child in element.childElements {
            guard let role = SAML.Metadata.Role(of: child) else {
                let certificates = child.childElements(named: .keyDescriptor)
                    .flatMap { $0.childElements(named: .keyInfo) }.flatMap(\.certificateSetsInDER)
                    .flatMap(\.self)
                if !certificates.isEmpty {
                    unusedCertificates.append(
                        .init(descriptor: child.name.localName, certificates: certificates))
                }
                continue
            }
            let descriptors = child.childElements(named: .keyDescriptor)
            var published: [SAML.PublishedKeys] = []
            for descriptor in descriptors
            where descriptor.attribute("use") ?? "signing" == "signing" {
                let own = descriptor.childElements(named: .keyInfo).map(SAML.PublishedKeys.init)
                published += own
                if own.allSatisfy(\.keys.isEmpty) || own.contains(where: { $0.unusableCount > 0 }) {
                    unusableKeys += SAML.UnusableKey.all(in: descriptor)
                }
            }
            encryptionCertificates += descriptors.filter { $0.attribute("use") == "encryption" }
                .flatMap { $0.childElements(named: .keyInfo) }.flatMap(\.certificateSetsInDER)
                .flatMap(\.self)
            let keys = published.flatMap(\.keys)
            unusableKeyCount += published.reduce(0) { $0 + $1.unusableCount }
            let own = try child.instant("validUntil")
            signingKeys.append(
                SAML.Metadata.SigningKeys(
                    role: role, keys: keys,
                    validUntil: [validUntil, own].compactMap(\.self).min() ?? end))
        }
        self.signingKeys = signingKeys
        self.encryptionCertificates = encryptionCertificates
        self.unusedCertificates = unusedCertificates
        self.unusableKeyCount = unusableKeyCount
    }
}

extension XML.Namespace {
    /// The namespace of metadata, usually `md:`.
    package static let metadata = XML.Namespace(rawValue: "urn:oasis:names:tc:SAML:2.0:metadata")
}
