extension PlatformSSO {
    /// A request to the framework.
    public struct MetadataRequest: Hashable, Sendable, Encodable {
        /// The app that asks, which SAML providers see; see
        /// ``PlatformSSO/productionChannelIdentifier``.
        public var channelIdentifier: String?
        /// The providers that the system's picker offers; none means all of the region.
        public var supportedAccountProviderIdentifiers: [Pass.PlatformMappingIdentifier] = []
        /// The providers that the picker shows first, in this order.
        public var featuredAccountProviderIdentifiers: [Pass.PlatformMappingIdentifier] = []
        /// The SAML request, with which the provider verifies the app.
        public var verificationToken: String?
        /// A Boolean value that indicates whether to answer with the provider's identifier.
        public var includeAccountProviderIdentifier = false
        /// A Boolean value that indicates whether to answer with the expiration of the sign-in.
        public var includeAuthenticationExpirationDate = false
        /// A Boolean value that indicates whether the system may show something to the user.
        public var isInterruptionAllowed = false
        /// The SAML attributes to query; without any there is no SAML response.
        public var attributeNames: [String] = []

        /// Creates a request for nothing.
        public init() {}
    }
}

extension PlatformSSO.MetadataRequest {
    /// Asks silently whether somebody is signed in: v1's second step, v2's phases B and D.
    ///
    /// - Parameter channelIdentifier: The app that asks.
    /// - Returns: The request.
    public static func currentSignIn(
        channelIdentifier: String = PlatformSSO.productionChannelIdentifier
    ) -> Self {
        var request = Self()
        request.channelIdentifier = channelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        return request
    }

    /// Lets the user choose a provider and sign in: v1's fourth step, v2's phase C.
    ///
    /// - Parameters:
    ///   - channelIdentifier: The app that asks.
    ///   - providers: The providers to offer and those to show first.
    /// - Returns: The request.
    public static func picker(
        channelIdentifier: String = PlatformSSO.productionChannelIdentifier,
        providers: PlatformSSO.ProviderLists
    ) -> Self {
        var request = currentSignIn(channelIdentifier: channelIdentifier)
        request.isInterruptionAllowed = true
        request.supportedAccountProviderIdentifiers = providers.supported
        request.featuredAccountProviderIdentifiers = providers.featured
        return request
    }

    /// Asks the provider for a SAML response: v1's seventh step, v2's phase C.
    ///
    /// - Parameters:
    ///   - channelIdentifier: The app that asks.
    ///   - attributeNames: The attributes to query: `requiredMetadataFields` of v1's configuration,
    ///     `attributesNames` of v2's authentication request.
    ///   - verificationToken: What Adobe gave for the purpose, unchanged.
    ///   - isInterruptionAllowed: Whether the system may show something. Adobe's page on v2 asks
    ///     for it in its text and forbids it in its sample; the one on v1 forbids it.
    /// - Returns: The request.
    public static func attributeQuery(
        channelIdentifier: String = PlatformSSO.productionChannelIdentifier,
        attributeNames: [String], verificationToken: String, isInterruptionAllowed: Bool
    ) -> Self {
        var request = currentSignIn(channelIdentifier: channelIdentifier)
        request.isInterruptionAllowed = isInterruptionAllowed
        request.attributeNames = attributeNames
        request.verificationToken = verificationToken
        return request
    }
}

extension PlatformSSO.MetadataRequest: RedactedValue {
    /// The requested items in outline; never the verification token.
    public var description: String {
        "MetadataRequest(\(isInterruptionAllowed ? "interactive" : "silent"), "
            + "\(attributeNames.count) attributes)"
    }
}
