extension SignOnFlow {
    /// A place in the flow; its raw value is stable.
    @nonexhaustive
    public enum Step: String, Hashable, Sendable, CaseIterable {
        /// v1: nothing has begun.
        case v1Start = "v1.start"
        /// v1: registration and access token.
        case v1Registration = "v1.registration"
        /// v1, step 1: is there a valid authentication token?
        case v1CheckAuthentication = "v1.checkAuthentication"
        /// v1, step 2: is somebody signed in at system level?
        case v1SystemSignIn = "v1.systemSignIn"
        /// v1, step 3: which MVPDs are there?
        case v1Configuration = "v1.configuration"
        /// v1, steps 4 and 5: the user chooses and signs in at system level.
        case v1SystemPicker = "v1.systemPicker"
        /// v1, step 6: the SAML request.
        case v1ProfileRequest = "v1.profileRequest"
        /// v1, step 7: the SAML response.
        case v1SAMLResponse = "v1.samlResponse"
        /// v1, steps 8 and 9: the SAML response for an authentication token.
        case v1TokenExchange = "v1.tokenExchange"
        /// v1, step 10: the junction to the regular authentication.
        case v1RegularAuthentication = "v1.regularAuthentication"
        /// v1, step 10: which MVPDs can the user choose from?
        case v1ProviderList = "v1.providerList"
        /// v1, step 10: the user chooses in the app.
        case v1ProviderChoice = "v1.providerChoice"
        /// v1, step 10: the temporary access begins.
        case v1FreePreview = "v1.freePreview"
        /// v1, step 10: a registration code.
        case v1RegistrationCode = "v1.registrationCode"
        /// v1, step 10, tvOS: the user reads the code.
        case v1SecondScreen = "v1.secondScreen"
        /// v1, step 10, iOS: the user signs in.
        case v1Browser = "v1.browser"
        /// v1, step 10: is there a token now?
        case v1Poll = "v1.poll"
        /// v1, step 10: until the next poll.
        case v1Wait = "v1.wait"
        /// v1, step 11: may the resource be played?
        case v1Authorize = "v1.authorize"
        /// v1, step 11: the media token.
        case v1MediaToken = "v1.mediaToken"
        /// v1, logout: where did the authentication token come from?
        case v1UserMetadata = "v1.userMetadata"
        /// v1, logout: the user learns where to sign out.
        case v1SettingsAdvice = "v1.settingsAdvice"
        /// v1, logout: the tokens are deleted.
        case v1Logout = "v1.logout"

        /// v2: nothing has begun.
        case v2Start = "v2.start"
        /// v2, phase A: registration and access token.
        case v2Registration = "v2.registration"
        /// v2, phase B: what is the partner framework status?
        case v2PartnerStatus = "v2.partnerStatus"
        /// v2, phase B: which profiles are there?
        case v2Profiles = "v2.profiles"
        /// v2, phase B: the user chooses a profile.
        case v2ProfileChoice = "v2.profileChoice"
        /// v2, phase C: which MVPDs are there?
        case v2Configuration = "v2.configuration"
        /// v2, phase C: the user chooses and signs in at system level.
        case v2SystemPicker = "v2.systemPicker"
        /// v2, phase C: the SAML request, or another way.
        case v2PartnerSession = "v2.partnerSession"
        /// v2, phase C: the SAML response.
        case v2SAMLResponse = "v2.samlResponse"
        /// v2, phase C: the SAML response for a profile.
        case v2PartnerProfile = "v2.partnerProfile"
        /// v2: the junction to the basic authentication.
        case v2BasicAuthentication = "v2.basicAuthentication"
        /// v2: the user chooses in the app.
        case v2ProviderChoice = "v2.providerChoice"
        /// v2: a session of the basic authentication.
        case v2Session = "v2.session"
        /// v2: the junction for a session that lacks parameters.
        case v2SessionCompletion = "v2.sessionCompletion"
        /// v2: the session gets the parameters it lacks.
        case v2Resume = "v2.resume"
        /// v2: the junction between second screen and browser.
        case v2Activation = "v2.activation"
        /// v2, tvOS: the user reads the code.
        case v2SecondScreen = "v2.secondScreen"
        /// v2, iOS: the user signs in.
        case v2Browser = "v2.browser"
        /// v2: is there a profile now?
        case v2Poll = "v2.poll"
        /// v2: until the next poll.
        case v2Wait = "v2.wait"
        /// v2, phase D: the junction before decisions.
        case v2Decisions = "v2.decisions"
        /// v2, phase D: what is the partner framework status now?
        case v2DecisionStatus = "v2.decisionStatus"
        /// v2, phase D: the junction between preauthorization and authorization.
        case v2DecisionChoice = "v2.decisionChoice"
        /// v2, phase D: which resources may be shown?
        case v2Preauthorize = "v2.preauthorize"
        /// v2, phase D: may the resource be played?
        case v2Authorize = "v2.authorize"
        /// v2, phase E: the profile is deleted.
        case v2Logout = "v2.logout"
        /// v2, phase E: the user learns where to sign out.
        case v2SettingsAdvice = "v2.settingsAdvice"
        /// v2, phase E, iOS: the session of the MVPD ends.
        case v2LogoutBrowser = "v2.logoutBrowser"

