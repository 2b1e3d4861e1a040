public import Foundation

/// What an app asks for.
open class VSAccountMetadataRequest: NSObject {
    /// The app that asks.
    open var channelIdentifier: String?
    /// The providers that the picker offers.
    open var supportedAccountProviderIdentifiers: [String] = []
    /// The providers that the picker shows first.
    open var featuredAccountProviderIdentifiers: [String] = []
    /// What lets the provider verify the app.
    open var verificationToken: String?
    /// Whether to answer with the provider's identifier.
    open var includeAccountProviderIdentifier = false
    /// Whether to answer with the expiration of the sign-in.
    open var includeAuthenticationExpirationDate = false
    /// The title of what the user wants to play.
    open var localizedVideoTitle: String?
    /// Whether the system may show something.
    open var isInterruptionAllowed = false
    /// Whether the user has to sign in again.
    open var forceAuthentication = false
    /// The SAML attributes to query.
    open var attributeNames: [String] = []
}

/// What the framework tells.
open class VSAccountMetadata: NSObject {
    /// The provider with which somebody is signed in.
    open var accountProviderIdentifier: String? { nil }
    /// When the sign-in expires.
    open var authenticationExpirationDate: Date? { nil }
    /// What verifies the response.
    open var verificationData: Data? { nil }
    /// The SAML response.
    open var samlAttributeQueryResponse: String? { nil }
    /// The provider's raw answer.
    open var accountProviderResponse: VSAccountProviderResponse? { nil }
}

/// A provider's raw answer.
open class VSAccountProviderResponse: NSObject {
    /// The scheme in which the provider answers.
    open var authenticationScheme: VSAccountProviderAuthenticationScheme { .saml }
    /// The status the provider gives.
    open var status: String? { nil }
    /// What the provider sent.
    open var body: String? { nil }
}

/// A scheme in which providers answer.
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a scheme.
    ///
    /// - Parameter rawValue: The text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// SAML.
    public static let saml = Self(rawValue: "SAML")
}
