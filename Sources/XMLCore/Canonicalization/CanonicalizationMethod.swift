extension XML {
    /// A way to write a document so that equal documents have equal bytes.
    public struct CanonicalizationMethod: Hashable, Sendable {
        /// The three families of canonical forms.
        public enum Algorithm: String, Hashable, Sendable, CaseIterable {
            /// Canonical XML 1.0 (W3C Recommendation 15 March 2001).
            case canonicalXML10 = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
            /// Canonical XML 1.1 (W3C Recommendation 2 May 2008).
            case canonicalXML11 = "http://www.w3.org/2006/12/xml-c14n11"
            /// Exclusive XML Canonicalization 1.0 (W3C Recommendation 18 July 2002).
            case exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
        }

        /// The family.
        public let algorithm: Algorithm
        /// A Boolean value that indicates whether comments are part of the canonical form.
        public let withComments: Bool
        /// The prefixes an exclusive form treats as an inclusive one would.
        public let inclusiveNamespaces: InclusiveNamespaces?

        /// Creates a method.
        ///
        /// - Parameters:
        ///   - algorithm: The family.
        ///   - withComments: Whether comments are kept; by default they are not.
        ///   - inclusiveNamespaces: The `InclusiveNamespaces` of an exclusive form; it has no
        ///     meaning for the others.
        public init(
            _ algorithm: Algorithm, withComments: Bool = false,
            inclusiveNamespaces: InclusiveNamespaces? = nil
        ) {
            self.algorithm = algorithm
            self.withComments = withComments
            self.inclusiveNamespaces = algorithm == .exclusive ? inclusiveNamespaces : nil
        }

        /// Creates the method with this algorithm identifier, as XML Signature writes it.
        package init?(
            algorithmIdentifier: String, inclusiveNamespaces: InclusiveNamespaces? = nil
        ) {
            guard
                let (algorithm, withComments) = Self.allIdentifiers[algorithmIdentifier]
            else { return nil }
            self.init(
                algorithm, withComments: withComments, inclusiveNamespaces: inclusiveNamespaces)
        }

        /// The algorithm identifier, as XML Signature writes it.
        package var algorithmIdentifier: String {
            guard withComments else { return algorithm.rawValue }
            // Only the exclusive identifier ends in its own "#".
            return algorithm.rawValue + (algorithm == .exclusive ? "" : "#") + "WithComments"
        }

        private static let allIdentifiers: [String: (Algorithm, withComments: Bool)] = {
            var identifiers: [String: (Algorithm, withComments: Bool)] = [:]
            for algorithm in Algorithm.allCases {
                for withComments in [false, true] {
                    let method = CanonicalizationMethod(algorithm, withComments: withComments)
                    identifiers[method.algorithmIdentifier] = (algorithm, withComments)
                }
            }
            return identifiers
        }()
    }

    /// The parameter of an exclusive canonical form (Exclusive XML Canonicalization, section 3).
    public struct InclusiveNamespaces: Hashable, Sendable {
        /// The prefixes, `#default` for the default namespace.
        public let prefixList: [String]

        /// Creates the parameter from its prefixes.
        public init(prefixList: [String]) {
            self.prefixList = prefixList
        }

        /// Creates the parameter from the text of a `PrefixList` attribute.
        package init(parsing prefixList: String) {
            self.init(
                prefixList: prefixList.unicodeScalars.split { scalar in
                    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
                }.map(String.init))
        }
    }
}
