internal import PayloadCoding
public import XMLCore
public import XMLSecurity

extension SAML {
    /// The signing keys of identity providers, as SAML metadata publishes them (SAML Metadata,
    /// section 2).
    ///
    /// ``init(_:)`` takes it from the caller, who trusts it, and does not look at a signature it may
    /// carry; ``init(in:verifiedBy:)`` reads what a key of its publisher signed.
    public struct Metadata: Hashable, Sendable {
        /// What an entity may sign.
        public enum Role: Hashable, Sendable {
            /// It makes statements about users: responses and assertions.
            case identityProvider
            /// It asks for statements: requests.
            case serviceProvider
        }

        /// The keys of an entity in a role.
        public struct SigningKeys: Hashable, Sendable {
            /// The role.
            public let role: Role
            /// The keys.
            public let keys: [TrustedKey]
            /// When the description ends, the earliest of its own and the surrounding ones.
            public let validUntil: Instant?
        }

        /// One `EntityDescriptor`.
        public struct Entity: Hashable, Sendable {
            /// `entityID`, which is the issuer of the entity's messages.
            public let entityID: String
            /// The keys it signs with, by the role it plays.
            ///
            /// They are those of every `KeyDescriptor` that is for signing or does not say what it
            /// is for.
            public let signingKeys: [SigningKeys]
            /// The number of certificates that hold no key of a supported kind.
            public let unusableKeyCount: Int
        }

        /// The entities, in document order.
        public let entities: [Entity]

        /// Reads an `EntityDescriptor` or `EntitiesDescriptor`.
        ///
        /// - Throws: A ``StructureError`` when the element is neither, or an `EntityDescriptor` has
        ///   no `entityID`.
        public init(_ element: XML.Element) throws(StructureError) {
            guard element.isNamed(.entityDescriptor) || element.isNamed(.entitiesDescriptor) else {
                throw StructureError(.unexpectedRoot, element)
            }
            entities = try Self.entities(in: element, validUntil: nil)
        }

        private static func entities(
            in element: XML.Element, validUntil outer: Instant?
        ) throws(StructureError) -> [Entity] {
            let own = try element.instant("validUntil")
            let validUntil = [outer, own].compactMap(\.self).min()
            if element.isNamed(.entityDescriptor) {
                return [try Entity(element, validUntil: validUntil)]
            }
            var entities: [Entity] = []
            for child in element.childElements
            where child.isNamed(.entityDescriptor) || child.isNamed(.entitiesDescriptor) {
                entities += try self.entities(in: child, validUntil: validUntil)
            }
            return entities
        }
    }
}

extension SAML.Metadata.Entity {
    fileprivate init(
        _ element: XML.Element, validUntil: SAML.Instant?
    ) throws(SAML.StructureError) {
        guard let entityID = element.attribute("entityID") else {
            throw SAML.StructureError(.missingAttribute, element, attribute: "entityID")
        }
        self.entityID = entityID.trimmingXMLSpace()
        var signingKeys: [SAML.Metadata.SigningKeys] = []
        var unusableKeyCount = 0
        for child in element.childElements {
            guard let role = SAML.Metadata.Role(of: child) else { continue }
            let certificates = child.childElements(named: .keyDescriptor)
                .filter { $0.attribute("use") ?? "signing" == "signing" }.flatMap(\.certificates)
            let keys = certificates.compactMap { try? TrustedKey(derEncoded: $0) }
            unusableKeyCount += certificates.count - keys.count
            let own = try child.instant("validUntil")
            signingKeys.append(
                SAML.Metadata.SigningKeys(
                    role: role, keys: keys, validUntil: [validUntil, own].compactMap(\.self).min()))
        }
        self.signingKeys = signingKeys
        self.unusableKeyCount = unusableKeyCount
    }
}

extension SAML.Metadata.Role {
    /// The role an element of an `EntityDescriptor` describes, `nil` for one that signs nothing
    /// this library reads.
    fileprivate init?(of element: XML.Element) {
        let identityProviders = [
            "IDPSSODescriptor", "AttributeAuthorityDescriptor", "AuthnAuthorityDescriptor",
            "PDPDescriptor",
        ]
        func isNamed(_ name: String) -> Bool {
            element.isNamed(XML.QualifiedName(name, in: .metadata))
        }
        if identityProviders.contains(where: isNamed) {
            self = .identityProvider
        } else if isNamed("SPSSODescriptor") || isNamed("RoleDescriptor") {
            self = .serviceProvider
        } else {
            return nil
        }
    }
}

extension XML.Element {
    /// The certificates of a `KeyDescriptor`, in DER; what is no Base64 gives an empty one.
    fileprivate var certificates: [[UInt8]] {
        childElements(named: .keyInfo).flatMap { $0.childElements(named: .x509Data) }
            .flatMap { $0.childElements(named: .x509Certificate) }
            .map { (try? Base64.decodeWrapped(Array($0.textContent.utf8))) ?? [] }
    }
}

extension XML.Namespace {
    /// The namespace of metadata, usually `md:`.
    public static let metadata = XML.Namespace(rawValue: "urn:oasis:names:tc:SAML:2.0:metadata")
}

extension XML.QualifiedName {
    fileprivate static let entitiesDescriptor = XML.QualifiedName(
        "EntitiesDescriptor", in: .metadata)
    fileprivate static let entityDescriptor = XML.QualifiedName("EntityDescriptor", in: .metadata)
    fileprivate static let keyDescriptor = XML.QualifiedName("KeyDescriptor", in: .metadata)
    fileprivate static let keyInfo = XML.QualifiedName("KeyInfo", in: .signature)
    fileprivate static let x509Certificate = XML.QualifiedName("X509Certificate", in: .signature)
    fileprivate static let x509Data = XML.QualifiedName("X509Data", in: .signature)
}
