#if Sandbox
/// One thing that goes wrong at one call of a sign-on.
struct SignOnFault: Hashable, Sendable, CustomStringConvertible {
    /// What the call's answer becomes.
    enum Kind: Hashable, Sendable {
        /// A page with the status 500, before the server acts.
        case serverError
        /// A page with the status 503 that asks to come back after two seconds.
        case unavailable
        /// The connection breaks before the server has read anything.
        case droppedBefore
        /// The connection breaks after the server has acted.
        case droppedAfter
        /// Nothing comes until the time of the exchange is up.
        case hanging
        /// Only the first half of the body comes.
        case truncated
        /// A page comes instead of the body, with the status 200.
        case otherContentType
        /// The access token is refused.
        case unauthorized
        /// An enhanced error, of the whole answer.
        case enhanced(code: String, action: String, status: Int)
        /// An enhanced error of the one decision in the answer.
        case decision(code: String, action: String)
        /// A refusal of client registration.
        case refusal(code: String)
        /// v1's plain error.
        case plain(status: Int)
    }

    /// How many answers it changes.
    enum Extent: Int, Sendable, CaseIterable {
        case once = 1
        case threeTimes = 3
        case forEver = 1_000_000
    }

    let step: SignOnStep
    let kind: Kind
    let extent: Extent

    var description: String { "\(step.rawValue) \(kind) \(extent)" }

    /// Whether the same call may succeed a little later by what the fault itself says.
    var isTransient: Bool {
        switch kind {
        case .serverError, .unavailable, .droppedBefore, .droppedAfter, .hanging, .truncated,
            .otherContentType:
            true
        case .enhanced(_, let action, _), .decision(_, let action): action == "retry"
        case .unauthorized: true
        case .refusal, .plain: false
        }
    }

    /// Whether it states that the resource may not be played.
    var isDenial: Bool {
        switch kind {
        case .decision(let code, let action):
            action != "retry" && !code.hasPrefix("authenticated_profile")
        case .enhanced(let code, let action, _):
            step == .authorize && action != "retry" && code.contains("denied")
        case .plain(let status): step == .authorizeV1 && status == 403
        default: false
        }
    }
}

/// A call of a sign-on, by what it is for.
enum SignOnStep: String, Sendable, CaseIterable {
    case register, token
    case profiles, configuration, partnerSession, partnerProfile, session, poll, authorize
    case check, configurationV1, profileRequest, exchange, registrationCode, pollV1, authorizeV1
    case mediaToken

    static let ofV2: [Self] = [
        .register, .token, .profiles, .configuration, .partnerSession, .partnerProfile, .session,
        .poll, .authorize,
    ]
    static let ofV1: [Self] = [
        .register, .token, .check, .configurationV1, .profileRequest, .exchange,
        .registrationCode, .pollV1, .authorizeV1, .mediaToken,
    ]

    /// Whether a sign-on makes the call while nothing else goes wrong; with a browser, whether it
    /// follows the choice of a provider, since all before is as it is on a second screen.
    func isCalled(by account: SignOnScene.Account) -> Bool {
        switch self {
        case .partnerSession, .partnerProfile, .profileRequest, .exchange: account == .partner
        case .session, .poll, .registrationCode, .pollV1: account != .partner
        case .register, .token: account == .secondScreen
        case .profiles, .configuration, .authorize, .check, .configurationV1, .authorizeV1,
            .mediaToken:
            account != .browser
        }
    }

    /// Whether no sign-on is possible without the call, whatever the user is able to do.
    ///
    /// The MVPDs to choose from have to be known where the app itself shows them.
    func isNecessary(in scene: SignOnScene.Account) -> Bool {
        switch self {
        case .register, .token, .configuration, .configurationV1, .authorize, .authorizeV1,
            .mediaToken:
            true
        case .session, .poll, .registrationCode, .pollV1: scene != .partner
        case .profiles, .partnerSession, .partnerProfile, .check, .profileRequest, .exchange:
            false
        }
    }

    /// The call that a request makes; a check after a code was requested is a poll.
    init?(method: String, path: String, hasCode: Bool) {
        switch path {
        case "/o/client/register": self = .register
        case "/o/client/token": self = .token
        case "/api/v2/REF30/profiles": self = .profiles
        case "/api/v2/REF30/configuration": self = .configuration
        case "/api/v2/REF30/sessions/sso/Apple": self = .partnerSession
        case "/api/v2/REF30/profiles/sso/Apple": self = .partnerProfile
        case "/api/v2/REF30/sessions": self = .session
        case "/api/v1/checkauthn": self = hasCode ? .pollV1 : .check
        case "/api/v1/config/REF30": self = .configurationV1
        case "/api/v1/tokens/authn": self = .exchange
        case "/reggie/v1/REF30/regcode": self = .registrationCode
        case "/api/v1/authorize": self = .authorizeV1
        case "/api/v1/tokens/media": self = .mediaToken
        default:
            if path.hasPrefix("/api/v2/REF30/profiles/code/") {
                self = .poll
            } else if path.hasPrefix("/api/v2/REF30/decisions/authorize/") {
                self = .authorize
            } else if path.hasPrefix("/api/v1/REF30/profile-requests/") {
                self = .profileRequest
            } else {
                return nil
            }
        }
    }
}
#endif
