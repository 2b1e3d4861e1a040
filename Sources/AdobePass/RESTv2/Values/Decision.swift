extension RESTv2 {
    /// The decision on whether the user may see or play one resource.
    public struct Decision: Hashable, Sendable, Codable, RedactedValue {
        /// The resource.
        public let resource: String
        /// The service provider.
        public let serviceProvider: Pass.ServiceProvider?
        /// The MVPD.
        public let mvpd: Pass.MVPDIdentifier?
        /// A Boolean value that indicates whether the user may.
        public let authorized: Bool
        /// The source of the decision.
        public let source: DecisionSource?
        /// The media token for the player, if playing is permitted.
        public let token: MediaToken?
        /// The beginning of the decision's validity.
        public let notBefore: Pass.Timestamp?
        /// The end of the decision's validity.
        public let notAfter: Pass.Timestamp?
        /// The reason for the denial.
        public let error: Pass.EnhancedError?

        /// A Boolean value that indicates whether it is worth asking for this resource again.
        public var isWorthRetrying: Bool { error?.action == .retry }

        enum CodingKeys: String, LenientKey {
            case resource, serviceProvider, mvpd, authorized, source, token, notBefore, notAfter
            case error
        }

        /// The decision; never the resource.
        public var description: String { authorized ? "permit" : "deny" }
    }

    /// The decisions of an answer, one for each resource.
    public struct Decisions: Hashable, Sendable, Codable, RedactedValue {
        /// The decisions in the order of the answer.
        public let all: [Decision]

        /// The decision about a resource; `nil` if there is none, which counts as a denial.
        ///
        /// - Parameter resource: The resource, compared by its bytes.
        /// - Returns: The decision.
        public subscript(resource: String) -> Decision? {
            all.first { $0.resource.utf8.elementsEqual(resource.utf8) }
        }

        enum CodingKeys: String, WireKey {
            case all = "decisions"
        }

        /// The number of decisions; never the resources.
        public var description: String { "\(all.count) decision\(all.count == 1 ? "" : "s")" }
    }

    /// The proof of a permission that a player or its backend checks; use it once, keep it nowhere.
    public struct MediaToken: Hashable, Sendable, Codable, RedactedValue {
        /// The beginning of the validity.
        public let notBefore: Pass.Timestamp?
        /// The end of the validity.
        public let notAfter: Pass.Timestamp?
        /// The token, in Base64.
        public let serializedToken: String
    }
}
