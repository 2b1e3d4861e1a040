extension Pass {
    /// The action that an enhanced error asks of the client.
    ///
    /// It decides whether to try again, not the status: errors worth repeating carry 403.
    public struct ErrorAction: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates an action from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Correct the request or accept the denial; the same request fails again.
        public static let none = Self(rawValue: "none")
        /// Somebody has to change the configuration.
        public static let configuration = Self(rawValue: "configuration")
        /// Register again, after a new access token did not help.
        public static let applicationRegistration = Self(rawValue: "application-registration")
        /// Let the user sign in, again.
        public static let authentication = Self(rawValue: "authentication")
        /// Obtain an authorization for the resource; v1 only.
        public static let authorization = Self(rawValue: "authorization")
        /// Try again, two or three times at most.
        public static let retry = Self(rawValue: "retry")
    }
}
