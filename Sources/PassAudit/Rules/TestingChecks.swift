/// Environments and what was tested.
extension Rule {
    static let testing: [Rule] = [
        Rule(
            .testingEnvironment, .mandatory, .rows(["M23"]),
            notVisible: "A sandbox is not one of Adobe's environments.", when: { !$0.v2.isEmpty },
            fold: Environments()),
        Rule(
            .testingEnvironmentMixed, .recommended, .inference, when: { !$0.v2.isEmpty },
            fold: EnvironmentMixed()),
        Rule(
            .testingCoverage, .recommended, .rows(["R11"]),
            notVisible:
                "A server cannot know which tests are still to come; its log lists what was tested here.",
            when: { !$0.v2.isEmpty }, fold: AtReport(judge: coverage)),
        Rule(
            .testingTools, .recommended, .rows(["R12"]),
            notVisible: "The use of a web site is not in the app's requests.", when: { _ in true },
            fold: EachGroup(by: formerTools, report: formerTools)),
    ]

    @Sendable private static func coverage(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        let rows = Coverage(traffic).rows
        let seen = rows.filter(\.isSeen).map(\.name)
        let absent = rows.filter { !$0.isSeen }.map(\.name)
        verdict.add(
            .noted,
            "seen: \(seen.isEmpty ? "nothing" : RuleWords.list(seen)); not seen: "
                + (absent.isEmpty ? "nothing" : RuleWords.list(absent)), exchanges: [])
        return verdict
    }

    @Sendable private static func formerTools(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [Bool] {
        verdict.missing = .notVisible
        return call.kind == .unknownPath && call.path.hasPrefix("/apitest") ? [true] : []
    }

    @Sendable private static func formerTools(
        _ isFormer: Bool, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add(.noted, "the former page /apitest/ was used, which is not for v2", calls)
    }
}

private struct Environments: RuleFold {
    private var firsts: [AdobeHost.Environment: AuditedCall] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, let environment = call.exchange.environment, environment != .other,
            firsts[environment] == nil
        else { return }
        firsts[environment] = call
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let found = AdobeHost.Environment.allCases.compactMap { firsts[$0] }
        guard !found.isEmpty else { return verdict }
        verdict.judged()
        let words = found.map { call in
            "\(call.exchange.environment?.rawValue ?? "") (\(call.host)"
                + (call.server.map { " at \($0)" } ?? "") + ")"
        }
        let isReleaseOnly = found.allSatisfy { $0.exchange.environment == .releaseProduction }
        let isBuild = traffic.options.build == .development && isReleaseOnly
        verdict.add(
            isBuild ? .likely : .noted,
            (isBuild ? "a development build calls only " : "environments: ")
                + RuleWords.list(words), found)
        return verdict
    }
}

private struct EnvironmentMixed: RuleFold {
    private var firsts: [HashedText: AuditedCall] = [:]
    private var reported: Set<HashedText> = []
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, let token = call.token else { return }
        guard let first = firsts[token] else { return firsts[token] = call }
        guard call.exchange.environment != first.exchange.environment,
            reported.insert(token).inserted
        else { return }
        result.add(
            "one access token was used at \(first.host) and at \(call.host)", [call],
            context: [first])
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        verdict.judged()
        for code in traffic.codes {
            guard
                let other = code.pollers.flatMap(\.self).first(where: {
                    $0.exchange.environment != code.creator.exchange.environment
                })
            else { continue }
            verdict.add(
                "a code of \(code.creator.host) was polled at \(other.host)", [other],
                context: [code.creator])
        }
        return verdict
    }
}

/// The steps of a whole test that the traffic shows.
package struct Coverage: Sendable {
    /// A situation, and where it was seen.
    package struct Row: Sendable {
        package let name: String
        /// The platforms and MVPDs for which it was seen.
        package let subjects: [String]
        package var isSeen: Bool { !subjects.isEmpty }
    }

    package let rows: [Row]

    init(_ traffic: Traffic) {
        func row(_ name: String, _ matches: (AuditedCall) -> String?) -> Row {
            var subjects: [String] = []
            for call in traffic.v2 {
                guard let mvpd = matches(call) else { continue }
                let system = call.fields.information?.osName ?? "unknown platform"
                let subject = mvpd.isEmpty ? system : "\(system), \(mvpd)"
                if !subjects.contains(subject) { subjects.append(subject) }
            }
            return Row(name: name, subjects: subjects)
        }
        func decision(_ endpoint: V2Call.Endpoint, _ isPermit: Bool) -> (AuditedCall) -> String? {
            { call in
                call.endpoint == endpoint
                    && call.decisions?.contains { $0.isPermit == isPermit } == true
                    ? call.mvpd ?? "" : nil
            }
        }
        func profile(_ type: String) -> (AuditedCall) -> String? {
            { call in call.profiles?.first { $0.type == type }?.mvpd }
        }
        let screens = traffic.codes.filter { code in
            code.pollers.contains { $0.contains { $0.profiles?.isEmpty == false } }
        }
        let (second, primary) = (
            screens.filter { traffic.isSecondScreen($0) },
            screens.filter { !traffic.isSecondScreen($0) }
        )
        func screen(_ name: String, _ codes: [AuthenticationCode]) -> Row {
            let found = Set(codes.map(\.creator.index))
            return row(name) { found.contains($0.index) ? $0.session?.mvpd ?? "" : nil }
        }
        rows = [
            screen("sign-in on the same screen", primary),
            screen("sign-in on a second screen", second),
            row("preauthorization permit", decision(.preauthorize, true)),
            row("preauthorization denial", decision(.preauthorize, false)),
            row("authorization permit", decision(.authorize, true)),
            row("authorization denial", decision(.authorize, false)),
            row("logout") { $0.logouts?.first?.mvpd },
            row("Apple sign-on", profile("appleSSO")),
            row("temporary access", profile("temporary")), row("degradation", profile("degraded")),
            row("single sign-on by token") { call in
                call.profiles?.first { ["platformSSO", "serviceTokenSSO"].contains($0.type) }?.mvpd
            },
        ]
    }
}
