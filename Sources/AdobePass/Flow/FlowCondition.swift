extension SignOnFlow {
    /// The condition of an arrow; the raw value is a short text.
    @nonexhaustive
    public enum Condition: String, Hashable, Sendable, CaseIterable {
        /// Somebody wants to play something.
        case signOnRequested = "sign-on requested"
        /// The user wants to sign out.
        case signOutRequested = "sign-out requested by the user"
        /// The app is registered.
        case registered = "registered"
        /// There is a valid token.
        case authenticated = "authenticated"
        /// There is none.
        case notAuthenticated = "not authenticated"
        /// A call failed.
        case callFailed = "call failed"
        /// A call failed that may succeed later.
        case unanswered = "no answer"
        /// The registration is not known any more.
        case clientUnknown = "client unknown"
        /// The requested value was received.
        case received = "received"
        /// The answer lacks what its action needs.
        case unusableAnswer = "unusable answer"

        /// The app has no access to the TV provider.
        case accessNotGranted = "access not granted"
        /// Somebody is signed in at system level.
        case signedIn = "signed in at system level"
        /// Nobody is signed in at system level.
        case notSignedIn = "not signed in at system level"
        /// The sign-in at system level has expired.
        case signInExpired = "system sign-in expired"
        /// The framework gave an error.
        case accountError = "framework error"
        /// The user left the system's picker.
        case pickerCancelled = "picker cancelled"
        /// The user chose an unsupported provider that belongs to an MVPD.
        case unsupportedProviderKnown = "unsupported provider, MVPD found"
        /// The user chose an unsupported provider that belongs to no MVPD.
        case unsupportedProviderUnknown = "unsupported provider, no MVPD"
        /// The provider belongs to an MVPD with sign-on.
        case providerMapped = "provider mapped to an MVPD"
        /// The provider belongs to no MVPD with sign-on.
        case providerNotMapped = "no MVPD for the provider"
        /// The provider belongs to an MVPD that is only in the picker.
        case providerPickerOnly = "MVPD only in the picker"
        /// The user has to choose a provider.
        case pickerNeeded = "provider to be chosen"
        /// No MVPD takes part in the sign-on.
        case noProviderTakesPart = "no MVPD takes part"
        /// The provider gave a SAML response.
        case responseReceived = "SAML response"
        /// The provider gave none.
        case noResponse = "no SAML response"
        /// The SAML response is another provider's.
        case otherProvider = "another provider answered"

        /// The MVPD is known.
        case mvpdKnown = "MVPD known"
        /// The user chooses on the second screen.
        case mvpdElsewhere = "MVPD chosen on the second screen"
        /// The user has to choose an MVPD.
        case mvpdNeeded = "MVPD to be chosen"
        /// The MVPDs have to be read first.
        case listNeeded = "MVPDs to be read"
        /// The user chose an MVPD.
        case mvpdChosen = "MVPD chosen"
        /// The user chose a temporary pass.
        case temporaryAccessChosen = "temporary pass chosen"
        /// Nobody can sign in with the MVPD.
        case mvpdRefused = "MVPD refused"
        /// The MVPDs to choose from could not be read.
        case providersUnknown = "MVPDs unknown"
        /// The user chose an MVPD that the session lacked.
        case mvpdChosenForSession = "MVPD chosen for the session"
        /// The user wants no more.
        case dismissed = "dismissed"
        /// The user signs in on a second screen.
        case secondScreen = "second screen"
        /// The user signs in on this screen.
        case sameScreen = "same screen"
        /// The user sees the code.
        case codeShown = "code shown"
        /// The browser is closed.
        case browserClosed = "browser closed"
        /// The code has ended.
        case codeExpired = "code expired"
        /// The server does not know the code.
        case codeUnknown = "code unknown"
        /// It is time to look again.
        case intervalPassed = "interval passed"
        /// The user wants another code.
        case newCodeRequested = "new code requested"

        /// There is one profile, or the longest was taken.
        case profileFound = "profile"
        /// The user has to choose one of several.
        case severalProfiles = "several profiles to choose from"
        /// There is no profile.
        case noProfile = "no profile"
        /// The profile came from Apple's sign-on.
        case appleProfile = "appleSSO profile"
        /// The profile came from elsewhere.
        case otherProfile = "profile of another type"
        /// The session offers the SAML request.
        case partnerProfile = "partner_profile"
        /// The status was not valid.
        case statusFallback = "authenticate: pfs_fallback"
        /// The integration has no partner sign-on.
        case configurationFallback = "authenticate: configuration_fallback"
        /// The user has to sign in with the MVPD.
        case authenticate = "authenticate"
        /// The partner session lacks parameters.
        case parametersFallback = "resume: missing_parameters_fallback"
        /// The session lacks parameters.
        case resume = "resume or retry"
        /// There is a profile already.
        case sessionAuthenticated = "authorize: authenticated"
        /// There is a profile of a single sign-on already.
        case sessionAuthenticatedSSO = "authorize: authenticatedSSO"
        /// The MVPD is degraded.
        case sessionDegraded = "authorize: degraded"
        /// The MVPD is a temporary pass.
        case sessionTemporary = "authorize: temporary"
        /// The session could not be completed, and another one may do.
        case sessionAbandoned = "session given up"
        /// The app can give what the session lacks.
        case parametersKnown = "parameters known"
        /// The second screen gives what the session lacks.
        case parametersElsewhere = "completed on the second screen"
        /// The session lacks parameters that are not available.
        case parametersUnknown = "parameters unknown"

        /// The decision needs no status.
        case statusNotNeeded = "no status needed"
        /// The cached status is valid.
        case statusCached = "cached status valid"
        /// The status has to be asked for.
        case statusNeeded = "status needed"
        /// The status is valid.
        case statusValid = "status valid"
        /// The status is not valid, and the partner authentication was not tried.
        case statusNotValid = "status not valid"
        /// The status is not valid after the partner authentication.
        case statusStillNotValid = "status not valid after partner authentication"
        /// The status is not valid after the basic authentication either.
        case statusNeverValid = "status not valid after basic authentication"
        /// Resources must be preauthorized.
        case resourcesListed = "resources to preauthorize"
        /// The resource must be authorized.
        case resourceNamed = "resource to authorize"
        /// Preauthorization is done.
        case preauthorized = "preauthorized"
        /// The resource may be played.
        case permitted = "permitted"
        /// It may not.
        case denied = "denied"
        /// The server refused the status.
        case statusRefused = "status refused"
        /// The user has to sign in again.
        case signInNeeded = "sign-in needed"
        /// The user has to sign in again, and not with the partner.
        case signInNeededElsewhere = "sign-in needed, not with the partner"
        /// v1: the resource has to be authorized again.
        case authorizationNeeded = "authorization needed"

        /// The token came from Apple's sign-on.
        case tokenFromApple = "token source is Apple"
        /// It did not.
        case tokenFromElsewhere = "token source is not Apple"
        /// The user has read the advice.
        case acknowledged = "acknowledged"
        /// Signed out.
        case loggedOut = "logged out"
        /// The user has to sign out at system level.
        case partnerLogout = "partner_logout"
        /// The MVPD's page ends its session.
        case interactiveLogout = "logout: same screen"
        /// The device has no browser for the MVPD's page.
        case skippedLogout = "logout: no browser"
        /// Nothing remains to be done.
        case completeLogout = "complete"
        /// There was nothing to delete.
        case invalidLogout = "invalid"
    }
}
