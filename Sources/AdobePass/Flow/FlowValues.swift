extension SignOnFlow {
    /// What the sign-on needs to know of an MVPD of the configuration.
    public struct Provider: Hashable, Sendable {
        /// The MVPD.
        public var mvpd: Pass.MVPDIdentifier
        /// Its name for people.
        public var displayName: String
        /// Where its logo is.
        public var logoURL: String?
        /// Apple's identifier of it.
        public var platformMappingIdentifier: Pass.PlatformMappingIdentifier?
        /// Whether sign-on is enabled for the platform.
        public var enablePlatformServices: Bool
        /// Whether it may be shown in the system's picker.
        public var displayInPlatformPicker: Bool
        /// How far it takes part: `SUPPORTED`, `PICKER`, or not at all.
        public var boardingStatus: BoardingStatus?
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
            boardingStatus: BoardingStatus? = nil, requiredMetadataFields: [String] = [],
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

    /// How far an MVPD takes part in Apple's sign-on; the set is open.
    public struct BoardingStatus: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Creates a status from its word.
        ///
        /// - Parameter rawValue: The word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The sign-in happens at system level.
        public static let supported = Self(rawValue: "SUPPORTED")
        /// The system only lets the user choose the MVPD; the sign-in is the regular one.
        public static let picker = Self(rawValue: "PICKER")
    }

    /// What the sign-on needs to know of a v2 profile.
    public struct Profile: Hashable, Sendable {
        /// The MVPD.
        public var mvpd: Pass.MVPDIdentifier
        /// The kind of sign-in.
        public var type: ProfileType
        /// When the profile ends.
        public var notAfter: Pass.Timestamp

        /// Creates a profile.
        ///
        /// - Parameters:
        ///   - mvpd: The MVPD.
        ///   - type: The kind of sign-in.
        ///   - notAfter: When the profile ends.
        public init(mvpd: Pass.MVPDIdentifier, type: ProfileType, notAfter: Pass.Timestamp) {
            self.mvpd = mvpd
            self.type = type
            self.notAfter = notAfter
        }
    }

    /// The kind of sign-in a v2 profile came from; the set is open.
    public struct ProfileType: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Creates a type from its word.
        ///
        /// - Parameter rawValue: The word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A sign-in with the MVPD.
        public static let regular = Self(rawValue: "regular")
        /// A sign-in at Apple's system level.
        public static let appleSSO = Self(rawValue: "appleSSO")
        /// A sign-in replaced because the MVPD is degraded.
        public static let degraded = Self(rawValue: "degraded")
        /// A temporary pass.
        public static let temporary = Self(rawValue: "temporary")
    }

    /// How far the code of a regular authentication got.
    public struct Activation: Hashable, Sendable {
        /// The code.
        public var code: Pass.AuthenticationCode
        /// The MVPD, unless it is chosen on the second screen.
        public var mvpd: Pass.MVPDIdentifier?
        /// v2: what a user agent opens, absolute or relative to the server.
        public var url: String?
        /// When the code ends.
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
