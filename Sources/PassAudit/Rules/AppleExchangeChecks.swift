/// The exchange of Apple's sign-on.
extension Rule {
    static let appleExchange: [Rule] = [
        Rule(
            .appleProfilesFirst, .recommended, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.headers],
            answers: [.profiles, .profile, .partnerProfile, .partnerSession],
            when: { $0.has(.partnerSession) }, fold: EachHistory(ProfilesFirst.self)),
        Rule(
            .appleExchangeOnlyWithResponse, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times], answers: [.partnerSession],
            bodies: [.partnerProfile], when: { $0.has(.partnerProfile) },
            fold: EachHistory(ExchangeOnlyWithResponse.self)),
        Rule(
            .appleOutcomeFollowed, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times], answers: [.partnerSession, .partnerProfile],
            when: { $0.has(.partnerSession) }, fold: EachHistory(OutcomeFollowed.self)),
        Rule(
            .appleRequestUnmodified, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            answers: [.partnerSession],
            when: { $0.has(.partnerSession) }, fold: RequestUnmodified()),
        Rule(
            .appleResponseAnswersRequest, .recommended, .inference, answers: [.partnerSession],
            bodies: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, fold: EachHistory(ResponseAnswersRequest.self)),
        Rule(
            .appleResponseEncoding, .mandatory, .page("REST API V2 Reference"),
            bodies: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, fold: EachCall(responseEncoding)),
        Rule(
            .appleResponseNormalized, .recommended, .page("Apple SSO Cookbook (REST API V2)"),
            bodies: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, fold: EachCall(responseNormalized)),
        Rule(
            .appleProfileType, .recommended, .page("Apple SSO Cookbook (REST API V2)"),
            notVisible:
                "The type is the server's answer; what the app makes of it is apple.outcomeFollowed.",
            needs: [.times, .headers], answers: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, fold: EachCall(profileType)),
    ]

    @Sendable private static func responseEncoding(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.endpoint == .partnerProfile, call.request.state == .recorded else { return }
        verdict.judged()
        let problem: String? =
            if let name = call.request.misnamedSAML, call.request.saml == nil {
                call.request.shape == .json
                    ? "it stands in a JSON body, expected a form"
                    : "the field is \(name), expected SAMLResponse"
            } else {
                call.request.saml?.encodingDefect
            }
        if let problem {
            verdict.add("SAMLResponse: \(problem) (answered \(call.status))", [call])
        }
    }

    @Sendable private static func responseNormalized(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.endpoint == .partnerProfile else { return }
        guard let saml = call.request.saml else { return }
        verdict.judged()
        if let defect = saml.normalizationDefect {
            verdict.add("white space that the cookbook removes: \(defect)", [call])
        }
    }

    @Sendable private static func profileType(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.endpoint == .partnerProfile else { return }
        guard call.isSuccess, let profiles = call.profiles else { return }
        verdict.judged()
        let isUsable =
            call.fields.status?.unusable(at: Int64(traffic.serverTime(call.seconds))) == nil
        guard isUsable,
            !profiles.contains(where: { ["appleSSO", "degraded"].contains($0.type) })
        else { return }
        verdict.add(
            .likely,
            "the exchange gave "
                + (profiles.isEmpty
                    ? "no profile"
                    : "profiles of the type \(RuleWords.list(profiles.map(\.type)))"),
            [call])
    }
}

private struct ProfilesFirst: HistoryState {
    private var memory = ProfileMemory()
    /// The start of the app in which profiles were looked for last.
    private var looked: Int?

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer { memory.note(call) }
        if call.endpoint == .profiles || call.endpoint == .profile { looked = call.launch }
        guard call.endpoint == .partnerSession else { return }
        verdict.judged()
        if looked != call.launch {
            verdict.add("\(call.path) was called before any profile was looked for", [call])
        } else if call.session?.action == "authorize",
            let known = memory.valid(call.session?.mvpd, at: traffic.serverTime(call.seconds))
        {
            verdict.add(
                "\(call.path) was called although the profile of \(known.profile.mvpd) was known",
                [call], context: [known.call])
        }
    }
}

