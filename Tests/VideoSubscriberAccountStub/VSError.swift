public import Foundation

/// The domain of the framework's errors.
public let VSErrorDomain = "VSErrorDomain"
/// The SAML response of a provider that refused.
public let VSErrorInfoKeySAMLResponse = "VSErrorInfoKeySAMLResponse"
/// The status in the SAML response of a provider that refused.
public let VSErrorInfoKeySAMLResponseStatus = "VSErrorInfoKeySAMLResponseStatus"
/// The raw answer of a provider that refused.
public let VSErrorInfoKeyAccountProviderResponse = "VSErrorInfoKeyAccountProviderResponse"
/// The provider that the user chose and the system does not support.
public let VSErrorInfoKeyUnsupportedProviderIdentifier =
    "VSErrorInfoKeyUnsupportedProviderIdentifier"

/// An error of the framework.
public struct VSError: CustomNSError, @unchecked Sendable {
    /// What happened.
    public enum Code: Int, Sendable, CaseIterable {
        /// The app has no access.
        case accessNotGranted = 0
        /// The system does not support the chosen provider.
        case unsupportedProvider = 1
        /// The user dismissed the question.
        case userCancelled = 2
        /// Nobody answered in time.
        case serviceTemporarilyUnavailable = 3
        /// The provider refused.
        case providerRejected = 4
        /// The provider refused the verification token.
        case invalidVerificationToken = 5
        /// The request was refused.
        case rejected = 6
        /// The feature does not exist in the region.
        case unsupported = 7
    }

    /// What happened.
    public let code: Code
    /// More about it.
    public let userInfo: [String: Any]

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What happened.
    ///   - userInfo: More about it.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// The domain.
    public static var errorDomain: String { VSErrorDomain }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// More about the error.
    public var errorUserInfo: [String: Any] { userInfo }
}
