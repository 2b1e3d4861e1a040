/// The partner status of Apple's sign-on.
extension Rule {
    static let appleStatus: [Rule] = [
        Rule(
            .appleStatusSent, .mandatory, .page("REST API V2 FAQs"), needs: [.headers],
            when: { $0.has(.partnerSession, .partnerProfile) }, fold: EachCall(statusSent)),
        Rule(
            .appleStatusFormat, .mandatory, .page("REST API V2 Headers"), needs: [.headers],
            when: { $0.usesApple }, fold: EachGroup(by: statusDefects, report: statusDefect)),
        Rule(
            .appleStatusUsable, .dependsOnEndpoint, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times, .headers],
            when: { $0.has(.partnerSession, .partnerProfile) }, fold: EachCall(statusUsable)),
        Rule(
            .appleStatusOnProfiles, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.headers],
            when: { $0.usesApple && $0.has(.profiles, .profile) },
            fold: EachHistory(StatusOnProfiles.self)),
        Rule(
            .appleStatusOnDecisions, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times, .headers],
            answers: [.profiles, .profile, .partnerProfile], when: { $0.usesApple },
            fold: EachHistory(StatusOnDecisions.self)),
        Rule(
            .appleStatusMatchesProvider, .mandatory, .page("Enhanced Error Codes"),
            needs: [.headers],
            when: { $0.has(.partnerSession, .partnerProfile) },
            fold: EachHistory(StatusMatchesProvider.self)),
        Rule(
            .applePlatformNamed, .mandatory, .page("REST API V2 FAQs"), needs: [.headers],
            when: { $0.has(.partnerSession, .partnerProfile) }, fold: EachCall(platformNamed)),
    ]

    @Sendable private static func statusSent(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.endpoint?.isPartner == true else { return }
        verdict.judged()
        guard call.fields.status == nil else { return }
        let answer = call.error?.code ?? call.session?.reason ?? "\(call.status)"
        verdict.add("no AP-Partner-Framework-Status; the answer was \(answer)", [call])
    }

    @Sendable private static func statusUsable(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.endpoint?.isPartner == true else { return }
        guard let status = call.fields.status else { return }
        verdict.judged()
        guard let problem = status.unusable(at: Int64(traffic.serverTime(call.seconds))) else {
            return
        }
        let answer = call.error?.code ?? call.session?.reason ?? "\(call.status)"
        verdict.add(
            "\(call.path) with a status that is not usable: \(problem); the answer was \(answer)",
            [call],
            // The server falls back by itself where a session is asked for.
            isMandatory: call.endpoint == .partnerProfile)
    }

    @Sendable private static func platformNamed(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.endpoint?.isPartner == true else { return }
        guard let information = call.fields.information, let system = information.osName else {
            return
        }
        verdict.judged()
        guard !information.isApple else { return }
        verdict.add(
            "osName is \(system) in \(call.path)"
                + (call.session.map { "; the answer was \($0.reason ?? $0.action)" } ?? ""),
            [call])
    }

    @Sendable private static func statusDefects(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [String] {
        guard call.isV2, let status = call.fields.status else { return [] }
        verdict.judged()
        return status.defect.map { [$0] } ?? []
    }

    @Sendable private static func statusDefect(
        _ defect: String, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add(
            "AP-Partner-Framework-Status in \(RuleWords.count(calls.count, "call")): \(defect)",
            calls)
    }
}

private struct StatusOnProfiles: HistoryState {
    private var isPartner = false
    private var cases = 0
    private var absent: [AuditedCall] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        if call.endpoint?.isPartner == true { isPartner = true }
        guard call.endpoint == .profiles || call.endpoint == .profile,
            call.fields.information.map({ $0.osName == nil || $0.isApple }) ?? true
        else { return }
        cases += 1
        if call.fields.status == nil { absent.append(call) }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        guard isPartner || traffic.options.isApple else { return }
        verdict.judged(cases)
        guard !absent.isEmpty else { return }
        verdict.add(
            "\(RuleWords.count(absent.count, "call")) of "
                + "\(RuleWords.list(absent.map(\.path))) without AP-Partner-Framework-Status",
            absent)
    }
}

private struct StatusOnDecisions: HistoryState {
    private var memory = ProfileMemory()

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer { memory.note(call) }
        guard call.endpoint?.isDecision == true, let mvpd = call.mvpd,
            let known = memory.known[mvpd], known.profile.type == "appleSSO"
        else { return }
        verdict.judged()
        guard let status = call.fields.status else {
            return verdict.add(
                "\(call.path) without AP-Partner-Framework-Status, for a profile of the type "
                    + "appleSSO (answered \(call.status))", [call], context: [known.call])
        }
        guard let problem = status.unusable(at: Int64(traffic.serverTime(call.seconds))) else {
            return
        }
        verdict.add(
            "\(call.path) with a status that is not usable: \(problem)", [call],
            context: [known.call])
    }
}

private struct StatusMatchesProvider: HistoryState {
    private var asked: AuditedCall?
    private var mappings: [String: HashedText] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        if let configuration = call.configuration {
            mappings.merge(configuration.mappings) { _, new in new }
        }
        guard let provider = call.fields.status?.provider else { return }
        switch call.endpoint {
        case .partnerSession?: asked = call
        case .partnerProfile?:
            guard let former = asked, let expected = former.fields.status?.provider else { return }
            verdict.judged()
            guard expected != provider else { return }
            verdict.add(
                "the status names the provider \(provider), and the session before was for "
                    + "\(expected)", [call], context: [former])
        default: return
        }
        guard let mvpd = call.session?.mvpd, call.session?.action == "partner_profile",
            let mapping = mappings[mvpd]
        else { return }
        verdict.judged()
        guard mapping != provider else { return }
        verdict.add(
            "the status names the provider \(provider); the configuration has "
                + "\(mapping) for \(mvpd)", [call])
    }
}
