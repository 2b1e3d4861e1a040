extension Pass {
    /// The configuration of a service provider: its MVPDs and how each signs users in.
    public struct Configuration: Hashable, Sendable, Codable {
        /// v2: the kind of device that the server took this one for.
        public let device: String?
        /// v2: the kind of client that the server took this one for.
        public let clientType: String?
        /// v2: the system that the server took this one's for.
        public let os: String?
        /// The service provider.
        public let requestor: Requestor

        /// The MVPDs with an active integration.
        public var mvpds: [MVPD] { requestor.mvpds }

        enum CodingKeys: String, LenientKey {
            case device, clientType, os, requestor
        }
    }
}

extension Pass.Configuration {
    /// A service provider.
    public struct Requestor: Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: Pass.ServiceProvider?
        /// Its name, for people.
        public let name: String?
        /// The domains registered with Adobe for it; none if they have not v2's form, since v1's is
        /// not documented.
        public let domains: [Domain]
        /// The MVPDs with an active integration.
        public let mvpds: [Pass.MVPD]

        enum CodingKeys: String, LenientKey {
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
            domains = (try? values.list(.domains)) ?? []
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
