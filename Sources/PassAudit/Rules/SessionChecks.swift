/// Authentication sessions.
extension Rule {
    static let sessions: [Rule] = [
        Rule(
            .sessionsNextActionFollowed, .recommended, .rows(["R5"]), needs: [.headers],
            answers: [.sessions, .resume, .partnerSession],
            when: { $0.has(.sessions, .resume, .partnerSession) }, judge: nextActionFollowed),
        Rule(
            .sessionsNotWithProfile, .recommended, .page("REST API V2 FAQs"), needs: [.headers],
            answers: [.sessions],
            when: { $0.has(.sessions) }, judge: notWithProfile),
        Rule(
            .sessionsCompleteOnPrimary, .recommended, .page("REST API V2 Flows"),
            needs: [.authorization], answers: [.sessions],
            when: { $0.has(.sessions) }, judge: completeOnPrimary),
        Rule(
            .sessionsRedirectEncodedOnce, .mandatory, .page("REST API V2 Reference"),
            bodies: [.sessions, .resume, .partnerSession],
            when: { $0.has(.sessions, .resume, .partnerSession, .logout) },
            judge: redirectEncodedOnce),
        Rule(
            .sessionsAuthenticateInUserAgent, .recommended, .page("REST API V2 Reference"),
            needs: [.headers],
            when: { $0.has(.authenticate) }, judge: authenticateInUserAgent),
    ]

    @Sendable private static func nextActionFollowed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            for (position, call) in history.calls.enumerated() {
                guard let session = call.session else { continue }
                verdict.judged()
                let later = history.calls[(position + 1)...].prefix {
                    !traffic.hasTimes || $0.seconds - call.endSeconds <= 300
                }
                if session.action == "authorize" {
                    let next = later.first {
                        $0.endpoint?.isDecision == true || $0.endpoint == .sessions
                            || $0.endpoint == .partnerSession || $0.endpoint == .authenticate
                    }
                    guard let next, next.endpoint?.isDecision != true else { continue }
                    verdict.add(
                        .likely,
                        "the answer was authorize (\(session.reason ?? "no reason")), and "
                            + "\(next.path) was called next, no decision", [next], context: [call])
                } else if session.actionType == "direct", let place = session.place,
                    let opened = traffic.visits(of: place).first(where: {
                        $0.number > call.exchange.number && $0.isV2 && $0.fields.isBrowser
                            && $0.fields.authorization == .absent
                            && $0.method == "GET"
                    })
                {
                    verdict.add(
                        .likely, "a url with the actionType direct was opened in a browser",
                        exchanges: [opened], context: [call.exchange])
                }
            }
        }
        incompleteCodes(traffic, &verdict)
        return verdict
    }

    /// Finds codes that were opened in a browser while parameters were missing.
    private static func incompleteCodes(_ traffic: Traffic, _ verdict: inout Verdict) {
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

    @Sendable private static func notWithProfile(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        traffic.forEachCall { call, memory, _ in
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
        return verdict
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

    @Sendable private static func redirectEncodedOnce(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .sessions, .resume, .partnerSession, .logout)
        where call.request.redirectPlace != nil {
            verdict.judged()
            guard let defect = call.request.redirectDefect else { continue }
            verdict.add("redirectUrl: \(defect)", [call])
        }
        return verdict
    }

    @Sendable private static func authenticateInUserAgent(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let agents = Set(
            traffic.v2.filter { $0.endpoint != .authenticate && !$0.fields.isBrowser }
                .compactMap(\.fields.userAgent))
        for call in traffic.calls(of: .authenticate) {
            guard call.fields.isRecorded else {
                verdict.missing = .noHeaders
                continue
            }
            verdict.judged()
            var own = call.fields.ownNames.filter { $0 != "ap-visitor-identifier" }
            if call.fields.authorization != .absent { own.append("authorization") }
            if call.fields.information != nil { own.append("x-device-info") }
            if !own.isEmpty {
                verdict.add("authenticate was called with \(RuleWords.list(own))", [call])
                continue
            }
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
