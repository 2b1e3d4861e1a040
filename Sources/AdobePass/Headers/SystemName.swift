extension Pass.DeviceInformation {
    /// The name of the operating system.
    public struct SystemName: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// iOS.
        public static let iOS: Self = "iOS"
        /// tvOS.
        public static let tvOS: Self = "tvOS"
        /// Linux, where services run.
        public static let linux: Self = "Linux"
        /// macOS.
        public static let macOS: Self = "Mac OS"
    }
}
