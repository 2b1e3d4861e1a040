/// The partner status of Apple's sign-on.
extension Rule {
    static let appleStatus: [Rule] = [
        Rule(
            .appleStatusSent, .mandatory, .page("REST API V2 FAQs"), needs: [.headers],
            when: { $0.has(.partnerSession, .partnerProfile) }, judge: statusSent),
        Rule(
            .appleStatusFormat, .mandatory, .page("REST API V2 Headers"), needs: [.headers],
            when: { $0.usesApple }, judge: statusFormat),
        Rule(
            .appleStatusUsable, .dependsOnEndpoint, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times, .headers],
            when: { $0.has(.partnerSession, .partnerProfile) }, judge: statusUsable),
        Rule(
            .appleStatusOnProfiles, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.headers],
            when: { $0.usesApple && $0.has(.profiles, .profile) }, judge: statusOnProfiles),
        Rule(
            .appleStatusOnDecisions, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times, .headers],
            answers: [.profiles, .profile, .partnerProfile], when: { $0.usesApple },
            judge: statusOnDecisions),
        Rule(
            .appleStatusMatchesProvider, .mandatory, .page("Enhanced Error Codes"),
            needs: [.headers],
            when: { $0.has(.partnerSession, .partnerProfile) }, judge: statusMatchesProvider),
        Rule(
            .applePlatformNamed, .mandatory, .page("REST API V2 FAQs"), needs: [.headers],
            when: { $0.has(.partnerSession, .partnerProfile) }, judge: platformNamed),
    ]

    @Sendable private static func statusSent(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .partnerSession, .partnerProfile) {
            verdict.judged()
            guard call.fields.status == nil else { continue }
            let answer = call.error?.code ?? call.session?.reason ?? "\(call.status)"
            verdict.add("no AP-Partner-Framework-Status; the answer was \(answer)", [call])
        }
        return verdict
    }

    @Sendable private static func statusFormat(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var found: [String: [AuditedCall]] = [:]
        for call in traffic.v2 {
            guard let status = call.fields.status else { continue }
            verdict.judged()
            if let defect = status.defect { found[defect, default: []].append(call) }
        }
        for (defect, calls) in found.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add(
                "AP-Partner-Framework-Status in \(RuleWords.count(calls.count, "call")): \(defect)",
                calls)
        }
        return verdict
    }

    @Sendable private static func statusUsable(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .partnerSession, .partnerProfile) {
            guard let status = call.fields.status else { continue }
            verdict.judged()
            guard let problem = status.unusable(at: Int64(traffic.serverTime(call.seconds))) else {
                continue
            }
            let answer = call.error?.code ?? call.session?.reason ?? "\(call.status)"
            verdict.add(
                "\(call.path) with a status that is not usable: \(problem); the answer was \(answer)",
                [call],
                // The server falls back by itself where a session is asked for.
                isMandatory: call.endpoint == .partnerProfile)
        }
        return verdict
    }

    @Sendable private static func statusOnProfiles(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            let isPartner = history.calls.contains { $0.endpoint?.isPartner == true }
            guard isPartner || traffic.options.isApple else { continue }
            var absent: [AuditedCall] = []
            for call in history.calls where call.endpoint == .profiles || call.endpoint == .profile
            {
                let isApple = call.fields.information.map { $0.osName == nil || $0.isApple } ?? true
                guard isApple else { continue }
                verdict.judged()
                if call.fields.status == nil { absent.append(call) }
            }
            guard !absent.isEmpty else { continue }
            verdict.add(
                "\(RuleWords.count(absent.count, "call")) of "
                    + "\(RuleWords.list(absent.map(\.path))) without AP-Partner-Framework-Status",
                absent)
        }
        return verdict
    }

    @Sendable private static func statusOnDecisions(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        traffic.forEachCall { call, memory, _ in
            guard call.endpoint?.isDecision == true, let mvpd = call.mvpd,
                let known = memory.known[mvpd], known.profile.type == "appleSSO"
            else { return }
            verdict.judged()
            guard let status = call.fields.status else {
                verdict.add(
                    "\(call.path) without AP-Partner-Framework-Status, for a profile of the type "
                        + "appleSSO (answered \(call.status))", [call], context: [known.call])
                return
            }
            guard let problem = status.unusable(at: Int64(traffic.serverTime(call.seconds))) else {
                return
            }
            verdict.add(
                "\(call.path) with a status that is not usable: \(problem)", [call],
                context: [known.call])
        }
        return verdict
    }

    @Sendable private static func statusMatchesProvider(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            var asked: AuditedCall?
            var mappings: [String: HashedText] = [:]
            for call in history.calls {
                if let configuration = call.configuration {
                    mappings.merge(configuration.mappings) { _, new in new }
                }
                guard let provider = call.fields.status?.provider else { continue }
                switch call.endpoint {
                case .partnerSession?: asked = call
                case .partnerProfile?:
                    guard let former = asked, let expected = former.fields.status?.provider else {
                        continue
                    }
                    verdict.judged()
                    guard expected != provider else { continue }
                    verdict.add(
                        "the status names the provider \(provider), and the session before was for "
                            + "\(expected)", [call], context: [former])
                default: continue
                }
                guard let mvpd = call.session?.mvpd, call.session?.action == "partner_profile",
                    let mapping = mappings[mvpd]
                else { continue }
                verdict.judged()
                guard mapping != provider else { continue }
                verdict.add(
                    "the status names the provider \(provider); the configuration has "
                        + "\(mapping) for \(mvpd)", [call])
            }
        }
        return verdict
    }

    @Sendable private static func platformNamed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .partnerSession, .partnerProfile) {
            guard let information = call.fields.information, let system = information.osName else {
                continue
            }
            verdict.judged()
            guard !information.isApple else { continue }
            verdict.add(
                "osName is \(system) in \(call.path)"
                    + (call.session.map { "; the answer was \($0.reason ?? $0.action)" } ?? ""),
                [call])
        }
        return verdict
    }
}
