extension Pass {
    /// A device that a server makes calls on behalf of.
    public struct RepresentedDevice: Hashable, Sendable, RedactedValue {
        /// The identifier of the device.
        public var identifier: DeviceIdentifier
        /// The device information.
        public var information: DeviceInformation
        /// The address of the device, for `X-Forwarded-For`.
        public var address: String?
        /// An Experience Cloud identifier, for `AP-Visitor-Identifier`.
        public var visitorIdentifier: String?
        /// Tokens of platforms other than Apple's, and of services.
        public var signOnTokens = SignOnTokens()

        /// Creates a device.
        ///
        /// - Parameters:
        ///   - identifier: The identifier of the device.
        ///   - information: What the device tells about itself.
        ///   - address: From which address the device called the server.
        public init(
            identifier: DeviceIdentifier, information: DeviceInformation, address: String?
        ) {
            self.identifier = identifier
            self.information = information
            self.address = address
        }
    }
}
