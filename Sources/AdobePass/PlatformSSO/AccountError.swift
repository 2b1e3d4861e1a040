extension PlatformSSO {
    /// The reason why the framework gave no metadata.
    ///
    /// What the provider answered may be part of an error, so that neither a description nor a
    /// mirror shows more than the code.
    public struct AccountError: Error, Hashable, Sendable {
        /// The error code.
        public let code: Code
        /// The provider that the user chose and the system does not support.
        public let unsupportedProvider: Pass.PlatformMappingIdentifier?
        /// The SAML response of a provider that refused.
        public let samlResponse: String?
        /// The status in the SAML response of a provider that refused.
        public let samlResponseStatus: String?
        /// The further answer of a provider that refused.
        public let providerResponse: ProviderResponse?

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - code: What happened.
        ///   - unsupportedProvider: The provider that the user chose and the system does not support.
        ///   - samlResponse: The SAML response of a provider that refused.
        ///   - samlResponseStatus: The status in that response.
        ///   - providerResponse: What else that provider has answered.
        public init(
            _ code: Code, unsupportedProvider: Pass.PlatformMappingIdentifier? = nil,
            samlResponse: String? = nil, samlResponseStatus: String? = nil,
            providerResponse: ProviderResponse? = nil
        ) {
            self.code = code
            self.unsupportedProvider = unsupportedProvider
            self.samlResponse = samlResponse
            self.samlResponseStatus = samlResponseStatus
            self.providerResponse = providerResponse
        }
    }
}

extension PlatformSSO.AccountError {
    /// A code of the framework's error domain; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The number.
        public let rawValue: Int

        /// Creates a code from its number.
        ///
        /// - Parameter rawValue: The number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The app has no access.
        public static let accessNotGranted = Self(rawValue: 0)
        /// The user chose a provider that the system does not support for signing in.
        public static let unsupportedProvider = Self(rawValue: 1)
        /// The user dismissed the question.
        public static let userCancelled = Self(rawValue: 2)
        /// Nobody answered in time; a later attempt may work.
        public static let serviceTemporarilyUnavailable = Self(rawValue: 3)
        /// The provider refused, because the user has to sign in again for instance.
        public static let providerRejected = Self(rawValue: 4)
        /// The provider refused the verification token.
        public static let invalidVerificationToken = Self(rawValue: 5)
        /// The request was refused; only apps of providers see this.
        public static let rejected = Self(rawValue: 6)
        /// The feature does not exist in the user's region.
        public static let unsupported = Self(rawValue: 7)
        /// An error of another domain, which has no number here.
        public static let foreign = Self(rawValue: -1)

        /// The framework's name of a known code.
        public var name: String? {
            switch self {
            case .accessNotGranted: "accessNotGranted"
            case .unsupportedProvider: "unsupportedProvider"
            case .userCancelled: "userCancelled"
            case .serviceTemporarilyUnavailable: "serviceTemporarilyUnavailable"
            case .providerRejected: "providerRejected"
            case .invalidVerificationToken: "invalidVerificationToken"
            case .rejected: "rejected"
            case .unsupported: "unsupported"
            default: nil
            }
        }
    }

    /// The raw answer of a provider.
    public struct ProviderResponse: Hashable, Sendable, RedactedValue {
        /// The scheme in which the provider answers, `SAML` for instance.
        public let authenticationScheme: String?
        /// The status the provider gives.
        public let status: String?
        /// The body of the provider's answer.
        public let body: String?

        /// Creates an answer.
        ///
        /// - Parameters:
        ///   - authenticationScheme: The scheme in which the provider answers.
        ///   - status: The status the provider gives.
        ///   - body: What the provider sent.
        public init(authenticationScheme: String?, status: String?, body: String?) {
            self.authenticationScheme = authenticationScheme
            self.status = status
            self.body = body
        }
    }
}

extension PlatformSSO.AccountError: RedactedValue {
    /// The code; never what a provider answered.
    public var description: String {
        "subscriber account: \(code.name ?? "error \(code.rawValue)")"
    }
}
