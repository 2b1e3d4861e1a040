extension RESTv2 {
    /// The name of the action that a logout requires.
    public struct LogoutActionName: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Open the URL in a user agent, so that the MVPD ends its session.
        public static let logout: Self = "logout"
        /// Tell the user to sign out in the system's settings.
        public static let partnerLogout: Self = "partner_logout"
        /// Nothing.
        public static let complete: Self = "complete"
        /// Nothing: there was no profile.
        public static let invalid: Self = "invalid"
    }
}
