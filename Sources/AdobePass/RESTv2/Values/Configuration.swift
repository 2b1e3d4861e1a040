extension RESTv2 {
    /// The configuration of a service provider: its MVPDs and how each signs users in.
    public struct Configuration: Hashable, Sendable, Codable {
        /// The kind of device that the server took this one for.
        public let device: String?
        /// The kind of client that the server took this one for.
        public let clientType: String?
        /// The system that the server took this one's for.
        public let os: String?
        /// The service provider.
        public let requestor: Requestor

        /// The MVPDs with an active integration.
        public var mvpds: [MVPD] { requestor.mvpds }

        enum CodingKeys: String, WireKey {
            case device, clientType, os, requestor
        }

        /// Creates a configuration from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no `requestor`.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            device = try values.text(.device)
            clientType = try values.text(.clientType)
            os = try values.text(.os)
            requestor = try values.decode(Requestor.self, forKey: .requestor)
        }
    }
}

extension RESTv2.Configuration {
    /// A service provider.
    public struct Requestor: Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: Pass.ServiceProvider?
        /// Its name, for people.
        public let name: String?
        /// The domains registered with Adobe for it.
        public let domains: [Domain]
        /// The MVPDs with an active integration.
        public let mvpds: [RESTv2.MVPD]

        enum CodingKeys: String, WireKey {
            case id, name, domains, mvpds
        }

        /// Creates a service provider from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if a member is of another kind.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.word(.id)
            name = try values.text(.name)
            domains = try values.list(.domains)
            mvpds = try values.list(.mvpds)
        }
    }

    /// A domain of a service provider.
    public struct Domain: Hashable, Sendable, Codable {
        /// Its name.
        public let name: String
        /// A Boolean value that indicates whether an MVPD may start a sign-in there.
        public let mvpdInitiated: Bool?
    }
}
