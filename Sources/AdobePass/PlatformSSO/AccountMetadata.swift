extension PlatformSSO {
    /// The framework's information about the sign-in.
    ///
    /// It may hold the SAML response, so that neither a description nor a mirror shows anything.
    public struct AccountMetadata: Hashable, Sendable {
        /// The provider with which somebody is signed in.
        public let accountProviderIdentifier: Pass.PlatformMappingIdentifier?
        /// The end of the sign-in's validity; `nil` if no user is signed in.
        public let authenticationExpirationDate: Pass.Timestamp?
        /// The provider's SAML response, exactly as the framework gives it.
        ///
        /// `nil` if no attributes were asked for or nobody is signed in.
        public let samlAttributeQueryResponse: String?

        /// Creates metadata.
        ///
        /// - Parameters:
        ///   - accountProviderIdentifier: The provider with which somebody is signed in.
        ///   - authenticationExpirationDate: When the sign-in expires.
        ///   - samlAttributeQueryResponse: The provider's SAML response.
        public init(
            accountProviderIdentifier: Pass.PlatformMappingIdentifier? = nil,
            authenticationExpirationDate: Pass.Timestamp? = nil,
            samlAttributeQueryResponse: String? = nil
        ) {
            self.accountProviderIdentifier = accountProviderIdentifier
            self.authenticationExpirationDate = authenticationExpirationDate
            self.samlAttributeQueryResponse = samlAttributeQueryResponse
        }
    }
}

extension PlatformSSO.AccountMetadata: RedactedValue {
    /// A note whether there is a SAML response; never its content or other values.
    public var description: String {
        "AccountMetadata(\(samlAttributeQueryResponse == nil ? "no " : "")SAML response)"
    }
}
