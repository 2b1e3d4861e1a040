#if Sandbox
internal import HTTPTypes
internal import PassAudit

/// Holds the calls of one endpoint against the enforced rules of Adobe's checklist.
struct StrictGate {
    let core: SandboxCore
    let endpoint: Endpoint
    let address: String

    private var isOpen: Bool { !core.configuration.enforcesRules }

    /// Refuses a call for its content, before its access token is checked.
    func checkBeforeToken(_ call: Call) throws(Refusal) {
        guard !isOpen else { return }
        try StrictRequest(call: call, endpoint: endpoint).checkBeforeToken()
    }

    /// Refuses a call for what stands in it, and for what the app has done before.
    func check(_ call: Call) async throws(Refusal) {
        guard !isOpen else { return }
        // A method that the path does not have is refused without further checks.
        if call.client != nil { try StrictRequest(call: call, endpoint: endpoint).check() }
        try await core.memory.admit(event(call))
    }

    /// Records an answer.
    func noted(_ answer: Answer, to call: Call) async throws(Refusal) -> Answer {
        guard !isOpen else { return answer }
        try await core.memory.note(answer, to: event(call))
        return answer
    }

    /// A refusal with the rule that it stands for, if that rule is enforced.
    func named(_ refusal: Refusal, of call: Call?) async -> Refusal {
        guard !isOpen, let call else { return refusal }
        var refusal = refusal
        if refusal.status == 401 {
            let record = await core.state.accessToken(
                String((call.request.headerFields[.authorization] ?? "").dropFirst(7)))
            refusal.rule = await core.memory.noteUnauthorized(
                event(call), clientID: record?.clientID)
        }
        if endpoint.path == "/o/client/token" {
            await core.memory.noteRefusedToken(refusal.code, event(call))
        }
        if refusal.rule == nil, let rule = refusal.broken(by: call, at: endpoint),
            core.configuration.enforces(rule)
        {
            refusal.rule = rule
        }
        // A refusal by a rule is not an answer of the server's that an app could follow.
        if Rule.Name(rawValue: refusal.reason) == nil, call.client != nil {
            let answer = Answer.json(refusal.enhanced(trace: ""), status: refusal.status)
            try? await core.memory.note(answer, to: event(call))
        }
        return refusal
    }

    private func event(_ call: Call) -> RuleEvent {
        RuleEvent(call: call, endpoint: endpoint, address: address)
    }
}
#endif
