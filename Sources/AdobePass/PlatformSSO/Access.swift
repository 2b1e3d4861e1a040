extension PlatformSSO {
    /// The answer to the question whether the app has access.
    public struct Access: Hashable, Sendable {
        /// Whether the user lets the app use the TV provider.
        public let status: Pass.AccessStatus
        /// What went wrong while access was asked for.
        public let error: AccountError?

        /// Creates an answer.
        ///
        /// - Parameters:
        ///   - status: Whether the user lets the app use the TV provider.
        ///   - error: What went wrong while access was asked for.
        public init(_ status: Pass.AccessStatus, error: AccountError? = nil) {
            self.status = status
            self.error = error
        }

        /// Whether the app may ask for metadata.
        public var isGranted: Bool { status == .granted }
    }
}
