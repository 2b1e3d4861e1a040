/// Preauthorization.
extension Rule {
    static let preauthorization: [Rule] = [
        Rule(
            .preauthorizationNotForPlayback, .mandatory, .rows(["M10"]),
            notVisible: "Playback goes to other servers.", needs: [.times, .playback],
            answers: [.preauthorize, .authorize], when: { $0.has(.preauthorize) },
            fold: AtReport(judge: notForPlayback)),
        Rule(
            .preauthorizationRetryBounded, .mandatory, .rows(["M11"]), needs: [.times],
            answers: [.preauthorize],
            bodies: [.preauthorize], when: { $0.has(.preauthorize) },
            fold: EachHistory(DecisionChains<Preauthorization>.self)),
        Rule(
            .preauthorizationCached, .mandatory, .rows(["M12"]), needs: [.times],
            answers: [.preauthorize],
            bodies: [.preauthorize], when: { $0.has(.preauthorize) },
            fold: EachHistory(PreauthorizationCached.self)),
        Rule(
            .preauthorizationRetriesOnlyMarked, .recommended, .page("Enhanced Error Codes"),
            answers: [.preauthorize],
            bodies: [.preauthorize], when: { $0.has(.preauthorize) },
            fold: EachHistory(RetriesOnlyMarked.self)),
        Rule(
            .preauthorizationResourceLimit, .recommended, .page("REST API V2 FAQs"),
            answers: [.preauthorize], bodies: [.preauthorize],
            when: { $0.has(.preauthorize) },
            fold: EachCall(resourceLimit(.preauthorize, Threshold.preauthorizedResources))),
        Rule(
            .preauthorizationFeedback, .recommended, .rows(["R6"]),
            notVisible: "The app's screen is not in its requests.", when: { $0.has(.preauthorize) },
            fold: EachGroup(by: denials(.preauthorize), report: feedback)),
    ]

    @Sendable private static func notForPlayback(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        guard !traffic.playbacks.isEmpty else {
            verdict.missing = .noPlayback
            return verdict
        }
        let permits = DecisionTimes(traffic, .preauthorize)
        let authorizations = DecisionTimes(traffic, .authorize)
        for playback in traffic.playbacks {
            guard let permit = permits.lastPermit(before: playback.seconds, within: 86_400) else {
                continue
            }
            verdict.judged()
            guard authorizations.lastPermit(before: playback.seconds, within: 900) == nil else {
                continue
            }
            verdict.add(
                .likely,
                "playback began \(RuleWords.seconds(playback.seconds - permit.endSeconds)) after a "
                    + "preauthorization, without an authorization in the 15 minutes before",
                exchanges: [playback.exchange], context: [permit.exchange])
        }
        return verdict
    }

    /// Judges the number of resources in calls of an endpoint.
    static func resourceLimit(_ endpoint: V2Endpoint, _ limit: Int) -> EachCall.Judge {
        { call, _, verdict in
            guard call.endpoint == endpoint else { return }
            let count = call.request.resources?.count ?? 0
            verdict.judged()
            let isRefused =
                call.error?.code == "too_many_resources"
                || call.decisions?.contains { $0.error?.code == "too_many_resources" } == true
                || call.decisions?.isEmpty == true && count > 0 && call.isSuccess
            if isRefused {
                verdict.add("\(RuleWords.count(count, "resource")) in a call were refused", [call])
            } else if count > limit, call.isSuccess {
                verdict.add(
                    .noted,
                    "\(count) resources in a call were answered; usually \(limit) is agreed",
                    [call])
            }
        }
    }

    /// Finds denials, whose texts somebody must look at on the screen.
    static func denials(_ endpoint: V2Endpoint) -> EachGroup<Bool>.Sort {
        { call, _, verdict in
            verdict.missing = .notVisible
            let isDenied = call.decisions?.contains { !$0.isPermit } ?? false
            return call.endpoint == endpoint && isDenied ? [true] : []
        }
    }

