extension SignOnFlow {
    /// An event of the sign-on.
    ///
    /// Events hold secrets, so that neither a description nor a mirror shows what is in them.
    public enum Event: Hashable, Sendable {
        /// Somebody wants to play something.
        case signOnRequested
        /// The user wants to sign out, with the MVPD of v2's profile.
        case signOutRequested(Pass.MVPDIdentifier?)
        /// The app is registered and has an access token.
        case registered
        /// v1: whether there is a valid authentication token.
        case authentication(Bool)
        /// The framework answered.
        case account(PlatformSSO.Answer)
        /// The MVPDs of the configuration.
        case configuration([Pass.MVPD])
        /// v1: the profile request, as text.
        case profileRequest(String)
        /// v1: the temporary access has begun.
        case freePreviewBegun
        /// v1: the SAML response was exchanged for an authentication token.
        case tokenCreated
        /// v1: a registration code, and how long it is valid from now on.
        case registrationCode(Pass.AuthenticationCode, validFor: Duration?)
        /// v2: the answer to a session call.
        case session(RESTv2.Session)
        /// v2: the profiles there are.
        case profiles([Profile])
        /// The user chose an MVPD.
        case mvpdChosen(Pass.MVPDIdentifier)
        /// v2: the user chose the profile of an MVPD.
        case profileChosen(Pass.MVPDIdentifier)
        /// The user sees the code.
        case codeShown
        /// The browser is closed, at its last address or before.
        case browserClosed
        /// The time to wait has passed.
        case waited
        /// The user wants another code.
        case newCodeRequested
        /// The user wants no more.
        case dismissed
        /// v2: which resources may be shown is known.
        case preauthorized
        /// The decision about the resource, in v2 with the media token.
        case decision(permitted: Bool)
        /// v1: the media token.
        case mediaToken
        /// v1: where the authentication token came from.
        case userMetadata(tokenSource: String?)
        /// The user has read the advice.
        case acknowledged
        /// v1: the tokens are deleted.
        case loggedOut
        /// v2: what remains to be done after the profile was deleted.
        case logout(actionName: RESTv2.LogoutActionName, url: String?)
        /// A call failed.
        case failed(CallFailure)
    }
}

extension SignOnFlow.Event: RedactedValue {
    /// The kind of event; never what is in it.
    public var description: String {
        switch self {
        case .signOnRequested: "signOnRequested"
        case .signOutRequested: "signOutRequested"
        case .registered: "registered"
        case .authentication(let isValid): "authentication(\(isValid))"
        case .account: "account"
        case .configuration: "configuration"
        case .profileRequest: "profileRequest"
        case .freePreviewBegun: "freePreviewBegun"
        case .tokenCreated: "tokenCreated"
        case .registrationCode: "registrationCode"
        case .session(let session): "\(session)"
        case .profiles: "profiles"
        case .mvpdChosen: "mvpdChosen"
        case .profileChosen: "profileChosen"
        case .codeShown: "codeShown"
        case .browserClosed: "browserClosed"
        case .waited: "waited"
        case .newCodeRequested: "newCodeRequested"
        case .dismissed: "dismissed"
        case .preauthorized: "preauthorized"
        case .decision(let permitted): "decision(\(permitted))"
        case .mediaToken: "mediaToken"
        case .userMetadata: "userMetadata"
        case .acknowledged: "acknowledged"
        case .loggedOut: "loggedOut"
        case .logout: "logout"
        case .failed(let failure): "failed(\(failure.rawValue))"
        }
    }
}
