extension RESTv2 {
    /// Whether the user may see or play one resource.
    public struct Decision: Hashable, Sendable, Codable, RedactedValue {
        /// The resource.
        public let resource: String
        /// The service provider.
        public let serviceProvider: Pass.ServiceProvider?
        /// The MVPD.
        public let mvpd: Pass.MVPDIdentifier?
        /// Whether the user may.
        public let authorized: Bool
        /// Who decided.
        public let source: DecisionSource?
        /// What a player needs; only where playing is permitted.
        public let token: MediaToken?
        /// When the decision begins to hold.
        public let notBefore: Pass.Timestamp?
        /// When the decision ceases to hold.
        public let notAfter: Pass.Timestamp?
        /// Why the user may not.
        public let error: Pass.EnhancedError?

        /// Whether it is worth asking for this resource again.
        public var isWorthRetrying: Bool { error?.action == .retry }

        enum CodingKeys: String, WireKey {
            case resource, serviceProvider, mvpd, authorized, source, token, notBefore, notAfter
            case error
        }

        /// Creates a decision from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if the resource or the decision is missing.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            resource = try values.decode(String.self, forKey: .resource)
            serviceProvider = try values.word(.serviceProvider)
            mvpd = try values.word(.mvpd)
            authorized = try values.flag(.authorized) ?? false
            source = try values.word(.source)
            token = try values.decodeIfPresent(MediaToken.self, forKey: .token)
            notBefore = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .notBefore)
            notAfter = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .notAfter)
            error = try values.decodeIfPresent(Pass.EnhancedError.self, forKey: .error)
        }

        /// What was decided; never about what.
        public var description: String { authorized ? "permit" : "deny" }
    }

    /// The decisions of an answer, one for each resource.
    public struct Decisions: Hashable, Sendable, Codable, RedactedValue {
        /// The decisions in the order of the answer.
        public let all: [Decision]

        init(all: [Decision]) { self.all = all }

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

        /// How many decisions there are; never about what.
        public var description: String { "\(all.count) decision\(all.count == 1 ? "" : "s")" }
    }

    /// The proof of a permission that a player or its backend checks; use it once, keep it nowhere.
    public struct MediaToken: Hashable, Sendable, Codable, RedactedValue {
        /// When it begins to be valid.
        public let notBefore: Pass.Timestamp?
        /// When it ceases to be valid.
        public let notAfter: Pass.Timestamp?
        /// The token, in Base64.
        public let serializedToken: String

        /// That this is a token; never which.
        public var description: String { "media token" }
    }
}
