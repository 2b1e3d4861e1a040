extension Pass.Client {
    /// What a client is told once.
    public struct Configuration: Sendable, RedactedValue {
        /// The hosts.
        public var environment: Pass.Environment
        /// The programmer's channel or brand.
        public var serviceProvider: Pass.ServiceProvider
        /// The statement from Adobe's dashboard that the client registers with.
        public var softwareStatement: String
        /// Where the app may be redirected to, with a scheme of its own.
        public var redirectURI: String?
        /// What the device tells about itself.
        public var device: Pass.DeviceInformation
        /// What names the device.
        public var deviceIdentifier: Pass.DeviceIdentifier
        /// An Experience Cloud identifier, for `AP-Visitor-Identifier`.
        public var visitorIdentifier: String?
        /// The address of the device that plays, if this client works on its behalf.
        public var forwardedFor: String?
        /// What the client calls itself, for `User-Agent`.
        public var userAgent: String?
        /// Tokens of platforms other than Apple's, and of services.
        public var signOnTokens = Pass.SignOnTokens()
        /// When a request is sent again.
        public var retry = Pass.RetryPolicy()
        /// How many requests are sent in a second; `nil` for as many as are asked for.
        public var pacing: Pass.Pacing? = Pass.Pacing()
        /// How long one exchange may take.
        public var timeout = Duration.seconds(30)
        /// How long before its end an access token is renewed.
        public var renewalMargin = Duration.seconds(60)
        /// How long a configuration is kept.
        public var configurationLifetime = Duration.seconds(180)

        /// Creates a configuration with what every client needs.
        ///
        /// - Parameters:
        ///   - environment: The hosts.
        ///   - serviceProvider: The programmer's channel or brand.
        ///   - softwareStatement: The statement from Adobe's dashboard.
        ///   - device: What the device tells about itself.
        ///   - deviceIdentifier: What names the device.
        public init(
            environment: Pass.Environment, serviceProvider: Pass.ServiceProvider,
            softwareStatement: String, device: Pass.DeviceInformation,
            deviceIdentifier: Pass.DeviceIdentifier
        ) {
            self.environment = environment
            self.serviceProvider = serviceProvider
            self.softwareStatement = softwareStatement
            self.device = device
            self.deviceIdentifier = deviceIdentifier
        }

        /// That this is a configuration; never the statement or the device.
        public var description: String { "client configuration" }
    }
}
