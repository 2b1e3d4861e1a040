internal import WireText

/// The content of a sandbox, and its behavior where Adobe Pass leaves a choice.
///
/// Every member of a JSON document is optional; ``standard`` has the defaults.
package struct SandboxConfiguration: Codable, Equatable, Sendable {
    /// The service providers.
    package var serviceProviders: [ServiceProvider]
    /// The software statements that may register; a statement is compared as text.
    package var softwareStatements: [SoftwareStatement]
    /// The MVPDs.
    var mvpds: [MVPD]
    /// The lifetimes.
    var lifetimes = Lifetimes()
    /// The limits of one call.
    var limits = Limits()
    /// The throttling of requests.
    package var throttle = Throttle()
    /// The choices that the documentation leaves open.
    package var choices = Choices()
    /// The choices about the SSO Service.
    package var ssoService = SSOService()
    /// The encryption of user metadata; `nil` encrypts nothing.
    var metadataEncryption: MetadataEncryption?
    /// The injected faults.
    package var faults = FaultPlan()
    /// A Boolean value that indicates whether a request may ask for a fault in `X-Sandbox-Fault`.
    package var allowsFaultHeader = false
    /// The origins whose pages may call Adobe's endpoints.
    package var cors: [String] = []
    /// A Boolean value that indicates whether the rules of Adobe's checklist are enforced.
    package var strict = false
    /// The rules of the checklist that can be enforced, by identifier.
    package var rules = Self.standardRules
}

extension SandboxConfiguration {
    /// A programmer's channel or brand.
    package struct ServiceProvider: Codable, Equatable, Sendable {
        /// Its identifier.
        package var id: String
        /// Its name.
        var name: String
        /// The domains it may name in requests.
        var domains: [String]
        /// The MVPDs it is integrated with; all of them without the member.
        var mvpds: [String]?
    }

    /// A software statement that may register.
    package struct SoftwareStatement: Codable, Equatable, Sendable {
        /// The statement, which is a JWT at Adobe and any text here.
        package var statement: String
        /// The name of the registered application.
        var application = "Sandbox application"
        /// The service providers it is for; all of them without the member.
        var serviceProviders: [String]?
        /// The versions of the REST API that its registered application has the scope of; both
        /// without the member.
        package var apis: [APIVersion]?
        /// The redirect URIs it allows, by how they begin; any without the member.
        var redirectURIPrefixes: [String]?
        /// A Boolean value that indicates whether it is approved for this server.
        var isApproved = true
    }

    /// Someone who can sign in with a provider.
    struct Subscriber: Codable, Equatable, Sendable {
        /// The name to sign in with.
        var name: String
        /// The provider's identifier of the account.
        var userID: String
        /// SAML attributes by name.
        var samlAttributes: [String: [String]] = [:]
        /// User metadata by Adobe's key.
        var metadata: [String: JSONValue] = [:]
    }

    /// The encryption of sensitive user metadata for the programmer.
    struct MetadataEncryption: Codable, Equatable, Sendable {
        /// The programmer's RSA public key, PEM.
        var publicKey: String
        /// The padding.
        var padding = Padding.pkcs1
        /// The metadata that is encrypted.
        var keys = ["zip"]

        /// An RSA padding.
        enum Padding: String, Codable, CaseIterable {
            /// PKCS #1 version 1.5.
            case pkcs1 = "PKCS1v1.5"
            /// OAEP with SHA-1, the one both sides of most libraries start from.
            case oaep = "OAEP"
        }
    }

    /// The lifetimes, in seconds.
    struct Lifetimes: Codable, Equatable, Sendable {
        /// Access tokens.
        var accessToken = 21_600
        /// Authentication sessions and registration codes.
        var session = 1_800
        /// The longest a registration code may be asked for.
        var longestRegistrationCode = 36_000
        /// Profiles and authentication tokens.
        var profile = 86_400
        /// Authorization decisions.
        var authorization = 3_600
        /// Media tokens.
        var mediaToken = 420
        /// SAML queries.
        var query = 600
    }

    /// The limits of one call.
    struct Limits: Codable, Equatable, Sendable {
        /// Resources in an authorization.
        var authorize = 1
        /// Resources in a preauthorization.
        var preauthorize = 5
        /// Bytes in a request's body.
        var bodyBytes = 1_048_576
        /// Lines of the request log that are kept.
        var logLines = 2_000
        /// Sessions, profiles and other records of one kind that are kept; the oldest go first.
        var records = 50_000
    }

    /// The throttling of requests.
    package struct Throttle: Codable, Equatable, Sendable {
        /// A Boolean value that indicates whether they are.
        package var isOn = true
        /// The requests beyond one a second that a client may make.
        var burst = 10
        /// A Boolean value that indicates whether every second without a request gives one of them
        /// back.
        var refill = true
    }
}
