/// Adobe's throttle.
extension Rule {
    static let throttling: [Rule] = [
        Rule(
            .errorsThrottleRespected, .mandatory, .page("Throttling Mechanism"), needs: [.times],
            when: { $0.calls.contains { $0.isThrottled && $0.status == 429 } },
            judge: throttleRespected),
        Rule(
            .errorsThrottleAvoided, .recommended, .page("Throttling Mechanism"), needs: [.times],
            when: { $0.calls.contains { $0.isThrottled } }, judge: throttleAvoided),
    ]

    private struct Sender: Hashable {
        let address: String?
        let device: HashedText?
        let app: HashedText?

        init(_ call: AuditedCall) {
            address = call.fields.forwardedFor ?? call.client
            device = call.device
            app = call.device == nil ? call.app : nil
        }
    }

    private static func bySource(_ traffic: Traffic) -> [[AuditedCall]] {
        Dictionary(grouping: traffic.calls.filter { $0.isThrottled }, by: Sender.init).values
            .sorted { $0[0].index < $1[0].index }
    }

    @Sendable private static func throttleRespected(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for calls in bySource(traffic) {
            var faults: [(AuditedCall, AuditedCall)] = []
            for (position, call) in calls.enumerated() where call.status == 429 {
                verdict.judged()
                // What was under way already could not know.
                let next = calls[(position + 1)...].first { $0.seconds >= call.endSeconds }
                if traffic.hasWholeSeconds {
                    if let next, next.seconds < call.endSeconds + 2 {
                        verdict.missing = .wholeSeconds
                    }
                    continue
                }
                guard let next, next.seconds - call.endSeconds < 0.95 else { continue }
                faults.append((call, next))
            }
            guard let first = faults.first else { continue }
            verdict.add(
                "\(RuleWords.count(faults.count, "request")) too soon after 429, the first "
                    + "\(RuleWords.seconds(first.1.seconds - first.0.endSeconds)) after it; 1 s is "
                    + "the least", faults.map(\.1), context: [first.0])
        }
        return verdict
    }

    /// The most generous reading of Adobe's page: a request a second is free, ten more are in a pool, and an idle
    /// second puts one back.
    @Sendable private static func throttleAvoided(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for calls in bySource(traffic) {
            verdict.judged()
            let begin = calls[0].seconds
            var (pool, second) = (10, -1)
            var over: [AuditedCall] = []
            var refused: [AuditedCall] = []
            for call in calls {
                let now = Int(call.seconds - begin)
                if now > second {
                    pool = min(10, pool + max(0, now - second - 1))
                    second = now
                } else if pool > 0 {
                    pool -= 1
                } else {
                    over.append(call)
                }
                if call.status == 429 { refused.append(call) }
            }
            if let first = over.first {
                let count = calls.count { Int($0.seconds - begin) == Int(first.seconds - begin) }
                verdict.add(
                    "\(RuleWords.count(over.count, "request")) above one a second and the ten at first "
                        + "contact; \(count) in the first such second", over, context: [calls[0]])
            } else if !refused.isEmpty, !traffic.hasWholeSeconds {
                verdict.add(
                    .noted,
                    "429 although the app stayed within the limit: other devices share its address",
                    refused)
            }
        }
        return verdict
    }
}
