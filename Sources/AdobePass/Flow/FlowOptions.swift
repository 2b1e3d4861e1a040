extension SignOnFlow {
    /// The options of a sign-on.
    public struct Options: Hashable, Sendable {
        /// The system of the device: the web view of iOS or the second screen of tvOS.
        public var platform: Pass.Platform
        /// The resource to play.
        public var resource: String
        /// v2: resources to preauthorize first, none for no preauthorization.
        public var preauthorizedResources: [String] = []
        /// The app as SAML providers see it.
        public var channelIdentifier = PlatformSSO.productionChannelIdentifier
        /// The MVPDs that the system's picker shows first.
        public var featuredMVPDs: [Pass.MVPDIdentifier] = []
        /// A Boolean value that indicates whether the user may be asked for access outside the
        /// system's picker.
        public var promptsForAccess = true
        /// A Boolean value that indicates whether the system may show something when it is asked
        /// for the SAML response; `nil` for what each version's cookbook says in its text: v2 yes,
        /// v1 no.
        public var allowsInterruptionForResponse: Bool?
        /// v2: whether a status that is still valid may go with decisions; otherwise it is asked
        /// for anew each time.
        public var usesCachedStatus = true
        /// v2: whether the user chooses among several profiles; otherwise the one that is valid the
        /// longest is taken.
        public var choosesAmongProfiles = false
        /// v2: an MVPD of an earlier sign-on, whose profile alone is asked for.
        public var rememberedMVPD: Pass.MVPDIdentifier?
        /// tvOS: whether the second screen lets the user choose the MVPD, too.
        public var mvpdIsChosenOnSecondScreen = false
        /// v2: the parameters of a session that the app can give beside the MVPD.
        public var sessionParameters: Set<RESTv2.SessionParameter> = [.domainName, .redirectURL]
        /// The wait between two polls; at least ``shortestPollingInterval``.
        public var pollingInterval: Duration = .seconds(5)

        /// Creates options with everything else at its default.
        ///
        /// - Parameters:
        ///   - platform: The system of the device.
        ///   - resource: The resource to play.
        public init(platform: Pass.Platform, resource: String) {
            self.platform = platform
            self.resource = resource
        }

        /// The shortest time Adobe lets pass between two polls.
        public static let shortestPollingInterval: Duration = .seconds(3)

        /// The polling time for a code without a known end: the documented half hour.
        public static let lifetimeOfCode: Duration = .seconds(1800)
    }
}
