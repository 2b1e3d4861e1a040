extension RESTv1 {
    /// The configuration of a requestor: its MVPDs and how each signs users in.
    public struct Configuration: Hashable, Sendable, Codable {
        /// The requestor.
        public let requestor: Requestor

        /// The MVPDs with an active integration.
        public var mvpds: [MVPD] { requestor.mvpds }

        enum CodingKeys: String, WireKey {
            case requestor
        }
    }

    /// A programmer's channel or brand.
    public struct Requestor: Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: Pass.ServiceProvider?
        /// Its name, for people.
        public let name: String?
        /// The MVPDs with an active integration.
        public let mvpds: [MVPD]

        enum CodingKeys: String, WireKey {
            case id, name, mvpds
        }

        /// Creates a requestor from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if a member is of another kind.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.word(.id)
            name = try values.text(.name)
            mvpds = try values.list(.mvpds)
        }
    }

    /// A pay-TV provider.
    public struct MVPD: Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: Pass.MVPDIdentifier
        /// Its name, for people.
        public let displayName: String?
        /// A picture of its logo.
        public let logoURL: String?
        /// The degree of integration with Apple's sign-on; `nil` for none.
        public let boardingStatus: Pass.BoardingStatus?
        /// Apple's identifier of it.
        public let platformMappingID: Pass.PlatformMappingIdentifier?
        /// A Boolean value that indicates whether single sign-on is switched on for this platform.
        public let enablePlatformServices: Bool
        /// A Boolean value that indicates whether Apple's picker may show it.
        public let displayInPlatformPicker: Bool
        /// The names of the attributes to ask Apple's framework for.
        public let requiredMetadataFields: [String]

        enum CodingKeys: String, WireKey {
            case id, displayName, boardingStatus, enablePlatformServices, displayInPlatformPicker
            case requiredMetadataFields
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
            boardingStatus = try values.word(.boardingStatus)
            platformMappingID = try values.word(.platformMappingID)
            enablePlatformServices = try values.flag(.enablePlatformServices) ?? false
            displayInPlatformPicker = try values.flag(.displayInPlatformPicker) ?? false
            requiredMetadataFields = try values.list(.requiredMetadataFields)
        }
    }
}
