/// Authorization before playback.
extension Rule {
    static let authorization: [Rule] = [
        Rule(
            .authorizationBeforePlayback, .mandatory, .rows(["M13"]),
            notVisible: "Playback goes to other servers.", needs: [.times, .playback],
            answers: [.authorize],
            when: { !$0.v2.isEmpty }, fold: AtReport(judge: beforePlayback)),
        Rule(
            .authorizationNotRefreshedWhilePlaying, .mandatory, .rows(["M13"]),
            notVisible: "The stream is on other servers; a refresh looks like the next playback.",
            needs: [.times], bodies: [.authorize],
            when: { $0.has(.authorize) }, fold: EachHistory(NotRefreshedWhilePlaying.self)),
        Rule(
            .authorizationRetryBounded, .mandatory, .rows(["M14"]), needs: [.times],
            answers: [.authorize],
            bodies: [.authorize], when: { $0.has(.authorize) },
            fold: EachHistory(DecisionChains<Authorization>.self)),
        Rule(
            .authorizationResourceLimit, .recommended, .page("REST API V2 FAQs"),
            answers: [.authorize], bodies: [.authorize],
            when: { $0.has(.authorize) },
            fold: EachCall(resourceLimit(.authorize, Threshold.authorizedResources))),
        Rule(
            .authorizationFeedback, .recommended, .rows(["R8"]),
            notVisible: "The app's screen is not in its requests.", when: { $0.has(.authorize) },
            fold: EachGroup(by: denials(.authorize), report: feedback)),
    ]

    @Sendable private static func beforePlayback(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        guard !traffic.playbacks.isEmpty else {
            verdict.missing = .noPlayback
            return verdict
        }
        let permits = DecisionTimes(traffic, .authorize)
        let calls = traffic.calls(of: .authorize)
        for playback in traffic.playbacks {
            verdict.judged()
            let permit = permits.lastPermit(before: playback.seconds, within: 86_400)
            let life =
                permit?.decisions?.compactMap(\.tokenLife).max().map { Double($0) / 1000 } ?? 420
            let isCovered = permit.map { playback.seconds - $0.endSeconds - life <= 900 } ?? false
            guard !isCovered else { continue }
            let last = calls.last { $0.endSeconds <= playback.seconds }
            verdict.add(
                .likely,
                last.map {
                    "playback began; the last authorization was "
                        + "\(RuleWords.seconds(playback.seconds - $0.endSeconds)) before it"
                } ?? "playback began without any authorization before it",
                exchanges: [playback.exchange], context: last.map { [$0.exchange] } ?? [])
        }
        return verdict
    }
}

private struct NotRefreshedWhilePlaying: HistoryState {
    private var isAsked = false
    /// The calls in a row for the same resources.
    private var run: [AuditedCall] = []
    private var runs: [[AuditedCall]] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        guard call.endpoint == .authorize, call.isSuccess else { return }
        isAsked = true
        if let last = run.last, last.request.resources != call.request.resources {
            if run.count >= 3 { runs.append(run) }
            run = []
        }
        run.append(call)
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        if isAsked { verdict.judged() }
        for run in runs + [run] { Self.judge(run, traffic, &verdict) }
    }

    private static func judge(_ run: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict) {
        guard run.count >= 3 else { return }
        let gaps = zip(run, run.dropFirst()).map { $1.seconds - $0.seconds }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let life =
            run.lazy.compactMap { $0.decisions?.compactMap(\.tokenLife).max() }.first
            .map { Double($0) / 1000 } ?? 420
        guard mean > 1, mean <= 1.2 * life,
            gaps.allSatisfy({ ($0 - mean).magnitude <= 0.2 * mean })
        else { return }
        let isPlaying = streams(from: run[0].seconds, to: run[run.count - 1].seconds, in: traffic)
        guard isPlaying || traffic.options.playback.isEmpty else { return }
        verdict.add(
            isPlaying ? .likely : .noted,
            "\(run.count) authorizations of one resource, \(RuleWords.gaps(gaps)); the media token "
                + "lives \(RuleWords.seconds(life))"
                + (isPlaying ? ", and the stream continues" : ""), Array(run.dropFirst()),
            context: [run[0]])
    }

    /// Returns whether a stream runs all the time, with no pause of more than 30 s.
    private static func streams(from begin: Double, to end: Double, in traffic: Traffic) -> Bool {
        let hosts = Set(
            traffic.playbacks.filter { $0.seconds <= end }.map(\.exchange.host))
        guard !hosts.isEmpty else { return false }
        var last = begin
        for exchange in traffic.all where exchange.kind == .foreign && hosts.contains(exchange.host)
        {
            let seconds = Double(exchange.start ?? 0) / 1e6
            guard seconds >= begin, seconds <= end else { continue }
            if seconds - last > 30 { return false }
            last = seconds
        }
        return end - last <= 30
    }
}
