package import XMLCore
public import XMLSecurity

extension SAML {
    /// The keys that a caller trusts, each bound to an issuer and a role.
    public struct TrustStore: Hashable, Sendable {
        /// Keys that speak for every issuer in every role.
        private var universalKeys: [TrustedKey] = []
        /// Entities of metadata, by their names.
        private var entities: [ByteExactName: Metadata.Entity] = [:]
        /// Keys that the caller bound to an issuer, by its name.
        private var boundKeys: [ByteExactName: [Metadata.SigningKeys]] = [:]

        /// All of them, for any issuer.
        package private(set) var everyKey: Set<TrustedKey> = []

        /// Trusts nobody.
        public init() {}

        /// Trusts the entities that metadata describes, each for messages that name it as their issuer.
        ///
        /// The caller vouches for the bytes: a signature in them is not checked.
        ///
        /// - Parameter metadata: The XML of an `EntityDescriptor` or `EntitiesDescriptor`.
        /// - Throws: A ``Rejection`` when it is not metadata, or contradicts itself.
        public init(metadata: some Sequence<UInt8>) throws(Rejection) {
            let document = try Rejection.document(metadata)
            try self.init(
                Rejection.unless(Rejection.Reason.init) { () throws(StructureError) in
                    try Metadata(document.rootElement)
                })
        }

        private init(_ metadata: Metadata) throws(Rejection) {
            try Rejection.unless(Rejection.Reason.init) { () throws(EntityConflict) in
                try trust(metadata)
            }
        }

        /// Trusts the entities of metadata that one of some keys signed.
        ///
        /// Descriptions without `validUntil` end 30 days after the file was retrieved.
        ///
        /// - Parameters:
        ///   - metadata: The XML of an `EntityDescriptor` or `EntitiesDescriptor`, signed as a whole.
        ///   - keys: The keys of its publisher.
        ///   - retrieved: The time at which it was retrieved.
        /// - Throws: A ``Rejection`` when none of the keys signed it, it is not metadata, or contradicts itself.
        public init(
            metadata: some Sequence<UInt8>, signedWithOneOf keys: [TrustedKey], retrieved: Instant
        ) throws(Rejection) {
            let document = try Rejection.document(metadata)
            try self.init(
                Rejection.unless(Rejection.Reason.init) { () throws(MessageVerifier.Failure) in
                    try Metadata(
                        in: document, verifiedBy: SignatureVerifier(trusting: keys),
                        retrieved: retrieved)
                })
        }

        /// A Boolean value that indicates whether no key is trusted.
        public var isEmpty: Bool { everyKey.isEmpty }

        /// A Boolean value that indicates whether some key speaks for every issuer.
        package var hasUniversalKeys: Bool { !universalKeys.isEmpty }

        /// Every key with the issuer it is trusted for, `nil` for every issuer.
        ///
        /// It is for reports: who verifies with all of them lets every issuer speak for every other. Universal
        /// keys come first, the others by the bytes of their issuers' names. A key that came in several
        /// certificates is there several times.
        package var allKeysWithIssuers: [(key: TrustedKey, issuer: String?)] {
            let described = entries.flatMap { issuer, entry in
                entry.keys.map { (key: $0, issuer: String?.some(issuer)) }
            }
            return universalKeys.map { (key: $0, issuer: String?.none) } + described
        }

        /// The keys that speak for every issuer.
        package var keysForEveryIssuer: [TrustedKey] { universalKeys }

        /// Every description with its issuer, by the bytes of the issuers' names.
        package var entries: [(issuer: String, entry: Metadata.SigningKeys)] {
            let described = entities.mapValues(\.signingKeys).merging(boundKeys) { $0 + $1 }
            return described.sorted {
                $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8)
            }.flatMap { issuer, entries in entries.map { (issuer.text, $0) } }
        }

        /// Trusts keys for every issuer in every role, so that the holder of one can speak for all.
        ///
        /// It suits a receiver with a single issuer; ``trust(_:forIssuer:as:)`` is for the others.
        public mutating func trustForEveryIssuer(_ keys: some Sequence<TrustedKey>) {
            let keys = Array(keys)
            universalKeys += keys
            everyKey.formUnion(keys)
        }

        /// Trusts keys for the messages of one issuer.
        ///
        /// - Parameters:
        ///   - keys: The keys, several for a rollover.
        ///   - issuer: The issuer's name, byte for byte.
        ///   - roles: The roles in which the keys sign.
        public mutating func trust(
            _ keys: some Sequence<TrustedKey>, forIssuer issuer: String,
            as roles: Set<Metadata.Role> = [.identityProvider, .attributeAuthority]
        ) {
            let keys = Array(keys)
            boundKeys[ByteExactName(issuer), default: []] += Metadata.Role.allCases
                .filter(roles.contains).map {
                    Metadata.SigningKeys(role: $0, keys: keys, validUntil: nil)
                }
            everyKey.formUnion(keys)
        }