    @Sendable static func feedback(
        _ isDenied: Bool, _ denied: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        let codes = denied.flatMap { $0.decisions ?? [] }.compactMap(\.error?.code)
        verdict.add(
            .noted,
            "\(RuleWords.count(denied.count, "answer")) with denials "
                + "(\(RuleWords.list(codes))): look at the text that the user sees", denied)
    }
}

private struct PreauthorizationCached: HistoryState {
    private struct Item: Hashable {
        let mvpd: String?
        let resource: HashedText
    }

    private var permitted: [Item: AuditedCall] = [:]
    private var again: [Item: (first: AuditedCall, calls: [AuditedCall])] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        switch call.endpoint {
        case .sessions?, .partnerSession?, .partnerProfile?, .logout?: permitted = [:]
        case .poll? where call.profiles?.isEmpty == false: permitted = [:]
        case .preauthorize?:
            verdict.judged()
            for resource in call.request.resources ?? [] {
                let item = Item(mvpd: call.mvpd, resource: resource)
                guard let first = permitted[item], first.launch == call.launch,
                    call.seconds - first.endSeconds <= 1800
                else { continue }
                again[item, default: (first, [])].calls.append(call)
            }
            for decision in call.decisions ?? [] where decision.isPermit {
                let item = Item(mvpd: call.mvpd, resource: decision.resource)
                if permitted[item]?.launch != call.launch { permitted[item] = call }
            }
        default: break
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        let repeated = again.values.filter { first, calls in
            calls.count >= 2 || calls[0].seconds - first.endSeconds <= 300
        }
        guard let (first, calls) = repeated.min(by: { $0.calls[0].index < $1.calls[0].index })
        else { return }
        let faults = Set(repeated.flatMap { $0.calls.map(\.index) }).sorted()
        verdict.add(
            .likely,
            "\(RuleWords.count(repeated.count, "permitted resource")) asked for again, the first "
                + "after \(RuleWords.seconds(calls[0].seconds - first.endSeconds))",
            faults.map { traffic.calls[$0] }, context: [first])
    }
}

private struct RetriesOnlyMarked: HistoryState {
    private var former: AuditedCall?

    mutating func take(_ next: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        guard next.endpoint == .preauthorize else { return }
        defer { former = next }
        guard let former, let decisions = former.decisions, former.mvpd == next.mvpd else {
            return
        }
        let marked = Set(decisions.filter { $0.error?.action == "retry" }.map(\.resource))
        let others = Set(decisions.map(\.resource)).subtracting(marked)
        guard !marked.isEmpty, !others.isEmpty else { return }
        verdict.judged()
        let asked = Set(next.request.resources ?? [])
        let repeated = asked.intersection(others)
        guard !asked.isDisjoint(with: marked), !repeated.isEmpty,
            !traffic.hasTimes || next.seconds - former.endSeconds <= 60
        else { return }
        verdict.add(
            "\(marked.count) of \(decisions.count) items said retry, and "
                + "\(RuleWords.count(repeated.count, "other")) "
                + (repeated.count == 1 ? "was" : "were") + " repeated with them", [next],
            context: [former])
    }
}

/// The permits of an endpoint by time.
struct DecisionTimes {
    private let permits: [AuditedCall]

    init(_ traffic: Traffic, _ endpoint: V2Call.Endpoint) {
        permits = traffic.calls(of: endpoint).filter { call in
            call.decisions?.contains { $0.isPermit } ?? false
        }
    }

    /// Returns the last permit that ended before a time, and not longer ago than a number of seconds.
    func lastPermit(before seconds: Double, within span: Double) -> AuditedCall? {
        // Calls are in the order of their starts.
        var (low, high) = (0, permits.count)
        while low < high {
            let middle = (low + high) / 2
            if permits[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
        }
        let found = permits[..<low].suffix(16).last { $0.endSeconds <= seconds + 0.05 }
        return found.flatMap { seconds - $0.endSeconds <= span ? $0 : nil }
    }
}
