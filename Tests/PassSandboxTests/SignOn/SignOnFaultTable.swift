#if Sandbox
/// Every fault that a sign-on is tried with: what can happen to any call, and the errors that are
/// documented for each.
enum SignOnFaultTable {
    /// What can happen to any call.
    static let everywhere: [SignOnFault.Kind] = [
        .serverError, .unavailable, .droppedBefore, .droppedAfter, .hanging, .truncated,
        .otherContentType,
    ]

    /// What can happen to any call with an access token.
    static let withToken: [SignOnFault.Kind] = [
        .unauthorized,
        .enhanced(code: "network_connection_timeout", action: "retry", status: 403),
        .enhanced(code: "internal_server_error", action: "none", status: 500),
    ]

    /// The errors that are documented for a call.
    static func documented(_ step: SignOnStep) -> [SignOnFault.Kind] {
        switch step {
        case .register:
            [
                "invalid_request", "invalid_redirect_uri", "invalid_software_statement",
                "unapproved_software_statement",
            ].map { .refusal(code: $0) }
        case .token:
            ["invalid_request", "invalid_client", "unauthorized_client", "unsupported_grant_type"]
                .map { .refusal(code: $0) }
        case .profiles, .configuration:
            refused("invalid_parameter_service_provider", "invalid_header_device_info")
        case .partnerSession:
            refused(
                "invalid_integration", "invalid_parameter_partner", "invalid_header_device_info")
                + [
                    .enhanced(
                        code: "invalid_configuration_mvpd_platform_boarding_status",
                        action: "configuration", status: 500)
                ]
        case .partnerProfile:
            refused(
                "invalid_parameter_saml_response", "invalid_integration",
                "invalid_header_pfs_provider_id_mismatch",
                "invalid_header_pfs_provider_info_expired")
        case .session: refused("invalid_parameter_mvpd", "invalid_integration")
        case .poll: refused("invalid_authentication_session", "invalid_parameter_code")
        case .authorize: decisions + refused("invalid_parameter_resources")
        case .check: [.plain(status: 403)]
        case .pollV1: [.plain(status: 403)]
        case .configurationV1, .registrationCode: [.plain(status: 400)]
        case .profileRequest, .exchange: [.plain(status: 400), .plain(status: 403)]
        case .authorizeV1: [.plain(status: 403), .plain(status: 412)]
        case .mediaToken: [.plain(status: 404), .plain(status: 410), .plain(status: 412)]
        }
    }

    private static let decisions: [SignOnFault.Kind] = [
        .decision(code: "authorization_denied_by_mvpd", action: "none"),
        .decision(code: "authorization_denied_by_parental_controls", action: "none"),
        .decision(code: "authorization_denied_by_degradation_rule", action: "none"),
        .decision(code: "network_received_error", action: "retry"),
        .decision(code: "maximum_execution_time_exceeded", action: "retry"),
        .decision(code: "authenticated_profile_expired", action: "authentication"),
        .decision(code: "authenticated_profile_missing", action: "authentication"),
        .decision(code: "authorization_denied_by_hba_policies", action: "authentication"),
        .decision(code: "identity_not_recognized_by_mvpd", action: "authentication"),
        .enhanced(
            code: "authenticated_profile_invalidated", action: "authentication", status: 403),
        .enhanced(code: "too_many_resources", action: "configuration", status: 403),
    ]

    private static func refused(_ codes: String...) -> [SignOnFault.Kind] {
        codes.map { .enhanced(code: $0, action: "none", status: 400) }
    }

    /// Everything that can happen to a call.
    static func kinds(_ step: SignOnStep) -> [SignOnFault.Kind] {
        everywhere + (step == .register || step == .token ? [] : withToken) + documented(step)
    }

    /// Every fault of a version of the API.
    static func faults(_ steps: [SignOnStep]) -> [SignOnFault] {
        steps.flatMap { step in
            kinds(step).flatMap { kind in
                SignOnFault.Extent.allCases.map { extent in
                    SignOnFault(step: step, kind: kind, extent: extent)
                }
            }
        }
    }

    /// How many hours the device's clock is ahead of the server's.
    static let hoursAhead = [-26, -2, 0, 2, 26]
}
#endif