private struct ExchangeOnlyWithResponse: HistoryState {
    private var question: AuditedCall?
    private var exchanged: [HashedText: AuditedCall] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        if call.session?.action == "partner_profile" { question = call }
        guard call.endpoint == .partnerProfile else { return }
        let message = call.request.saml?.hash
        defer { if call.isSuccess, let message { exchanged[message] = call } }
        if let message, let former = exchanged[message] {
            verdict.judged()
            verdict.add(
                "the same SAML response was exchanged again "
                    + RuleWords.seconds(call.seconds - former.endSeconds)
                    + " after it had succeeded", [call], context: [former])
        } else if let question {
            verdict.judged()
            guard call.seconds - question.endSeconds > 1800 else { return }
            verdict.add(
                "the exchange came \(RuleWords.seconds(call.seconds - question.endSeconds)) "
                    + "after partner_profile", [call], context: [question])
        } else if call.seconds - (traffic.calls.first?.seconds ?? 0) > 1800 {
            verdict.judged()
            verdict.add("no answer partner_profile came before the exchange", [call])
        } else {
            // The capture may have begun in the middle.
            verdict.missing = .registrationNotCaptured
        }
    }
}

private struct OutcomeFollowed: HistoryState {
    /// A request for the framework, and the sessions after it.
    private var pending: (call: AuditedCall, later: [AuditedCall])?
    private var fallback: AuditedCall?
    /// An exchange that gave no profile of Apple's.
    private var failed: AuditedCall?

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        switch call.endpoint {
        case .partnerSession?: takeSession(call, &verdict)
        case .partnerProfile?:
            finish(in: traffic, &verdict)
            (pending, fallback) = (nil, nil)
            let hasApple = call.profiles?.contains { ["appleSSO", "degraded"].contains($0.type) }
            failed = call.isSuccess && hasApple == false ? call : nil
        case .sessions?, .resume?, .poll?, .authenticate?:
            finish(in: traffic, &verdict)
            (pending, fallback, failed) = (nil, nil, nil)
        case .authorize?, .preauthorize?:
            guard let former = failed else { return }
            failed = nil
            verdict.add(
                .likely,
                "a decision was asked for although the exchange had given no profile of the type "
                    + "appleSSO", [call], context: [former])
        default: return
        }
    }

    private mutating func takeSession(_ call: AuditedCall, _ verdict: inout Verdict) {
        verdict.judged()
        if let former = fallback, call.seconds - former.endSeconds <= 60,
            former.fields.status?.hash == call.fields.status?.hash
        {
            verdict.add(
                .likely,
                "the answer was \(former.session?.reason ?? ""), and the call was repeated with "
                    + "the same status", [call], context: [former])
        }
        pending?.later.append(call)
        fallback = ["authenticate", "resume"].contains(call.session?.action) ? call : nil
        if call.session?.action == "partner_profile", pending == nil { pending = (call, []) }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        guard let pending, pending.later.count >= 2 else { return }
        verdict.add(
            .likely,
            "the answer was partner_profile, and \(pending.later.count) more calls of "
                + "sessions/sso followed without an exchange or a basic session", pending.later,
            context: [pending.call])
    }
}

private struct RequestUnmodified: RuleFold {
    private var question: (request: SAMLRequestText, call: AuditedCall)?
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if let request = call.session?.request { question = (request, call) }
        guard call.kind == .framework, let token = call.request.verificationToken else { return }
        guard let question else {
            result.missing = .noFramework
            return
        }
        result.judged()
        let request = question.request
        if token != request.hash {
            result.add(
                "the verificationToken has \(call.request.verificationByteCount) bytes, and the "
                    + "request that Adobe gave \(request.byteCount); they differ", [call],
                context: [question.call])
        } else if Set(call.request.attributeNames) != Set(request.attributeNames) {
            result.add(
                "the attribute names are \(RuleWords.list(call.request.attributeNames)), and "
                    + "Adobe gave \(RuleWords.list(request.attributeNames))", [call],
                context: [question.call])
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        if verdict.cases == 0 { verdict.missing = .noFramework }
        return verdict
    }
}

private struct ResponseAnswersRequest: HistoryState {
    private var asked: (id: HashedText, call: AuditedCall)?

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        if let request = call.session?.request { asked = request.id.map { ($0, call) } }
        guard call.endpoint == .partnerProfile else { return }
        guard let asked, let answered = call.request.saml?.inResponseTo else {
            verdict.missing = .noBodies
            return
        }
        verdict.judged()
        guard answered != asked.id else { return }
        verdict.add(
            "the response answers the request \(answered); the latest of this device is "
                + "\(asked.id)", [call], context: [asked.call])
    }
}
