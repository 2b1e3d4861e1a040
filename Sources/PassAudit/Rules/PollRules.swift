/// What a rule keeps of the polls of one app for one code.
protocol PollState: Sendable {
    init()
    mutating func take(_ poll: AuditedCall, for code: AuthenticationCode?, in traffic: Traffic)
    func finish(
        _ code: HashedText, _ known: AuthenticationCode?, _ traffic: Traffic,
        _ verdict: inout Verdict)
}

/// A rule about the polls of each app for each code.
struct EachPoller<State: PollState>: RuleFold {
    private struct Key: Hashable {
        let code: HashedText
        let app: HashedText?
    }

    private var keys: [Key] = []
    private var states: [Key: State] = [:]

    init(_ state: State.Type) {}

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.endpoint == .poll, let code = call.v2?.code else { return }
        let key = Key(code: code, app: call.app)
        if states[key] == nil { keys.append(key) }
        states[key, default: State()].take(call, for: Self.known(code, call, traffic), in: traffic)
    }

    /// The code, if its session came before the poll.
    private static func known(
        _ code: HashedText, _ call: AuditedCall, _ traffic: Traffic
    ) -> AuthenticationCode? {
        traffic.code(code).flatMap { $0.creator.index < call.index ? $0 : nil }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for key in keys {
            states[key]?.finish(key.code, traffic.code(key.code), traffic, &verdict)
        }
        return verdict
    }
}

struct StopsOnProfile: PollState {
    private var found: AuditedCall?
    private var later: [AuditedCall] = []

    mutating func take(_ poll: AuditedCall, for code: AuthenticationCode?, in traffic: Traffic) {
        guard code != nil else { return }
        if let found {
            if poll.seconds > found.endSeconds + traffic.inFlight { later.append(poll) }
        } else if poll.isSuccess, poll.profiles?.isEmpty == false {
            found = poll
        }
    }

    func finish(
        _ code: HashedText, _ known: AuthenticationCode?, _ traffic: Traffic,
        _ verdict: inout Verdict
    ) {
        guard let found else { return }
        verdict.judged()
        // Without tokens, another app's single request looks like a poll.
        guard later.count > (traffic.isAuthorizationRedacted ? 1 : 0) else { return }
        verdict.add(
            "code \(code), \(RuleWords.count(later.count, "poll")) after the answer with the "
                + "profile, the last "
                + RuleWords.seconds((later.last ?? found).seconds - found.endSeconds)
                + " after it", later, context: [found])
    }
}

struct StopsOnExpiry: PollState {
    private var late: [AuditedCall] = []

    mutating func take(_ poll: AuditedCall, for code: AuthenticationCode?, in traffic: Traffic) {
        guard let code, poll.seconds > code.end + traffic.codeGrace else { return }
        late.append(poll)
    }

    func finish(
        _ code: HashedText, _ known: AuthenticationCode?, _ traffic: Traffic,
        _ verdict: inout Verdict
    ) {
        guard let known else { return }
        verdict.judged()
        guard let first = late.first, let last = late.last else { return }
        verdict.add(
            "code \(code), \(RuleWords.count(late.count, "poll")) after notAfter, the first "
                + "\(RuleWords.seconds(first.seconds - known.end)), the last "
                + "\(RuleWords.seconds(last.seconds - known.end)) after it", late,
            context: [known.creator])
    }
}

struct StopsOnNewCode: PollState {
    private var isOfCreator = false
    private var late: [AuditedCall] = []

    mutating func take(_ poll: AuditedCall, for code: AuthenticationCode?, in traffic: Traffic) {
        guard let code, poll.app == code.creator.app else { return }
        isOfCreator = true
        guard let successor = traffic.successor(of: code),
            poll.seconds > successor.creator.endSeconds + 2 * traffic.inFlight
        else { return }
        late.append(poll)
    }

    func finish(
        _ code: HashedText, _ known: AuthenticationCode?, _ traffic: Traffic,
        _ verdict: inout Verdict
    ) {
        guard isOfCreator else { return }
        verdict.judged()
        guard !late.isEmpty, let successor = known.flatMap({ traffic.successor(of: $0) }) else {
            return
        }
        verdict.add(
            "code \(code), \(RuleWords.count(late.count, "poll")) after the new code "
                + "\(successor.code)", late, context: [successor.creator])
    }
}

struct PollInterval: PollState {
    private var last: AuditedCall?
    private var gaps: [Double] = []
    /// The polls that came too soon, and the poll before the first of them.
    private var short: [AuditedCall] = []
    private var before: AuditedCall?

    mutating func take(_ poll: AuditedCall, for code: AuthenticationCode?, in traffic: Traffic) {
        defer { last = poll }
        guard let last else { return }
        let gap = poll.seconds - last.seconds
        gaps.append(gap)
        guard gap < Threshold.shortPoll else { return }
        if short.isEmpty { before = last }
        short.append(poll)
    }

    func finish(
        _ code: HashedText, _ known: AuthenticationCode?, _ traffic: Traffic,
        _ verdict: inout Verdict
    ) {
        guard !gaps.isEmpty else { return }
        verdict.judged()
        guard let before else { return }
        let isViolated = Threshold.isTooOften(shortPolls: short.count, of: gaps.count)
        verdict.add(
            isViolated ? .violated : .noted,
            "code \(code), \(gaps.count + 1) polls, \(RuleWords.gaps(gaps)); 3 s is the least"
                + (isViolated ? "" : " (\(RuleWords.count(short.count, "short gap")))"),
            short, context: [before])
    }
}

struct StopsOnError: PollState {
    private var gone: AuditedCall?
    private var later: [AuditedCall] = []
    private var isKnown = false

    mutating func take(_ poll: AuditedCall, for code: AuthenticationCode?, in traffic: Traffic) {
        guard code != nil else { return }
        isKnown = true
        if let gone {
            if poll.seconds > gone.endSeconds { later.append(poll) }
        } else if let error = poll.error {
            let isGone =
                ["invalid_authentication_session", "invalid_parameter_code"].contains(error.code)
                || poll.status == 403 && error.code.hasPrefix("temporary_access_")
            if isGone { gone = poll }
        }
    }

    func finish(
        _ code: HashedText, _ known: AuthenticationCode?, _ traffic: Traffic,
        _ verdict: inout Verdict
    ) {
        guard isKnown else { return }
        verdict.judged()
        guard let gone, later.count >= 2 else { return }
        verdict.add(
            "code \(code), \(RuleWords.count(later.count, "poll")) after "
                + (gone.error?.code ?? ""), later, context: [gone])
    }
}
