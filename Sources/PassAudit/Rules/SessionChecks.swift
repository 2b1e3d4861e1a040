/// Authentication sessions.
extension Rule {
    static let sessions: [Rule] = [
        Rule(
            .sessionsNextActionFollowed, .recommended, .rows(["R5"]), needs: [.headers],
            answers: [.sessions, .resume, .partnerSession],
            when: { $0.has(.sessions, .resume, .partnerSession) },
            fold: EachHistory(NextActionFollowed.self, and: incompleteCodes)),
        Rule(
            .sessionsNotWithProfile, .recommended, .page("REST API V2 FAQs"), needs: [.headers],
            answers: [.sessions],
            when: { $0.has(.sessions) }, fold: EachHistory(NotWithProfile.self)),
        Rule(
            .sessionsCompleteOnPrimary, .recommended, .page("REST API V2 Flows"),
            needs: [.authorization], answers: [.sessions],
            when: { $0.has(.sessions) }, fold: AtReport(judge: completeOnPrimary)),
        Rule(
            .sessionsRedirectEncodedOnce, .mandatory, .page("REST API V2 Reference"),
            bodies: [.sessions, .resume, .partnerSession],
            when: { $0.has(.sessions, .resume, .partnerSession, .logout) },
            fold: EachCall(redirectEncodedOnce)),
        Rule(
            .sessionsAuthenticateInUserAgent, .recommended, .page("REST API V2 Reference"),
            needs: [.headers],
            when: { $0.has(.authenticate) }, fold: AuthenticateInUserAgent()),
    ]

    /// Finds codes that were opened in a browser while parameters were missing.
    @Sendable private static func incompleteCodes(_ traffic: Traffic, _ verdict: inout Verdict) {
        for code in traffic.codes {
            guard let session = code.creator.session,
                ["resume", "retry"].contains(session.action), !session.missing.isEmpty,
                let opened = code.uses.first(where: { $0.endpoint == .authenticate }),
                !code.uses.contains(where: { $0.endpoint == .resume && $0.index < opened.index })
            else { continue }
            verdict.add(
                .likely,
                "authenticate was opened while \(session.missing.joined(separator: ", ")) were "
                    + "missing", [opened], context: [code.creator])
        }
    }

    @Sendable private static func completeOnPrimary(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for code in traffic.codes where code.creator.endpoint == .sessions {
            verdict.judged()
            guard let session = code.creator.session, session.action == "resume",
                let app = code.creator.app,
                let resumed = code.uses.first(where: { $0.endpoint == .resume && $0.app == app })
            else { continue }
            verdict.add(
                "the app left out \(RuleWords.list(session.missing)) and gave them in a second "
                    + "call", [resumed], context: [code.creator])
        }
        return verdict
    }

    @Sendable private static func redirectEncodedOnce(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard [.sessions, .resume, .partnerSession, .logout].contains(call.endpoint),
            call.request.redirectPlace != nil
        else { return }
        verdict.judged()
        guard let defect = call.request.redirectDefect else { return }
        verdict.add("redirectUrl: \(defect)", [call])
    }

}

private struct NextActionFollowed: HistoryState {
    /// The sessions answered `authorize` that nothing followed yet.
    private var open: [AuditedCall] = []
    private var direct: [AuditedCall] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        if traffic.hasTimes { open.removeAll { call.seconds - $0.endSeconds > 300 } }
        let isDecision = call.endpoint?.isDecision == true
        if isDecision || [.sessions, .partnerSession, .authenticate].contains(call.endpoint) {
            for former in open where !isDecision {
                verdict.add(
                    .likely,
                    "the answer was authorize (\(former.session?.reason ?? "no reason")), and "
                        + "\(call.path) was called next, no decision", [call], context: [former])
            }
            open = []
        }
        guard let session = call.session else { return }
        verdict.judged()
        if session.action == "authorize" {
            open.append(call)
        } else if session.actionType == "direct" {
            direct.append(call)
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for call in direct {
            let visits = call.session?.place.map { traffic.visits(of: $0) } ?? []
            let opened = visits.first {
                $0.number > call.exchange.number && $0.isV2 && $0.fields.isBrowser
                    && $0.fields.authorization == .absent && $0.method == "GET"
            }
            guard let opened else { continue }
            verdict.add(
                .likely, "a url with the actionType direct was opened in a browser",
                exchanges: [opened], context: [call.exchange])
        }
    }
}

private struct NotWithProfile: HistoryState {
    private var memory = ProfileMemory()

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer { memory.note(call) }
        guard call.endpoint == .sessions, let session = call.session else { return }
        verdict.judged()
        let mvpd = call.request.form.value(of: "mvpd") ?? session.mvpd
        let known = memory.valid(mvpd, at: traffic.serverTime(call.seconds))
        let isCertain =
            session.action == "authorize" && session.reason?.hasPrefix("authenticated") == true
        // A profile of another sign-on may not count for this call.
        guard let known, isCertain || known.profile.type == "regular" else { return }
        verdict.add(
            isCertain ? .violated : .likely,
            "a session for \(known.profile.mvpd) was begun while its profile was valid"
                + (isCertain ? "; the answer was \(session.action)" : ""), [call],
            context: [known.call])
    }
}

private struct AuthenticateInUserAgent: RuleFold {
    /// The user agents of the app's API calls.
    private var agents: Set<String> = []
    private var opened: [AuditedCall] = []
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2 else { return }
        guard call.endpoint == .authenticate else {
            if !call.fields.isBrowser, let agent = call.fields.userAgent { agents.insert(agent) }
            return
        }
        guard call.fields.isRecorded else {
            result.missing = .noHeaders
            return
        }
        result.judged()
        var own = call.fields.ownNames.filter { $0 != "ap-visitor-identifier" }
        if call.fields.authorization != .absent { own.append("authorization") }
        if call.fields.information != nil { own.append("x-device-info") }
        if own.isEmpty {
            opened.append(call)
        } else {
            result.add("authenticate was called with \(RuleWords.list(own))", [call])
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        for call in opened {
            let isFollowed = call.location.map { !traffic.visits(of: $0).isEmpty } ?? false
            guard let agent = call.fields.userAgent, agents.contains(agent), !isFollowed,
                call.method == "GET"
            else { continue }
            verdict.add(
                .likely,
                "authenticate was called with the user agent of the app's API calls, and no "
                    + "redirect was followed", [call])
        }
        return verdict
    }
}
