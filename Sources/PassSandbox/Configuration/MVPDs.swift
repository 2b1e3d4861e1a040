extension SandboxConfiguration {
    /// A simulated pay-TV provider.
    package struct MVPD: Codable, Hashable, Sendable {
        /// Its identifier.
        package var id: String
        /// Its brand name.
        package var displayName: String
        /// The address of its logo.
        package var logoURL: String
        /// A Boolean value that indicates whether its integrations are active.
        package var isActive = true
        /// The MVPD that acts as its proxy, if any.
        package var proxy: String?
        /// A Boolean value that indicates whether it has a logout page of its own.
        package var hasLogoutEndpoint = false
        /// The sign-on through Apple; without it the provider has none.
        package var platform: PlatformSignOn?
        /// The free access it stands for, if it is not a real provider.
        package var temporaryAccess: TemporaryAccess?
        /// The degradation rule in force.
        package var degradation: Degradation?
        /// The subscribers who can sign in.
        package var subscribers: [Subscriber] = []
        /// The resources that it denies to everyone.
        package var deniedResources: [String] = []
        /// The text of a denial.
        package var denialText = "Your subscription does not include this channel."
        /// The errors of single resources: the code of an enhanced error for each.
        package var resourceErrors: [String: String] = [:]

        /// Creates a provider.
        ///
        /// - Parameters:
        ///   - id: Its identifier.
        ///   - displayName: Its brand name.
        package init(id: String, displayName: String) {
            self.id = id
            self.displayName = displayName
            logoURL = "https://logos.example.com/\(id).png"
        }

        /// Reads a provider.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let id = try members.decode(String.self, forKey: .id)
            self.init(id: id, displayName: try members.value(.displayName, or: id))
            logoURL = try members.value(.logoURL, or: logoURL)
            isActive = try members.value(.isActive, or: isActive)
            proxy = try members.decodeIfPresent(String.self, forKey: .proxy)
            hasLogoutEndpoint = try members.value(.hasLogoutEndpoint, or: hasLogoutEndpoint)
            platform = try members.decodeIfPresent(PlatformSignOn.self, forKey: .platform)
            temporaryAccess = try members.decodeIfPresent(
                TemporaryAccess.self, forKey: .temporaryAccess)
            degradation = try members.decodeIfPresent(Degradation.self, forKey: .degradation)
            subscribers = try members.value(.subscribers, or: subscribers)
            deniedResources = try members.value(.deniedResources, or: deniedResources)
            denialText = try members.value(.denialText, or: denialText)
            resourceErrors = try members.value(.resourceErrors, or: resourceErrors)
        }
    }

    /// The Apple sign-on of a provider, as the configuration tells it to apps.
    package struct PlatformSignOn: Codable, Hashable, Sendable {
        /// Apple's identifier of the provider.
        package var mappingID: String
        /// `SUPPORTED` or `PICKER`.
        package var boardingStatus: String
        /// A Boolean value that indicates whether sign-on is enabled for the platform.
        package var isEnabled: Bool
        /// A Boolean value that indicates whether Apple's picker may show the provider.
        package var displaysInPicker: Bool
        /// A Boolean value that indicates whether the user's decision about access binds apps.
        package var enforcesPermissions: Bool
        /// The SAML attributes an app has to ask for.
        package var attributeNames: [String]

        /// Creates a sign-on.
        ///
        /// - Parameters:
        ///   - mappingID: Apple's identifier of the provider.
        ///   - boardingStatus: `SUPPORTED` or `PICKER`.
        ///   - isEnabled: Whether sign-on is enabled for the platform.
        ///   - attributeNames: The SAML attributes an app has to ask for.
        package init(
            mappingID: String, boardingStatus: String = "SUPPORTED", isEnabled: Bool = true,
            attributeNames: [String] = ["uid", "NameID", "uniqueId"]
        ) {
            self.mappingID = mappingID
            self.boardingStatus = boardingStatus
            self.isEnabled = isEnabled
            displaysInPicker = true
            enforcesPermissions = false
            self.attributeNames = attributeNames
        }

        /// Reads a sign-on.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if a member has another form than expected.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            self.init(mappingID: try members.decode(String.self, forKey: .mappingID))
            boardingStatus = try members.value(.boardingStatus, or: boardingStatus)
            isEnabled = try members.value(.isEnabled, or: isEnabled)
            displaysInPicker = try members.value(.displaysInPicker, or: displaysInPicker)
            enforcesPermissions = try members.value(.enforcesPermissions, or: enforcesPermissions)
            attributeNames = try members.value(.attributeNames, or: attributeNames)
        }
    }

    /// Free access for a time, and perhaps for a number of resources.
    package struct TemporaryAccess: Codable, Hashable, Sendable {
        /// The duration from the first authorization on, in seconds.
        package var seconds: Int
        /// The number of resources; with it, the access is promotional and needs an identity.
        package var resources: Int?

        /// Creates a free access.
        ///
        /// - Parameters:
        ///   - seconds: How long it lasts from the first authorization.
        ///   - resources: How many resources it lasts for; `nil` for any number.
        package init(seconds: Int, resources: Int? = nil) {
            self.seconds = seconds
            self.resources = resources
        }

        /// Reads a free access.
        ///
        /// - Parameter decoder: Where from.
        /// - Throws: `DecodingError` if it has no time, or one that cannot be reckoned with.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            // The one member that has no standard.
            seconds = try members.number(.seconds, or: -1)
            resources = try members.decodeIfPresent(Int.self, forKey: .resources)
        }
    }

    /// A degradation rule.
    package enum Degradation: String, Codable, Hashable, Sendable, CaseIterable {
        /// Everyone counts as signed in and authorized.
        case authNAll = "AuthNAll"
        /// Everyone who is signed in is authorized.
        case authZAll = "AuthZAll"
        /// Nobody is authorized.
        case authZNone = "AuthZNone"
    }
}
