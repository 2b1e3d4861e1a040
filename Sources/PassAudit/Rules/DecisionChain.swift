/// The calls of one app and device for one set of resources of an MVPD, as far as each follows the one before within a
/// minute.
struct DecisionChain {
    var calls: [AuditedCall]

    /// Returns the chains of an endpoint.
    static func all(in traffic: Traffic, _ endpoint: V2Call.Endpoint) -> [DecisionChain] {
        struct Key: Hashable {
            let mvpd: String?
            let resources: [HashedText]
        }
        var found: [DecisionChain] = []
        for history in traffic.histories {
            var open: [Key: Int] = [:]
            for call in history.calls where call.endpoint == endpoint {
                // 401 and 429 are the matter of other rules.
                guard call.status != 401, call.status != 429, let asked = call.request.resources
                else { continue }
                let key = Key(
                    mvpd: call.mvpd, resources: asked.sorted { $0.number < $1.number })
                if let place = open[key], let last = found[place].calls.last,
                    call.seconds - last.endSeconds <= Threshold.retryWindow
                {
                    found[place].calls.append(call)
                } else {
                    open[key] = found.count
                    found.append(DecisionChain(calls: [call]))
                }
            }
        }
        return found
    }

    /// The failure of a call: of all of it, or of every item.
    private static func failure(of call: AuditedCall) -> (code: String, action: String)? {
        if let error = call.error { return (error.code, error.action ?? "none") }
        guard let decisions = call.decisions, !decisions.isEmpty,
            decisions.allSatisfy({ !$0.isPermit }),
            let error = decisions.lazy.compactMap(\.error).first
        else { return nil }
        let isRetry = decisions.allSatisfy { $0.error?.action == "retry" }
        return (
            error.code,
            isRetry ? "retry" : error.action == "retry" ? "none" : error.action ?? "none"
        )
    }

    /// Adds a finding if the chain has more repetitions than its errors allow.
    func judge(_ verdict: inout Verdict) {
        var (retries, soon, sooner) = (0, 0, 0)
        var faults: [AuditedCall] = []
        var codes: [String] = []
        for (former, next) in zip(calls, calls.dropFirst()) {
            guard let failure = Self.failure(of: former) else {
                (retries, soon, sooner) = (0, 0, 0)
                continue
            }
            codes.append("\(failure.code) (\(failure.action))")
            let gap = next.seconds - former.endSeconds
            if failure.action == "retry" {
                retries += 1
                if retries > Threshold.retries { faults.append(next) }
            } else {
                if gap < Threshold.probablyMachine {
                    soon += 1
                    faults.append(next)
                }
                if gap < Threshold.machine { sooner += 1 }
            }
        }
        guard retries > Threshold.retries || sooner >= 1 || soon >= 2 else { return }
        let gaps = zip(calls, calls.dropFirst()).map { $1.seconds - $0.endSeconds }
        verdict.add(
            "\(calls.count) calls for the same resources, answered \(RuleWords.list(codes)); "
                + RuleWords.gaps(gaps), faults, context: [calls[0]])
    }
}
