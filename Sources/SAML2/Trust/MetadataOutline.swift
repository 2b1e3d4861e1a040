package import XMLCore

extension SAML {
    /// The entities that a metadata file describes, without their keys.
    ///
    /// Reading it refuses nothing; what decides about trust is ``Metadata``.
    package struct MetadataOutline: Hashable, Sendable {
        /// One `EntityDescriptor`.
        package struct Entity: Hashable, Sendable {
            /// `entityID`.
            package let entityID: String?
            /// The local names of the roles it describes, such as `IDPSSODescriptor`.
            package let roles: [String]
            /// The number of `KeyDescriptor` elements.
            package let keyCount: Int
        }

        /// The first entities, in document order.
        package private(set) var entities: [Entity] = []
        /// The number of all entities.
        package private(set) var entityCount = 0
        /// The number of entities that have an outline.
        private static let mostEntities = 16
        /// The number of roles of one entity that are named.
        private static let mostRoles = 8

        /// Reads an `EntityDescriptor` or `EntitiesDescriptor`.
        package init(unverified element: XML.Element) {
            add(element)
        }

        private mutating func add(_ element: XML.Element) {
            guard element.isNamed(.entityDescriptor) else {
                for child in element.childElements
                where child.isNamed(.entityDescriptor) || child.isNamed(.entitiesDescriptor) {
                    add(child)
                }
                return
            }
            entityCount += 1
            guard entities.count < Self.mostEntities else { return }
            let roles = element.childElements.filter {
                $0.isIn(.metadata) && $0.name.localName.hasSuffix("Descriptor")
            }
            entities.append(
                Entity(
                    entityID: element.attribute("entityID"),
                    roles: roles.prefix(Self.mostRoles).map(\.name.localName),
                    keyCount: roles.reduce(0) {
                        $0 + $1.childElements(named: .keyDescriptor).count
                    }))
        }
    }
}
