extension RESTv1 {
    /// The resources that the user may probably play.
    public struct Preauthorization: Hashable, Sendable, Codable, RedactedValue {
        /// The answered resources.
        public let resources: [Resource]

        /// Returns whether a resource may be shown as playable; one without an answer may not.
        ///
        /// - Parameter resource: The resource, compared by its bytes.
        /// - Returns: Whether the answer permits it.
        public func isAuthorized(_ resource: String) -> Bool {
            resources.contains { $0.authorized && $0.id.utf8.elementsEqual(resource.utf8) }
        }

        enum CodingKeys: String, WireKey {
            case resources
        }

        /// The number of answered resources; never their names.
        public var description: String { "preauthorization of \(resources.count)" }
    }
}

extension RESTv1.Preauthorization {
    /// The answer for one resource.
    public struct Resource: Hashable, Sendable, Codable, RedactedValue {
        /// The resource.
        public let id: String
        /// A Boolean value that indicates whether the user may probably play it.
        public let authorized: Bool
        /// The reason for the denial.
        public let error: Pass.EnhancedError?

        /// A Boolean value that indicates whether it is worth asking for this resource again.
        public var isWorthRetrying: Bool { error?.action == .retry }

        enum CodingKeys: String, LenientKey {
            case id, authorized, error
        }

        /// The decision; never the resource.
        public var description: String { authorized ? "permit" : "deny" }
    }
}
