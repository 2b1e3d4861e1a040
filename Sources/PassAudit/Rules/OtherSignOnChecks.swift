/// Temporary access, and sign-on by tokens of others.
extension Rule {
    static let otherSignOns: [Rule] = [
        Rule(
            .tempPassNoSession, .recommended, .page("TempPass Feature"),
            answers: [.configuration, .sessions],
            when: { !$0.temporaryMVPDs.isEmpty }, fold: NoSession()),
        Rule(
            .tempPassIdentitySent, .mandatory, .page("REST API V2 Flows"), needs: [.headers],
            answers: [.profile, .authorize],
            when: { $0.has(.authorize) }, fold: IdentitySent()),
        Rule(
            .ssoTokenOnEveryCall, .mandatory, .page("REST API V2 Flows"), needs: [.headers],
            when: { traffic in
                traffic.v2.contains {
                    $0.fields.serviceToken != nil || $0.fields.subjectToken != nil
                }
            }, fold: EachHistory(TokenOnEveryCall.self)),
        Rule(
            .ssoTokenCurrent, .recommended, .page("REST API V2 Flows"), needs: [.times, .headers],
            when: { traffic in
                traffic.v2.contains {
                    $0.fields.serviceToken != nil || $0.fields.subjectToken != nil
                }
            }, fold: TokenCurrent()),
    ]
}

private struct NoSession: RuleFold {
    /// The calls for one MVPD that a TempPass has no need of.
    private struct Calls {
        var count = 0
        var needless: [AuditedCall] = []
    }

    private var byMVPD: [String: Calls] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2,
            let mvpd = call.mvpd ?? call.request.form.value(of: "mvpd") ?? call.session?.mvpd
        else { return }
        byMVPD[mvpd, default: Calls()].count += 1
        if call.endpoint == .sessions || call.endpoint == .logout {
            byMVPD[mvpd]?.needless.append(call)
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let found = byMVPD.filter { traffic.temporaryMVPDs.contains($0.key) }
        verdict.judged(found.values.reduce(0) { $0 + $1.count })
        let needless = found.flatMap { mvpd, calls in calls.needless.map { (mvpd, $0) } }
        for (mvpd, call) in needless.sorted(by: { $0.1.index < $1.1.index }) {
            verdict.add("\(call.path) was called for the TempPass \(mvpd)", [call])
        }
        return verdict
    }
}

private struct IdentitySent: RuleFold {
    private var promotional: [String: AuditedCall] = [:]
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2 else { return }
        if call.endpoint == .authorize, let mvpd = call.mvpd, let known = promotional[mvpd] {
            result.judged()
            if call.fields.identity == nil {
                result.add(
                    "\(call.path) without AP-TempPass-Identity"
                        + (call.error.map { "; the answer was \($0.code)" } ?? ""), [call],
                    context: [known])
            }
        }
        for profile in call.profiles ?? [] where profile.isPromotional {
            promotional[profile.mvpd] = call
        }
        let codes = [call.error?.code] + (call.decisions ?? []).map { $0.error?.code }
        if codes.contains("invalid_header_identity_for_temporary_access"), let mvpd = call.mvpd {
            promotional[mvpd] = call
        }
    }

    func verdict(in traffic: Traffic) -> Verdict { result }
}

private struct TokenOnEveryCall: HistoryState {
    /// The calls with one of the fields, and those without after them.
    private struct Field {
        let token: @Sendable (RequestFields) -> SignedToken?
        var former: AuditedCall?
        var absent: [AuditedCall] = []
    }

    private var fields = [Field { $0.serviceToken }, Field { $0.subjectToken }]

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        guard call.endpoint?.fields.contains(V2Endpoint.serviceToken) == true else { return }
        for index in fields.indices {
            if fields[index].token(call.exchange.fields) != nil {
                verdict.judged()
                fields[index].former = call
            } else if fields[index].former != nil {
                fields[index].absent.append(call)
            }
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for field in fields {
            guard let former = field.former, let first = field.absent.first,
                let name = field.token(former.exchange.fields)?.field
            else { continue }
            verdict.add(
                "\(name) is missing from \(RuleWords.count(field.absent.count, "later call")), the "
                    + "first of \(first.path)", field.absent, context: [former])
        }
    }
}

private struct TokenCurrent: RuleFold {
    private var late = Groups<HashedText, AuditedCall>()
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2 else { return }
        for token in [call.fields.serviceToken, call.fields.subjectToken].compactMap(\.self) {
            guard token.isReadable else {
                result.missing = .opaqueToken
                continue
            }
            result.judged()
            let now = Int64(traffic.serverTime(call.seconds) / 1000)
            if token.isUnsigned || token.expiration.map({ $0 < now - 60 }) ?? false {
                late.add(call, to: token.hash)
            }
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        for (_, calls) in late.all {
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
