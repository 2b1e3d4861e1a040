extension Pass {
    /// The code of an enhanced error.
    ///
    /// The set is open: Adobe adds codes and does not change those there are. What a code is not
    /// documented for, an error's own ``EnhancedError/action`` tells.
    public struct ErrorCode: Pass.Word {
        /// The code as it is sent.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension Pass.ErrorCode {
    /// The service provider is missing or unknown.
    public static let invalidParameterServiceProvider: Self = "invalid_parameter_service_provider"
    /// The MVPD is missing or unknown; the user has to choose again.
    public static let invalidParameterMVPD: Self = "invalid_parameter_mvpd"
    /// The authentication code is missing or unknown.
    public static let invalidParameterCode: Self = "invalid_parameter_code"
    /// The list of resources is missing or unusable.
    public static let invalidParameterResources: Self = "invalid_parameter_resources"
    /// The redirect URL is missing or not acceptable.
    public static let invalidParameterRedirectURL: Self = "invalid_parameter_redirect_url"
    /// The partner in the path is unknown.
    public static let invalidParameterPartner: Self = "invalid_parameter_partner"
    /// The SAML response is missing or not acceptable.
    public static let invalidParameterSAMLResponse: Self = "invalid_parameter_saml_response"
    /// `X-Device-Info` is missing or unusable.
    public static let invalidHeaderDeviceInfo: Self = "invalid_header_device_info"
    /// `AP-Device-Identifier` is missing or unusable.
    public static let invalidHeaderDeviceIdentifier: Self = "invalid_header_device_identifier"
    /// `AP-TempPass-Identity` is missing or unusable.
    public static let invalidHeaderIdentityForTemporaryAccess: Self =
        "invalid_header_identity_for_temporary_access"
    /// The partner framework status has no access status.
    public static let invalidHeaderPFSPermissionAccessNotPresent: Self =
        "invalid_header_pfs_permission_access_not_present"
    /// The user has not been asked for access to the TV provider.
    public static let invalidHeaderPFSPermissionAccessNotDetermined: Self =
        "invalid_header_pfs_permission_access_not_determined"
    /// The user has not granted access to the TV provider.
    public static let invalidHeaderPFSPermissionAccessNotGranted: Self =
        "invalid_header_pfs_permission_access_not_granted"
    /// The provider of the partner framework status belongs to no MVPD.
    public static let invalidHeaderPFSProviderIDNotDetermined: Self =
        "invalid_header_pfs_provider_id_not_determined"
    /// The provider of the partner framework status belongs to another MVPD.
    public static let invalidHeaderPFSProviderIDMismatch: Self =
        "invalid_header_pfs_provider_id_mismatch"
    /// The sign-in that the partner framework status tells of has expired.
    public static let invalidHeaderPFSProviderInfoExpired: Self =
        "invalid_header_pfs_provider_info_expired"
    /// The service provider has no active integration with the MVPD.
    public static let invalidIntegration: Self = "invalid_integration"
    /// The authentication session is missing or has expired.
    public static let invalidAuthenticationSession: Self = "invalid_authentication_session"
    /// The MVPD does not let the user see the resource in a list.
    public static let preauthorizationDeniedByMVPD: Self = "preauthorization_denied_by_mvpd"
    /// The MVPD does not let the user play the resource.
    public static let authorizationDeniedByMVPD: Self = "authorization_denied_by_mvpd"
    /// Parental controls forbid the resource.
    public static let authorizationDeniedByParentalControls: Self =
        "authorization_denied_by_parental_controls"
    /// A degradation rule denies every resource.
    public static let authorizationDeniedByDegradationRule: Self =
        "authorization_denied_by_degradation_rule"
    /// Something went wrong at Adobe; report it with its trace.
    public static let internalServerError: Self = "internal_server_error"
    /// More resources than are allowed in one call.
    public static let tooManyResources: Self = "too_many_resources"
    /// The certificate for user metadata is missing or unusable.
    public static let invalidConfigurationUserMetadataCertificate: Self =
        "invalid_configuration_user_metadata_certificate"
    /// TempPass is not configured correctly.
    public static let invalidConfigurationTemporaryAccess: Self =
        "invalid_configuration_temporary_access"
    /// Configuration: platform is missing or wrong.
    public static let invalidConfigurationPlatform: Self = "invalid_configuration_platform"
    /// Configuration: platform id is missing or wrong.
    public static let invalidConfigurationPlatformID: Self = "invalid_configuration_platform_id"
    /// Configuration: platform trait is missing or wrong.
    public static let invalidConfigurationPlatformTrait: Self =
        "invalid_configuration_platform_trait"
    /// Configuration: platform category trait is missing or wrong.
    public static let invalidConfigurationPlatformCategoryTrait: Self =
        "invalid_configuration_platform_category_trait"
    /// Configuration: platform services is missing or wrong.
    public static let invalidConfigurationPlatformServices: Self =
        "invalid_configuration_platform_services"
    /// Configuration: MVPD platform is missing or wrong.
    public static let invalidConfigurationMVPDPlatform: Self = "invalid_configuration_mvpd_platform"
    /// Configuration: MVPD platform boarding status is missing or wrong.
    public static let invalidConfigurationMVPDPlatformBoardingStatus: Self =
        "invalid_configuration_mvpd_platform_boarding_status"
    /// Configuration: MVPD platform profile exchange is missing or wrong.
    public static let invalidConfigurationMVPDPlatformProfileExchange: Self =
        "invalid_configuration_mvpd_platform_profile_exchange"
    /// The access token is not for this service provider.
    public static let invalidAccessTokenServiceProvider: Self =
        "invalid_access_token_service_provider"
    /// The client application of the access token is not known.
    public static let invalidAccessTokenClientApplication: Self =
        "invalid_access_token_client_application"
    /// There is no profile: the user has to sign in.
    public static let authenticatedProfileMissing: Self = "authenticated_profile_missing"
    /// The profile has expired: the user has to sign in again.
    public static let authenticatedProfileExpired: Self = "authenticated_profile_expired"
    /// The profile was made invalid: the user has to sign in again.
    public static let authenticatedProfileInvalidated: Self = "authenticated_profile_invalidated"
    /// The time of the TempPass is used up.
    public static let temporaryAccessDurationLimitExceeded: Self =
        "temporary_access_duration_limit_exceeded"
    /// The resources of the TempPass are used up.
    public static let temporaryAccessResourcesLimitExceeded: Self =
        "temporary_access_resources_limit_exceeded"
    /// The user signed in at home and is away now.
    public static let authorizationDeniedByHBAPolicies: Self =
        "authorization_denied_by_hba_policies"
    /// The MVPD has ended the session.
    public static let authorizationDeniedBySessionInvalidated: Self =
        "authorization_denied_by_session_invalidated"
    /// The MVPD does not know the user.
    public static let identityNotRecognizedByMVPD: Self = "identity_not_recognized_by_mvpd"
    /// The MVPD could not be read from.
    public static let networkReceivedError: Self = "network_received_error"
    /// The MVPD did not answer in time.
    public static let networkConnectionTimeout: Self = "network_connection_timeout"
    /// The request took too long.
    public static let maximumExecutionTimeExceeded: Self = "maximum_execution_time_exceeded"
    /// v1: the requestor is missing or unknown.
    public static let invalidRequestor: Self = "invalid_requestor"
    /// v1: the device information is missing or unusable.
    public static let invalidDeviceInfo: Self = "invalid_device_info"
    /// v1: the device identifier is missing or unusable.
    public static let invalidDeviceID: Self = "invalid_device_id"
    /// v1: the resource is missing.
    public static let missingResource: Self = "missing_resource"
    /// v1: the authorization request cannot be understood.
    public static let malformedAuthzRequest: Self = "malformed_authz_request"
    /// v1: something went wrong at Adobe.
    public static let internalError: Self = "internal_error"
    /// v1: the requestor has no integration with the MVPD.
    public static let unknownIntegration: Self = "unknown_integration"
    /// v1: the session belongs to another MVPD.
    public static let authenticationSessionIssuerMismatch: Self =
        "authentication_session_issuer_mismatch"
    /// v1: the session was made invalid.
    public static let authenticationSessionInvalidated: Self = "authentication_session_invalidated"
    /// v1: there is no session.
    public static let authenticationSessionMissing: Self = "authentication_session_missing"
    /// v1: the session has expired.
    public static let authenticationSessionExpired: Self = "authentication_session_expired"
    /// v1: there is no session to preauthorize with.
    public static let preauthorizationAuthenticationSessionMissing: Self =
        "preauthorization_authentication_session_missing"
    /// v1: the session to preauthorize with has expired.
    public static let preauthorizationAuthenticationSessionExpired: Self =
        "preauthorization_authentication_session_expired"
    /// v1: there is no authorization for the resource.
    public static let authorizationNotFound: Self = "authorization_not_found"
    /// v1: the authorization for the resource has expired.
    public static let authorizationExpired: Self = "authorization_expired"
    /// Figures only: the time of the TempPass is used up.
    public static let temppassExpired: Self = "temppass_expired"
    /// Figures only: the resources of the TempPass are used up.
    public static let temppassMaxResourcesExceeded: Self = "temppass_max_resources_exceeded"
    /// SSO service: the service token or the link code is not valid.
    public static let tokenInvalid: Self = "token_invalid"
    /// SSO service: the service token has expired.
    public static let tokenExpired: Self = "token_expired"
    /// SSO service: a header field is missing.
    public static let headerMissing: Self = "header_missing"
    /// SSO service: the service token has a wrong signature or no subject.
    public static let headerInvalid: Self = "header_invalid"
    /// SSO service: the body lacks something.
    public static let requestInvalid: Self = "request_invalid"
    /// SSO service: there is no request.
    public static let requestNull: Self = "request_null"
    /// SSO service: access is refused.
    public static let unauthorized: Self = "unauthorized"
}
