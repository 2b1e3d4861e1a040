/// Errors.
extension Rule {
    static let errors: [Rule] = [
        Rule(
            .errorsActionFollowed, .mandatory, .rows(["M21"]), needs: [.times],
            answers: Set(V2Call.Endpoint.allCases).subtracting([.authenticate]),
            when: { !$0.v2.isEmpty }, judge: errorActionFollowed),
        Rule(
            .errorsStatusHandled, .mandatory, .rows(["M22"]), needs: [.times],
            when: { !$0.v2.isEmpty },
            judge: statusHandled),
        Rule(
            .errorsBodiesRead, .recommended, .page("Enhanced Error Codes"),
            needs: [.times, .headers],
            answers: Set(V2Call.Endpoint.allCases).subtracting([.authenticate]),
            when: { !$0.v2.isEmpty }, judge: bodiesRead),
    ]

    /// The calls of each app and device that are repetitions of one request.
    private static func repetitions(_ traffic: Traffic) -> [[AuditedCall]] {
        traffic.histories.flatMap { history in
            let calls = history.calls.filter {
                $0.endpoint != .poll && $0.endpoint != .authenticate
            }
            return Dictionary(grouping: calls, by: \.exchange.fingerprint).values
                .sorted { $0[0].index < $1[0].index }
        }
    }

