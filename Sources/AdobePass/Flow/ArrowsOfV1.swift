extension SignOnFlow {
    /// The arrows of v1's cookbook, and what it leaves open: failures lead to the regular
    /// authentication.
    static let arrowsOfV1: [Arrow] = signInOfV1 + regularAuthenticationOfV1 + authorizationOfV1

    private static let signInOfV1: [Arrow] =
        arrows(
            from: .v1Start,
            (.signOnRequested, .v1Registration),
            (.signOutRequested, .v1UserMetadata))
        + arrows(
            from: .v1Registration,
            (.registered, .v1CheckAuthentication),
            (.clientUnknown, .v1Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v1CheckAuthentication,
            (.authenticated, .v1Authorize),
            (.notAuthenticated, .v1SystemSignIn),
            (.clientUnknown, .v1Registration),
            (.callFailed, .v1SystemSignIn))
        + arrows(
            from: .v1SystemSignIn,
            (.accessNotGranted, .v1RegularAuthentication),
            (.signedIn, .v1Configuration),
            (.notSignedIn, .v1Configuration),
            (.signInExpired, .v1Configuration),
            (.accountError, .v1Configuration))
        + arrows(
            from: .v1Configuration,
            (.providerMapped, .v1ProfileRequest),
            (.providerNotMapped, .v1RegularAuthentication),
            (.providerPickerOnly, .v1RegularAuthentication),
            (.pickerNeeded, .v1SystemPicker),
            (.noProviderTakesPart, .v1RegularAuthentication),
            (.clientUnknown, .v1Registration),
            (.callFailed, .v1RegularAuthentication))
        + arrows(
            from: .v1SystemPicker,
            (.providerMapped, .v1ProfileRequest),
            (.providerNotMapped, .v1RegularAuthentication),
            (.providerPickerOnly, .v1RegularAuthentication),
            (.unsupportedProviderKnown, .v1RegularAuthentication),
            (.unsupportedProviderUnknown, .v1RegularAuthentication),
            (.accessNotGranted, .v1RegularAuthentication),
            (.pickerCancelled, .v1RegularAuthentication),
            (.accountError, .v1RegularAuthentication),
            (.notSignedIn, .v1RegularAuthentication),
            (.signInExpired, .v1RegularAuthentication))
        + arrows(
            from: .v1ProfileRequest,
            (.received, .v1SAMLResponse),
            (.clientUnknown, .v1Registration),
            (.callFailed, .v1RegularAuthentication))
        + arrows(
            from: .v1SAMLResponse,
            (.responseReceived, .v1TokenExchange),
            (.noResponse, .v1RegularAuthentication),
            (.otherProvider, .v1RegularAuthentication),
            (.accessNotGranted, .v1RegularAuthentication),
            (.accountError, .v1RegularAuthentication))
        + arrows(
            from: .v1TokenExchange,
            (.received, .v1Authorize),
            (.clientUnknown, .v1Registration),
            (.callFailed, .v1RegularAuthentication))

    private static let regularAuthenticationOfV1: [Arrow] =
        arrows(
            from: .v1RegularAuthentication,
            (.mvpdKnown, .v1RegistrationCode),
            (.mvpdElsewhere, .v1RegistrationCode),
            (.mvpdNeeded, .v1ProviderChoice),
            (.listNeeded, .v1ProviderList))
        + arrows(
            from: .v1ProviderList,
            (.received, .v1ProviderChoice),
            (.clientUnknown, .v1Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v1ProviderChoice,
            (.mvpdChosen, .v1RegistrationCode),
            (.temporaryAccessChosen, .v1FreePreview),
            (.dismissed, .fallback))
        + arrows(
            from: .v1FreePreview,
            (.received, .v1Authorize),
            (.mvpdRefused, .v1ProviderChoice),
            (.clientUnknown, .v1Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v1RegistrationCode,
            (.secondScreen, .v1SecondScreen),
            (.sameScreen, .v1Browser),
            (.clientUnknown, .v1Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v1SecondScreen,
            (.codeShown, .v1Poll),
            (.dismissed, .fallback))
        + arrows(
            from: .v1Browser,
            (.browserClosed, .v1Poll),
            (.dismissed, .fallback),
            (.callFailed, .failed))
        + arrows(
            from: .v1Poll,
            (.authenticated, .v1Authorize),
            (.notAuthenticated, .v1Wait),
            (.unanswered, .v1Wait),
            (.codeExpired, .fallback),
            (.clientUnknown, .v1Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v1Wait,
            (.intervalPassed, .v1Poll),
            (.codeExpired, .fallback),
            (.newCodeRequested, .v1RegularAuthentication),
            (.dismissed, .fallback))

    private static let authorizationOfV1: [Arrow] =
        arrows(
            from: .v1Authorize,
            (.permitted, .v1MediaToken),
            (.signInNeeded, .v1SystemSignIn),
            (.denied, .failed),
            (.clientUnknown, .v1Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v1MediaToken,
            (.received, .mediaToken),
            (.authorizationNeeded, .v1Authorize),
            (.signInNeeded, .v1SystemSignIn),
            (.clientUnknown, .v1Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v1UserMetadata,
            (.tokenFromApple, .v1SettingsAdvice),
            (.tokenFromElsewhere, .v1Logout),
            (.callFailed, .v1Logout))
        + arrows(from: .v1SettingsAdvice, (.acknowledged, .v1Logout))
        + arrows(
            from: .v1Logout,
            (.loggedOut, .signedOut),
            (.callFailed, .failed))
}
