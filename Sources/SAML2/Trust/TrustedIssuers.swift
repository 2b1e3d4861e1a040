package import XMLSecurity

extension SAML {
    /// The names of trusted issuers, by what is left of them without the usual differences in spelling.
    ///
    /// They are indexed once, when the first untrusted name comes: such a name then costs a look-up and not a search,
    /// and nothing is paid where every issuer that comes is trusted.
    package final class TrustedIssuers: Sendable {
        private struct Index {
            var bySpelling: [[UInt8]: String] = [:]
            var byHost: [[UInt8]: String] = [:]
            /// The names by their length, for those that are misspelled.
            private var byLength: [Int: [(spelling: [UInt8], name: String)]] = [:]
            let only: String?

            init(_ trust: TrustStore) {
                let issuers = trust.issuers.sorted {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }
                only = issuers.count == 1 ? issuers[0] : nil
                for issuer in issuers {
                    let spelling = SpellingDifference.essence(of: issuer)
                    bySpelling[spelling] = bySpelling[spelling] ?? issuer
                    let host = Self.host(spelling)
                    if host.contains(UInt8(ascii: ".")) { byHost[host] = byHost[host] ?? issuer }
                    byLength[spelling.count, default: []].append((spelling, issuer))
                }
            }

            static func host(_ spelling: [UInt8]) -> [UInt8] {
                Array(spelling.prefix { $0 != UInt8(ascii: "/") })
            }

            /// The largest number of names that a misspelled one is compared with.
            private static let mostNames = 64
            private static let mostChanges = 3

            /// The name that takes the fewest changes, if that are few for its length.
            func misspelled(_ spelling: [UInt8]) -> String? {
                let bound = min(Self.mostChanges, spelling.count / 6)
                guard bound > 0 else { return nil }
                var rest = Self.mostNames
                var best: (changes: Int, name: String)?
                for length in (-bound...bound).sorted(by: { abs($0) < abs($1) }) {
                    for known in (byLength[spelling.count + length] ?? []).prefix(rest) {
                        rest -= 1
                        guard
                            let changes = NameDistance.changes(
                                from: spelling, to: known.spelling,
                                atMost: best.map { $0.changes - 1 } ?? bound)
                        else { continue }
                        best = (changes, known.name)
                    }
                }
                return best?.name
            }
        }

        private let trust: TrustStore
        private let made = Locked<Index?>(nil)
        /// The results for misspelled names, so that a flood of one name costs one search.
        private let searched = Locked<[[UInt8]: String?]>([:])
        private static let mostSearched = 1024

        /// The issuers of each key, by its digest, with the end of the last description that has it.
        private let owning = Locked<[String: [Owner]]?>(nil)

        /// An issuer that a key is trusted for, until the end of its metadata.
        package struct Owner: Sendable {
            package let name: String
            fileprivate var end: Instant?

            /// Returns whether its metadata has ended, so that the key counts no longer.
            package func hasEnded(at now: Instant?) -> Bool {
                end.map { end in now.map { end <= $0 } ?? false } ?? false
            }
        }

        /// Takes the issuers of a store.
        package init(_ trust: TrustStore) {
            self.trust = trust
        }

        private var index: Index {
            made.withLock { made in
                if let made { return made }
                let index = Index(trust)
                made = index
                return index
            }
        }

        /// The issuers that a key is trusted for, in the order of their names; none for a key of every issuer.
        package func owners(of key: TrustedKey) -> [Owner] {
            owning.withLock { owning in
                if let owning { return owning[key.keySHA256] ?? [] }
                var owners: [String: [Owner]] = [:]
                for (issuer, entry) in trust.entries {
                    for key in entry.keys {
                        var known = owners[key.keySHA256] ?? []
                        if let last = known.last, last.name == issuer {
                            // The description that lasts longest counts.
                            known[known.count - 1].end = last.end.flatMap { end in
                                entry.validUntil.map { max($0, end) }
                            }
                        } else {
                            known.append(Owner(name: issuer, end: entry.validUntil))
                        }
                        owners[key.keySHA256] = known
                    }
                }
                owning = owners
                return owners[key.keySHA256] ?? []
            }
        }

        /// The trusted issuer whose name differs from this one in spelling only, and the differences.
        package func issuer(
            spelledLike name: String
        ) -> (name: String, differences: [SpellingDifference])? {
            guard let issuer = index.bySpelling[SpellingDifference.essence(of: name)] else {
                return nil
            }
            let differences = SpellingDifference.all(
                between: name, and: issuer, among: SpellingDifference.ofAddresses)
            return differences.isEmpty ? nil : (issuer, differences)
        }

        /// The trusted issuer that is nearest to a name: spelled alike, misspelled by a few letters, of the
        /// same host, or the only one.
        package func nearest(to name: String) -> String? {
            let spelling = SpellingDifference.essence(of: name)
            let index = index
            return index.bySpelling[spelling] ?? misspelled(spelling, in: index)
                ?? index.byHost[Index.host(spelling)] ?? index.only
        }

        private func misspelled(_ spelling: [UInt8], in index: Index) -> String? {
            guard spelling.count <= NameDistance.longestName else { return nil }
            if let known = searched.withLock({ $0[spelling] }) { return known }
            let found = index.misspelled(spelling)
            searched.withLock { searched in
                if searched.count < Self.mostSearched { searched[spelling] = .some(found) }
            }
            return found
        }
    }
}
