public import XMLSecurity

extension SAML {
    /// Whose signatures the caller trusts.
    public struct TrustStore: Hashable, Sendable {
        /// Keys that are trusted whoever the issuer is.
        private var keysForAnyIssuer: [TrustedKey] = []
        /// Keys of one issuer each, by the octets of its name.
        ///
        /// Strings are equal more often than names are.
        private var keysByIssuer: [[UInt8]: [Metadata.SigningKeys]] = [:]

        /// All of them, whoever they are trusted for.
        private(set) var everyKey: Set<TrustedKey> = []

        /// Trusts nobody.
        public init() {}

        /// Whether nobody is trusted.
        public var isEmpty: Bool {
            keysForAnyIssuer.isEmpty
                && keysByIssuer.values.allSatisfy { $0.allSatisfy(\.keys.isEmpty) }
        }

        /// Every key, in any role, whether or not its description is still valid.
        ///
        /// It is for reports: who verifies with all of them lets every issuer speak for every other.
        /// A key that came in several certificates is there several times.
        public var allKeys: [TrustedKey] {
            keysForAnyIssuer + keysByIssuer.values.flatMap { $0.flatMap(\.keys) }
        }

        /// Every key of ``allKeys`` with the issuer it is trusted for, `nil` for every issuer.
        ///
        /// Keys for every issuer come first, the others by the octets of their issuers' names.
        public var allKeysWithIssuers: [(key: TrustedKey, issuer: String?)] {
            let bare = keysForAnyIssuer.map { (key: $0, issuer: String?.none) }
            let described = keysByIssuer.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .flatMap { issuer, entries in
                    entries.flatMap(\.keys).map { key in
                        (key: key, issuer: String?.some(String(decoding: issuer, as: UTF8.self)))
                    }
                }
            return bare + described
        }

        /// Trusts keys for every issuer.
        public mutating func trust(_ keys: some Sequence<TrustedKey>) {
            let keys = Array(keys)
            keysForAnyIssuer += keys
            everyKey.formUnion(keys)
        }

        /// Trusts the entities of metadata, each for messages that name it as their issuer.
        public mutating func trust(_ metadata: Metadata) {
            for entity in metadata.entities {
                keysByIssuer[Array(entity.entityID.utf8), default: []] += entity.signingKeys
                everyKey.formUnion(entity.signingKeys.flatMap(\.keys))
            }
        }

        /// The keys that may have signed a message of `issuer`.
        ///
        /// - Parameters:
        ///   - issuer: The issuer the message names.
        ///   - role: What the message is signed as.
        ///   - now: The time; descriptions whose `validUntil` has passed are left out. Without a
        ///     time none is.
        /// - Returns: The keys, those trusted for every issuer first.
        public func keys(
            forIssuer issuer: String?, as role: Metadata.Role, at now: Instant?
        ) -> [TrustedKey] {
            let entries = issuer.flatMap { keysByIssuer[Array($0.utf8)] } ?? []
            let current = entries.filter { entry in
                guard entry.role == role else { return false }
                guard let validUntil = entry.validUntil, let now else { return true }
                return now < validUntil
            }
            return keysForAnyIssuer + current.flatMap(\.keys)
        }

        /// A line for each thing that is trusted, in an order of its own: equal for stores that judge
        /// alike.
        package var inventory: [String] {
            func text(_ key: TrustedKey) -> String {
                "\(key.keySHA256) \(key.certificateNotAfter.map(String.init) ?? "-")"
            }
            let entries = keysByIssuer.flatMap { issuer, entries in
                entries.flatMap { entry in
                    let until = entry.validUntil?.description ?? "-"
                    let name = String(decoding: issuer, as: UTF8.self)
                    return entry.keys.map { "\(entry.role) \(until) \(text($0)) \(name)" }
                }
            }
            return keysForAnyIssuer.map(text).sorted() + entries.sorted()
        }
    }
}
