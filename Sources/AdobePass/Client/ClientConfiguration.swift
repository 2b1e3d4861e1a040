extension Pass.Client {
    /// The constant settings of a client.
    public struct Configuration: Sendable, RedactedValue {
        /// The hosts.
        public var environment: Pass.Environment
        /// The programmer's channel or brand.
        public var serviceProvider: Pass.ServiceProvider
        /// The statement from Adobe's dashboard that the client registers with.
        public var softwareStatement: String
        /// The app's redirect URI, with a scheme of its own.
        public var redirectURI: String?
        /// The device information.
        public var device: Pass.DeviceInformation
        /// The identifier of the device.
        public var deviceIdentifier: Pass.DeviceIdentifier
        /// An Experience Cloud identifier, for `AP-Visitor-Identifier`.
        public var visitorIdentifier: String?
        /// The address of the device that plays, if this client works on its behalf.
        public var forwardedFor: String?
        /// The value of `User-Agent`.
        public var userAgent: String?
        /// A Boolean value that indicates whether the caller is the device that plays, and names it in
        /// the calls by code, too: session, resumption, poll.
        ///
        /// Adobe's checklist asks for the device on every request; the pages of these calls do not list
        /// it, and a second screen has no device to name.
        public var isStreamingDevice = true
        /// Tokens of platforms other than Apple's, and of services.
        public var signOnTokens = Pass.SignOnTokens()
        /// The rules for retrying requests.
        public var retry = Pass.RetryPolicy()
        /// The largest number of requests per second; `nil` for no limit.
        public var pacing: Pass.Pacing? = Pass.Pacing()
        /// The longest time of one exchange.
        public var timeout = Duration.seconds(30)
        /// The longest time of one call, with its repetitions and the waits between them.
        public var callDeadline = Duration.seconds(60)
        /// The time before its end at which an access token is renewed.
        public var renewalMargin = Duration.seconds(60)
        /// The time for which a configuration is cached.
        public var configurationLifetime = Duration.seconds(180)
        /// The longest time for which a permit of a preauthorization is kept in memory; zero for not
        /// at all.
        public var preauthorizationLifetime = Duration.seconds(3600)

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
    }
}
