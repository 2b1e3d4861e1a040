/// The use of access tokens.
extension Rule {
    static let tokenUse: [Rule] = [
        Rule(
            .registrationTokenReused, .mandatory, .rows(["M3"]), needs: [.times],
            when: { $0.calls.contains { $0.kind == .token } }, fold: TokenReused()),
        Rule(
            .registrationTokenPerCall, .mandatory, .page("REST API V2 Checklist"), needs: [.times],
            when: { $0.calls.contains { $0.kind == .token } && !$0.v2.isEmpty },
            fold: TokenPerCall()),
        Rule(
            .registrationTokenCheckedBeforeUse, .recommended, .rows(["R1"]),
            needs: [.times, .authorization],
            when: { !$0.v2.isEmpty }, fold: TokenCheckedBeforeUse()),
        Rule(
            .registrationUnauthorizedRenewsFirst, .recommended, .rows(["R1"]),
            needs: [.authorization],
            when: { $0.v2.contains { $0.status == 401 } },
            fold: EachRefused(unauthorizedRenewsFirst)),
        Rule(
            .registrationUnauthorizedRetriedOnce, .recommended, .page("REST API V2 Checklist"),
            needs: [.times, .authorization],
            when: { $0.v2.contains { $0.status == 401 } },
            fold: EachRefused(unauthorizedRetriedOnce)),
    ]

    @Sendable private static func unauthorizedRenewsFirst(
        _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        var reported: [AuditedCall] = []
        for (position, refused) in calls.enumerated() where refused.status == 401 {
            verdict.judged()
            let later = calls[(position + 1)...]
            let next = later.first {
                !traffic.hasTimes || $0.seconds > refused.endSeconds + traffic.inFlight
            }
            guard let next, next.token == refused.token, next.token != nil else {
                if traffic.hasWholeSeconds, let near = later.first, near.token == refused.token {
                    verdict.missing = .wholeSeconds
                }
                continue
            }
            if reported.isEmpty { reported.append(refused) }
            reported.append(next)
        }
        guard let refused = reported.first, let next = reported.dropFirst().first else {
            return
        }
        verdict.add(
            "after 401 the same call was sent again with the same token"
                + (traffic.hasTimes
                    ? ", \(RuleWords.seconds(next.seconds - refused.endSeconds)) later" : ""),
            Array(reported.dropFirst()), context: [refused])
    }

    @Sendable private static func unauthorizedRetriedOnce(
        _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        for (position, first) in calls.enumerated() where first.status == 401 {
            verdict.judged()
            guard
                let second = calls[(position + 1)...].first(where: {
                    $0.status == 401 && $0.token != first.token
                        && $0.token.flatMap { traffic.tokens[$0] }.map {
                            $0.call.index > first.index
                        } ?? false
                }),
                let third = calls.first(where: {
                    $0.index > second.index
                        && $0.seconds > second.endSeconds + traffic.inFlight
                        && $0.seconds - second.endSeconds <= 60
                }),
                !traffic.calls[second.index..<third.index].contains(where: {
                    $0.kind == .register
                })
            else { continue }
            verdict.add(
                "the call was answered 401 with a new token, too, and sent again "
                    + "\(RuleWords.seconds(third.seconds - second.endSeconds)) later",
                [third], context: [first, second])
            break
        }
    }
}

/// A rule about the calls of one device with one path, from the first on that was answered 401.
private struct EachRefused: RuleFold {
    typealias Judge = @Sendable ([AuditedCall], Traffic, inout Verdict) -> Void

    private struct Key: Hashable {
        let call: V2Call?
        let device: HashedText?
    }

    private let judge: Judge
    private var calls = Groups<Key, AuditedCall>()

    init(_ judge: @escaping Judge) { self.judge = judge }

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, call.endpoint != .authenticate else { return }
        let key = Key(call: call.v2, device: call.device)
        if call.status == 401 || !calls[key].isEmpty { calls.add(call, to: key) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for (_, calls) in calls.all { judge(calls, traffic, &verdict) }
        return verdict
    }
}