    @Sendable private static func errorActionFollowed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var hasError = false
        for calls in repetitions(traffic) {
            var (retries, soon, sooner, quick) = (0, 0, 0, 0)
            var faults: [AuditedCall] = []
            for (former, next) in zip(calls, calls.dropFirst()) {
                guard let error = former.error, let action = error.action, former.status != 401,
                    former.status != 429
                else {
                    retries = 0
                    continue
                }
                let gap = next.seconds - former.endSeconds
                switch action {
                case "retry" where gap <= Threshold.retryWindow:
                    retries += 1
                    if gap < 0.2 { quick += 1 }
                    if retries > Threshold.retries || quick >= 2 { faults.append(next) }
                case "none", "configuration":
                    guard gap < Threshold.probablyMachine else { continue }
                    soon += 1
                    if gap < Threshold.machine { sooner += 1 }
                    faults.append(next)
                default: continue
                }
            }
            let isBroken =
                retries > Threshold.retries || sooner >= 1 || soon >= 2
                || quick >= 2 && quick == retries
            guard isBroken, let first = calls.first(where: { $0.error != nil }) else { continue }
            verdict.add(
                .likely,
                "\(first.error?.code ?? "") says \(first.error?.action ?? ""), and the same request "
                    + "was sent again \(RuleWords.count(faults.count, "time"))", faults,
                context: [first])
        }
        for history in traffic.histories {
            hasError = hasError || history.calls.contains { isError($0) }
            judgeAuthentication(history, &verdict)
            judgeApplications(history, traffic, &verdict)
        }
        if hasError { verdict.judged() }
        return verdict
    }

    private static func isError(_ call: AuditedCall) -> Bool {
        call.error != nil || call.decisions?.contains { $0.error != nil } == true
    }

    /// Finds decisions that are requested although the user had to sign in first.
    private static func judgeAuthentication(_ history: CallHistory, _ verdict: inout Verdict) {
        var asked: [String: (call: AuditedCall, later: [AuditedCall])] = [:]
        func report(_ mvpd: String) {
            guard let found = asked.removeValue(forKey: mvpd), found.later.count >= 2 else {
                return
            }
            verdict.add(
                .likely,
                "\(RuleWords.count(found.later.count, "more decision")) for \(mvpd) after an error with "
                    + "the action authentication, without a session or a profile", found.later,
                context: [found.call])
        }
        for call in history.calls {
            if call.endpoint == .sessions || call.endpoint == .partnerSession
                || call.profiles?.isEmpty == false || call.endpoint == .authenticate
            {
                asked.keys.sorted().forEach(report)
                continue
            }
            guard call.endpoint?.isDecision == true, let mvpd = call.mvpd else { continue }
            if asked[mvpd] != nil { asked[mvpd]?.later.append(call) }
            let isAsked =
                call.error?.isAuthentication == true
                || call.decisions?.contains { $0.error?.isAuthentication == true } == true
            if isAsked, asked[mvpd] == nil { asked[mvpd] = (call, []) }
        }
        asked.keys.sorted().forEach(report)
    }

    /// Finds apps that neither renew nor register after 401.
    private static func judgeApplications(
        _ history: CallHistory, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        let refused = history.calls.filter {
            $0.status == 401 && $0.error?.action == "application-registration"
        }
        // Calls that were under way together were refused together.
        var run: [AuditedCall] = []
        for call in refused {
            guard run.last.map({ call.seconds > $0.endSeconds + traffic.inFlight }) ?? true else {
                continue
            }
            run.append(call)
        }
        guard run.count >= 4 else { return }
        let first = run[0]
        let last = run[3]
        guard
            !traffic.calls[first.index..<last.index].contains(where: { $0.isRegistration })
        else { return }
        verdict.add(
            .likely,
            "\(refused.count) calls were answered 401, without a new token or registration between",
            Array(refused.dropFirst()), context: [first])
    }

    @Sendable private static func statusHandled(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for calls in repetitions(traffic) {
            var clients: [AuditedCall] = []
            var servers: [AuditedCall] = []
            for (former, next) in zip(calls, calls.dropFirst()) {
                let gap = next.seconds - former.endSeconds
                if [400, 403, 404, 405].contains(former.status), former.error == nil,
                    gap <= Threshold.probablyMachine
                {
                    clients.append(next)
                } else if former.status >= 500, former.error?.action != "retry",
                    gap <= Threshold.retryWindow
                {
                    servers.append(next)
                }
            }
            if calls.contains(where: { $0.status >= 400 }) { verdict.judged() }
            if clients.count >= 2 {
                verdict.add(
                    .likely,
                    "a request answered \(calls[0].status) was repeated \(clients.count) times "
                        + "within 10 s each", clients, context: [calls[0]])
            }
            if servers.count > Threshold.retries {
                verdict.add(
                    .likely,
                    "a request answered \(calls[0].status) was repeated \(servers.count) times",
                    servers, context: [calls[0]])
            }
        }
        for history in traffic.histories {
            for (position, call) in history.calls.enumerated() where call.endpoint == .authorize {
                guard let decisions = call.decisions, !decisions.isEmpty,
                    decisions.allSatisfy({ !$0.isPermit })
                else { continue }
                verdict.judged()
                let soon = history.calls[(position + 1)...].prefix {
                    $0.seconds <= call.endSeconds + 30
                }
                let next = soon.first {
                    $0.endpoint == .authorize && $0.decisions?.contains { $0.isPermit } == true
                }
                let end = min(next?.seconds ?? .infinity, call.endSeconds + 30)
                guard
                    let playback = traffic.playbacks.first(where: {
                        $0.seconds > call.endSeconds && $0.seconds < end
                    })
                else { continue }
                verdict.add(
                    .likely,
                    "playback began \(RuleWords.seconds(playback.seconds - call.endSeconds)) after a "
                        + "denial with the status 200", exchanges: [playback.exchange],
                    context: [call.exchange])
            }
        }
        return verdict
    }

    @Sendable private static func bodiesRead(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        struct Key: Hashable {
            let endpoint: V2Call.Endpoint?
            let code: String
            let request: HashedText?
            let fields: ObjectIdentifier
        }
        for history in traffic.histories {
            let failed = history.calls.filter { call in
                guard let error = call.error, call.endpoint != .poll else { return false }
                return call.status == 400 || call.status == 401 || error.action == "configuration"
            }
            let grouped = Dictionary(grouping: failed) { call in
                Key(
                    endpoint: call.endpoint, code: call.error?.code ?? "",
                    request: call.exchange.fingerprint,
                    fields: ObjectIdentifier(call.exchange.fields))
            }
            for calls in grouped.values.sorted(by: { $0[0].index < $1[0].index }) {
                verdict.judged()
                guard calls.count >= 3, let last = calls.last,
                    last.seconds - calls[0].seconds > 60
                else { continue }
                verdict.add(
                    "the same request was answered \(calls[0].error?.code ?? "") "
                        + "\(calls.count) times in "
                        + RuleWords.seconds(last.seconds - calls[0].seconds),
                    Array(calls.dropFirst()), context: [calls[0]])
            }
        }
        return verdict
    }
}
