/// Signing out.
extension Rule {
    static let logout: [Rule] = [
        Rule(
            .logoutActionFollowed, .mandatory, .rows(["M15"]), needs: [.times, .headers],
            answers: [.logout],
            when: { !$0.v2.isEmpty }, judge: logoutActionFollowed),
        Rule(
            .logoutOnlyOnRequest, .recommended, .rows(["R9"]), needs: [.times],
            when: { $0.has(.logout) },
            judge: onlyOnRequest),
        Rule(
            .appleLogoutGuided, .mandatory, .rows(["M15"]), needs: [.times, .headers],
            answers: [.logout, .sessions, .partnerSession], when: { $0.has(.logout) },
            judge: logoutGuided),
    ]

    @Sendable private static func logoutActionFollowed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .logout) {
            for logout in call.logouts ?? [] {
                guard logout.actionType == "interactive", let place = logout.place else {
                    verdict.judged()
                    continue
                }
                let opened = traffic.visits(of: place).first {
                    ($0.start ?? 0) >= (call.exchange.end ?? 0) - 100_000
                        && ($0.start ?? 0) - (call.exchange.end ?? 0) <= 60_000_000
                }
                if let opened {
                    verdict.judged()
                    guard opened.fields.authorization != .absent else { continue }
                    verdict.add(
                        .likely,
                        "the logout url was called with the access token, not opened in a browser",
                        exchanges: [opened], context: [call.exchange])
                    continue
                }
                let system = call.fields.information?.osName ?? ""
                guard traffic.hasBrowser, !["tvOS", "Roku OS"].contains(system) else {
                    verdict.missing = .noBrowser
                    continue
                }
                let end = Double(traffic.all.last?.end ?? 0) / 1e6
                if traffic.options.isGrowing, end - call.endSeconds < 60 { continue }
                verdict.judged()
                verdict.add(
                    .likely,
                    "the answer was \(logout.action)/interactive with a url at "
                        + "\(logout.host.flatMap { $0.isEmpty ? nil : $0 } ?? call.host), which no "
                        + "browser opened within 60 s", [call])
            }
        }
        return verdict
    }

    @Sendable private static func onlyOnRequest(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            var soon: [(call: AuditedCall, cause: AuditedCall, gap: Double)] = []
            for (position, call) in history.calls.enumerated() where call.endpoint == .logout {
                verdict.judged()
                guard let cause = history.calls[..<position].last, isDenial(cause) else { continue }
                soon.append((call, cause, call.seconds - cause.endSeconds))
            }
            let quick = soon.filter { $0.gap <= 2 }
            if let first = quick.first, quick.count >= 2 || first.gap <= 1 {
                verdict.add(
                    .likely,
                    "logout \(RuleWords.seconds(first.gap)) after "
                        + (first.cause.endpoint?.isDecision == true
                            ? "a denial" : "an answer without profile"),
                    quick.map(\.call),
                    context: [first.cause])
            } else if let first = soon.first(where: { $0.gap <= 5 }) {
                verdict.add(
                    .noted, "logout \(RuleWords.seconds(first.gap)) after a denial", [first.call],
                    context: [first.cause])
            }
        }
        return verdict
    }

    private static func isDenial(_ call: AuditedCall) -> Bool {
        if [401, 403].contains(call.status) { return true }
        if let profiles = call.profiles, call.isSuccess { return profiles.isEmpty }
        guard let decisions = call.decisions, call.endpoint == .authorize else { return false }
        return decisions.contains { !$0.isPermit }
    }

    @Sendable private static func logoutGuided(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            var memory = ProfileMemory()
            for (position, call) in history.calls.enumerated() {
                defer { memory.note(call) }
                guard call.endpoint == .logout, let logouts = call.logouts else { continue }
                let later = history.calls[(position + 1)...].prefix {
                    $0.seconds - call.endSeconds <= 60
                }
                for logout in logouts {
                    let wasApple = memory.known[logout.mvpd]?.profile.type == "appleSSO"
                    guard logout.action == "partner_logout" || wasApple else { continue }
                    verdict.judged()
                    let signIn = later.first { next in
                        next.endpoint == .partnerSession
                            && next.fields.status?.accessStatus == "granted"
                            && (next.session?.mvpd.map { $0 == logout.mvpd } ?? true)
                            || next.profiles?.contains {
                                $0.mvpd == logout.mvpd && $0.type == "appleSSO"
                            } ?? false
                    }
                    if let signIn {
                        verdict.add(
                            .likely,
                            "the device signed in again with \(logout.mvpd) "
                                + "\(RuleWords.seconds(signIn.seconds - call.endSeconds)) after "
                                + "\(logout.action): the sign-in of the system is still there",
                            [signIn], context: [call])
                    }
                }
            }
        }
        return verdict
    }
}
