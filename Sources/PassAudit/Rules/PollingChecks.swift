/// Polling for the result of a sign-in.
extension Rule {
    static let polling: [Rule] = [
        Rule(
            .pollingStartsInTime, .mandatory, .rows(["M6"]),
            notVisible:
                "Whether browser and app share a screen, and when a code is shown, does not show in requests.",
            needs: [.times], when: { $0.has(.poll) }, fold: AtReport(judge: startsInTime)),
        Rule(
            .pollingStopsOnProfile, .mandatory, .rows(["M7"]), needs: [.times], answers: [.poll],
            when: { $0.has(.poll) },
            fold: EachPoller(StopsOnProfile.self)),
        Rule(
            .pollingStopsOnExpiry, .mandatory, .rows(["M7"]), needs: [.times],
            answers: [.sessions, .partnerSession],
            when: { $0.has(.poll) }, fold: EachPoller(StopsOnExpiry.self)),
        Rule(
            .pollingStopsOnNewCode, .mandatory, .rows(["M7"]), needs: [.times],
            answers: [.sessions, .partnerSession],
            when: { $0.has(.poll) }, fold: EachPoller(StopsOnNewCode.self)),
        Rule(
            .pollingInterval, .mandatory, .rows(["M8"]), needs: [.times], when: { $0.has(.poll) },
            fold: EachPoller(PollInterval.self)),
        Rule(
            .pollingEndpoint, .recommended, .page("REST API V2 FAQs"), needs: [.times],
            answers: [.sessions, .partnerSession],
            when: { $0.has(.sessions) }, fold: AtReport(judge: endpoint)),
        Rule(
            .pollingStopsOnError, .mandatory, .page("Enhanced Error Codes"), needs: [.times],
            answers: [.poll], when: { $0.has(.poll) },
            fold: EachPoller(StopsOnError.self)),
    ]

    @Sendable private static func startsInTime(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for code in traffic.codes {
            guard let polls = code.pollers.first, let first = polls.first else { continue }
            let opened = code.uses.first { $0.endpoint == .authenticate }
            if traffic.isSecondScreen(code) {
                verdict.judged()
                let wait = first.seconds - code.creator.endSeconds
                guard wait > 30, opened != nil || traffic.options.isSecondScreen else { continue }
                verdict.add(
                    .noted, "the first poll came \(RuleWords.seconds(wait)) after the code",
                    [first], context: [code.creator])
                continue
            }
            guard let opened, let place = code.redirectPlace,
                let arrival = traffic.arrival(at: place, after: opened)
            else {
                verdict.missing = .noBrowser
                continue
            }
            verdict.judged()
            let early = polls.filter { $0.seconds < arrival }
            guard let poll = early.first else { continue }
            verdict.add(
                .likely,
                "\(RuleWords.count(early.count, "poll")) before the browser reached redirectUrl, "
                    + "the first \(RuleWords.seconds(arrival - poll.seconds)) too early", early,
                context: [code.creator, opened])
        }
        return verdict
    }

    @Sendable private static func endpoint(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for code in traffic.codes {
            verdict.judged()
            let begin = code.creator.endSeconds
            let own = traffic.byDevice[code.creator.device] ?? []
            let calls = own[own.firstIndex(after: code.creator)...].prefix { $0.seconds < code.end }
            let found = calls.first { $0.profiles?.isEmpty == false }?.index ?? Int.max
            let next = traffic.successor(of: code)?.creator.index ?? Int.max
            let reads = calls.filter { call in
                guard call.seconds > begin, call.index <= min(found, next) else { return false }
                return call.endpoint == .profiles || call.endpoint == .profile
                    || call.endpoint == .readSession && call.v2?.code == code.code
                        && call.app == code.creator.app
            }
            var run: [AuditedCall] = []
            var longest: [AuditedCall] = []
            for call in reads {
                if let last = run.last, call.seconds - last.seconds >= 15 { run = [] }
                run.append(call)
                if run.count > longest.count { longest = run }
            }
            guard longest.count >= 3 else { continue }
            let gaps = zip(longest, longest.dropFirst()).map { $1.seconds - $0.seconds }
            verdict.add(
                "\(longest.count) calls of \(RuleWords.list(longest.map(\.path))) while code "
                    + "\(code.code) was pending, \(RuleWords.gaps(gaps))", longest,
                context: [code.creator])
        }
        return verdict
    }

}

extension Traffic {
    /// Returns the time at which a browser came to a place after `authenticate`, in seconds.
    func arrival(at place: HashedText, after opened: AuditedCall) -> Double? {
        let start = opened.exchange.start ?? 0
        let visit = visits(of: place).first { $0.kind == .foreign && $0.start ?? 0 >= start }
        let redirect = redirects(to: place).first { $0.start ?? 0 >= start }
        let times = [visit?.start, redirect?.end].compactMap(\.self)
        return times.min().map { Double($0) / 1e6 }
    }

    /// Returns whether the sign-in with a code happens on another screen than the stream.
    func isSecondScreen(_ code: AuthenticationCode) -> Bool {
        if options.isSecondScreen { return true }
        let creator = code.creator
        if code.uses.contains(where: {
            $0.endpoint != .authenticate && $0.app != nil && creator.app != nil
                && $0.app != creator.app
        }) {
            return true
        }
        let system = creator.fields.information?.osName
        if ["tvOS", "Roku OS"].contains(system) { return true }
        guard let opened = code.uses.first(where: { $0.endpoint == .authenticate }) else {
            return false
        }
        if let own = creator.client, let other = opened.client, own != other { return true }
        guard let system, let agent = opened.fields.userAgent, opened.fields.isBrowser else {
            return false
        }
        return !Self.mayBe(agent, system)
    }

    /// Returns whether a browser's user agent may be that of a system.
    private static func mayBe(_ agent: String, _ system: String) -> Bool {
        let marks: [String: [String]] = [
            "iOS": ["iPhone", "iPad", "iPod", "Macintosh"], "Android": ["Android"],
            "Windows": ["Windows"], "Mac OS": ["Macintosh"], "OS X": ["Macintosh"],
            "Chrome OS": ["CrOS"],
        ]
        guard let own = marks[system] else { return true }
        return own.contains { agent.contains($0) }
    }
}

extension [AuditedCall] {
    /// Returns the place of the first call that comes later than another one.
    func firstIndex(after call: AuditedCall) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].index <= call.index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
