/// A call of REST API v2, by its path.
struct V2Call: Hashable, Sendable {
    /// The endpoints, in the order of Adobe's reference.
    enum Endpoint: Hashable, Sendable, CaseIterable {
        case configuration, sessions, resume, readSession, authenticate, profiles, profile, poll
        case partnerSession, partnerProfile, authorize, preauthorize, logout

        /// The path below the service provider.
        var template: String {
            switch self {
            case .configuration: "/configuration"
            case .sessions: "/sessions"
            case .resume, .readSession: "/sessions/{code}"
            case .authenticate: "/authenticate/{code}"
            case .profiles: "/profiles"
            case .profile: "/profiles/{mvpd}"
            case .poll: "/profiles/code/{code}"
            case .partnerSession: "/sessions/sso/{partner}"
            case .partnerProfile: "/profiles/sso/{partner}"
            case .authorize: "/decisions/authorize/{mvpd}"
            case .preauthorize: "/decisions/preauthorize/{mvpd}"
            case .logout: "/logout/{mvpd}"
            }
        }

        /// A Boolean value that indicates whether the endpoint's page requires the headers of the device.
        var requiresDevice: Bool {
            switch self {
            case .sessions, .profiles, .profile, .partnerSession, .partnerProfile, .authorize,
                .preauthorize, .logout:
                true
            case .configuration, .resume, .readSession, .authenticate, .poll: false
            }
        }

        /// A Boolean value that indicates whether the call answers with profiles.
        var givesProfiles: Bool {
            [.profiles, .profile, .poll, .partnerProfile].contains(self)
        }

        var isDecision: Bool { self == .authorize || self == .preauthorize }
        var isPartner: Bool { self == .partnerSession || self == .partnerProfile }
        var method: String {
            switch self {
            case .sessions, .resume, .partnerSession, .partnerProfile, .authorize, .preauthorize:
                "POST"
            default: "GET"
            }
        }
    }

    let endpoint: Endpoint
    let serviceProvider: String
    var mvpd: String?
    var code: HashedText?
    var partner: String?

    /// The path as reports show it: with service provider and MVPD, and the code as an ellipsis.
    var shownPath: String {
        let sp = "/api/v2/\(serviceProvider)"
        return switch endpoint {
        case .authenticate: "/api/v2/authenticate/\(serviceProvider)/…"
        case .resume, .readSession: "\(sp)/sessions/…"
        case .poll: "\(sp)/profiles/code/…"
        default:
            sp
                + endpoint.template.replacing("{mvpd}", with: mvpd ?? "{mvpd}")
                .replacing("{partner}", with: partner ?? "{partner}")
        }
    }

    /// The result of matching a path.
    enum Match: Sendable {
        case call(V2Call)
        /// The path is one of REST API v2 with another method.
        case otherMethod(V2Call)
        /// The path begins like one of REST API v2 but is not one.
        case stray
        case none
    }

    /// Matches a path below the root of a host; literal segments win over names.
    static func match(method: String, segments: [String]) -> Match {
        guard segments.count >= 2, segments[0] == "api", segments[1] == "v2" else { return .none }
        let rest = Array(segments.dropFirst(2))
        guard let call = call(method, rest) else { return .stray }
        return call.endpoint.method == method
            || (method == "HEAD" && call.endpoint == .authenticate)
            ? .call(call) : .otherMethod(call)
    }

    private static func call(_ method: String, _ rest: [String]) -> V2Call? {
        guard let first = rest.first else { return nil }
        if first == "authenticate" {
            guard rest.count == 3 else { return nil }
            return V2Call(.authenticate, rest[1], code: rest[2])
        }
        let sp = first
        switch rest.count {
        case 2:
            switch rest[1] {
            case "configuration": return V2Call(.configuration, sp)
            case "sessions": return V2Call(.sessions, sp)
            case "profiles": return V2Call(.profiles, sp)
            default: return nil
            }
        case 3:
            switch rest[1] {
            case "sessions" where rest[2] != "sso":
                return V2Call(method == "GET" ? .readSession : .resume, sp, code: rest[2])
            case "profiles" where rest[2] != "sso" && rest[2] != "code":
                return V2Call(.profile, sp, mvpd: rest[2])
            case "logout": return V2Call(.logout, sp, mvpd: rest[2])
            default: return nil
            }
        case 4:
            switch (rest[1], rest[2]) {
            case ("sessions", "sso"): return V2Call(.partnerSession, sp, partner: rest[3])
            case ("profiles", "sso"): return V2Call(.partnerProfile, sp, partner: rest[3])
            case ("profiles", "code"): return V2Call(.poll, sp, code: rest[3])
            case ("decisions", "authorize"): return V2Call(.authorize, sp, mvpd: rest[3])
            case ("decisions", "preauthorize"): return V2Call(.preauthorize, sp, mvpd: rest[3])
            default: return nil
            }
        default: return nil
        }
    }

    private init(
        _ endpoint: Endpoint, _ serviceProvider: String, mvpd: String? = nil, code: String? = nil,
        partner: String? = nil
    ) {
        self.endpoint = endpoint
        self.serviceProvider = serviceProvider
        self.mvpd = mvpd
        self.code = code.map { HashedText($0) }
        self.partner = partner
    }
}
