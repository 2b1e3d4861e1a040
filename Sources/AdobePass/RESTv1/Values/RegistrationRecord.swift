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

        /// The time that the code is valid, from its receipt on: the two instants are the server's.
        var validity: Duration? { Duration.from(generated, to: expires) }

        enum CodingKeys: String, LenientKey {
            case id, code, requestor, mvpd, generated, expires, info
        }
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
