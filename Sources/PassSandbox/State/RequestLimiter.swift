internal import PassAudit
internal import XMLCore

/// The gate before every request: the throttle, the faults and the log.
actor RequestLimiter {
    private var throttle: Throttle
    /// Counts the codes that people enter, so that nobody can try them all.
    private var activation: Throttle
    private var log: RequestLog
    /// The rules that were broken.
    private(set) var review = Review()
    /// The times of the last 429, by address.
    private var throttled: [ByteExactName: Int64] = [:]
    private(set) var faults: FaultPlan
    private var dice: FaultSampler
    /// The number of times that each rule was used.
    private var uses: [Int: Int] = [:]
    private let standardFaults: FaultPlan

    init(_ configuration: SandboxConfiguration) {
        throttle = Throttle(configuration.throttle)
        activation = Throttle(configuration.throttle)
        log = RequestLog(capacity: configuration.limits.logLines)
        faults = configuration.faults
        standardFaults = configuration.faults
        dice = FaultSampler(seed: configuration.faults.seed)
    }

    func admits(_ address: String, at now: Int64) -> Bool { throttle.admits(address, at: now) }

    /// Returns whether an address may enter another code on the page for it.
    func admitsCode(from address: String, at now: Int64) -> Bool {
        activation.admits(address, at: now)
    }

    /// Records a request and the rule that it breaks.
    func append(_ line: RequestLog.Line, breaking rule: Rule.Name? = nil) {
        log.append(line)
        if let rule { review.append(line, breaking: rule) }
    }

    /// Records a 429.
    func noteThrottled(_ address: String, at now: Int64) {
        if throttled.count > 10_000 { throttled = [:] }
        throttled[ByteExactName(address)] = now
    }

    /// Returns whether the last 429 of an address is less than a second ago.
    func mustWait(_ address: String, at now: Int64) -> Bool {
        throttled[ByteExactName(address)].map { now - $0 < 950 } ?? false
    }

    var logText: [UInt8] { log.text }

    /// Puts another plan in force; its dice begin anew.
    func setFaults(_ plan: FaultPlan) {
        faults = plan
        dice = FaultSampler(seed: plan.seed)
        uses = [:]
    }

    /// The fault for a request to `path`, if any.
    func fault(for path: String, method: String) -> FaultPlan.Rule? {
        // Otherwise a rule for every path could never be taken back.
        guard !Self.neverFails(path) else { return nil }
        for (index, rule) in faults.rules.enumerated()
        where path.utf8.starts(with: rule.path.utf8) {
            guard rule.method.map({ isSame($0, method) }) ?? true,
                rule.times.map({ uses[index, default: 0] < $0 }) ?? true,
                dice.falls(rule.probability)
            else { continue }
            uses[index, default: 0] += 1
            return rule
        }
        return nil
    }

    /// Returns whether a path is one that removes faults.
    static func neverFails(_ path: String) -> Bool {
        ControlRoutes.name(path).map { $0 != "log" } ?? false
    }

    func reset() {
        throttle.reset()
        activation.reset()
        log.reset()
        review = Review()
        throttled = [:]
        setFaults(standardFaults)
    }
}

/// Dice that fall the same way for the same seed: SplitMix64.
struct FaultSampler: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Returns whether something that happens with `probability` happens now.
    mutating func falls(_ probability: Double) -> Bool {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) * 0x1p-53 < probability
    }
}
