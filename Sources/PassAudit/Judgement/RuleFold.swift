/// A rule at work: what it keeps of the events so far, and what it makes of them.
///
/// Every event is taken once, in the order of time. What only later events show, such as that nobody opened a code,
/// ``verdict(in:)`` decides, which may be asked for at any time.
protocol RuleFold: Sendable {
    /// Takes a request to Adobe.
    mutating func take(_ call: AuditedCall, in traffic: Traffic)
    /// Takes an exchange with another host, or one that is not judged.
    mutating func take(other exchange: AuditedExchange, in traffic: Traffic)
    /// Returns what the events so far amount to.
    func verdict(in traffic: Traffic) -> Verdict
}

extension RuleFold {
    mutating func take(_ call: AuditedCall, in traffic: Traffic) {}
    mutating func take(other exchange: AuditedExchange, in traffic: Traffic) {}
}

/// A rule about what the traffic has gathered: codes, tokens, playbacks.
struct AtReport: RuleFold {
    let judge: @Sendable (Traffic) -> Verdict

    func verdict(in traffic: Traffic) -> Verdict { judge(traffic) }
}

/// A rule that judges each call by itself.
struct EachCall: RuleFold {
    typealias Judge = @Sendable (AuditedCall, Traffic, inout Verdict) -> Void

    let judge: Judge
    private var result = Verdict()

    init(_ judge: @escaping Judge) { self.judge = judge }

    mutating func take(_ call: AuditedCall, in traffic: Traffic) { judge(call, traffic, &result) }
    func verdict(in traffic: Traffic) -> Verdict { result }
}

/// A rule that reports calls with what they have in common.
struct EachGroup<Key: Hashable & Sendable>: RuleFold {
    typealias Sort = @Sendable (AuditedCall, Traffic, inout Verdict) -> [Key]
    typealias Report = @Sendable (Key, [AuditedCall], Traffic, inout Verdict) -> Void

    /// Returns the groups that a call belongs to.
    let sort: Sort
    let report: Report
    private var groups = Groups<Key, AuditedCall>()
    private var result = Verdict()

    init(by sort: @escaping Sort, report: @escaping Report) {
        (self.sort, self.report) = (sort, report)
    }

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        for key in sort(call, traffic, &result) { groups.add(call, to: key) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        for (key, calls) in groups.all { report(key, calls, traffic, &verdict) }
        return verdict
    }
}

/// What a rule keeps of the calls of one app on one device for one service provider.
protocol HistoryState: Sendable {
    init()
    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict)
    /// Adds what is still open after the last call.
    func finish(in traffic: Traffic, _ verdict: inout Verdict)
}

extension HistoryState {
    func finish(in traffic: Traffic, _ verdict: inout Verdict) {}
}

/// A rule about the calls of each app and device.
struct EachHistory<State: HistoryState>: RuleFold {
    private struct Key: Hashable {
        let app: HashedText?
        let device: HashedText?
        let serviceProvider: String
    }

    private struct History {
        var state = State()
        var verdict = Verdict()

        mutating func take(_ call: AuditedCall, in traffic: Traffic) {
            state.take(call, in: traffic, &verdict)
        }
    }

    private let gathered: @Sendable (Traffic, inout Verdict) -> Void
    private var places: [Key: Int] = [:]
    private var histories: [History] = []

    /// Creates the fold.
    ///
    /// - Parameters:
    ///   - state: The type of what is kept of one history.
    ///   - gathered: What else the rule asks of the traffic.
    init(
        _ state: State.Type,
        and gathered: @escaping @Sendable (Traffic, inout Verdict) -> Void = { _, _ in }
    ) {
        self.gathered = gathered
    }

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard let serviceProvider = call.serviceProvider, call.isV2 else { return }
        let key = Key(app: call.app, device: call.device, serviceProvider: serviceProvider)
        let place = places[key] ?? histories.count
        if place == histories.count {
            places[key] = place
            histories.append(History())
        }
        histories[place].take(call, in: traffic)
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var whole = Verdict()
        for history in histories {
            whole.add(history.verdict)
            history.state.finish(in: traffic, &whole)
        }
        gathered(traffic, &whole)
        return whole
    }
}

/// Elements by what they have in common, in the order of the first of each group.
struct Groups<Key: Hashable & Sendable, Element: Sendable>: Sendable {
    private var keys: [Key] = []
    private var elements: [Key: [Element]] = [:]

    mutating func add(_ element: Element, to key: Key) {
        if elements[key] == nil { keys.append(key) }
        elements[key, default: []].append(element)
    }

    subscript(key: Key) -> [Element] { elements[key] ?? [] }
    var isEmpty: Bool { keys.isEmpty }
    var all: [(key: Key, elements: [Element])] { keys.map { ($0, self[$0]) } }
}
