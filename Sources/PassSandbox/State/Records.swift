internal import WireText
internal import XMLCore

/// A version of the REST API; what was obtained through one is not seen through the other.
package enum APIVersion: String, Codable, CaseIterable, Sendable {
    case v1, v2
}

/// A registered application.
struct ClientRecord: Codable, Sendable, Redacted {
    let id: String
    let secret: String
    let statement: String
    let issued: Int64

    /// Nothing of the secret.
    var description: String { "ClientRecord" }
}

/// An access token.
struct AccessTokenRecord: Codable, Sendable, Redacted {
    let token: String
    let clientID: String
    let expires: Int64

    /// Nothing of the token.
    var description: String { "AccessTokenRecord" }
}

/// An application on a device, as far as one service provider sees it.
struct Holder: Codable, Hashable, Sendable {
    let api: APIVersion
    let clientID: String
    let deviceIdentifier: String
    let serviceProvider: String

    /// The key of everything that belongs to it.
    var key: String {
        ByteExactName(api.rawValue, clientID, deviceIdentifier, serviceProvider).text
    }
}

/// An authentication session (v2) or a registration code (v1).
struct SessionRecord: Codable, Sendable {
    /// The code a person types.
    let code: String
    let id: String
    let holder: Holder
    var mvpd: String?
    var domainName: String?
    var redirectURL: String?
    let notBefore: Int64
    let notAfter: Int64
    /// A Boolean value that indicates whether a sign-in has been completed with it.
    var isCompleted = false
    /// The device information as JSON.
    let device: JSONValue
    let userAgent: String?

    func isValid(at now: Int64) -> Bool { now < notAfter }
}

/// A profile (v2) or an authentication token (v1).
struct ProfileRecord: Codable, Sendable {
    let holder: Holder
    let mvpd: String
    /// `regular` or `appleSSO`; the others are made when they are asked for.
    let type: String
    let issuer: String
    let userID: String
    /// User metadata by name.
    let metadata: JSONValue
    let notBefore: Int64
    let notAfter: Int64

    func isValid(at now: Int64) -> Bool { now < notAfter }
}

/// A permission to watch one resource.
struct AuthorizationRecord: Codable, Sendable {
    let resource: String
    let notBefore: Int64
    let notAfter: Int64
}

/// The used part of a free access.
struct TemporaryAccessRecord: Codable, Sendable {
    let mvpd: String
    let start: Int64
    var resources: [String]
}

/// A query that was sent to a device.
struct QueryRecord: Codable, Sendable {
    let id: String
    let notAfter: Int64
}

/// A URL that a logout named, to which a browser may be sent at its end.
struct LogoutRedirectRecord: Codable, Sendable {
    let notAfter: Int64
}

/// The TV provider that a person is signed in with at system level.
struct DeviceSignInRecord: Codable, Sendable {
    var accountProviderIdentifier: String
    var subscriber: String?
    var expires: Int64
}
