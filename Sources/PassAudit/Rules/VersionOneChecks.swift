/// REST API v1 and the SDKs.
extension Rule {
    static let versionOne: [Rule] = [
        Rule(
            .v1Used, .mandatory, .page("Product Announcements"), when: { !$0.isEmpty },
            fold: EachGroup(by: callsOfV1, report: versionOneUsed)),
        Rule(
            .v1SDKUsed, .mandatory, .page("Product Announcements"), when: { !$0.isEmpty },
            fold: EachGroup(by: sdkMarks, report: sdkUsed)),
        Rule(
            .v1Hybrid, .mandatory, .page("REST API V2 FAQs"),
            when: { traffic in traffic.calls.contains { $0.isFormer } }, fold: Hybrid()),
    ]

    @Sendable private static func callsOfV1(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [String] {
        verdict.judged()
        return call.v1.map { [$0.name] } ?? []
    }

    @Sendable private static func versionOneUsed(
        _ name: String, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add(
            "\(name), \(RuleWords.count(calls.count, "call")); in v2: "
                + (calls[0].v1?.replacement ?? ""), calls)
    }

    @Sendable private static func sdkMarks(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [String] {
        verdict.judged()
        var marks: [String] = []
        if case .sdk(let mark) = call.kind { marks.append(mark) }
        if call.kind != .browserLeg, call.endpoint != .authenticate, let mark = call.fields.sdk {
            marks.append(mark)
        }
        return marks
    }

    @Sendable private static func sdkUsed(
        _ mark: String, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add(
            "AccessEnabler SDK: \(mark) in \(RuleWords.count(calls.count, "request"))", calls)
    }
}

private struct Hybrid: RuleFold {
    private struct Agent: Hashable {
        let client: String?
        let name: String
    }

    private var former: [AuditedCall] = []
    /// The first call of v2 of each app.
    private var current: [HashedText: AuditedCall] = [:]
    private var agents: Set<Agent> = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if call.exchange.isFormer || call.fields.sdk != nil && !call.isV2 { former.append(call) }
        guard call.isV2, call.endpoint != .authenticate else { return }
        if let app = call.app, current[app] == nil { current[app] = call }
        if let name = call.fields.userAgent {
            agents.insert(Agent(client: call.client, name: name))
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        let shared = former.filter { call in call.app.map { current[$0] != nil } ?? false }
        if let first = shared.first, let app = first.app, let own = current[app] {
            verdict.add(
                "one app (client \(app)) calls v1 or an SDK "
                    + "\(RuleWords.count(shared.count, "time")) and v2", shared, context: [own])
        }
        let strays = former.filter { $0.v1?.code.flatMap { traffic.code($0) } != nil }
        if let code = strays.first?.v1?.code, let creator = traffic.code(code)?.creator {
            verdict.add("a code of v2 was used with v1", strays, context: [creator])
        }
        // Without tokens, one user agent behind one address is one app.
        guard verdict.drafts.isEmpty, traffic.isAuthorizationRedacted || !traffic.hasHeaders else {
            return verdict
        }
        let found = former.first { call in
            call.fields.userAgent.map {
                agents.contains(Agent(client: call.client, name: $0))
            } ?? false
        }
        if let found {
            verdict.add(.likely, "one user agent calls v1 or an SDK, and v2", [found])
        }
        return verdict
    }
}
