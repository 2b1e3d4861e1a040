extension RESTv2 {
    /// A pay-TV provider, or what stands in for one.
    public struct MVPD: Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: Pass.MVPDIdentifier
        /// Its name, for people.
        public let displayName: String?
        /// A picture of its logo.
        public let logoURL: String?
        /// A Boolean value that indicates whether it stands for temporary access.
        public let isTempPass: Bool
        /// A Boolean value that indicates whether users of it sign in with another MVPD.
        public let isProxy: Bool
        /// The degree of integration with Apple's sign-on; `nil` for none.
        public let boardingStatus: Pass.BoardingStatus?
        /// Apple's identifier of it.
        public let platformMappingID: Pass.PlatformMappingIdentifier?
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

        enum CodingKeys: String, WireKey {
            case id, displayName, isTempPass, isProxy, boardingStatus
            case enablePlatformServices, displayInPlatformPicker, enforcePlatformPermissions
            case authPerAggregator, passiveAuthnEnabled, authPerBrowserSession
            case logoURL = "logoUrl"
            case platformMappingID = "platformMappingId"
        }

        /// Creates an MVPD from JSON; a switch that is absent is off.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no `id`.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decode(Pass.MVPDIdentifier.self, forKey: .id)
            displayName = try values.text(.displayName)
            logoURL = try values.text(.logoURL)
            isTempPass = try values.flag(.isTempPass) ?? false
            isProxy = try values.flag(.isProxy) ?? false
            boardingStatus = try values.word(.boardingStatus)
            platformMappingID = try values.word(.platformMappingID)
            enablePlatformServices = try values.flag(.enablePlatformServices) ?? false
            displayInPlatformPicker = try values.flag(.displayInPlatformPicker) ?? false
            enforcePlatformPermissions = try values.flag(.enforcePlatformPermissions) ?? false
            authPerAggregator = try values.flag(.authPerAggregator) ?? false
            passiveAuthnEnabled = try values.flag(.passiveAuthnEnabled) ?? false
            authPerBrowserSession = try values.flag(.authPerBrowserSession) ?? false
        }
    }
}
