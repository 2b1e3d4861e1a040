/// Adobe's throttle.
extension Rule {
    static let throttling: [Rule] = [
        Rule(
            .errorsThrottleRespected, .mandatory, .page("Throttling Mechanism"), needs: [.times],
            when: { $0.calls.contains { $0.isThrottled && $0.status == 429 } },
            fold: EachSender(ThrottleRespected.self)),
        Rule(
            .errorsThrottleAvoided, .recommended, .page("Throttling Mechanism"), needs: [.times],
            when: { $0.calls.contains { $0.isThrottled } }, fold: EachSender(ThrottleAvoided.self)),
    ]
}

/// What a rule keeps of the calls that the throttle counts together.
private protocol SenderState: Sendable {
    init()
    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict)
    func finish(in traffic: Traffic, _ verdict: inout Verdict)
}

private struct EachSender<State: SenderState>: RuleFold {
    private struct Key: Hashable {
        let address: String?
        let device: HashedText?
        let app: HashedText?

        init(_ call: AuditedCall) {
            address = call.fields.forwardedFor ?? call.client
            device = call.device
            app = call.device == nil ? call.app : nil
        }
    }

    private var keys: [Key] = []
    private var states: [Key: State] = [:]
    private var result = Verdict()

    init(_ state: State.Type) {}

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.exchange.isThrottled else { return }
        let key = Key(call)
        if states[key] == nil { keys.append(key) }
        states[key, default: State()].take(call, in: traffic, &result)
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        for key in keys { states[key]?.finish(in: traffic, &verdict) }
        return verdict
    }
}

private struct ThrottleRespected: SenderState {
    /// The answers 429 that no request followed yet.
    private var open: [AuditedCall] = []
    private var faults: [(AuditedCall, AuditedCall)] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        // What was under way already could not know.
        for refused in open where call.seconds >= refused.endSeconds {
            if traffic.hasWholeSeconds {
                if call.seconds < refused.endSeconds + 2 { verdict.missing = .wholeSeconds }
            } else if call.seconds - refused.endSeconds < Threshold.throttlePause {
                faults.append((refused, call))
            }
        }
        open.removeAll { call.seconds >= $0.endSeconds }
        guard call.status == 429 else { return }
        verdict.judged()
        open.append(call)
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        guard let first = faults.first else { return }
        verdict.add(
            "\(RuleWords.count(faults.count, "request")) too soon after 429, the first "
                + "\(RuleWords.seconds(first.1.seconds - first.0.endSeconds)) after it; 1 s is the "
                + "least", faults.map(\.1), context: [first.0])
    }
}

/// The most generous reading of Adobe's page: a request a second is free, ten more are in a pool, and an idle second puts
/// one back.
private struct ThrottleAvoided: SenderState {
    private var first: AuditedCall?
    private var (pool, second) = (10, -1)
    private var over: [AuditedCall] = []
    private var refused: [AuditedCall] = []
    /// The requests in the current second, and in the first that had too many.
    private var (inSecond, inFirst) = (0, 0)
    private var firstSecond: Int?

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        let begin = first?.seconds ?? call.seconds
        if first == nil { first = call }
        let now = Int(call.seconds - begin)
        inSecond = now > second ? 1 : inSecond + 1
        if now > second {
            pool = min(10, pool + max(0, now - second - 1))
            second = now
        } else if pool > 0 {
            pool -= 1
        } else {
            over.append(call)
            firstSecond = firstSecond ?? now
        }
        if firstSecond == now { inFirst = inSecond }
        if call.status == 429 { refused.append(call) }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        verdict.judged()
        if !over.isEmpty {
            verdict.add(
                "\(RuleWords.count(over.count, "request")) above one a second and the ten at first "
                    + "contact; \(inFirst) in the first such second", over,
                context: [first].compactMap(\.self))
        } else if !refused.isEmpty, !traffic.hasWholeSeconds {
            verdict.add(
                .noted,
                "429 although the app stayed within the limit: other devices share its address",
                refused)
        }
    }
}
