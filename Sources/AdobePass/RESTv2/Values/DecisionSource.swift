extension RESTv2 {
    /// The source of a decision.
    public struct DecisionSource: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The MVPD.
        public static let mvpd: Self = "mvpd"
        /// A degradation rule.
        public static let degradation: Self = "degradation"
        /// The rules of the temporary access.
        public static let temporaryAccess: Self = "temppass"
        /// A stand-in of Adobe's.
        public static let dummy: Self = "dummy"
    }
}
