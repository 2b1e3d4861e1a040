extension Pass.DeviceInformation {
    /// The name of the operating system.
    public struct SystemName: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Android.
        public static let android = Self(rawValue: "Android")
        /// Chrome OS.
        public static let chromeOS = Self(rawValue: "Chrome OS")
        /// Linux.
        public static let linux = Self(rawValue: "Linux")
        /// macOS.
        public static let macOS = Self(rawValue: "Mac OS")
        /// OS X, the former name of macOS.
        public static let osX = Self(rawValue: "OS X")
        /// OpenBSD.
        public static let openBSD = Self(rawValue: "OpenBSD")
        /// Roku OS.
        public static let rokuOS = Self(rawValue: "Roku OS")
        /// Windows.
        public static let windows = Self(rawValue: "Windows")
        /// iOS.
        public static let iOS = Self(rawValue: "iOS")
        /// tvOS.
        public static let tvOS = Self(rawValue: "tvOS")
        /// webOS.
        public static let webOS = Self(rawValue: "webOS")
    }
}

extension Pass.DeviceInformation {
    /// The family of the operating system.
    public struct SystemFamily: RawRepresentable, Hashable, Sendable, Codable {
        /// The word as it is sent.
        public let rawValue: String

        /// Creates a value from its word.
        ///
        /// - Parameter rawValue: The word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Android.
        public static let android = Self(rawValue: "Android")
        /// BSD.
        public static let bsd = Self(rawValue: "BSD")
        /// Linux.
        public static let linux = Self(rawValue: "Linux")
        /// PlayStation OS.
        public static let playStationOS = Self(rawValue: "PlayStation OS")
        /// Roku OS.
        public static let rokuOS = Self(rawValue: "Roku OS")
        /// Symbian.
        public static let symbian = Self(rawValue: "Symbian")
        /// Tizen.
        public static let tizen = Self(rawValue: "Tizen")
        /// Windows.
        public static let windows = Self(rawValue: "Windows")
        /// iOS.
        public static let iOS = Self(rawValue: "iOS")
        /// tvOS.
        public static let tvOS = Self(rawValue: "tvOS")
        /// macOS.
        public static let macOS = Self(rawValue: "macOS")
        /// webOS.
        public static let webOS = Self(rawValue: "webOS")
    }
}

extension Pass.DeviceInformation {
    /// The vendor of the operating system.
    public struct SystemVendor: RawRepresentable, Hashable, Sendable, Codable {
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
        /// LG.
        public static let lg = Self(rawValue: "LG")
        /// Microsoft.
        public static let microsoft = Self(rawValue: "Microsoft")
        /// Mozilla.
        public static let mozilla = Self(rawValue: "Mozilla")
        /// Nintendo.
        public static let nintendo = Self(rawValue: "Nintendo")
        /// Nokia.
        public static let nokia = Self(rawValue: "Nokia")
        /// Roku.
        public static let roku = Self(rawValue: "Roku")
        /// Samsung.
        public static let samsung = Self(rawValue: "Samsung")
        /// Sony.
        public static let sony = Self(rawValue: "Sony")
        /// Tizen Project.
        public static let tizenProject = Self(rawValue: "Tizen Project")
    }
}
