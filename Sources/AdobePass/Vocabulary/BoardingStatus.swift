extension Pass {
    /// The degree of an MVPD's integration with Apple's sign-on; without a status there is no
    /// integration.
    public struct BoardingStatus: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The MVPD signs users in through Apple's sign-on.
        public static let supported: Self = "SUPPORTED"
        /// The MVPD is in Apple's picker, and users sign in through Adobe Pass.
        public static let picker: Self = "PICKER"
    }
}
