extension Pass {
    /// The user's consent to the app's access to the TV provider subscription.
    public struct AccessStatus: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The user lets it.
        public static let granted: Self = "granted"
        /// The user does not let it.
        public static let denied: Self = "denied"
        /// The device does not let it, by parental controls for instance.
        public static let restricted: Self = "restricted"
        /// The user has not been asked.
        public static let notDetermined: Self = "notDetermined"
    }
}
