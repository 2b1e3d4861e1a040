/// A rule of the checklist as a function of the traffic.
struct AuditRule: Sendable {
    /// The parts of a capture that a rule needs besides methods, URLs and statuses.
    enum Need: Hashable, Sendable {
        case times, headers, authorization, playback
    }

    let id: String
    let needs: Set<Need>
    /// The endpoints whose answers it needs.
    let answers: Set<V2Call.Endpoint>
    /// The endpoints whose request bodies it needs.
    let bodies: Set<V2Call.Endpoint>
    /// Returns whether the situation arises, by methods and paths.
    let applies: @Sendable (Traffic) -> Bool
    let judge: @Sendable (Traffic) -> Verdict

    init(
        _ id: String, needs: Set<Need> = [], answers: Set<V2Call.Endpoint> = [],
        bodies: Set<V2Call.Endpoint> = [], when applies: @escaping @Sendable (Traffic) -> Bool,
        judge: @escaping @Sendable (Traffic) -> Verdict
    ) {
        self.id = id
        self.needs = needs
        self.answers = answers
        self.bodies = bodies
        self.applies = applies
        self.judge = judge
    }

    /// All rules, in the order of the checklist's subjects.
    static let all: [AuditRule] =
        registration + tokenUse + configuration + sessions + polling + secondScreen + profiles
        + preauthorization + authorization + mediaTokens + logout + headers + devices + requests
        + errors + throttling + testing + versionOne + security + appleStatus + appleExchange
        + otherSignOns

    /// Returns what the traffic lacks for the rule.
    func missing(in traffic: Traffic) -> MissingEvidence? {
        if needs.contains(.headers) || needs.contains(.authorization), !traffic.hasHeaders {
            return .noHeaders
        }
        if needs.contains(.times), !traffic.hasTimes { return .noTimes }
        if needs.contains(.playback), traffic.options.playback.isEmpty { return .noPlayback }
        if needs.contains(.authorization), traffic.isAuthorizationRedacted { return .redacted }
        return nil
    }

    /// Returns whether a body that the rule needs is missing.
    func lacksBodies(in traffic: Traffic) -> Bool {
        guard !answers.isEmpty || !bodies.isEmpty else { return false }
        return traffic.v2.contains { call in
            guard let endpoint = call.endpoint else { return false }
            return answers.contains(endpoint) && call.isAnswerMissing
                || bodies.contains(endpoint) && call.request.state == .missing
        }
    }
}
