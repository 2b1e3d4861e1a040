extension SignOnFlow {
    /// The arrows of v2's cookbook and of its pages on partner sign-on, and what they leave open:
    /// a profile that was not created leads to the basic authentication.
    static let arrowsOfV2: [Arrow] =
        checkOfV2 + partnerAuthenticationOfV2 + basicAuthenticationOfV2 + pollingOfV2
        + decisionsOfV2 + logoutOfV2

    private static let checkOfV2: [Arrow] =
        arrows(
            from: .v2Start,
            (.signOnRequested, .v2Registration),
            (.signOutRequested, .v2Logout))
        + arrows(
            from: .v2Registration,
            (.registered, .v2PartnerStatus),
            (.clientUnknown, .v2Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v2PartnerStatus,
            (.signedIn, .v2Profiles),
            (.accessNotGranted, .v2Profiles),
            (.accountError, .v2Profiles),
            (.notSignedIn, .v2Profiles),
            (.signInExpired, .v2Profiles))
        + arrows(
            from: .v2Profiles,
            (.profileFound, .v2Decisions),
            (.severalProfiles, .v2ProfileChoice),
            (.noProfile, .v2Configuration),
            (.clientUnknown, .v2Registration),
            (.callFailed, .v2Configuration))
        + arrows(
            from: .v2ProfileChoice,
            (.profileFound, .v2Decisions),
            (.dismissed, .fallback))

    private static let partnerAuthenticationOfV2: [Arrow] =
        arrows(
            from: .v2Configuration,
            (.pickerNeeded, .v2SystemPicker),
            (.noProviderTakesPart, .v2BasicAuthentication),
            (.clientUnknown, .v2Registration),
            (.callFailed, .v2BasicAuthentication))
        + arrows(
            from: .v2SystemPicker,
            (.signedIn, .v2PartnerSession),
            (.unsupportedProviderKnown, .v2BasicAuthentication),
            (.unsupportedProviderUnknown, .v2BasicAuthentication),
            (.accessNotGranted, .v2BasicAuthentication),
            (.pickerCancelled, .v2BasicAuthentication),
            (.accountError, .v2BasicAuthentication),
            (.notSignedIn, .v2BasicAuthentication),
            (.signInExpired, .v2BasicAuthentication))
        + arrows(
            from: .v2PartnerSession,
            (.partnerProfile, .v2SAMLResponse),
            (.statusFallback, .v2Activation),
            (.configurationFallback, .v2Activation),
            (.authenticate, .v2Activation),
            (.parametersFallback, .v2SessionCompletion),
            (.resume, .v2SessionCompletion),
            (.sessionAuthenticated, .v2Decisions),
            (.sessionAuthenticatedSSO, .v2Decisions),
            (.sessionDegraded, .v2Decisions),
            (.sessionTemporary, .v2Decisions),
            (.unusableAnswer, .v2BasicAuthentication),
            (.clientUnknown, .v2Registration),
            (.callFailed, .v2BasicAuthentication))
        + arrows(
            from: .v2SAMLResponse,
            (.responseReceived, .v2PartnerProfile),
            (.noResponse, .v2BasicAuthentication),
            (.accessNotGranted, .v2BasicAuthentication),
            (.accountError, .v2BasicAuthentication),
            (.notSignedIn, .v2BasicAuthentication),
            (.signInExpired, .v2BasicAuthentication))
        + arrows(
            from: .v2PartnerProfile,
            (.appleProfile, .v2Decisions),
            (.otherProfile, .v2Decisions),
            (.noProfile, .v2BasicAuthentication),
            (.clientUnknown, .v2Registration),
            (.callFailed, .v2BasicAuthentication))

    private static let basicAuthenticationOfV2: [Arrow] =
        arrows(
            from: .v2BasicAuthentication,
            (.mvpdKnown, .v2Session),
            (.mvpdElsewhere, .v2Session),
            (.mvpdNeeded, .v2ProviderChoice),
            (.providersUnknown, .failed))
        + arrows(
            from: .v2ProviderChoice,
            (.mvpdChosen, .v2Session),
            (.temporaryAccessChosen, .v2Decisions),
            (.mvpdChosenForSession, .v2SessionCompletion),
            (.dismissed, .fallback))
        + [SignOnFlow.Step.v2Session, .v2Resume].flatMap { step in
            arrows(
                from: step,
                (.authenticate, .v2Activation),
                (.resume, .v2SessionCompletion),
                (.sessionAuthenticated, .v2Decisions),
                (.sessionAuthenticatedSSO, .v2Decisions),
                (.sessionDegraded, .v2Decisions),
                (.sessionTemporary, .v2Decisions),
                (.unusableAnswer, .failed),
                (.clientUnknown, .v2Registration),
                (.callFailed, .failed))
        }
        + arrows(from: .v2Session, (.mvpdRefused, .v2ProviderChoice))
        + arrows(
            from: .v2Resume,
            (.sessionAbandoned, .v2BasicAuthentication),
            (.parametersElsewhere, .v2SecondScreen))
        + arrows(
            from: .v2SessionCompletion,
            (.parametersKnown, .v2Resume),
            (.mvpdNeeded, .v2ProviderChoice),
            (.parametersElsewhere, .v2SecondScreen),
            (.parametersUnknown, .failed))

    private static let pollingOfV2: [Arrow] =
        arrows(
            from: .v2Activation,
            (.secondScreen, .v2SecondScreen),
            (.sameScreen, .v2Browser))
        + arrows(
            from: .v2SecondScreen,
            (.codeShown, .v2Poll),
            (.dismissed, .fallback))
        + arrows(
            from: .v2Browser,
            (.browserClosed, .v2Poll),
            (.dismissed, .fallback),
            (.callFailed, .failed))
        + arrows(
            from: .v2Poll,
            (.profileFound, .v2Decisions),
            (.noProfile, .v2Wait),
            (.unanswered, .v2Wait),
            (.codeUnknown, .v2BasicAuthentication),
            (.codeExpired, .fallback),
            (.clientUnknown, .v2Registration),
            (.callFailed, .failed))
        + arrows(
            from: .v2Wait,
            (.intervalPassed, .v2Poll),
            (.codeExpired, .fallback),
            (.newCodeRequested, .v2BasicAuthentication),
            (.dismissed, .fallback))

    private static let decisionsOfV2: [Arrow] =
        arrows(
            from: .v2Decisions,
            (.statusNotNeeded, .v2DecisionChoice),
            (.statusCached, .v2DecisionChoice),
            (.statusNeeded, .v2DecisionStatus))
        + arrows(
            from: .v2DecisionStatus,
            (.statusValid, .v2DecisionChoice),
            (.statusNotValid, .v2Configuration),
            (.statusStillNotValid, .v2BasicAuthentication),
            (.statusNeverValid, .failed))
        + arrows(
            from: .v2DecisionChoice,
            (.resourcesListed, .v2Preauthorize),
            (.resourceNamed, .v2Authorize))
        + arrows(
            from: .v2Preauthorize,
            (.preauthorized, .v2Authorize),
            (.statusRefused, .v2DecisionStatus),
            (.clientUnknown, .v2Registration),
            (.callFailed, .v2Authorize))
        + arrows(
            from: .v2Authorize,
            (.permitted, .mediaToken),
            (.statusRefused, .v2DecisionStatus),
            (.signInNeeded, .v2Configuration),
            (.signInNeededElsewhere, .v2BasicAuthentication),
            (.denied, .failed),
            (.clientUnknown, .v2Registration),
            (.callFailed, .failed))

    private static let logoutOfV2: [Arrow] =
        arrows(
            from: .v2Logout,
            (.partnerLogout, .v2SettingsAdvice),
            (.interactiveLogout, .v2LogoutBrowser),
            (.skippedLogout, .signedOut),
            (.completeLogout, .signedOut),
            (.invalidLogout, .signedOut),
            (.callFailed, .failed))
        + arrows(from: .v2SettingsAdvice, (.acknowledged, .signedOut))
        + arrows(from: .v2LogoutBrowser, (.browserClosed, .signedOut))
}
