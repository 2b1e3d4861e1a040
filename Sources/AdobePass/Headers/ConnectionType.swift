extension Pass.DeviceInformation {
    /// The kind of network; this set has no documented end.
    public struct ConnectionType: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A wireless network.
        public static let wifi: Self = "WiFi"
        /// A cable.
        public static let lan: Self = "LAN"
        /// The third generation of mobile networks.
        public static let cellular3G: Self = "3G"
        /// The fourth generation of mobile networks.
        public static let cellular4G: Self = "4G"
        /// The fifth generation of mobile networks.
        public static let cellular5G: Self = "5G"
    }
}
