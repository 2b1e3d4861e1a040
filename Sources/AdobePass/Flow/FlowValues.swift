extension SignOnFlow {
    /// The sign-on's view of an MVPD of the configuration.
    public struct Provider: Hashable, Sendable {
        /// The MVPD.
        public var mvpd: Pass.MVPDIdentifier
        /// Its name for people.
        public var displayName: String
        /// The address of the logo.
        public var logoURL: String?
        /// Apple's identifier of it.
        public var platformMappingIdentifier: Pass.PlatformMappingIdentifier?
        /// A Boolean value that indicates whether sign-on is enabled for the platform.
        public var enablePlatformServices: Bool
        /// A Boolean value that indicates whether it may be shown in the system's picker.
        public var displayInPlatformPicker: Bool
        /// The degree of integration with Apple's sign-on: `SUPPORTED`, `PICKER`, or none.
        public var boardingStatus: Pass.BoardingStatus?
        /// v1: the attributes to query.
        public var requiredMetadataFields: [String]
        /// v2: whether it is a temporary pass.
        public var isTemporaryPass: Bool

        /// Creates an MVPD.
        ///
        /// - Parameters:
        ///   - mvpd: The MVPD.
        ///   - displayName: Its name for people.
        ///   - logoURL: Where its logo is.
        ///   - platformMappingIdentifier: Apple's identifier of it.
        ///   - enablePlatformServices: Whether sign-on is enabled for the platform.
        ///   - displayInPlatformPicker: Whether it may be shown in the system's picker.
        ///   - boardingStatus: How far it takes part.
        ///   - requiredMetadataFields: The attributes to query, v1 only.
        ///   - isTemporaryPass: Whether it is a temporary pass.
        public init(
            mvpd: Pass.MVPDIdentifier, displayName: String, logoURL: String? = nil,
            platformMappingIdentifier: Pass.PlatformMappingIdentifier? = nil,
            enablePlatformServices: Bool = false, displayInPlatformPicker: Bool = false,
            boardingStatus: Pass.BoardingStatus? = nil, requiredMetadataFields: [String] = [],
            isTemporaryPass: Bool = false
        ) {
            self.mvpd = mvpd
            self.displayName = displayName
            self.logoURL = logoURL
            self.platformMappingIdentifier = platformMappingIdentifier
            self.enablePlatformServices = enablePlatformServices
            self.displayInPlatformPicker = displayInPlatformPicker
            self.boardingStatus = boardingStatus
            self.requiredMetadataFields = requiredMetadataFields
            self.isTemporaryPass = isTemporaryPass
        }
    }

    /// The sign-on's view of a v2 profile.
    public struct Profile: Hashable, Sendable {
        /// The MVPD.
        public var mvpd: Pass.MVPDIdentifier
        /// The kind of sign-in.
        public var type: RESTv2.ProfileType
        /// The end of the profile's validity.
        public var notAfter: Pass.Timestamp

        /// Creates a profile.
        ///
        /// - Parameters:
        ///   - mvpd: The MVPD.
        ///   - type: The kind of sign-in.
        ///   - notAfter: When the profile ends.
        public init(mvpd: Pass.MVPDIdentifier, type: RESTv2.ProfileType, notAfter: Pass.Timestamp) {
            self.mvpd = mvpd
            self.type = type
            self.notAfter = notAfter
        }
    }

    /// The progress of a regular authentication with a code.
    public struct Activation: Hashable, Sendable {
        /// The code.
        public var code: Pass.AuthenticationCode
        /// The MVPD, unless it is chosen on the second screen.
        public var mvpd: Pass.MVPDIdentifier?
        /// v2: what a user agent opens, absolute or relative to the server.
        public var url: String?
        /// The end of the code's validity.
        public var notAfter: Pass.Timestamp?

        /// Creates an activation.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - mvpd: The MVPD, unless it is chosen on the second screen.
        ///   - url: What a user agent opens, v2 only.
        ///   - notAfter: When the code ends.
        public init(
            code: Pass.AuthenticationCode, mvpd: Pass.MVPDIdentifier? = nil, url: String? = nil,
            notAfter: Pass.Timestamp? = nil
        ) {
            self.code = code
            self.mvpd = mvpd
            self.url = url
            self.notAfter = notAfter
        }
    }
}

extension SignOnFlow.Activation: RedactedValue {
    /// A short description; it never contains the code.
    public var description: String { "Activation" }
}
