extension Pass.DeviceInformation {
    /// The name of the user agent.
    public struct BrowserName: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Android Browser.
        public static let androidBrowser = Self(rawValue: "Android Browser")
        /// Chrome.
        public static let chrome = Self(rawValue: "Chrome")
        /// Edge.
        public static let edge = Self(rawValue: "Edge")
        /// Firefox.
        public static let firefox = Self(rawValue: "Firefox")
        /// Internet Explorer.
        public static let internetExplorer = Self(rawValue: "Internet Explorer")
        /// Opera.
        public static let opera = Self(rawValue: "Opera")
        /// Safari.
        public static let safari = Self(rawValue: "Safari")
        /// SeaMonkey.
        public static let seaMonkey = Self(rawValue: "SeaMonkey")
        /// Symbian Browser.
        public static let symbianBrowser = Self(rawValue: "Symbian Browser")
    }
}

extension Pass.DeviceInformation {
    /// The vendor of the user agent.
    public struct BrowserVendor: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Amazon.
        public static let amazon = Self(rawValue: "Amazon")
        /// Apple.
        public static let apple = Self(rawValue: "Apple")
        /// Google.
        public static let google = Self(rawValue: "Google")
        /// Microsoft.
        public static let microsoft = Self(rawValue: "Microsoft")
        /// Motorola.
        public static let motorola = Self(rawValue: "Motorola")
        /// Mozilla.
        public static let mozilla = Self(rawValue: "Mozilla")
        /// Netscape.
        public static let netscape = Self(rawValue: "Netscape")
        /// Nintendo.
        public static let nintendo = Self(rawValue: "Nintendo")
        /// Nokia.
        public static let nokia = Self(rawValue: "Nokia")
        /// Samsung.
        public static let samsung = Self(rawValue: "Samsung")
        /// Sony Ericsson.
        public static let sonyEricsson = Self(rawValue: "Sony Ericsson")
    }
}
