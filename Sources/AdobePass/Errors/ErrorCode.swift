extension Pass {
    /// The code of an enhanced error.
    ///
    /// The set is open: Adobe adds codes and does not change those there are. What a code is not
    /// documented for, an error's own ``EnhancedError/action`` tells.
    public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable {
        /// The code as it is sent.
        public let rawValue: String

        /// Creates a code from its text.
        ///
        /// - Parameter rawValue: The text as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension Pass.ErrorCode {
    /// The service provider is missing or unknown.
    public static let invalidParameterServiceProvider = Self(
        rawValue: "invalid_parameter_service_provider")
    /// The MVPD is missing or unknown; the user has to choose again.
    public static let invalidParameterMVPD = Self(
        rawValue: "invalid_parameter_mvpd")
    /// The authentication code is missing or unknown.
    public static let invalidParameterCode = Self(
        rawValue: "invalid_parameter_code")
    /// The list of resources is missing or unusable.
    public static let invalidParameterResources = Self(
        rawValue: "invalid_parameter_resources")
    /// The redirect URL is missing or not acceptable.
    public static let invalidParameterRedirectURL = Self(
        rawValue: "invalid_parameter_redirect_url")
    /// The partner in the path is unknown.
    public static let invalidParameterPartner = Self(
        rawValue: "invalid_parameter_partner")
    /// The SAML response is missing or not acceptable.
    public static let invalidParameterSAMLResponse = Self(
        rawValue: "invalid_parameter_saml_response")
    /// `X-Device-Info` is missing or unusable.
    public static let invalidHeaderDeviceInfo = Self(
        rawValue: "invalid_header_device_info")
    /// `AP-Device-Identifier` is missing or unusable.
    public static let invalidHeaderDeviceIdentifier = Self(
        rawValue: "invalid_header_device_identifier")
    /// `AP-TempPass-Identity` is missing or unusable.
    public static let invalidHeaderIdentityForTemporaryAccess = Self(
        rawValue: "invalid_header_identity_for_temporary_access")
    /// The partner framework status has no access status.
    public static let invalidHeaderPFSPermissionAccessNotPresent = Self(
        rawValue: "invalid_header_pfs_permission_access_not_present")
    /// The user has not been asked for access to the TV provider.
    public static let invalidHeaderPFSPermissionAccessNotDetermined = Self(
        rawValue: "invalid_header_pfs_permission_access_not_determined")
    /// The user has not granted access to the TV provider.
    public static let invalidHeaderPFSPermissionAccessNotGranted = Self(
        rawValue: "invalid_header_pfs_permission_access_not_granted")
    /// The provider of the partner framework status belongs to no MVPD.
    public static let invalidHeaderPFSProviderIDNotDetermined = Self(
        rawValue: "invalid_header_pfs_provider_id_not_determined")
    /// The provider of the partner framework status belongs to another MVPD.
    public static let invalidHeaderPFSProviderIDMismatch = Self(
        rawValue: "invalid_header_pfs_provider_id_mismatch")
    /// The sign-in that the partner framework status tells of has expired.
    public static let invalidHeaderPFSProviderInfoExpired = Self(
        rawValue: "invalid_header_pfs_provider_info_expired")
    /// The service provider has no active integration with the MVPD.
    public static let invalidIntegration = Self(
        rawValue: "invalid_integration")
    /// The authentication session is missing or has expired.
    public static let invalidAuthenticationSession = Self(
        rawValue: "invalid_authentication_session")
    /// The MVPD does not let the user see the resource in a list.
    public static let preauthorizationDeniedByMVPD = Self(
        rawValue: "preauthorization_denied_by_mvpd")
    /// The MVPD does not let the user play the resource.
    public static let authorizationDeniedByMVPD = Self(
        rawValue: "authorization_denied_by_mvpd")
    /// Parental controls forbid the resource.
    public static let authorizationDeniedByParentalControls = Self(
        rawValue: "authorization_denied_by_parental_controls")
    /// A degradation rule denies every resource.
    public static let authorizationDeniedByDegradationRule = Self(
        rawValue: "authorization_denied_by_degradation_rule")
    /// Something went wrong at Adobe; report it with its trace.
    public static let internalServerError = Self(
        rawValue: "internal_server_error")
    /// More resources than are allowed in one call.
    public static let tooManyResources = Self(
        rawValue: "too_many_resources")
    /// The certificate for user metadata is missing or unusable.
    public static let invalidConfigurationUserMetadataCertificate = Self(
        rawValue: "invalid_configuration_user_metadata_certificate")
    /// TempPass is not configured correctly.
    public static let invalidConfigurationTemporaryAccess = Self(
        rawValue: "invalid_configuration_temporary_access")
    /// Configuration: platform is missing or wrong.
    public static let invalidConfigurationPlatform = Self(
        rawValue: "invalid_configuration_platform")
    /// Configuration: platform id is missing or wrong.
    public static let invalidConfigurationPlatformID = Self(
        rawValue: "invalid_configuration_platform_id")
    /// Configuration: platform trait is missing or wrong.
    public static let invalidConfigurationPlatformTrait = Self(
        rawValue: "invalid_configuration_platform_trait")
    /// Configuration: platform category trait is missing or wrong.
    public static let invalidConfigurationPlatformCategoryTrait = Self(
        rawValue: "invalid_configuration_platform_category_trait")
    /// Configuration: platform services is missing or wrong.
    public static let invalidConfigurationPlatformServices = Self(
        rawValue: "invalid_configuration_platform_services")
    /// Configuration: MVPD platform is missing or wrong.
    public static let invalidConfigurationMVPDPlatform = Self(
        rawValue: "invalid_configuration_mvpd_platform")
    /// Configuration: MVPD platform boarding status is missing or wrong.
    public static let invalidConfigurationMVPDPlatformBoardingStatus = Self(
        rawValue: "invalid_configuration_mvpd_platform_boarding_status")
    /// Configuration: MVPD platform profile exchange is missing or wrong.
    public static let invalidConfigurationMVPDPlatformProfileExchange = Self(
        rawValue: "invalid_configuration_mvpd_platform_profile_exchange")
    /// The access token is not for this service provider.
    public static let invalidAccessTokenServiceProvider = Self(
        rawValue: "invalid_access_token_service_provider")
    /// The client application of the access token is not known.
    public static let invalidAccessTokenClientApplication = Self(
        rawValue: "invalid_access_token_client_application")
    /// There is no profile: the user has to sign in.
    public static let authenticatedProfileMissing = Self(
        rawValue: "authenticated_profile_missing")
    /// The profile has expired: the user has to sign in again.
    public static let authenticatedProfileExpired = Self(
        rawValue: "authenticated_profile_expired")
    /// The profile was made invalid: the user has to sign in again.
    public static let authenticatedProfileInvalidated = Self(
        rawValue: "authenticated_profile_invalidated")
    /// The time of the TempPass is used up.
    public static let temporaryAccessDurationLimitExceeded = Self(
        rawValue: "temporary_access_duration_limit_exceeded")
    /// The resources of the TempPass are used up.
    public static let temporaryAccessResourcesLimitExceeded = Self(
        rawValue: "temporary_access_resources_limit_exceeded")
    /// The user signed in at home and is away now.
    public static let authorizationDeniedByHBAPolicies = Self(
        rawValue: "authorization_denied_by_hba_policies")
    /// The MVPD has ended the session.
    public static let authorizationDeniedBySessionInvalidated = Self(
        rawValue: "authorization_denied_by_session_invalidated")
    /// The MVPD does not know the user.
    public static let identityNotRecognizedByMVPD = Self(
        rawValue: "identity_not_recognized_by_mvpd")
    /// The MVPD could not be read from.
    public static let networkReceivedError = Self(
        rawValue: "network_received_error")
    /// The MVPD did not answer in time.
    public static let networkConnectionTimeout = Self(
        rawValue: "network_connection_timeout")
    /// The request took too long.
    public static let maximumExecutionTimeExceeded = Self(
        rawValue: "maximum_execution_time_exceeded")
    /// v1: the requestor is missing or unknown.
    public static let invalidRequestor = Self(
        rawValue: "invalid_requestor")
    /// v1: the device information is missing or unusable.
    public static let invalidDeviceInfo = Self(
        rawValue: "invalid_device_info")
    /// v1: the device identifier is missing or unusable.
    public static let invalidDeviceID = Self(
        rawValue: "invalid_device_id")
    /// v1: the resource is missing.
    public static let missingResource = Self(
        rawValue: "missing_resource")
    /// v1: the authorization request cannot be understood.
    public static let malformedAuthzRequest = Self(
        rawValue: "malformed_authz_request")
    /// v1: something went wrong at Adobe.
    public static let internalError = Self(
        rawValue: "internal_error")
    /// v1: the requestor has no integration with the MVPD.
    public static let unknownIntegration = Self(
        rawValue: "unknown_integration")
    /// v1: the session belongs to another MVPD.
    public static let authenticationSessionIssuerMismatch = Self(
        rawValue: "authentication_session_issuer_mismatch")
    /// v1: the session was made invalid.
    public static let authenticationSessionInvalidated = Self(
        rawValue: "authentication_session_invalidated")
    /// v1: there is no session.
    public static let authenticationSessionMissing = Self(
        rawValue: "authentication_session_missing")
    /// v1: the session has expired.
    public static let authenticationSessionExpired = Self(
        rawValue: "authentication_session_expired")
    /// v1: there is no session to preauthorize with.
    public static let preauthorizationAuthenticationSessionMissing = Self(
        rawValue: "preauthorization_authentication_session_missing")
    /// v1: the session to preauthorize with has expired.
    public static let preauthorizationAuthenticationSessionExpired = Self(
        rawValue: "preauthorization_authentication_session_expired")
    /// v1: there is no authorization for the resource.
    public static let authorizationNotFound = Self(
        rawValue: "authorization_not_found")
    /// v1: the authorization for the resource has expired.
    public static let authorizationExpired = Self(
        rawValue: "authorization_expired")
    /// Figures only: the time of the TempPass is used up.
    public static let temppassExpired = Self(
        rawValue: "temppass_expired")
    /// Figures only: the resources of the TempPass are used up.
    public static let temppassMaxResourcesExceeded = Self(
        rawValue: "temppass_max_resources_exceeded")
}
