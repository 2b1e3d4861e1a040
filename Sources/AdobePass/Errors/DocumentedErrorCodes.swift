extension Pass.ErrorCode {
    /// Adobe's documentation of a code.
    public struct Documentation: Hashable, Sendable {
        /// The statuses an error with the code may carry, which the answer's own may differ from.
        public let statuses: [Int]
        /// The action for the client.
        public let action: Pass.ErrorAction
    }

    /// Adobe's documentation of this code; `nil` for an undocumented code.
    public var documentation: Documentation? { Self.documented[self] }

    /// Every documented code.
    public static let documented: [Self: Documentation] = [
        .invalidParameterServiceProvider: Documentation(statuses: [400], action: .none),
        .invalidParameterMVPD: Documentation(statuses: [400], action: .none),
        .invalidParameterCode: Documentation(statuses: [400], action: .none),
        .invalidParameterResources: Documentation(statuses: [400], action: .none),
        .invalidParameterRedirectURL: Documentation(statuses: [400], action: .none),
        .invalidParameterPartner: Documentation(statuses: [400], action: .none),
        .invalidParameterSAMLResponse: Documentation(statuses: [400], action: .none),
        .invalidHeaderDeviceInfo: Documentation(statuses: [400], action: .none),
        .invalidHeaderDeviceIdentifier: Documentation(statuses: [400], action: .none),
        .invalidHeaderIdentityForTemporaryAccess: Documentation(statuses: [400], action: .none),
        .invalidHeaderPFSPermissionAccessNotPresent: Documentation(statuses: [400], action: .none),
        .invalidHeaderPFSPermissionAccessNotDetermined: Documentation(
            statuses: [400], action: .none),
        .invalidHeaderPFSPermissionAccessNotGranted: Documentation(statuses: [400], action: .none),
        .invalidHeaderPFSProviderIDNotDetermined: Documentation(statuses: [400], action: .none),
        .invalidHeaderPFSProviderIDMismatch: Documentation(statuses: [400], action: .none),
        .invalidHeaderPFSProviderInfoExpired: Documentation(statuses: [400], action: .none),
        .invalidIntegration: Documentation(statuses: [400], action: .none),
        .invalidAuthenticationSession: Documentation(statuses: [400], action: .none),
        .preauthorizationDeniedByMVPD: Documentation(statuses: [403], action: .none),
        .authorizationDeniedByMVPD: Documentation(statuses: [403], action: .none),
        .authorizationDeniedByParentalControls: Documentation(statuses: [403], action: .none),
        .authorizationDeniedByDegradationRule: Documentation(statuses: [403], action: .none),
        .internalServerError: Documentation(statuses: [500], action: .none),
        .tooManyResources: Documentation(statuses: [403], action: .configuration),
        .invalidConfigurationUserMetadataCertificate: Documentation(
            statuses: [500], action: .configuration),
        .invalidConfigurationTemporaryAccess: Documentation(
            statuses: [500], action: .configuration),
        .invalidConfigurationPlatform: Documentation(statuses: [500], action: .configuration),
        .invalidConfigurationPlatformID: Documentation(statuses: [500], action: .configuration),
        .invalidConfigurationPlatformTrait: Documentation(statuses: [500], action: .configuration),
        .invalidConfigurationPlatformCategoryTrait: Documentation(
            statuses: [500], action: .configuration),
        .invalidConfigurationPlatformServices: Documentation(
            statuses: [500], action: .configuration),
        .invalidConfigurationMVPDPlatform: Documentation(statuses: [500], action: .configuration),
        .invalidConfigurationMVPDPlatformBoardingStatus: Documentation(
            statuses: [500], action: .configuration),
        .invalidConfigurationMVPDPlatformProfileExchange: Documentation(
            statuses: [500], action: .configuration),
        .invalidAccessTokenServiceProvider: Documentation(
            statuses: [401], action: .applicationRegistration),
        .invalidAccessTokenClientApplication: Documentation(
            statuses: [401], action: .applicationRegistration),
        .authenticatedProfileMissing: Documentation(statuses: [403], action: .authentication),
        .authenticatedProfileExpired: Documentation(statuses: [403], action: .authentication),
        .authenticatedProfileInvalidated: Documentation(statuses: [403], action: .authentication),
        .temporaryAccessDurationLimitExceeded: Documentation(
            statuses: [403], action: .authentication),
        .temporaryAccessResourcesLimitExceeded: Documentation(
            statuses: [403], action: .authentication),
        .authorizationDeniedByHBAPolicies: Documentation(statuses: [403], action: .authentication),
        .authorizationDeniedBySessionInvalidated: Documentation(
            statuses: [403], action: .authentication),
        .identityNotRecognizedByMVPD: Documentation(statuses: [403], action: .authentication),
        .networkReceivedError: Documentation(statuses: [403], action: .retry),
        .networkConnectionTimeout: Documentation(statuses: [403], action: .retry),
        .maximumExecutionTimeExceeded: Documentation(statuses: [403], action: .retry),
        .invalidRequestor: Documentation(statuses: [400], action: .none),
        .invalidDeviceInfo: Documentation(statuses: [400], action: .none),
        .invalidDeviceID: Documentation(statuses: [400], action: .none),
        .missingResource: Documentation(statuses: [400, 412], action: .none),
        .malformedAuthzRequest: Documentation(statuses: [400, 412], action: .none),
        .internalError: Documentation(statuses: [400, 405, 500], action: .none),
        .unknownIntegration: Documentation(statuses: [400, 412], action: .configuration),
        .authenticationSessionIssuerMismatch: Documentation(
            statuses: [400], action: .authentication),
        .authenticationSessionInvalidated: Documentation(statuses: [403], action: .authentication),
        .authenticationSessionMissing: Documentation(
            statuses: [403, 412], action: .authentication),
        .authenticationSessionExpired: Documentation(
            statuses: [403, 412], action: .authentication),
        .preauthorizationAuthenticationSessionMissing: Documentation(
            statuses: [412], action: .authentication),
        .preauthorizationAuthenticationSessionExpired: Documentation(
            statuses: [412], action: .authentication),
        .authorizationNotFound: Documentation(statuses: [403, 404], action: .authorization),
        .authorizationExpired: Documentation(statuses: [410], action: .authorization),
        .temppassExpired: Documentation(statuses: [410], action: .authentication),
        .temppassMaxResourcesExceeded: Documentation(statuses: [412], action: .authentication),
    ]
}
