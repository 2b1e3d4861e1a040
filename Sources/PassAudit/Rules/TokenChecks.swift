/// The use of access tokens.
extension Rule {
    static let tokenUse: [Rule] = [
        Rule(
            .registrationTokenReused, .mandatory, .rows(["M3"]), needs: [.times],
            when: { $0.calls.contains { $0.kind == .token } }, judge: tokenReused),
        Rule(
            .registrationTokenPerCall, .mandatory, .page("REST API V2 Checklist"), needs: [.times],
            when: { $0.calls.contains { $0.kind == .token } && !$0.v2.isEmpty },
            judge: tokenPerCall),
        Rule(
            .registrationTokenCheckedBeforeUse, .recommended, .rows(["R1"]),
            needs: [.times, .authorization],
            when: { !$0.v2.isEmpty }, judge: tokenCheckedBeforeUse),
        Rule(
            .registrationUnauthorizedRenewsFirst, .recommended, .rows(["R1"]),
            needs: [.authorization],
            when: { $0.v2.contains { $0.status == 401 } }, judge: unauthorizedRenewsFirst),
        Rule(
            .registrationUnauthorizedRetriedOnce, .recommended, .page("REST API V2 Checklist"),
            needs: [.times, .authorization],
            when: { $0.v2.contains { $0.status == 401 } }, judge: unauthorizedRetriedOnce),
    ]

    /// A token call long before the end of the token that the client had.
    private struct EarlyRenewal {
        let call: AuditedCall
        let former: IssuedToken
        /// The life that the former token had left, in seconds.
        let left: Double
    }

    private static func renewals(
        _ traffic: Traffic
    ) -> (byClient: [[EarlyRenewal]], judged: Int, missing: MissingEvidence?) {
        let unauthorized = Dictionary(
            grouping: traffic.calls.filter { $0.status == 401 && $0.token != nil },
            by: { $0.token })
        var last: [HashedText: IssuedToken] = [:]
        var found: [HashedText: [EarlyRenewal]] = [:]
        var order: [HashedText] = []
        var judged = 0
        var missing: MissingEvidence?
        for call in traffic.calls where call.kind == .token && call.isSuccess {
            guard let client = call.request.clientID, let token = call.issuedToken?.token,
                let issued = traffic.tokens[token]
            else {
                missing = .noBodies
                continue
            }
            judged += 1
            defer { last[client] = issued }
            guard let former = last[client], let end = former.end, let life = former.lifetime,
                call.seconds < end - Threshold.tokenMargin(life),
                !(unauthorized[former.token]?.contains { $0.endSeconds <= call.seconds } ?? false)
            else { continue }
            if found[client] == nil { order.append(client) }
            found[client, default: []].append(
                EarlyRenewal(call: call, former: former, left: end - call.seconds))
        }
        return (order.map { found[$0] ?? [] }, judged, missing)
    }

    @Sendable private static func tokenReused(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let (byClient, judged, missing) = renewals(traffic)
        verdict.judged(judged)
        verdict.missing = missing
        for renewals in byClient {
            guard let first = renewals.first else { continue }
            verdict.add(
                traffic.architecture == .server ? .likely : .violated,
                "\(RuleWords.count(renewals.count, "access token")) requested early; the first "
                    + "while the former had \(RuleWords.seconds(first.left)) left of "
                    + RuleWords.seconds(first.former.lifetime ?? 0), renewals.map(\.call),
                context: [first.former.call])
        }
        return verdict
    }

    @Sendable private static func tokenPerCall(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let (byClient, judged, missing) = renewals(traffic)
        verdict.judged(judged)
        verdict.missing = missing
        for renewals in byClient where renewals.count >= 2 {
            let client = renewals[0].call.request.clientID
            guard (renewals[0].former.lifetime ?? 0) >= 120 else { continue }
            let tokenCalls = traffic.calls.filter {
                $0.kind == .token && $0.request.clientID == client && $0.isSuccess
            }
            let served = traffic.v2.filter { $0.app == client && $0.endpoint != .authenticate }
            guard tokenCalls.count >= 3, tokenCalls.count * 2 >= served.count else { continue }
            verdict.add(
                "\(tokenCalls.count) token calls for "
                    + "\(RuleWords.count(served.count, "call")) of REST API v2, "
                    + "\(renewals.count) of them early", renewals.map(\.call),
                context: Array(served.prefix(2)))
        }
        return verdict
    }

    @Sendable private static func tokenCheckedBeforeUse(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var late: [HashedText: [(call: AuditedCall, past: Double, isKnown: Bool)]] = [:]
        for call in traffic.v2 where call.endpoint != .authenticate {
            guard let token = call.token else { continue }
            guard let end = traffic.end(of: token, claims: call.fields.claims) else {
                verdict.missing =
                    traffic.tokens.isEmpty ? .registrationNotCaptured : .opaqueToken
                continue
            }
            verdict.judged()
            let past = call.seconds - end.seconds
            guard past > 5 else { continue }
            late[token, default: []].append((call, past, end.isKnown))
        }
        for calls in late.values.sorted(by: { $0[0].call.index < $1[0].call.index }) {
            verdict.add(
                calls[0].isKnown ? .violated : .likely,
                "\(RuleWords.count(calls.count, "call")) with an access token that had ended, the "
                    + "first \(RuleWords.seconds(calls[0].past)) after its end", calls.map(\.call))
        }
        return verdict
    }

    @Sendable private static func unauthorizedRenewsFirst(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for calls in sameCalls(traffic) {
            var reported: [AuditedCall] = []
            for (position, refused) in calls.enumerated() where refused.status == 401 {
                verdict.judged()
                let later = calls[(position + 1)...]
                let next = later.first {
                    !traffic.hasTimes || $0.seconds > refused.endSeconds + traffic.inFlight
                }
                guard let next, next.token == refused.token, next.token != nil else {
                    if traffic.hasWholeSeconds, let near = later.first, near.token == refused.token
                    {
                        verdict.missing = .wholeSeconds
                    }
                    continue
                }
                if reported.isEmpty { reported.append(refused) }
                reported.append(next)
            }
            guard let refused = reported.first, let next = reported.dropFirst().first else {
                continue
            }
            verdict.add(
                "after 401 the same call was sent again with the same token"
                    + (traffic.hasTimes
                        ? ", \(RuleWords.seconds(next.seconds - refused.endSeconds)) later" : ""),
                Array(reported.dropFirst()), context: [refused])
        }
        return verdict
    }

    @Sendable private static func unauthorizedRetriedOnce(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for calls in sameCalls(traffic) {
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
        return verdict
    }

    /// The calls of each device by endpoint and path, where one was answered 401.
    private static func sameCalls(_ traffic: Traffic) -> [[AuditedCall]] {
        let grouped = Dictionary(
            grouping: traffic.v2.filter { $0.v2 != nil && $0.endpoint != .authenticate },
            by: { $0.v2.map { [$0] } ?? [] })
        return grouped.values.flatMap { calls in
            Dictionary(grouping: calls, by: \.device).values
        }
        .filter { calls in calls.contains { $0.status == 401 } }
        .sorted { $0[0].index < $1[0].index }
    }
}