/// The token calls long before the end of the token that the client had.
private struct EarlyRenewals: Sendable {
    struct Renewal: Sendable {
        let call: AuditedCall
        let former: IssuedToken
        /// The life that the former token had left, in seconds.
        let left: Double
    }

    private(set) var byClient = Groups<HashedText, Renewal>()
    private(set) var judged = 0
    private(set) var missing: MissingEvidence?
    private var last: [HashedText: IssuedToken] = [:]
    /// The end of the first answer 401 to each token.
    private var refused: [HashedText: Double] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if call.status == 401, let token = call.token {
            refused[token] = min(refused[token] ?? .infinity, call.endSeconds)
        }
        guard call.kind == .token, call.isSuccess else { return }
        guard let client = call.request.clientID, let token = call.issuedToken?.token,
            let issued = traffic.tokens[token]
        else {
            missing = .noBodies
            return
        }
        judged += 1
        defer { last[client] = issued }
        guard let former = last[client], let end = former.end, let life = former.lifetime,
            call.seconds < end - Threshold.tokenMargin(life),
            refused[former.token].map({ $0 > call.seconds }) ?? true
        else { return }
        byClient.add(Renewal(call: call, former: former, left: end - call.seconds), to: client)
    }

    /// The verdict before findings.
    var verdict: Verdict {
        var verdict = Verdict()
        verdict.judged(judged)
        verdict.missing = missing
        return verdict
    }
}

private struct TokenReused: RuleFold {
    private var early = EarlyRenewals()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) { early.take(call, in: traffic) }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = early.verdict
        for (_, renewals) in early.byClient.all {
            let first = renewals[0]
            verdict.add(
                traffic.architecture == .server ? .likely : .violated,
                "\(RuleWords.count(renewals.count, "access token")) requested early; the first "
                    + "while the former had \(RuleWords.seconds(first.left)) left of "
                    + RuleWords.seconds(first.former.lifetime ?? 0), renewals.map(\.call),
                context: [first.former.call])
        }
        return verdict
    }
}

private struct TokenPerCall: RuleFold {
    private var early = EarlyRenewals()
    private var tokenCalls: [HashedText: Int] = [:]
    private var served: [HashedText: (count: Int, first: [AuditedCall])] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        early.take(call, in: traffic)
        if call.kind == .token, call.isSuccess, let client = call.request.clientID {
            tokenCalls[client, default: 0] += 1
        }
        if call.isV2, call.endpoint != .authenticate, let app = call.app {
            served[app, default: (0, [])].count += 1
            if served[app]?.first.count ?? 0 < 2 { served[app]?.first.append(call) }
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = early.verdict
        for (client, renewals) in early.byClient.all where renewals.count >= 2 {
            let count = tokenCalls[client] ?? 0
            let served = served[client] ?? (0, [])
            guard (renewals[0].former.lifetime ?? 0) >= 120, count >= 3,
                count * 2 >= served.count
            else { continue }
            verdict.add(
                "\(count) token calls for \(RuleWords.count(served.count, "call")) of REST API v2, "
                    + "\(renewals.count) of them early", renewals.map(\.call),
                context: served.first)
        }
        return verdict
    }
}

private struct TokenCheckedBeforeUse: RuleFold {
    private struct Late {
        let call: AuditedCall
        let past: Double
        let isKnown: Bool
    }

    private var late = Groups<HashedText, Late>()
    private var hasUnknownEnd = false
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, call.endpoint != .authenticate, let token = call.token else { return }
        guard let end = traffic.end(of: token, claims: call.fields.claims) else {
            hasUnknownEnd = true
            return
        }
        result.judged()
        let past = call.seconds - end.seconds
        guard past > 5 else { return }
        late.add(Late(call: call, past: past, isKnown: end.isKnown), to: token)
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        if hasUnknownEnd {
            verdict.missing = traffic.tokens.isEmpty ? .registrationNotCaptured : .opaqueToken
        }
        for (_, calls) in late.all {
            verdict.add(
                calls[0].isKnown ? .violated : .likely,
                "\(RuleWords.count(calls.count, "call")) with an access token that had ended, the "
                    + "first \(RuleWords.seconds(calls[0].past)) after its end", calls.map(\.call))
        }
        return verdict
    }
}
