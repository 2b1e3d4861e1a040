extension PlatformSSO {
    /// Whether the user lets the app use the TV provider of the system.
    public struct AccessStatus: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it stands in the partner framework status.
        public let rawValue: String

        /// Creates a status from its word.
        ///
        /// - Parameter rawValue: The word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The user has granted access.
        public static let granted = Self(rawValue: "granted")
        /// The user has denied access.
        public static let denied = Self(rawValue: "denied")
        /// The user cannot grant access, because of parental controls for instance.
        public static let restricted = Self(rawValue: "restricted")
        /// The user has not been asked.
        public static let notDetermined = Self(rawValue: "notDetermined")
    }

    /// The answer to the question whether the app has access.
    public struct Access: Hashable, Sendable {
        /// Whether the user lets the app use the TV provider.
        public let status: AccessStatus
        /// What went wrong while access was asked for.
        public let error: AccountError?

        /// Creates an answer.
        ///
        /// - Parameters:
        ///   - status: Whether the user lets the app use the TV provider.
        ///   - error: What went wrong while access was asked for.
        public init(_ status: AccessStatus, error: AccountError? = nil) {
            self.status = status
            self.error = error
        }

        /// Whether the app may ask for metadata.
        public var isGranted: Bool { status == .granted }
    }
}
