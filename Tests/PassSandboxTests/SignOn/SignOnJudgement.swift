#if Sandbox
import AdobePass

/// What a sign-on may come to under a fault, and which calls it may make.
struct SignOnJudgement {
    let scene: SignOnScene
    let outcome: SignOnScene.Outcome

    /// Everything that must not be so.
    var defects: [String] { [endDefect].compactMap(\.self) + callDefects }

    // MARK: The end

    private var endDefect: String? {
        if scene.faults.isEmpty, outcome.result.mediaToken == nil { return "fails without a fault" }
        switch outcome.result.outcome {
        case .mediaToken: return nil
        case .fallback(let abandonment):
            let isPollLost = scene.faults.contains {
                ($0.step == .poll || $0.step == .pollV1) && $0.extent != .once
            }
            return isPollLost && abandonment == .codeExpired
                ? nil : "gives up: \(abandonment.rawValue)"
        case .failed(let failure): return defect(of: failure)
        default: return "another end"
        }
    }

    private func defect(of failure: SignOnDriver.Failure) -> String? {
        if failure.reason == .denied {
            return scene.faults.contains(where: \.isDenial) ? nil : "tells of a denial"
        }
        // A fault on the way that a partner's sign-on takes leaves the other way alone, which another
        // fault may block. Two faults of one call are as good as one that lasts.
        let account = scene.faults.count > 1 ? .secondScreen : scene.account
        let isExcused = scene.faults.contains { fault in
            fault.step.isNecessary(in: account)
                && (!fault.isTransient || fault.extent != .once
                    || scene.faults.count { $0.step == fault.step } > 1)
        }
        guard isExcused else { return "fails: \(failure)" }
        guard failure.exchange != nil || failure.denial != nil else { return "has no error" }
        return outcome.elapsed <= .seconds(3600) ? nil : "takes \(outcome.elapsed)"
    }

    // MARK: The calls

    private var callDefects: [String] {
        var defects: [String] = []
        if outcome.exchanges.contains(where: { $0.path.contains("logout") }) {
            defects.append("signs out")
        }
        if outcome.exchanges.count > 500 { defects.append("\(outcome.exchanges.count) calls") }
        defects += authorizationDefects + pollingDefects + registrationDefects
        return defects
    }

    private func calls(_ steps: SignOnStep...) -> [FaultyTransport.Exchange] {
        outcome.exchanges.filter { exchange in exchange.step.map(steps.contains) ?? false }
    }

    private var authorizationDefects: [String] {
        // A refused token is another matter: the call is made again with a new one.
        let calls = calls(.authorize, .authorizeV1).filter { $0.status != 401 }
        var defects: [String] = []
        if calls.count > 4 { defects.append("authorizes \(calls.count) times") }
        for (first, second) in zip(calls, calls.dropFirst()) {
            let body = String(decoding: first.body, as: UTF8.self)
            if body.contains("\"action\":\"none\"") || body.contains("\"action\":\"configuration\"")
            {
                defects.append("authorizes again after a final answer")
            }
            if body.contains("\"action\":\"authentication\""),
                !outcome.exchanges.contains(where: {
                    $0.time >= first.time && $0.time <= second.time
                        && [.session, .partnerSession, .check, .registrationCode, .profileRequest]
                            .contains($0.step)
                })
            {
                defects.append("authorizes again without a sign-in")
            }
        }
        return defects
    }

    private var pollingDefects: [String] {
        var defects: [String] = []
        let polls = calls(.poll, .pollV1).filter { $0.status != 401 }
        var short = 0
        for (first, second) in zip(polls, polls.dropFirst()) where first.path == second.path {
            if second.time < first.time.advanced(by: .milliseconds(2_700)) { short += 1 }
        }
        if short >= 2, short * 10 >= polls.count { defects.append("polls too soon") }
        let codes = calls(.poll).map(\.path)
        for (index, path) in codes.enumerated() where index > 0 && path != codes[index - 1] {
            if codes[index...].contains(codes[index - 1]) { defects.append("polls a former code") }
        }
        return defects
    }

    private var registrationDefects: [String] {
        let registered = calls(.register).filter { $0.status == 201 }
        let refused = calls(.token).filter {
            String(decoding: $0.body, as: UTF8.self).contains("invalid_client")
        }
        // What breaks on the way may be asked for again: no more than three times a registration.
        let limit = 3 * (1 + min(refused.count, 1))
        var defects: [String] = []
        if registered.count > limit { defects.append("registers \(registered.count) times") }
        if calls(.register).count > 6 { defects.append("registers for ever") }
        if calls(.token).count > 24 {
            defects.append("asks \(calls(.token).count) times for a token")
        }
        return defects
    }
}

extension SignOnDriver.Result {
    var mediaToken: SignOnDriver.MediaToken? {
        if case .mediaToken(let token) = outcome { token } else { nil }
    }
}
#endif
