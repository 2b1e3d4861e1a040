extension SignOnFlow {
    /// The next action.
    ///
    /// Effects hold secrets, so that neither a description nor a mirror shows what is in them.
    public enum Effect: Hashable, Sendable {
        /// See that the app is registered and has an access token.
        case register
        /// Register again: the registration is not known any more.
        case registerAgain
        /// v1: ask whether there is a valid authentication token.
        case checkAuthentication
        /// Ask the framework; the flag tells whether the user may be asked for access.
        case queryAccount(PlatformSSO.MetadataRequest, prompting: Bool)
        /// Read the configuration.
        case readConfiguration
        /// v1: request the SAML request for an MVPD.
        case requestProfile(Pass.MVPDIdentifier)
        /// v1: encode the SAML response and exchange it for an authentication token.
        case createToken(Pass.MVPDIdentifier, samlResponse: String)
        /// Let the user choose an MVPD.
        case chooseMVPD([Pass.MVPD])
        /// v1: begin the temporary access that an MVPD stands for.
        case beginFreePreview(Pass.MVPDIdentifier)
        /// v1: request a registration code.
        case requestCode(Pass.MVPDIdentifier?)
        /// Show the code for the second screen.
        case showCode(Activation)
        /// Open the MVPD's page.
        case openBrowser(Activation)
        /// v2: look whether the session of a code has a profile.
        case pollProfiles(Pass.AuthenticationCode)
        /// Wait.
        case wait(Duration)
        /// v2: read the profiles, or the one of an MVPD.
        case readProfiles(Pass.MVPDIdentifier?, status: PlatformSSO.Answer)
        /// v2: let the user choose a profile.
        case chooseProfile([Profile])
        /// v2: request the SAML request.
        case requestPartnerSession(status: PlatformSSO.Answer)
        /// v2: encode the SAML response and exchange it for a profile.
        case createProfile(status: PlatformSSO.Answer, samlResponse: String)
        /// v2: create a session.
        case createSession(Pass.MVPDIdentifier?)
        /// v2: give a session the parameters it lacks.
        case resumeSession(Pass.AuthenticationCode, Pass.MVPDIdentifier?)
        /// v2: ask which resources may be shown.
        case preauthorize(Pass.MVPDIdentifier, [String], status: PlatformSSO.Answer?)
        /// Ask whether the resource may be played; v1 has neither MVPD nor status.
        case authorize(Pass.MVPDIdentifier?, String, status: PlatformSSO.Answer?)
        /// v1: read the media token.
        case readMediaToken(String)
        /// v1: read where the authentication token came from.
        case readUserMetadata
        /// Sign out; v1 has no MVPD.
        case logOut(Pass.MVPDIdentifier?)
        /// Tell the user to sign out in the system's settings.
        case adviseSettings(Pass.Platform)
        /// v2: open the page where the MVPD's session ends.
        case openLogout(url: String)
        /// Nothing: the sign-on has ended.
        case finish(Ending)
    }

    /// The end of the flow.
    @nonexhaustive
    public enum Ending: Hashable, Sendable {
        /// With a media token, for a resource of an MVPD if it is known.
        case mediaToken(Pass.MVPDIdentifier?)
        /// With a regular authentication that was not completed.
        case fallback(Abandonment)
        /// With a failure that the sign-on cannot recover from.
        case failed(Failure)
        /// Signed out.
        case signedOut
    }

    /// The reason why a regular authentication was not completed.
    @nonexhaustive
    public enum Abandonment: String, Hashable, Sendable, CaseIterable {
        /// The user wanted no more.
        case dismissed
        /// The code ended before the user had signed in.
        case codeExpired
    }

    /// A failure that ends the flow.
    @nonexhaustive
    public enum Failure: String, Hashable, Sendable, CaseIterable {
        /// A call without which there is no way on.
        case callFailed
        /// The resource may not be played.
        case denied
        /// The session lacks a parameter that the app cannot give.
        case parametersMissing
        /// The answer lacks what its action needs.
        case unusableAnswer
        /// Decisions need a status of the framework that is valid, and it is not.
        case statusNotValid
        /// The sign-on took longer than it may.
        case timeIsUp

        /// The failure in a few words.
        var sentence: String {
            switch self {
            case .callFailed: "failed."
            case .denied: "denied."
            case .parametersMissing:
                "the session lacks a parameter: set the domain name and the redirect URL."
            case .unusableAnswer: "the answer lacks what its action needs."
            case .statusNotValid: "the status of Apple's framework is not valid."
            case .timeIsUp: "the time for the sign-on is up; try again later."
            }
        }
    }
}

extension SignOnFlow.Effect: RedactedValue {
    /// The kind of effect; never what is in it.
    public var description: String {
        switch self {
        case .register: "register"
        case .registerAgain: "registerAgain"
        case .beginFreePreview: "beginFreePreview"
        case .checkAuthentication: "checkAuthentication"
        case .queryAccount(let request, _): "queryAccount(\(request))"
        case .readConfiguration: "readConfiguration"
        case .requestProfile: "requestProfile"
        case .createToken: "createToken"
        case .chooseMVPD: "chooseMVPD"
        case .requestCode: "requestCode"
        case .showCode: "showCode"
        case .openBrowser: "openBrowser"
        case .pollProfiles: "pollProfiles"
        case .wait(let duration): "wait(\(duration))"
        case .readProfiles: "readProfiles"
        case .chooseProfile: "chooseProfile"
        case .requestPartnerSession: "requestPartnerSession"
        case .createProfile: "createProfile"
        case .createSession: "createSession"
        case .resumeSession: "resumeSession"
        case .preauthorize: "preauthorize"
        case .authorize: "authorize"
        case .readMediaToken: "readMediaToken"
        case .readUserMetadata: "readUserMetadata"
        case .logOut: "logOut"
        case .adviseSettings: "adviseSettings"
        case .openLogout: "openLogout"
        case .finish: "finish"
        }
    }
}
