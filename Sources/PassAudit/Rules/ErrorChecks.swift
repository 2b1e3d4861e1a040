/// Errors.
extension Rule {
    static let errors: [Rule] = [
        Rule(
            .errorsActionFollowed, .mandatory, .rows(["M21"]), needs: [.times],
            answers: Set(V2Call.Endpoint.allCases).subtracting([.authenticate]),
            when: { !$0.v2.isEmpty }, fold: EachHistory(ErrorActionFollowed.self)),
        Rule(
            .errorsStatusHandled, .mandatory, .rows(["M22"]), needs: [.times],
            when: { !$0.v2.isEmpty },
            fold: EachHistory(StatusHandled.self)),
        Rule(
            .errorsBodiesRead, .recommended, .page("Enhanced Error Codes"),
            needs: [.times, .headers],
            answers: Set(V2Call.Endpoint.allCases).subtracting([.authenticate]),
            when: { !$0.v2.isEmpty }, fold: EachHistory(BodiesRead.self)),
    ]
}

/// What a rule keeps of one request, as often as it was sent.
private protocol RepetitionState: Sendable {
    init(_ first: AuditedCall)
    mutating func take(_ next: AuditedCall)
}

/// The requests of a history, each as often as it was sent, in the order of their first times.
private struct Repetitions<State: RepetitionState>: Sendable {
    private(set) var all: [State] = []
    private var places: [HashedText: Int] = [:]

    /// Takes a call, unless it is a poll, which has rules of its own.
    mutating func take(_ call: AuditedCall) {
        guard call.exchange.endpoint != .poll, call.exchange.endpoint != .authenticate,
            let fingerprint = call.exchange.fingerprint
        else { return }
        if let place = places[fingerprint] {
            all[place].take(call)
        } else {
            places[fingerprint] = all.count
            all.append(State(call))
        }
    }
}

private struct ErrorActionFollowed: HistoryState {
    /// One request, as often as it was sent.
    struct Repetition: RepetitionState {
        var last: AuditedCall
        var firstError: AuditedCall?
        var (retries, soon, sooner, quick) = (0, 0, 0, 0)
        var faults: [AuditedCall] = []

        init(_ first: AuditedCall) {
            last = first
            if first.error != nil { firstError = first }
        }

        mutating func take(_ next: AuditedCall) {
            let former = last
            last = next
            if firstError == nil, next.error != nil { firstError = next }
            guard let action = former.error?.action, former.status != 401, former.status != 429
            else {
                retries = 0
                return
            }
            let gap = next.seconds - former.endSeconds
            switch action {
            case "retry" where gap <= Threshold.retryWindow:
                retries += 1
                if gap < 0.2 { quick += 1 }
                if retries > Threshold.retries || quick >= 2 { faults.append(next) }
            case "none", "configuration":
                guard gap < Threshold.probablyMachine else { return }
                soon += 1
                if gap < Threshold.machine { sooner += 1 }
                faults.append(next)
            default: return
            }
        }

        func report(_ verdict: inout Verdict) {
            let isBroken =
                retries > Threshold.retries || sooner >= 1 || soon >= 2
                || quick >= 2 && quick == retries
            guard isBroken, let firstError else { return }
            verdict.add(
                .likely,
                "\(firstError.error?.code ?? "") says \(firstError.error?.action ?? ""), and the "
                    + "same request was sent again \(RuleWords.count(faults.count, "time"))",
                faults, context: [firstError])
        }
    }

    private var repetitions = Repetitions<Repetition>()
    private var hasError = false
    /// The decisions on an MVPD after an error that asked for a sign-in.
    private var asked: [String: (call: AuditedCall, later: [AuditedCall])] = [:]
    private var refused: [AuditedCall] = []
    /// The refused calls without those that were under way together.
    private var refusedInTurn: [AuditedCall] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        repetitions.take(call)
        hasError =
            hasError || call.error != nil
            || call.decisions?.contains { $0.error != nil } == true
        takeDecision(call, &verdict)
        if call.status == 401, call.error?.action == "application-registration" {
            refused.append(call)
            if refusedInTurn.last.map({ call.seconds > $0.endSeconds + traffic.inFlight }) ?? true {
                refusedInTurn.append(call)
            }
        }
    }

    /// Finds decisions that are requested although the user had to sign in first.
    private mutating func takeDecision(_ call: AuditedCall, _ verdict: inout Verdict) {
        if call.endpoint == .sessions || call.endpoint == .partnerSession
            || call.profiles?.isEmpty == false || call.endpoint == .authenticate
        {
            reportAsked(&verdict)
            asked = [:]
            return
        }
        guard call.endpoint?.isDecision == true, let mvpd = call.mvpd else { return }
        if asked[mvpd] != nil { asked[mvpd]?.later.append(call) }
        let isAsked =
            call.error?.isAuthentication == true
            || call.decisions?.contains { $0.error?.isAuthentication == true } == true
        if isAsked, asked[mvpd] == nil { asked[mvpd] = (call, []) }
    }

    private func reportAsked(_ verdict: inout Verdict) {
        for (mvpd, found) in asked.sorted(by: { $0.key < $1.key }) where found.later.count >= 2 {
            verdict.add(
                .likely,
                "\(RuleWords.count(found.later.count, "more decision")) for \(mvpd) after an error "
                    + "with the action authentication, without a session or a profile",
                found.later, context: [found.call])
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for repetition in repetitions.all { repetition.report(&verdict) }
        reportAsked(&verdict)
        reportRefused(traffic, &verdict)
        if hasError { verdict.judged() }
    }

    /// Finds apps that neither renew nor register after 401.
    private func reportRefused(_ traffic: Traffic, _ verdict: inout Verdict) {
        guard refusedInTurn.count >= 4 else { return }
        let (first, last) = (refusedInTurn[0], refusedInTurn[3])
        guard !traffic.calls[first.index..<last.index].contains(where: { $0.isRegistration })
        else { return }
        verdict.add(
            .likely,
            "\(refused.count) calls were answered 401, without a new token or registration between",
            Array(refused.dropFirst()), context: [first])
    }
}

