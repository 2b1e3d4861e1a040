/// The list of providers.
extension Rule {
    static let configuration: [Rule] = [
        Rule(
            .configurationOnlyForSelection, .mandatory, .rows(["M4"]), needs: [.times, .headers],
            answers: [.profiles, .profile, .poll, .partnerProfile],
            when: { $0.has(.configuration) }, fold: EachHistory(OnlyForSelection.self)),
        Rule(
            .configurationProviderRemembered, .mandatory, .rows(["M5"]),
            notVisible: "Requests do not show what the app remembers from one start to the next.",
            needs: [.times, .headers],
            answers: [.profiles, .profile, .poll, .partnerProfile],
            when: { $0.v2.contains { $0.launch > 0 } }, fold: EachHistory(ProviderRemembered.self)),
        Rule(
            .configurationCached, .recommended, .rows(["R2"]), needs: [.times, .headers],
            when: { $0.has(.configuration) },
            fold: EachGroup(by: fetches, report: configurationCached)),
    ]

    private struct Subject: Hashable {
        let serviceProvider: String?
        let app: HashedText?
        let client: String?
        let system: String?
        let hardware: String?
    }

    /// The content depends on the platform; nodes of a farm each have a cache.
    @Sendable private static func fetches(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [Subject] {
        guard call.endpoint == .configuration, call.isSuccess else { return [] }
        return [
            Subject(
                serviceProvider: call.serviceProvider, app: call.app, client: call.client,
                system: call.fields.information?.osName,
                hardware: call.fields.information?.hardwareType)
        ]
    }

    @Sendable private static func configurationCached(
        _ subject: Subject, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
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
}

extension AuditedCall {
    fileprivate var isSession: Bool {
        exchange.endpoint == .sessions || exchange.endpoint == .partnerSession
    }
}

private struct OnlyForSelection: HistoryState {
    /// A configuration, and what followed it while the user may have chosen.
    private struct Fetch {
        let call: AuditedCall
        let valid: ProfileMemory.Known?
        /// A Boolean value that indicates whether no profile had been looked for since the start.
        let isFirst: Bool
        var next: AuditedCall?
        var answer: AuditedCall?
        var hasSession = false
        /// What the user did in the end shows in later calls only.
        var goesOn = false
    }

    private static let selectionTime = 600.0

    private var memory = ProfileMemory()
    private var looked: Set<Int> = []
    private var open: [Fetch] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer { memory.note(call) }
        // Servers fetch it for all of their users.
        guard traffic.architecture == .client else { return }
        while let fetch = open.first, call.seconds - fetch.call.endSeconds > Self.selectionTime {
            Self.report(open.removeFirst(), &verdict)
        }
        for index in open.indices { Self.note(call, in: &open[index]) }
        if call.endpoint == .configuration, call.isSuccess {
            verdict.judged()
            open.append(
                Fetch(
                    call: call,
                    valid: memory.valid(at: traffic.serverTime(call.seconds))
                        .first { $0.profile.type != "temporary" },
                    isFirst: !looked.contains(call.launch)))
        }
        if call.profiles != nil { looked.insert(call.launch) }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for fetch in open { Self.report(fetch, &verdict) }
    }

    private static func note(_ call: AuditedCall, in fetch: inout Fetch) {
        fetch.next = fetch.next ?? call
        if fetch.answer == nil, call.launch == fetch.call.launch, call.profiles != nil {
            fetch.answer = call
        }
        fetch.hasSession = fetch.hasSession || call.isSession
        fetch.goesOn =
            fetch.goesOn || call.endpoint?.isDecision == true
            || call.seconds - fetch.call.endSeconds > 60
    }

    private static func report(_ fetch: Fetch, _ verdict: inout Verdict) {
        guard !fetch.hasSession, fetch.goesOn else { return }
        if let valid = fetch.valid {
            verdict.add(
                .likely,
                "the configuration was fetched while the profile of \(valid.profile.mvpd) was "
                    + "valid, and no session followed", [fetch.call],
                context: [valid.call] + [fetch.next].compactMap(\.self))
        } else if fetch.isFirst, let answer = fetch.answer, answer.endpoint != .poll,
            answer.profiles?.contains(where: { $0.type != "temporary" }) == true
        {
            verdict.add(
                .likely,
                "the configuration was fetched before the profile was looked for; there was one, "
                    + "and no session followed", [fetch.call], context: [answer])
        }
    }
}

private struct ProviderRemembered: HistoryState {
    /// A look for profiles in a later start that found none, and the sign-in after it.
    private struct Look {
        let call: AuditedCall
        let mvpd: String
        var configuration: AuditedCall?
        var session: AuditedCall?
        var isRemembered = false
    }

    private var memory = ProfileMemory()
    private var remembered: (mvpd: String, launch: Int)?
    /// The first configuration of each start.
    private var configurations: [Int: AuditedCall] = [:]
    private var launches: Set<Int> = []
    private var looks: [Look] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic, _ verdict: inout Verdict) {
        defer {
            memory.note(call)
            if let known = memory.valid(at: traffic.serverTime(call.endSeconds)).last {
                remembered = (known.profile.mvpd, call.launch)
            }
        }
        launches.insert(call.launch)
        if call.endpoint == .configuration, configurations[call.launch] == nil {
            configurations[call.launch] = call
        }
        for index in looks.indices.reversed() {
            guard looks[index].call.launch == call.launch else { break }
            Self.note(call, in: &looks[index])
        }
        guard let known = remembered, call.launch > known.launch, call.profiles?.isEmpty == true,
            call.endpoint == .profiles
        else { return }
        verdict.judged()
        looks.append(Look(call: call, mvpd: known.mvpd))
    }

    private static func note(_ call: AuditedCall, in look: inout Look) {
        if look.configuration == nil {
            if call.endpoint == .configuration {
                look.configuration = call
            } else if call.endpoint == .profile && call.mvpd == look.mvpd || call.isSession {
                look.isRemembered = true
            }
        } else if look.session == nil, call.isSession,
            (call.request.form.value(of: "mvpd") ?? call.session?.mvpd) == look.mvpd
        {
            look.session = call
        }
    }

    func finish(in traffic: Traffic, _ verdict: inout Verdict) {
        for look in looks where !look.isRemembered {
            guard let configuration = look.configuration, let session = look.session else {
                continue
            }
            verdict.add(
                .likely,
                "a later start fetched the configuration and began a session for \(look.mvpd), "
                    + "the provider of an earlier one", [configuration, session],
                context: [look.call])
        }
        guard launches.count >= 3, traffic.architecture == .client else { return }
        verdict.judged()
        guard launches.allSatisfy({ configurations[$0] != nil }) else { return }
        verdict.add(
            .likely, "each of \(launches.count) starts fetched the configuration",
            configurations.sorted { $0.key < $1.key }.map(\.value))
    }
}
