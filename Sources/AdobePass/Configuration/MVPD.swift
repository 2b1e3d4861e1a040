extension Pass {
    /// A pay-TV provider, or what stands in for one; a switch that is missing from an answer is
    /// off.
    public struct MVPD: Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: MVPDIdentifier
        /// Its name, for people.
        public let displayName: String?
        /// A picture of its logo.
        public let logoURL: String?
        /// A Boolean value that indicates whether it stands for temporary access.
        public let isTempPass: Bool
        /// A Boolean value that indicates whether users of it sign in with another MVPD.
        public let isProxy: Bool
        /// The degree of integration with Apple's sign-on; `nil` for none.
        public let boardingStatus: BoardingStatus?
        /// Apple's identifier of it.
        public let platformMappingID: PlatformMappingIdentifier?
        /// A Boolean value that indicates whether single sign-on is switched on for this platform.
        public let enablePlatformServices: Bool
        /// A Boolean value that indicates whether Apple's picker may show it.
        public let displayInPlatformPicker: Bool
        /// A Boolean value that indicates whether a user who denies access must not profit from
        /// another app's sign-in.
        public let enforcePlatformPermissions: Bool
        /// A Boolean value that indicates whether every app needs a sign-in of its own.
        public let authPerAggregator: Bool
        /// Adobe does not document what this means.
        public let passiveAuthnEnabled: Bool
        /// Adobe does not document what this means.
        public let authPerBrowserSession: Bool
        /// v1: the names of the attributes to ask Apple's framework for.
        public let requiredMetadataFields: [String]

        enum CodingKeys: String, LenientKey {
            case id, displayName, isTempPass, isProxy, boardingStatus
            case enablePlatformServices, displayInPlatformPicker, enforcePlatformPermissions
            case authPerAggregator, passiveAuthnEnabled, authPerBrowserSession,
                requiredMetadataFields
            case logoURL = "logoUrl"
            case platformMappingID = "platformMappingId"
        }
    }
}