        /// The end with a media token.
        case mediaToken = "end.mediaToken"
        /// The end with a regular authentication that was not completed.
        case fallback = "end.fallback"
        /// The end with a failure that the sign-on cannot recover from.
        case failed = "end.failed"
        /// The end of a sign-out.
        case signedOut = "end.signedOut"
    }
}

extension SignOnFlow.Step {
    /// The purpose of the step, in a few words.
    public var title: String {
        switch self {
        case .v1Start, .v2Start: "Start"
        case .v1CheckAuthentication: "Check for an authentication token"
        case .v1SystemSignIn: "Ask for the sign-in at system level"
        case .v1Configuration, .v2Configuration: "Read the configuration"
        case .v1SystemPicker, .v2SystemPicker: "Let the user sign in at system level"
        case .v1ProfileRequest: "Ask for the SAML request"
        case .v1SAMLResponse, .v2SAMLResponse: "Obtain the SAML response"
        case .v1TokenExchange: "Exchange the SAML response for a token"
        case .v1RegularAuthentication: "Regular authentication"
        case .v1ProviderList: "Read the MVPDs to choose from"
        case .v1ProviderChoice, .v2ProviderChoice: "Let the user choose an MVPD"
        case .v1FreePreview: "Begin the temporary access"
        case .v1RegistrationCode: "Request a registration code"
        case .v1SecondScreen, .v2SecondScreen: "Show the code"
        case .v1Browser, .v2Browser: "Let the user sign in with the MVPD"
        case .v1Poll: "Look for the authentication token"
        case .v1Wait, .v2Wait: "Wait for the next look"
        case .v1Authorize, .v2Authorize: "Authorize the resource"
        case .v1MediaToken: "Read the media token"
        case .v1UserMetadata: "Read where the token came from"
        case .v1SettingsAdvice, .v2SettingsAdvice: "Advise to sign out in the settings"
        case .v1Logout: "Delete the tokens"
        case .v1Registration, .v2Registration: "Register and get an access token"
        case .v2PartnerStatus: "Retrieve the partner framework status"
        case .v2Profiles: "Read the profiles"
        case .v2ProfileChoice: "Let the user choose a profile"
        case .v2PartnerSession: "Ask for the SAML request"
        case .v2PartnerProfile: "Exchange the SAML response for a profile"
        case .v2BasicAuthentication: "Basic authentication"
        case .v2Session: "Create a session"
        case .v2SessionCompletion: "Complete the session"
        case .v2Resume: "Resume the session"
        case .v2Activation: "Basic authentication with a code"
        case .v2Poll: "Look for the profile"
        case .v2Decisions: "Decisions"
        case .v2DecisionStatus: "Refresh the partner framework status"
        case .v2DecisionChoice: "Preauthorize or authorize"
        case .v2Preauthorize: "Preauthorize resources"
        case .v2Logout: "Delete the profile"
        case .v2LogoutBrowser: "End the session with the MVPD"
        case .mediaToken: "Media token"
        case .fallback: "Not signed in"
        case .failed: "Failed"
        case .signedOut: "Signed out"
        }
    }

    /// A Boolean value that indicates whether the flow passes without doing anything.
    public var isJunction: Bool {
        switch self {
        case .v1RegularAuthentication, .v2BasicAuthentication, .v2SessionCompletion, .v2Activation,
            .v2Decisions, .v2DecisionChoice:
            true
        default: false
        }
    }

    /// A Boolean value that indicates whether the flow ends here.
    public var isEnd: Bool {
        switch self {
        case .mediaToken, .fallback, .failed, .signedOut: true
        default: false
        }
    }
}
