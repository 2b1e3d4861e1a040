#if Sandbox
internal import PassAudit
internal import WireText
internal import XMLCore

extension AppMemory {
    private func kind(_ event: RuleEvent) -> Ruling.Kind? {
        switch event.path {
        case "decisions/authorize/{mvpd}": .authorize
        case "decisions/preauthorize/{mvpd}": .preauthorize
        default: nil
        }
    }

    private func question(_ event: RuleEvent) -> ByteExactName {
        ByteExactName(
            event.path, event.call.part("mvpd"), event.resources.joined(separator: "\u{0}"))
    }

    func admitDecision(_ event: RuleEvent) throws(Refusal) {
        guard let kind = kind(event) else { return }
        let device = devices[event.holder] ?? DeviceMemory()
        if let question = device.questions[question(event)], let action = question.action {
            let gap = event.now - question.last
            let isTooOften =
                action == "retry"
                ? gap <= Threshold.retryWindow.milliseconds
                    && question.repetitions >= Threshold.retries
                : gap < Threshold.machine.milliseconds
                    || (gap < Threshold.probablyMachine.milliseconds && question.repetitions >= 1)
            try refuse(
                kind == .authorize ? .authorizationRetryBounded : .preauthorizationRetryBounded,
                "The same decision was answered with the action \(action) \(gap) ms ago.",
                if: isTooOften)
        }
        try admitSignIn(event, device)
        guard kind == .preauthorize else { return }
        let resources = Set(event.resources.map { ByteExactName($0) })
        if let marked = device.marked, event.now - marked.time < 60_000 {
            try refuse(
                .preauthorizationRetriesOnlyMarked,
                "Only the resources whose error says retry may be repeated.",
                if: !resources.isDisjoint(with: marked.retry)
                    && !resources.isDisjoint(with: marked.others))
        }
        try refuse(
            .preauthorizationCached, "A resource was permitted less than five minutes ago.",
            if: resources.contains { resource in
                device.permits[resource].map { event.now - $0 < 300_000 } ?? false
            })
    }

    func noteDecision(_ status: Int, _ body: JSONValue, _ event: RuleEvent) {
        guard let kind = kind(event) else { return }
        var device = devices[event.holder] ?? DeviceMemory()
        defer { devices[event.holder] = device }
        let decisions = body["decisions"]?.elements ?? []
        let denied = decisions.filter { !isPermit($0) }
        let permitted = decisions.filter(isPermit)
        let error = status == 200 ? denied.first?["error"] : body
        // Reading the profile again after an authorization is allowed.
        device.profiles = nil
        let mvpd = ByteExactName(event.call.part("mvpd"))
        device.authorized[mvpd] = nil
        device.unsigned[mvpd, default: 0] += 1
        if error?["action"]?.text != "authentication" { device.unsigned[mvpd] = nil }
        if status == 401 || status == 403 || !denied.isEmpty {
            device.lastDenial = event.now
        } else if !permitted.isEmpty {
            device.lastDenial = nil
        }
        let key = question(event)
        if device.questions.count > 1_000 { device.questions = [:] }
        if status == 200, denied.isEmpty || !permitted.isEmpty {
            device.questions[key] = nil
        } else if let action = error?["action"]?.text {
            let former = device.questions[key]
            let isChain = former.map { event.now - $0.last <= 60_000 } ?? false
            device.questions[key] = DeviceMemory.Question(
                last: event.now,
                repetitions: isChain ? (former?.repetitions ?? 0) + 1 : 0, action: action)
        }
        guard kind == .preauthorize, status == 200 else { return }
        for permit in permitted {
            device.permits[ByteExactName(permit["resource"]?.text ?? "")] = event.now
        }
        let retry = denied.filter { $0["error"]?["action"]?.text == "retry" }
        let names: (JSONValue) -> ByteExactName = { ByteExactName($0["resource"]?.text ?? "") }
        let marked = Set(retry.map(names))
        device.marked =
            marked.isEmpty
            ? nil : (marked, Set(decisions.map(names)).subtracting(marked), event.now)
    }

    private func isPermit(_ decision: JSONValue) -> Bool {
        if case .boolean(true)? = decision["authorized"] { true } else { false }
    }
}
#endif
