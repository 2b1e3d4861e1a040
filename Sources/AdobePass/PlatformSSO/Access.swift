extension PlatformSSO {
    /// The answer to the question whether the app has access.
    public struct Access: Hashable, Sendable {
        /// The user's consent to the app's use of the TV provider.
        public let status: Pass.AccessStatus
        /// The error of the request for access.
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

        /// A Boolean value that indicates whether the app may ask for metadata.
        public var isGranted: Bool { status == .granted }
    }
}
