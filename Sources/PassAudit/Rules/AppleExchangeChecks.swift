/// The exchange of Apple's sign-on.
extension Rule {
    static let appleExchange: [Rule] = [
        Rule(
            .appleProfilesFirst, .recommended, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.headers],
            answers: [.profiles, .profile, .partnerProfile, .partnerSession],
            when: { $0.has(.partnerSession) }, judge: profilesFirst),
        Rule(
            .appleExchangeOnlyWithResponse, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times], answers: [.partnerSession],
            bodies: [.partnerProfile], when: { $0.has(.partnerProfile) },
            judge: exchangeOnlyWithResponse),
        Rule(
            .appleOutcomeFollowed, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            needs: [.times], answers: [.partnerSession, .partnerProfile],
            when: { $0.has(.partnerSession) }, judge: outcomeFollowed),
        Rule(
            .appleRequestUnmodified, .mandatory, .page("Apple SSO Cookbook (REST API V2)"),
            answers: [.partnerSession],
            when: { $0.has(.partnerSession) }, judge: requestUnmodified),
        Rule(
            .appleResponseAnswersRequest, .recommended, .inference, answers: [.partnerSession],
            bodies: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, judge: responseAnswersRequest),
        Rule(
            .appleResponseEncoding, .mandatory, .page("REST API V2 Reference"),
            bodies: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, judge: responseEncoding),
        Rule(
            .appleResponseNormalized, .recommended, .page("Apple SSO Cookbook (REST API V2)"),
            bodies: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, judge: responseNormalized),
        Rule(
            .appleProfileType, .recommended, .page("Apple SSO Cookbook (REST API V2)"),
            notVisible:
                "The type is the server's answer; what the app makes of it is apple.outcomeFollowed.",
            needs: [.times, .headers], answers: [.partnerProfile],
            when: { $0.has(.partnerProfile) }, judge: profileType),
    ]

    @Sendable private static func profilesFirst(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            var memory = ProfileMemory()
            var looked: Int?
            for call in history.calls {
                defer { memory.note(call) }
                if call.endpoint == .profiles || call.endpoint == .profile { looked = call.launch }
                guard call.endpoint == .partnerSession else { continue }
                verdict.judged()
                if looked != call.launch {
                    verdict.add(
                        "\(call.path) was called before any profile was looked for", [call])
                } else if call.session?.action == "authorize",
                    let known = memory.valid(
                        call.session?.mvpd, at: traffic.serverTime(call.seconds))
                {
                    verdict.add(
                        "\(call.path) was called although the profile of "
                            + "\(known.profile.mvpd) was known", [call], context: [known.call])
                }
            }
        }
        return verdict
    }

    @Sendable private static func exchangeOnlyWithResponse(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let begin = traffic.calls.first?.seconds ?? 0
        for history in traffic.histories {
            var question: AuditedCall?
            var exchanged: [HashedText: AuditedCall] = [:]
            for call in history.calls {
                if call.session?.action == "partner_profile" { question = call }
                guard call.endpoint == .partnerProfile else { continue }
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
                    guard call.seconds - question.endSeconds > 1800 else { continue }
                    verdict.add(
                        "the exchange came \(RuleWords.seconds(call.seconds - question.endSeconds)) "
                            + "after partner_profile", [call], context: [question])
                } else if call.seconds - begin > 1800 {
                    verdict.judged()
                    verdict.add("no answer partner_profile came before the exchange", [call])
                } else {
                    // The capture may have begun in the middle.
                    verdict.missing = .registrationNotCaptured
                }
            }
        }
        return verdict
    }

    @Sendable private static func outcomeFollowed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            var pending: (call: AuditedCall, later: [AuditedCall])?
            var fallback: AuditedCall?
            var failed: AuditedCall?
            for call in history.calls {
                switch call.endpoint {
                case .partnerSession?:
                    verdict.judged()
                    if let former = fallback, call.seconds - former.endSeconds <= 60,
                        former.fields.status?.hash == call.fields.status?.hash
                    {
                        verdict.add(
                            .likely,
                            "the answer was \(former.session?.reason ?? ""), and the call was "
                                + "repeated with the same status", [call], context: [former])
                    }
                    if pending != nil { pending?.later.append(call) }
                    fallback =
                        ["authenticate", "resume"].contains(call.session?.action) ? call : nil
                    if call.session?.action == "partner_profile", pending == nil {
                        pending = (call, [])
                    }
                case .partnerProfile?:
                    report(pending, &verdict)
                    (pending, fallback) = (nil, nil)
                    let hasApple = call.profiles?.contains {
                        ["appleSSO", "degraded"].contains($0.type)
                    }
                    failed = call.isSuccess && hasApple == false ? call : nil
                case .sessions?, .resume?, .poll?, .authenticate?:
                    report(pending, &verdict)
                    (pending, fallback, failed) = (nil, nil, nil)
                case .authorize?, .preauthorize?:
                    guard let former = failed else { continue }
                    failed = nil
                    verdict.add(
                        .likely,
                        "a decision was asked for although the exchange had given no profile of the "
                            + "type appleSSO", [call], context: [former])
                default: continue
                }
            }
            report(pending, &verdict)
        }
        return verdict
    }

    private static func report(
        _ pending: (call: AuditedCall, later: [AuditedCall])?, _ verdict: inout Verdict
    ) {
        guard let pending, pending.later.count >= 2 else { return }
        verdict.add(
            .likely,
            "the answer was partner_profile, and \(pending.later.count) more calls of "
                + "sessions/sso followed without an exchange or a basic session", pending.later,
            context: [pending.call])
    }

    @Sendable private static func requestUnmodified(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var question: (request: SAMLRequestText, call: AuditedCall)?
        for call in traffic.calls {
            if let request = call.session?.request { question = (request, call) }
            guard call.kind == .framework, let token = call.request.verificationToken else {
                continue
            }
            guard let question else {
                verdict.missing = .noFramework
                continue
            }
            verdict.judged()
            let request = question.request
            if token != request.hash {
                verdict.add(
                    "the verificationToken has \(call.request.verificationByteCount) bytes, and the "
                        + "request that Adobe gave \(request.byteCount); they differ", [call],
                    context: [question.call])
            } else if Set(call.request.attributeNames) != Set(request.attributeNames) {
                verdict.add(
                    "the attribute names are \(RuleWords.list(call.request.attributeNames)), and "
                        + "Adobe gave \(RuleWords.list(request.attributeNames))", [call],
                    context: [question.call])
            }
        }
        if verdict.cases == 0 { verdict.missing = .noFramework }
        return verdict
    }

    @Sendable private static func responseAnswersRequest(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            var asked: (id: HashedText, call: AuditedCall)?
            for call in history.calls {
                if let request = call.session?.request {
                    asked = request.id.map { ($0, call) }
                }
                guard call.endpoint == .partnerProfile else { continue }
                guard let asked, let answered = call.request.saml?.inResponseTo else {
                    verdict.missing = .noBodies
                    continue
                }
                verdict.judged()
                guard answered != asked.id else { continue }
                verdict.add(
                    "the response answers the request \(answered); the latest of this device is "
                        + "\(asked.id)", [call], context: [asked.call])
            }
        }
        return verdict
    }

    @Sendable private static func responseEncoding(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .partnerProfile) where call.request.state == .recorded {
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
        return verdict
    }

    @Sendable private static func responseNormalized(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .partnerProfile) {
            guard let saml = call.request.saml else { continue }
            verdict.judged()
            if let defect = saml.normalizationDefect {
                verdict.add("white space that the cookbook removes: \(defect)", [call])
            }
        }
        return verdict
    }

    @Sendable private static func profileType(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls(of: .partnerProfile) {
            guard call.isSuccess, let profiles = call.profiles else { continue }
            verdict.judged()
            let isUsable =
                call.fields.status?.unusable(at: Int64(traffic.serverTime(call.seconds))) == nil
            guard isUsable,
                !profiles.contains(where: { ["appleSSO", "degraded"].contains($0.type) })
            else { continue }
            verdict.add(
                .likely,
                "the exchange gave "
                    + (profiles.isEmpty
                        ? "no profile"
                        : "profiles of the type \(RuleWords.list(profiles.map(\.type)))"),
                [call])
        }
        return verdict
    }
}
