#if Sandbox
import AdobePass
import Foundation

@testable import PassSandbox

/// Faults of every kind, which together meet one request in ten.
enum FaultMix {
    /// How long an answer is held back; no other wait of a run is as long.
    static let latency = 7

    static func plan(seed: UInt64) -> FaultPlan {
        var plan = FaultPlan()
        plan.seed = seed
        plan.rules = rules(path: "/api/") + rules(path: "/o/client/")
        return plan
    }

    private static func rules(path: String) -> [FaultPlan.Rule] {
        var rules = [
            FaultPlan.Rule(path: path, kind: .latency, milliseconds: latency),
            FaultPlan.Rule(path: path, kind: .tooManyRequests),
            FaultPlan.Rule(path: path, kind: .html, status: 503),
            FaultPlan.Rule(path: path, kind: .enhanced, status: 500),
            FaultPlan.Rule(
                path: path, kind: .enhanced, status: 403, code: "network_received_error"),
            FaultPlan.Rule(path: path, kind: .dropBefore),
            FaultPlan.Rule(path: path, kind: .dropAfter),
            FaultPlan.Rule(path: path, kind: .expiredToken),
        ]
        // The dice are thrown for one rule after the other, each only if those before did not fall.
        let share = 0.1 / Double(rules.count)
        for index in rules.indices {
            rules[index].probability = share / (1 - share * Double(index))
        }
        return rules
    }
}

/// A clock for many tasks at once: waiting moves it on, and lets the others go on.
final class SharedClock: Pass.Clock, @unchecked Sendable {
    private let lock = NSLock()
    private var milliseconds: Int64 = 1_768_478_400_000
    private var heldBack = 0

    /// How many answers were held back.
    var latencies: Int { lock.withLock { heldBack } }

    func now() -> Pass.Timestamp {
        lock.withLock { Pass.Timestamp(milliseconds: milliseconds) }
    }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        lock.withLock {
            let now = Pass.Timestamp(milliseconds: milliseconds)
            milliseconds = now.advanced(by: duration).milliseconds
            if duration == .milliseconds(FaultMix.latency) { heldBack += 1 }
        }
        await Task.yield()
    }
}
#endif
