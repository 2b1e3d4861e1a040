extension XML {
    /// The canonical bytes of a document or a part of one, and how they were made.
    public struct CanonicalForm: Hashable, Sendable, CustomStringConvertible {
        /// The bytes, in UTF-8.
        public let bytes: [UInt8]
        /// The method that made them.
        package let method: CanonicalizationMethod

        /// The size of the form; never what it says.
        public var description: String { "CanonicalForm(\(bytes.count) bytes)" }
    }

    /// The limits on the cost of canonicalization.
    package struct CanonicalizationLimits: Hashable, Sendable {
        /// The largest number of bytes written.
        ///
        /// No form is longer than 1 MiB and 16 times its document, whatever this says: a namespace
        /// name can be written again for every element.
        package var byteCount: Int
        /// The longest `InclusiveNamespaces` `PrefixList`, in prefixes.
        package var prefixCount: Int

        /// Creates limits; what is not given is as in ``standard``.
        ///
        /// - Parameters:
        ///   - byteCount: 64 MiB unless given, and at most 1 GiB.
        ///   - prefixCount: 64 unless given, and at most 4,096.
        package init(byteCount: Int = 64 << 20, prefixCount: Int = 64) {
            self.byteCount = byteCount
            self.prefixCount = prefixCount
        }

        /// The limits for one SAML message.
        package static let standard = CanonicalizationLimits()
    }

    /// The reason why there are no canonical bytes.
    ///
    /// A canonicalization that fails gives this error and never a short or empty result.
    public struct CanonicalizationError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, stable across releases, spelling included.
        @nonexhaustive
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// A namespace name is a relative URI reference, which has no canonical form
            /// (Canonical XML 1.0, section 1.3).
            case relativeNamespaceName
            /// The excluded element is not in the document of the one that is written.
            case excludedElementElsewhere
            /// The `PrefixList` has more than 64 prefixes.
            case tooManyPrefixes
            /// The form is longer than 64 MiB.
            case tooManyBytes = "tooManyOctets"
            /// The XPath expression cannot be evaluated.
            case invalidXPath
            /// The XPath expression selects something other than a node-set.
            case notANodeSet
            /// The XPath expression takes too many steps.
            case tooManyOperations
            /// An ancestor's `xml:base` would have to be joined, which only libxml2 does here.
            case inheritedBase
            /// Memory could not be had.
            case outOfMemory
            /// libxml2 failed in a way that has no name of its own.
            case failed
        }

        /// The reason.
        public let code: Code

        /// A sentence that says what is wrong.
        public var description: String {
            switch code {
            case .relativeNamespaceName:
                "A namespace name is a relative URI reference, so there is no canonical form."
            case .excludedElementElsewhere:
                "The element to exclude belongs to another document."
            case .tooManyPrefixes: "The PrefixList is longer than the limit."
            case .tooManyBytes: "The canonical form is longer than the limit."
            case .invalidXPath: "The XPath expression cannot be evaluated."
            case .notANodeSet: "The XPath expression does not select a node-set."
            case .tooManyOperations: "The XPath expression takes more steps than the limit."
            case .inheritedBase: "An ancestor's xml:base would have to be joined."
            case .outOfMemory: "There was not enough memory to canonicalize."
            case .failed: "The XML library could not canonicalize."
            }
        }
    }
}

extension XML.CanonicalizationLimits {
    /// The largest number of bytes of a form made from a document of `byteCount` bytes.
    func byteCount(forSource count: Int) -> Int {
        max(0, min(byteCount, (1 << 20) + 16 * count))
    }
}
