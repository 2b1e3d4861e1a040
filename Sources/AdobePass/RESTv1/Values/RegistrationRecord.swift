extension RESTv1 {
    /// A registration code and what it was made for.
    public struct RegistrationRecord: Hashable, Sendable, Codable, RedactedValue {
        /// The name of the record.
        public let id: String?
        /// The code.
        public let code: Pass.AuthenticationCode
        /// The requestor.
        public let requestor: Pass.ServiceProvider?
        /// The MVPD, if one was named.
        public let mvpd: Pass.MVPDIdentifier?
        /// The time when the code was created.
        public let generated: Pass.Timestamp?
        /// The end of the code's validity.
        public let expires: Pass.Timestamp?
        /// The device that the code was made for.
        public let info: Info?

        enum CodingKeys: String, WireKey {
            case id, code, requestor, mvpd, generated, expires, info
        }

        /// Creates a record from JSON.
        ///
        /// - Parameter decoder: The decoder.
        /// - Throws: `DecodingError` if there is no `code`.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.text(.id)
            code = try values.decode(Pass.AuthenticationCode.self, forKey: .code)
            requestor = try values.word(.requestor)
            mvpd = try values.word(.mvpd)
            generated = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .generated)
            expires = try values.decodeIfPresent(Pass.Timestamp.self, forKey: .expires)
            info = try values.decodeIfPresent(Info.self, forKey: .info)
        }

        /// A short description; it never contains the code.
        public var description: String { "registration record" }
    }
}

extension RESTv1.RegistrationRecord {
    /// The device and app that a code was made for.
    public struct Info: Hashable, Sendable, Codable, RedactedValue {
        /// The device's identifier, in Base64.
        public let deviceID: String?
        /// The device's description, in Base64.
        public let deviceInfo: String?
        /// The name of the app's HTTP client.
        public let userAgent: String?
        /// The name of the user agent in the request.
        public let originalUserAgent: String?
        /// The kind of authorization of the request.
        public let authorizationType: String?
        /// The login page to show to the user.
        public let registrationURL: String?
        /// The registered application.
        public let sourceApplicationInformation: Application?

        enum CodingKeys: String, WireKey {
            case deviceInfo, userAgent, originalUserAgent, authorizationType, registrationURL
            case sourceApplicationInformation
            case deviceID = "deviceId"
        }

        /// A short description; it never identifies the device.
        public var description: String { "device of a registration record" }
    }

    /// A registered application.
    public struct Application: Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: String?
        /// Its name.
        public let name: String?
        /// Its version.
        public let version: String?
    }
}
