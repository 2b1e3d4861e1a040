internal import WireText

extension SandboxConfiguration {
    /// A simulated pay-TV provider.
    struct MVPD: Codable, Equatable, Sendable {
        /// Its identifier.
        var id: String
        /// Its brand name.
        var displayName: String
        /// The address of its logo; one that begins with a slash is the sandbox's own.
        var logoURL: String
        /// A Boolean value that indicates whether its integrations are active.
        var isActive = true
        /// The MVPD that acts as its proxy, if any.
        var proxy: String?
        /// A Boolean value that indicates whether it has a logout page of its own.
        var hasLogoutEndpoint = false
        /// The operating systems, as `osName` has them, that its integrations are active on; all of
        /// them without the member.
        var systems: [String]?
        /// The sign-on through Apple; without it the provider has none.
        var platform: PlatformSignOn?
        /// The free access it stands for, if it is not a real provider.
        var temporaryAccess: TemporaryAccess?
        /// The degradation rule in force.
        var degradation: Degradation?
        /// The subscribers who can sign in.
        var subscribers: [Subscriber] = []
        /// The resources that it denies to everyone.
        var deniedResources: [String] = []
        /// The text of a denial.
        var denialText = "Your subscription does not include this channel."
        /// The errors of single resources: the code of an enhanced error for each.
        var resourceErrors: [String: String] = [:]

        /// Creates a provider.
        ///
        /// - Parameters:
        ///   - id: Its identifier.
        ///   - displayName: Its brand name.
        init(id: String, displayName: String) {
            self.id = id
            self.displayName = displayName
            logoURL = "/sandbox/mvpds/\(PercentEscape.text(id))/logo.svg"
        }
    }

    /// The Apple sign-on of a provider, as the configuration tells it to apps.
    struct PlatformSignOn: Codable, Equatable, Sendable {
        /// Apple's identifier of the provider.
        var mappingID: String
        /// `SUPPORTED` or `PICKER`.
        var boardingStatus = "SUPPORTED"
        /// A Boolean value that indicates whether sign-on is enabled for the platform.
        var isEnabled = true
        /// A Boolean value that indicates whether Apple's picker may show the provider.
        var displaysInPicker = true
        /// A Boolean value that indicates whether the user's decision about access binds apps.
        var enforcesPermissions = false
        /// The SAML attributes an app has to ask for.
        var attributeNames = ["uid", "NameID", "uniqueId"]
    }

    /// Free access for a time, and perhaps for a number of resources.
    struct TemporaryAccess: Codable, Equatable, Sendable {
        /// The duration from the first authorization on, in seconds.
        var seconds: Int
        /// The number of resources; with it, the access is promotional and needs an identity.
        var resources: Int?
    }

    /// A degradation rule.
    enum Degradation: String, Codable, CaseIterable {
        /// Everyone counts as signed in and authorized.
        case authNAll = "AuthNAll"
        /// Everyone who is signed in is authorized.
        case authZAll = "AuthZAll"
        /// Nobody is authorized.
        case authZNone = "AuthZNone"
    }
}
