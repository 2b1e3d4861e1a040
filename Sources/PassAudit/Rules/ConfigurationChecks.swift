/// The list of providers.
extension Rule {
    static let configuration: [Rule] = [
        Rule(
            .configurationOnlyForSelection, .mandatory, .rows(["M4"]), needs: [.times, .headers],
            answers: [.profiles, .profile, .poll, .partnerProfile],
            when: { $0.has(.configuration) }, judge: onlyForSelection),
        Rule(
            .configurationProviderRemembered, .mandatory, .rows(["M5"]),
            notVisible: "Requests do not show what the app remembers from one start to the next.",
            needs: [.times, .headers],
            answers: [.profiles, .profile, .poll, .partnerProfile],
            when: { $0.v2.contains { $0.launch > 0 } }, judge: providerRemembered),
        Rule(
            .configurationCached, .recommended, .rows(["R2"]), needs: [.times, .headers],
            when: { $0.has(.configuration) },
            judge: configurationCached),
    ]

    private static let selectionTime = 600.0

    private static func isSession(_ call: AuditedCall) -> Bool {
        call.endpoint == .sessions || call.endpoint == .partnerSession
    }

    @Sendable private static func onlyForSelection(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        // Servers fetch it for all of their users.
        guard traffic.architecture == .client else { return verdict }
        for history in traffic.histories {
            var memory = ProfileMemory()
            for (position, call) in history.calls.enumerated() {
                defer { memory.note(call) }
                guard call.endpoint == .configuration, call.isSuccess else { continue }
                let later = history.calls[(position + 1)...].prefix {
                    $0.seconds - call.endSeconds <= selectionTime
                }
                let hasSession = later.contains { isSession($0) }
                let valid = memory.valid(at: traffic.serverTime(call.seconds))
                    .first { $0.profile.type != "temporary" }
                // What the user did in the end shows in later calls only.
                let goesOn = later.contains {
                    $0.endpoint?.isDecision == true || $0.seconds - call.endSeconds > 60
                }
                if let valid {
                    verdict.judged()
                    guard !hasSession, goesOn else { continue }
                    verdict.add(
                        .likely,
                        "the configuration was fetched while the profile of "
                            + "\(valid.profile.mvpd) was valid, and no session followed", [call],
                        context: [valid.call] + later.prefix(1))
                    continue
                }
                verdict.judged()
                let isFirst = !history.calls[..<position].contains {
                    $0.launch == call.launch && $0.profiles != nil
                }
                let answer = later.first { $0.launch == call.launch && $0.profiles != nil }
                guard isFirst, !hasSession, goesOn, let answer, answer.endpoint != .poll,
                    answer.profiles?.contains(where: { $0.type != "temporary" }) == true
                else { continue }
                verdict.add(
                    .likely,
                    "the configuration was fetched before the profile was looked for; there was "
                        + "one, and no session followed", [call], context: [answer])
            }
        }
        return verdict
    }

    @Sendable private static func providerRemembered(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for history in traffic.histories {
            var memory = ProfileMemory()
            var remembered: (mvpd: String, launch: Int)?
            var configurations: [Int: AuditedCall] = [:]
            for (position, call) in history.calls.enumerated() {
                defer {
                    memory.note(call)
                    if let known = memory.valid(at: traffic.serverTime(call.endSeconds)).last {
                        remembered = (known.profile.mvpd, call.launch)
                    }
                }
                if call.endpoint == .configuration, configurations[call.launch] == nil {
                    configurations[call.launch] = call
                }
                guard let known = remembered, call.launch > known.launch,
                    call.profiles?.isEmpty == true, call.endpoint == .profiles
                else { continue }
                verdict.judged()
                let rest = history.calls[position...].prefix { $0.launch == call.launch }
                guard let configuration = rest.first(where: { $0.endpoint == .configuration }),
                    let session = rest.first(where: {
                        isSession($0) && $0.index > configuration.index
                            && ($0.request.form.value(of: "mvpd") ?? $0.session?.mvpd) == known.mvpd
                    }),
                    !rest.contains(where: {
                        $0.index < configuration.index
                            && ($0.endpoint == .profile && $0.mvpd == known.mvpd || isSession($0))
                    })
                else { continue }
                verdict.add(
                    .likely,
                    "a later start fetched the configuration and began a session for "
                        + "\(known.mvpd), the provider of an earlier one",
                    [configuration, session], context: [call])
            }
            let launches = Set(history.calls.map(\.launch))
            guard launches.count >= 3, traffic.architecture == .client else { continue }
            verdict.judged()
            guard launches.allSatisfy({ configurations[$0] != nil }) else { continue }
            verdict.add(
                .likely, "each of \(launches.count) starts fetched the configuration",
                configurations.sorted { $0.key < $1.key }.map(\.value))
        }
        return verdict
    }

    private struct Subject: Hashable {
        let serviceProvider: String?
        let app: HashedText?
        let client: String?
        let system: String?
        let hardware: String?
    }

    @Sendable private static func configurationCached(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let calls = traffic.calls(of: .configuration).filter { $0.isSuccess }
        // The content depends on the platform; nodes of a farm each have a cache.
        let grouped = Dictionary(grouping: calls) { call in
            Subject(
                serviceProvider: call.serviceProvider, app: call.app, client: call.client,
                system: call.fields.information?.osName,
                hardware: call.fields.information?.hardwareType)
        }
        for calls in grouped.values.sorted(by: { $0[0].index < $1[0].index }) {
            verdict.judged()
            let gaps = zip(calls, calls.dropFirst()).map { ($0, $1, $1.seconds - $0.endSeconds) }
            let short = gaps.filter { $0.2 < Threshold.configuration }
            if let first = short.first {
                verdict.add(
                    "fetched again after \(RuleWords.seconds(first.2)) "
                        + "(\(RuleWords.count(short.count, "time")) within 120 s)", short.map(\.1),
                    context: [first.0])
            } else if let noted = gaps.first(where: { $0.2 < Threshold.configurationAsked }) {
                verdict.add(
                    .noted,
                    "fetched again after \(RuleWords.seconds(noted.2)); the checklist asks for 3 "
                        + "to 5 minutes", [noted.1], context: [noted.0])
            }
        }
        return verdict
    }
}
