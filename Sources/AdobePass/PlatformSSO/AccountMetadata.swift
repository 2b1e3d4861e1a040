extension PlatformSSO {
    /// What the framework tells about the sign-in.
    ///
    /// It may hold the SAML response, so that neither a description nor a mirror shows anything.
    public struct AccountMetadata: Hashable, Sendable {
        /// The provider with which somebody is signed in.
        public let accountProviderIdentifier: Pass.PlatformMappingIdentifier?
        /// When the sign-in expires; `nil` if nobody is signed in.
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
    /// Whether there is a SAML response; never what it or anything else is.
    public var description: String {
        "AccountMetadata(\(samlAttributeQueryResponse == nil ? "no " : "")SAML response)"
    }
}
