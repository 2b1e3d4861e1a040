extension Pass.DeviceInformation {
    /// The kind of device.
    public struct HardwareType: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A camera.
        public static let camera = Self(rawValue: "Camera")
        /// A terminal that collects data.
        public static let dataCollectionTerminal = Self(rawValue: "DataCollectionTerminal")
        /// A desktop computer.
        public static let desktop = Self(rawValue: "Desktop")
        /// A network module within something else.
        public static let embeddedNetworkModule = Self(rawValue: "EmbeddedNetworkModule")
        /// A reader of electronic books.
        public static let eReader = Self(rawValue: "eReader")
        /// A games console.
        public static let gamesConsole = Self(rawValue: "GamesConsole")
        /// A tracker of positions.
        public static let geolocationTracker = Self(rawValue: "GeolocationTracker")
        /// Glasses.
        public static let glasses = Self(rawValue: "Glasses")
        /// A media player.
        public static let mediaPlayer = Self(rawValue: "MediaPlayer")
        /// A phone.
        public static let mobilePhone = Self(rawValue: "MobilePhone")
        /// A terminal for payments.
        public static let paymentTerminal = Self(rawValue: "PaymentTerminal")
        /// A modem to plug in.
        public static let pluginModem = Self(rawValue: "PluginModem")
        /// A box beside a television.
        public static let setTopBox = Self(rawValue: "SetTopBox")
        /// A television, which an Apple TV may count as.
        public static let television = Self(rawValue: "TV")
        /// A tablet.
        public static let tablet = Self(rawValue: "Tablet")
        /// A wireless hotspot.
        public static let wirelessHotspot = Self(rawValue: "WirelessHotspot")
        /// A watch.
        public static let wristwatch = Self(rawValue: "Wristwatch")
        /// A device of unknown kind.
        public static let unknown = Self(rawValue: "Unknown")
    }
}
