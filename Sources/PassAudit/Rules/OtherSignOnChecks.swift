/// Temporary access, and sign-on by tokens of others.
extension Rule {
    static let otherSignOns: [Rule] = [
        Rule(
            .tempPassNoSession, .recommended, .page("TempPass Feature"),
            answers: [.configuration, .sessions],
            when: { !$0.temporaryMVPDs.isEmpty }, judge: noSession),
        Rule(
            .tempPassIdentitySent, .mandatory, .page("REST API V2 Flows"), needs: [.headers],
            answers: [.profile, .authorize],
            when: { $0.has(.authorize) }, judge: identitySent),
        Rule(
            .ssoTokenOnEveryCall, .mandatory, .page("REST API V2 Flows"), needs: [.headers],
            when: { traffic in
                traffic.v2.contains {
                    $0.fields.serviceToken != nil || $0.fields.subjectToken != nil
                }
            }, judge: tokenOnEveryCall),
        Rule(
            .ssoTokenCurrent, .recommended, .page("REST API V2 Flows"), needs: [.times, .headers],
            when: { traffic in
                traffic.v2.contains {
                    $0.fields.serviceToken != nil || $0.fields.subjectToken != nil
                }
            }, judge: tokenCurrent),
    ]

    @Sendable private static func noSession(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let temporary = traffic.temporaryMVPDs
        for call in traffic.v2 {
            guard let mvpd = call.mvpd ?? call.request.form.value(of: "mvpd") ?? call.session?.mvpd,
                temporary.contains(mvpd)
            else { continue }
            verdict.judged()
            guard call.endpoint == .sessions || call.endpoint == .logout else { continue }
            verdict.add("\(call.path) was called for the TempPass \(mvpd)", [call])
        }
        return verdict
    }

    @Sendable private static func identitySent(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var promotional: [String: AuditedCall] = [:]
        for call in traffic.v2 {
            if call.endpoint == .authorize, let mvpd = call.mvpd, let known = promotional[mvpd] {
                verdict.judged()
                if call.fields.identity == nil {
                    verdict.add(
                        "\(call.path) without AP-TempPass-Identity"
                            + (call.error.map { "; the answer was \($0.code)" } ?? ""), [call],
                        context: [known])
                }
            }
            for profile in call.profiles ?? [] where profile.isPromotional {
                promotional[profile.mvpd] = call
            }
            let codes = [call.error?.code] + (call.decisions ?? []).map { $0.error?.code }
            if codes.contains("invalid_header_identity_for_temporary_access"), let mvpd = call.mvpd
            {
                promotional[mvpd] = call
            }
        }
        return verdict
    }

    @Sendable private static func tokenOnEveryCall(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            for path in [\RequestFields.serviceToken, \RequestFields.subjectToken] {
                var former: AuditedCall?
                var absent: [AuditedCall] = []
                for call in history.calls {
                    guard call.endpoint?.fields.contains(V2Endpoint.serviceToken) == true else {
                        continue
                    }
                    if call.exchange.fields[keyPath: path] != nil {
                        verdict.judged()
                        former = call
                    } else if former != nil {
                        absent.append(call)
                    }
                }
                guard let former, let first = absent.first,
                    let field = former.exchange.fields[keyPath: path]?.field
                else { continue }
                verdict.add(
                    "\(field) is missing from \(RuleWords.count(absent.count, "later call")), the "
                        + "first of \(first.path)", absent, context: [former])
            }
        }
        return verdict
    }

    @Sendable private static func tokenCurrent(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var late: [HashedText: [AuditedCall]] = [:]
        for call in traffic.v2 {
            for token in [call.fields.serviceToken, call.fields.subjectToken].compactMap(\.self) {
                guard token.isReadable else {
                    verdict.missing = .opaqueToken
                    continue
                }
                verdict.judged()
                let now = Int64(traffic.serverTime(call.seconds) / 1000)
                if token.isUnsigned || token.expiration.map({ $0 < now - 60 }) ?? false {
                    late[token.hash, default: []].append(call)
                }
            }
        }
        for calls in late.values.sorted(by: { $0[0].index < $1[0].index }) {
            let token = calls[0].fields.serviceToken ?? calls[0].fields.subjectToken
            let past = token?.expiration.map {
                Int64(traffic.serverTime(calls[0].seconds) / 1000) - $0
            }
            verdict.add(
                "\(token?.field ?? "the token") "
                    + (token?.isUnsigned == true
                        ? "is not signed"
                        : "had ended \(past ?? 0) s before the first of "
                            + RuleWords.count(calls.count, "call")),
                calls)
        }
        return verdict
    }
}
