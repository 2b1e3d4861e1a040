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
    public static let documented: [Self: Documentation] = Dictionary(
        uniqueKeysWithValues: documentedTogether.flatMap { documentation, codes in
            codes.map { ($0, documentation) }
        })

    private static let documentedTogether: KeyValuePairs<Documentation, [Self]> = [
        Documentation(statuses: [400], action: .none): [
            .invalidParameterServiceProvider, .invalidParameterMVPD, .invalidParameterCode,
            .invalidParameterResources, .invalidParameterRedirectURL, .invalidParameterPartner,
            .invalidParameterSAMLResponse, .invalidHeaderDeviceInfo, .invalidHeaderDeviceIdentifier,
            .invalidHeaderIdentityForTemporaryAccess, .invalidHeaderPFSPermissionAccessNotPresent,
            .invalidHeaderPFSPermissionAccessNotDetermined,
            .invalidHeaderPFSPermissionAccessNotGranted, .invalidHeaderPFSProviderIDNotDetermined,
            .invalidHeaderPFSProviderIDMismatch, .invalidHeaderPFSProviderInfoExpired,
            .invalidIntegration, .invalidAuthenticationSession, .invalidRequestor,
            .invalidDeviceInfo, .invalidDeviceID,
        ],
        Documentation(statuses: [403], action: .none): [
            .preauthorizationDeniedByMVPD, .authorizationDeniedByMVPD,
            .authorizationDeniedByParentalControls, .authorizationDeniedByDegradationRule,
        ],
        Documentation(statuses: [500], action: .none): [.internalServerError],
        Documentation(statuses: [403], action: .configuration): [.tooManyResources],
        Documentation(statuses: [500], action: .configuration): [
            .invalidConfigurationUserMetadataCertificate, .invalidConfigurationTemporaryAccess,
            .invalidConfigurationPlatform, .invalidConfigurationPlatformID,
            .invalidConfigurationPlatformTrait, .invalidConfigurationPlatformCategoryTrait,
            .invalidConfigurationPlatformServices, .invalidConfigurationMVPDPlatform,
            .invalidConfigurationMVPDPlatformBoardingStatus,
            .invalidConfigurationMVPDPlatformProfileExchange,
        ],
        Documentation(statuses: [401], action: .applicationRegistration): [
            .invalidAccessTokenServiceProvider, .invalidAccessTokenClientApplication,
        ],
        Documentation(statuses: [403], action: .authentication): [
            .authenticatedProfileMissing, .authenticatedProfileExpired,
            .authenticatedProfileInvalidated, .temporaryAccessDurationLimitExceeded,
            .temporaryAccessResourcesLimitExceeded, .authorizationDeniedByHBAPolicies,
            .authorizationDeniedBySessionInvalidated, .identityNotRecognizedByMVPD,
            .authenticationSessionInvalidated,
        ],
        Documentation(statuses: [403], action: .retry): [
            .networkReceivedError, .networkConnectionTimeout, .maximumExecutionTimeExceeded,
        ],
        Documentation(statuses: [400, 412], action: .none): [
            .missingResource, .malformedAuthzRequest,
        ],
        Documentation(statuses: [400, 405, 500], action: .none): [.internalError],
        Documentation(statuses: [400, 412], action: .configuration): [.unknownIntegration],
        Documentation(statuses: [400], action: .authentication): [
            .authenticationSessionIssuerMismatch
        ],
        Documentation(statuses: [403, 412], action: .authentication): [
            .authenticationSessionMissing, .authenticationSessionExpired,
        ],
        Documentation(statuses: [412], action: .authentication): [
            .preauthorizationAuthenticationSessionMissing,
            .preauthorizationAuthenticationSessionExpired, .temppassMaxResourcesExceeded,
        ],
        Documentation(statuses: [403, 404], action: .authorization): [.authorizationNotFound],
        Documentation(statuses: [410], action: .authorization): [.authorizationExpired],
        Documentation(statuses: [410], action: .authentication): [.temppassExpired],
        Documentation(statuses: [400], action: .getNewToken): [.tokenInvalid],
        Documentation(statuses: [401], action: .getNewToken): [.tokenExpired, .headerInvalid],
        Documentation(statuses: [400, 401], action: .checkHeaders): [.headerMissing],
        Documentation(statuses: [400], action: .checkRequestBody): [.requestInvalid],
        Documentation(statuses: [400], action: .none): [.requestNull],
        Documentation(statuses: [401], action: .none): [.unauthorized],
    ]
}
