internal import WireText

/// A version of the REST API; what was obtained through one is not seen through the other.
package enum APIVersion: String, Codable, Hashable, Sendable {
    case v1, v2
}

/// A registered application.
package struct ClientRecord: Codable, Sendable {
    package let id: String
    package let secret: String
    package let statement: String
    package let issued: Int64
}

extension ClientRecord: Redacted {
    /// Nothing of the secret.
    package var description: String { "ClientRecord" }
}

/// An access token.
package struct AccessTokenRecord: Codable, Sendable {
    package let token: String
    package let clientID: String
    package let expires: Int64
}

extension AccessTokenRecord: Redacted {
    /// Nothing of the token.
    package var description: String { "AccessTokenRecord" }
}

/// An application on a device, as far as one service provider sees it.
package struct Holder: Codable, Hashable, Sendable {
    package let api: APIVersion
    package let clientID: String
    package let deviceIdentifier: String
    package let serviceProvider: String

    package init(
        api: APIVersion, clientID: String, deviceIdentifier: String, serviceProvider: String
    ) {
        self.api = api
        self.clientID = clientID
        self.deviceIdentifier = deviceIdentifier
        self.serviceProvider = serviceProvider
    }

    /// The key of everything that belongs to it.
    package var key: String {
        ExactText(api.rawValue, clientID, deviceIdentifier, serviceProvider).text
    }
}

/// An authentication session (v2) or a registration code (v1).
package struct SessionRecord: Codable, Sendable {
    /// The code a person types.
    package let code: String
    package let id: String
    package let holder: Holder
    package var mvpd: String?
    package var domainName: String?
    package var redirectURL: String?
    package let notBefore: Int64
    package let notAfter: Int64
    /// A Boolean value that indicates whether a sign-in has been completed with it.
    package var isCompleted = false
    /// The device information as JSON.
    package let device: SandboxConfiguration.Value
    package let userAgent: String?

    package func isValid(at now: Int64) -> Bool { now < notAfter }
}

/// A profile (v2) or an authentication token (v1).
package struct ProfileRecord: Codable, Sendable {
    package let holder: Holder
    package let mvpd: String
    /// `regular` or `appleSSO`; the others are made when they are asked for.
    package let type: String
    package let issuer: String
    package let userID: String
    package let attributes: [SandboxConfiguration.Member]
    package let notBefore: Int64
    package let notAfter: Int64

    package func isValid(at now: Int64) -> Bool { now < notAfter }
}

/// A permission to watch one resource.
package struct AuthorizationRecord: Codable, Sendable {
    package let resource: String
    package let notBefore: Int64
    package let notAfter: Int64
}

/// The used part of a free access.
package struct TemporaryAccessRecord: Codable, Sendable {
    package let mvpd: String
    package let start: Int64
    package var resources: [String]
}

/// A query that was sent to a device.
package struct QueryRecord: Codable, Sendable {
    package let id: String
    package let notAfter: Int64
}

/// A URL that a logout named, to which a browser may be sent at its end.
package struct LogoutRedirectRecord: Codable, Sendable {
    package let notAfter: Int64
}

/// The TV provider that a person is signed in with at system level.
package struct DeviceSignInRecord: Codable, Sendable {
    package var accountProviderIdentifier: String
    package var subscriber: String?
    package var expires: Int64

    package init(accountProviderIdentifier: String, subscriber: String?, expires: Int64) {
        self.accountProviderIdentifier = accountProviderIdentifier
        self.subscriber = subscriber
        self.expires = expires
    }
}

extension SandboxConfiguration.Member: Codable {
    private enum CodingKeys: String, CodingKey { case name, value }

    /// Reads a member.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` if it has another form than expected.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try members.decode(String.self, forKey: .name),
            try members.decode(SandboxConfiguration.Value.self, forKey: .value))
    }

    /// Writes the member.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(name, forKey: .name)
        try members.encode(value, forKey: .value)
    }
}