        /// Trusts the entities of metadata, each for messages that name it as their issuer.
        ///
        /// - Throws: An ``EntityConflict`` when an entity is known already with other keys, because one
        ///   publisher could then speak for another's entity. Nothing is trusted then.
        package mutating func trust(_ metadata: Metadata) throws(EntityConflict) {
            for entity in metadata.entities {
                guard let earlier = entities[ByteExactName(entity.entityID)],
                    !earlier.isIdentical(to: entity)
                else { continue }
                throw EntityConflict(
                    entityID: entity.entityID, earlierPosition: earlier.position,
                    position: entity.position)
            }
            for entity in metadata.entities {
                entities[ByteExactName(entity.entityID)] = entity
                everyKey.formUnion(entity.signingKeys.flatMap(\.keys))
            }
        }

        /// The keys that may have signed a message of `issuer`.
        ///
        /// - Parameters:
        ///   - issuer: The issuer the message names.
        ///   - roles: The roles in which the message may be signed.
        ///   - now: The time; descriptions that have expired are skipped. Without a time, none are.
        /// - Returns: The keys, universal ones first.
        package func keys(
            forIssuer issuer: String?, as roles: [Metadata.Role], at now: Instant?
        ) -> [TrustedKey] {
            guard let issuer else { return universalKeys }
            let name = ByteExactName(issuer)
            var keys: [TrustedKey] = []
            var isMerged = false
            func add(_ entries: [Metadata.SigningKeys]) {
                for entry in entries where roles.contains(entry.role) {
                    if let validUntil = entry.validUntil, let now, validUntil <= now { continue }
                    // Providers publish one key in several roles.
                    guard !keys.isEmpty else {
                        keys = entry.keys
                        continue
                    }
                    guard entry.keys != keys else { continue }
                    keys += entry.keys
                    isMerged = true
                }
            }
            if let published = entities[name]?.signingKeys { add(published) }
            if let bound = boundKeys[name] { add(bound) }
            // Each is tried once.
            if isMerged {
                var seen: Set<TrustedKey> = []
                keys.removeAll { !seen.insert($0).inserted }
            }
            return universalKeys.isEmpty ? keys : universalKeys + keys
        }

        /// The names of all issuers that keys are trusted for.
        package var issuers: [String] {
            Set(entities.keys).union(boundKeys.keys).map(\.text)
        }

        /// Returns whether some keys are trusted for an issuer, in any role and with any end.
        package func knows(_ issuer: String) -> Bool {
            let name = ByteExactName(issuer)
            return entities[name] != nil || boundKeys[name] != nil
        }

        /// The keys that the metadata of an issuer has for encryption only, which sign nothing.
        package func encryptionKeys(ofIssuer issuer: String) -> [TrustedKey] {
            let certificates = entities[ByteExactName(issuer)]?.encryptionCertificates ?? []
            return certificates.prefix(16).compactMap { try? TrustedKey(derEncoded: $0) }
        }

        /// The keys in descriptors of an issuer's metadata that are not used, with the descriptors' names.
        package func unusedKeys(
            ofIssuer issuer: String
        ) -> [(descriptor: String, keys: [TrustedKey])] {
            let unused = entities[ByteExactName(issuer)]?.unusedCertificates ?? []
            return unused.prefix(4).map { unused in
                (
                    unused.descriptor,
                    unused.certificates.prefix(16).compactMap { try? TrustedKey(derEncoded: $0) }
                )
            }
        }

        /// The keys of an issuer in some roles whose descriptions have ended.
        package func endedKeys(
            ofIssuer issuer: String, as roles: [Metadata.Role], at now: Instant
        ) -> [TrustedKey] {
            (entities[ByteExactName(issuer)]?.signingKeys ?? []).filter { entry in
                roles.contains(entry.role) && entry.validUntil.map { $0 <= now } ?? false
            }.flatMap(\.keys)
        }

        /// A line for each thing that is trusted, in an order of its own: equal for stores that judge
        /// alike.
        package var inventory: [String] {
            func text(_ key: TrustedKey) -> String {
                "\(key.keySHA256) \(key.certificateNotAfter.map(String.init) ?? "-")"
            }
            let described = entries.flatMap { issuer, entry in
                entry.keys.map { key in
                    let until = entry.validUntil?.description ?? "-"
                    return "\(entry.role) \(until) \(text(key)) \(issuer)"
                }
            }
            return universalKeys.map(text).sorted() + described.sorted()
        }
    }

    /// Two descriptions of one entity that differ, in files of metadata that are trusted together.
    package struct EntityConflict: Error, Hashable, Sendable, CustomStringConvertible {
        /// The name both describe.
        package let entityID: String
        /// The position of the earlier descriptor in its file.
        package let earlierPosition: XML.SourcePosition
        /// The position of the other descriptor in its file.
        package let position: XML.SourcePosition

        /// A sentence that says what is wrong and where.
        package var description: String {
            "Two descriptors name the same entityID and differ; remove one: the earlier at \(earlierPosition), "
                + "the other at \(position)."
        }
    }
}
