/// Signing out.
extension Rule {
    static let logout: [Rule] = [
        Rule(
            .logoutActionFollowed, .mandatory, .rows(["M15"]), needs: [.times, .headers],
            answers: [.logout],
            when: { !$0.v2.isEmpty }, fold: LogoutActionFollowed()),
        Rule(
            .logoutOnlyOnRequest, .recommended, .rows(["R9"]), needs: [.times],
            when: { $0.has(.logout) },
            fold: EachHistory(OnlyOnRequest.self)),
        Rule(
            .appleLogoutGuided, .mandatory, .rows(["M15"]), needs: [.times, .headers],
            answers: [.logout, .sessions, .partnerSession], when: { $0.has(.logout) },
            fold: EachHistory(LogoutGuided.self)),
    ]
}

private struct LogoutActionFollowed: RuleFold {
    private var calls: [AuditedCall] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if call.endpoint == .logout { calls.append(call) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in calls {
            for logout in call.logouts ?? [] { judge(logout, of: call, traffic, &verdict) }
        }
        return verdict
    }

    private func judge(
        _ logout: LogoutAnswer, of call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard logout.actionType == "interactive", let place = logout.place else {
            return verdict.judged()
        }
        let opened = traffic.visits(of: place).first {
            ($0.start ?? 0) >= (call.exchange.end ?? 0) - 100_000
                && ($0.start ?? 0) - (call.exchange.end ?? 0) <= 60_000_000
        }
        if let opened {
            verdict.judged()
            guard opened.fields.authorization != .absent else { return }
            return verdict.add(
                .likely, "the logout url was called with the access token, not opened in a browser",
                exchanges: [opened], context: [call.exchange])
        }
        let system = call.fields.information?.osName ?? ""
        guard traffic.hasBrowser, !["tvOS", "Roku OS"].contains(system) else {
            verdict.missing = .noBrowser
            return
        }
        let end = Double(traffic.all.last?.end ?? 0) / 1e6
        if traffic.options.isGrowing, end - call.endSeconds < 60 { return }
        verdict.judged()
        verdict.add(
            .likely,
            "the answer was \(logout.action)/interactive with a url at "
                + "\(logout.host.flatMap { $0.isEmpty ? nil : $0 } ?? call.host), which no "
                + "browser opened within 60 s", [call])
    }
}

private struct OnlyOnRequest: HistoryState {
    private var last: AuditedCall?
    private var soon: [(call: AuditedCall, cause: AuditedCall, gap: Double)] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer { last = call }
        guard call.endpoint == .logout else { return }
        verdict.judged()
        guard let cause = last, Self.isDenial(cause) else { return }
        soon.append((call, cause, call.seconds - cause.endSeconds))
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        let quick = soon.filter { $0.gap <= 2 }
        if let first = quick.first, quick.count >= 2 || first.gap <= 1 {
            verdict.add(
                .likely,
                "logout \(RuleWords.seconds(first.gap)) after "
                    + (first.cause.endpoint?.isDecision == true
                        ? "a denial" : "an answer without profile"),
                quick.map(\.call), context: [first.cause])
        } else if let first = soon.first(where: { $0.gap <= 5 }) {
            verdict.add(
                .noted, "logout \(RuleWords.seconds(first.gap)) after a denial", [first.call],
                context: [first.cause])
        }
    }

    private static func isDenial(_ call: AuditedCall) -> Bool {
        if [401, 403].contains(call.status) { return true }
        if let profiles = call.profiles, call.isSuccess { return profiles.isEmpty }
        guard let decisions = call.decisions, call.endpoint == .authorize else { return false }
        return decisions.contains { !$0.isPermit }
    }
}

private struct LogoutGuided: HistoryState {
    private var memory = ProfileMemory()
    /// The logouts of the last minute that no sign-in followed yet.
    private var open: [(call: AuditedCall, logout: LogoutAnswer)] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer { memory.note(call) }
        open.removeAll { call.seconds - $0.call.endSeconds > 60 }
        open.removeAll { former, logout in
            let isSignIn =
                call.endpoint == .partnerSession
                && call.fields.status?.accessStatus == "granted"
                && (call.session?.mvpd.map { $0 == logout.mvpd } ?? true)
                || call.profiles?.contains { $0.mvpd == logout.mvpd && $0.type == "appleSSO" }
                    ?? false
            guard isSignIn else { return false }
            verdict.add(
                .likely,
                "the device signed in again with \(logout.mvpd) "
                    + "\(RuleWords.seconds(call.seconds - former.endSeconds)) after "
                    + "\(logout.action): the sign-in of the system is still there",
                [call], context: [former])
            return true
        }
        guard call.endpoint == .logout else { return }
        for logout in call.logouts ?? [] {
            let wasApple = memory.known[logout.mvpd]?.profile.type == "appleSSO"
            guard logout.action == "partner_logout" || wasApple else { continue }
            verdict.judged()
            open.append((call, logout))
        }
    }
}
