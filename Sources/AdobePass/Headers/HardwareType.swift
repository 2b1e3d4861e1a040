extension Pass.DeviceInformation {
    /// The kind of device.
    public struct HardwareType: Pass.Word {
        /// The word as it is sent.
        public let rawValue: String
        /// Creates a value from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A desktop computer.
        public static let desktop: Self = "Desktop"
        /// A phone.
        public static let mobilePhone: Self = "MobilePhone"
        /// A box beside a television.
        public static let setTopBox: Self = "SetTopBox"
        /// A television, which an Apple TV may count as.
        public static let television: Self = "TV"
        /// A tablet.
        public static let tablet: Self = "Tablet"
        /// A watch.
        public static let wristwatch: Self = "Wristwatch"
        /// A device of unknown kind.
        public static let unknown: Self = "Unknown"
    }
}
