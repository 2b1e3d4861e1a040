extension RESTv2 {
    /// The source of a decision.
    public struct DecisionSource: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The MVPD.
        public static let mvpd = Self(rawValue: "mvpd")
        /// A degradation rule.
        public static let degradation = Self(rawValue: "degradation")
        /// The rules of the temporary access.
        public static let temporaryAccess = Self(rawValue: "temppass")
        /// A stand-in of Adobe's.
        public static let dummy = Self(rawValue: "dummy")
    }
}