private struct StatusHandled: HistoryState {
    /// One request, as often as it was sent after a status without an error that an app could follow.
    struct Repetition: RepetitionState {
        let first: AuditedCall
        var last: AuditedCall
        var hasFailed: Bool
        var clients: [AuditedCall] = []
        var servers: [AuditedCall] = []

        init(_ first: AuditedCall) {
            (self.first, last) = (first, first)
            hasFailed = first.status >= 400
        }

        mutating func take(_ next: AuditedCall) {
            let gap = next.seconds - last.endSeconds
            if [400, 403, 404, 405].contains(last.status), last.error == nil,
                gap <= Threshold.probablyMachine
            {
                clients.append(next)
            } else if last.status >= 500, last.error?.action != "retry",
                gap <= Threshold.retryWindow
            {
                servers.append(next)
            }
            hasFailed = hasFailed || next.status >= 400
            last = next
        }
    }

    /// A denial with the status 200, and the first permit within half a minute after it.
    private struct Denial {
        let call: AuditedCall
        var permit: Double?
    }

    private var repetitions = Repetitions<Repetition>()
    private var denials: [Denial] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        repetitions.take(call)
        guard call.endpoint == .authorize, let decisions = call.decisions, !decisions.isEmpty else {
            return
        }
        if decisions.allSatisfy({ !$0.isPermit }) {
            verdict.judged()
            denials.append(Denial(call: call))
        } else {
            for index in denials.indices.reversed() {
                guard denials[index].permit == nil,
                    call.seconds <= denials[index].call.endSeconds + 30
                else { break }
                denials[index].permit = call.seconds
            }
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for found in repetitions.all {
            if found.hasFailed { verdict.judged() }
            if found.clients.count >= 2 {
                verdict.add(
                    .likely,
                    "a request answered \(found.first.status) was repeated \(found.clients.count) "
                        + "times within 10 s each", found.clients, context: [found.first])
            }
            if found.servers.count > Threshold.retries {
                verdict.add(
                    .likely,
                    "a request answered \(found.first.status) was repeated \(found.servers.count) "
                        + "times", found.servers, context: [found.first])
            }
        }
        for denial in denials {
            let begin = denial.call.endSeconds
            let end = min(denial.permit ?? .infinity, begin + 30)
            guard
                let playback = traffic.playbacks.first(where: {
                    $0.seconds > begin && $0.seconds < end
                })
            else { continue }
            verdict.add(
                .likely,
                "playback began \(RuleWords.seconds(playback.seconds - begin)) after a denial with "
                    + "the status 200", exchanges: [playback.exchange],
                context: [denial.call.exchange])
        }
    }
}

private struct BodiesRead: HistoryState {
    private struct Key: Hashable {
        let endpoint: V2Endpoint?
        let code: String
        let request: HashedText?
        let fields: ObjectIdentifier
    }

    private var failed = Groups<Key, AuditedCall>()

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        guard let error = call.error, call.endpoint != .poll,
            call.status == 400 || call.status == 401 || error.action == "configuration"
        else { return }
        failed.add(
            call,
            to: Key(
                endpoint: call.endpoint, code: error.code, request: call.exchange.fingerprint,
                fields: ObjectIdentifier(call.exchange.fields)))
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for (_, calls) in failed.all {
            verdict.judged()
            guard calls.count >= 3, let last = calls.last, last.seconds - calls[0].seconds > 60
            else { continue }
            verdict.add(
                "the same request was answered \(calls[0].error?.code ?? "") \(calls.count) times "
                    + "in " + RuleWords.seconds(last.seconds - calls[0].seconds),
                Array(calls.dropFirst()), context: [calls[0]])
        }
    }
}
