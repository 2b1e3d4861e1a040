/// The repetitions of decisions of an endpoint: the calls for one set of resources of an MVPD, as far as each follows the
/// one before within a minute.
protocol DecisionEndpoint: Sendable {
    static var endpoint: V2Endpoint { get }
}

enum Authorization: DecisionEndpoint { static let endpoint = V2Endpoint.authorize }
enum Preauthorization: DecisionEndpoint { static let endpoint = V2Endpoint.preauthorize }

struct DecisionChains<Kind: DecisionEndpoint>: HistoryState {
    private struct Key: Hashable {
        let mvpd: String?
        let resources: [HashedText]
    }

    private var chains: [DecisionChain] = []
    private var open: [Key: Int] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        // 401 and 429 are the matter of other rules.
        guard call.endpoint == Kind.endpoint, call.status != 401, call.status != 429,
            let asked = call.request.resources
        else { return }
        let key = Key(mvpd: call.mvpd, resources: asked.sorted { $0.number < $1.number })
        if let place = open[key],
            call.seconds - chains[place].last.endSeconds <= Threshold.retryWindow
        {
            chains[place].take(call)
        } else {
            open[key] = chains.count
            chains.append(DecisionChain(call))
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for chain in chains {
            verdict.judged()
            chain.report(&verdict)
        }
    }
}

/// The calls of a chain, as far as errors and pauses matter.
struct DecisionChain: Sendable {
    private let first: AuditedCall
    private(set) var last: AuditedCall
    private var gaps: [Double] = []
    private var (retries, soon, sooner) = (0, 0, 0)
    private var faults: [AuditedCall] = []
    private var codes: [String] = []

    init(_ first: AuditedCall) { (self.first, last) = (first, first) }

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

    mutating func take(_ next: AuditedCall) {
        let gap = next.seconds - last.endSeconds
        gaps.append(gap)
        defer { last = next }
        guard let failure = Self.failure(of: last) else {
            (retries, soon, sooner) = (0, 0, 0)
            return
        }
        codes.append("\(failure.code) (\(failure.action))")
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

    /// Adds a finding if the chain has more repetitions than its errors allow.
    func report(_ verdict: inout Verdict) {
        guard retries > Threshold.retries || sooner >= 1 || soon >= 2 else { return }
        verdict.add(
            "\(gaps.count + 1) calls for the same resources, answered \(RuleWords.list(codes)); "
                + RuleWords.gaps(gaps), faults, context: [first])
    }
}
