extension SignOnFlow.CallFailure {
    /// Creates the kind of failure from the error of a call at a step.
    init(_ error: Pass.ExchangeError, of step: SignOnFlow.Step) {
        if error.registrationRefusal == .invalidClient {
            self = .clientUnknown
        } else if let enhanced = error.enhanced, let failure = Self(enhanced) {
            self = failure
        } else if error.isRetryable {
            self = .transient
        } else if [.v1Poll, .v2Poll].contains(step), error.code == .unexpectedStatus {
            self = .odd
        } else {
            self = Self.ofStatus(error.status, at: step) ?? .lasting
        }
    }

    /// Creates the kind of failure from an enhanced error, of the whole answer or of one decision.
    init?(_ error: Pass.EnhancedError) {
        switch error.code {
        case .invalidAuthenticationSession, .invalidParameterCode: self = .codeUnknown
        case .invalidIntegration, .invalidParameterMVPD, .unknownIntegration: self = .mvpdRefused
        case .invalidHeaderPFSPermissionAccessNotPresent,
            .invalidHeaderPFSPermissionAccessNotDetermined,
            .invalidHeaderPFSPermissionAccessNotGranted, .invalidHeaderPFSProviderIDNotDetermined,
            .invalidHeaderPFSProviderIDMismatch, .invalidHeaderPFSProviderInfoExpired:
            self = .statusRefused
        case .authenticatedProfileMissing, .authenticatedProfileExpired,
            .authenticatedProfileInvalidated, .authenticationSessionMissing,
            .authenticationSessionExpired, .authenticationSessionInvalidated,
            .authenticationSessionIssuerMismatch:
            self = .signInNeeded
        default:
            switch error.action {
            case .authentication: self = .deniedUntilSignIn
            case .authorization: self = .authorizationNeeded
            case .retry: self = .transient
            default: return nil
            }
        }
    }

    /// v1's plain errors have only a status, whose meaning each endpoint documents.
    private static func ofStatus(_ status: Int?, at step: SignOnFlow.Step) -> Self? {
        switch (step, status) {
        case (.v1Authorize, 412), (.v1MediaToken, 412): .signInNeeded
        case (.v1MediaToken, 403), (.v1MediaToken, 404), (.v1MediaToken, 410): .authorizationNeeded
        case (.v1FreePreview, 400), (.v1FreePreview, 403): .mvpdRefused
        default: nil
        }
    }
}

extension Pass.ExchangeError {
    /// A Boolean value that indicates whether the provider or a rule denies the resource, and no
    /// action can help.
    var isDenial: Bool { status == 403 && action == Pass.ErrorAction.none }
}
