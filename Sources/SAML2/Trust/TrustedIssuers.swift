extension SAML {
    /// The names of trusted issuers, by what is left of them without the usual differences in spelling.
    ///
    /// They are indexed once, when the first name comes that nobody trusts: such a name then costs a look-up
    /// and not a search, and whoever trusts every issuer that comes pays nothing.
    package final class TrustedIssuers: Sendable {
        private struct Index {
            var bySpelling: [[UInt8]: String] = [:]
            var byHost: [[UInt8]: String] = [:]
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
                }
            }

            static func host(_ spelling: [UInt8]) -> [UInt8] {
                Array(spelling.prefix { $0 != UInt8(ascii: "/") })
            }
        }

        private let trust: TrustStore
        private let made = Locked<Index?>(nil)

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

        /// The trusted issuer whose name differs from this one in spelling only, and the difference.
        package func issuer(
            spelledLike name: String
        ) -> (name: String, difference: SpellingDifference)? {
            guard let issuer = index.bySpelling[SpellingDifference.essence(of: name)],
                let difference = SpellingDifference(
                    between: name, and: issuer, among: SpellingDifference.ofAddresses)
            else { return nil }
            return (issuer, difference)
        }

        /// The trusted issuer that is nearest to a name: spelled alike, of the same host, or the only one.
        package func nearest(to name: String) -> String? {
            let spelling = SpellingDifference.essence(of: name)
            let index = index
            return index.bySpelling[spelling] ?? index.byHost[Index.host(spelling)] ?? index.only
        }
    }
}
