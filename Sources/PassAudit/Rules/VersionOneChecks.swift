/// REST API v1 and the SDKs.
extension Rule {
    static let versionOne: [Rule] = [
        Rule(
            .v1Used, .mandatory, .page("Product Announcements"), when: { !$0.isEmpty },
            judge: versionOneUsed),
        Rule(
            .v1SDKUsed, .mandatory, .page("Product Announcements"), when: { !$0.isEmpty },
            judge: sdkUsed),
        Rule(
            .v1Hybrid, .mandatory, .page("REST API V2 FAQs"),
            when: { traffic in traffic.calls.contains { $0.isFormer } }, judge: hybrid),
    ]

    @Sendable private static func versionOneUsed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        var found: [String: [AuditedCall]] = [:]
        for call in traffic.calls {
            if let v1 = call.v1 { found[v1.name, default: []].append(call) }
        }
        for (name, calls) in found.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add(
                "\(name), \(RuleWords.count(calls.count, "call")); in v2: "
                    + (calls[0].v1?.replacement ?? ""), calls)
        }
        return verdict
    }

    @Sendable private static func sdkUsed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        var found: [String: [AuditedCall]] = [:]
        for call in traffic.calls {
            if case .sdk(let mark) = call.kind { found[mark, default: []].append(call) }
            if call.kind != .browserLeg, call.endpoint != .authenticate, let mark = call.fields.sdk
            {
                found[mark, default: []].append(call)
            }
        }
        for (mark, calls) in found.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add(
                "AccessEnabler SDK: \(mark) in \(RuleWords.count(calls.count, "request"))", calls)
        }
        return verdict
    }

    @Sendable private static func hybrid(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        let former = traffic.calls.filter { $0.isFormer || $0.fields.sdk != nil && !$0.isV2 }
        let current = traffic.v2.filter { $0.endpoint != .authenticate }
        let apps = Dictionary(grouping: current.filter { $0.app != nil }, by: \.app)
        let shared = former.filter { call in call.app.map { apps[$0] != nil } ?? false }
        if let first = shared.first, let own = apps[first.app]?.first {
            verdict.add(
                "one app (client \(first.app?.description ?? "")) calls v1 or an SDK "
                    + "\(RuleWords.count(shared.count, "time")) and v2", shared, context: [own])
        }
        let codes = Dictionary(
            traffic.codes.map { ($0.code, $0.creator) }, uniquingKeysWith: { first, _ in first })
        let strays = former.filter { call in
            (call.v1?.code).map { codes[$0] != nil } ?? false
        }
        if let first = strays.first, let code = first.v1?.code, let creator = codes[code] {
            verdict.add("a code of v2 was used with v1", strays, context: [creator])
        }
        // Without tokens, one user agent behind one address is one app.
        guard verdict.drafts.isEmpty, traffic.isAuthorizationRedacted || !traffic.hasHeaders else {
            return verdict
        }
        let found = former.first { old in
            current.contains { new in
                new.client == old.client && new.fields.userAgent == old.fields.userAgent
                    && new.fields.userAgent != nil
            }
        }
        if let found {
            verdict.add(
                .likely, "one user agent calls v1 or an SDK, and v2", [found])
        }
        return verdict
    }
}
