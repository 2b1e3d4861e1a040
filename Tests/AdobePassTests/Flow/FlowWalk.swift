@testable import AdobePass

/// Walks a flow along everything that can happen, until nothing new does.
struct FlowWalk {
    private(set) var arrows: Set<SignOnFlow.Arrow> = []
    /// Steps that wait for an event and then know no way on.
    private(set) var deadEnds: Set<String> = []
    /// Steps that wait for nothing.
    private(set) var stuck: Set<String> = []

    /// The steps at which it matters whether a code is still valid.
    private static let polling: Set<SignOnFlow.Step> = [.v1Poll, .v1Wait, .v2Poll, .v2Wait]

    /// Every class of event; while polling, each at a time when the code is valid and at one when it
    /// is not.
    static let events: [SignOnFlow.Event] =
        [
            .signOnRequested, .signOutRequested("supported"), .signOutRequested(nil), .registered,
            .authentication(true), .authentication(false), .configuration(FlowFixture.providers),
            .configuration([FlowFixture.plain]), .profileRequest("request"), .tokenCreated,
            .registrationCode("CODE123", validFor: FlowFixture.codeLife), .mvpdChosen("plain"),
            .profileChosen("supported"), .profileChosen("unknown"), .codeShown, .browserClosed,
            .mvpdChosen("temporary"), .freePreviewBegun,
            .waited, .newCodeRequested, .dismissed, .preauthorized, .decision(permitted: true),
            .decision(permitted: false), .mediaToken, .userMetadata(tokenSource: "Apple"),
            .userMetadata(tokenSource: "apple"), .userMetadata(tokenSource: nil), .acknowledged,
            .loggedOut,
            .profiles([]), .profiles([FlowFixture.profile("supported", .appleSSO)]),
            .profiles([FlowFixture.profile("plain", .regular)]),
            .profiles([
                FlowFixture.profile("plain", .regular),
                FlowFixture.profile("supported", .appleSSO),
            ]),
            .profiles([FlowFixture.profile("plain", .regular, until: FlowFixture.now)]),
        ] + SignOnFlow.CallFailure.allCases.map(SignOnFlow.Event.failed)
        + accounts.map(SignOnFlow.Event.account) + sessions.map(SignOnFlow.Event.session)
        + [RESTv2.LogoutActionName.logout, .partnerLogout, .complete, .invalid].map {
            .logout(actionName: $0, url: $0 == .logout ? "/logout" : nil)
        }

    private static let accounts: [PlatformSSO.Answer] =
        [
            FlowFixture.signedIn("apple-unknown"),
            FlowFixture.access(.denied), FlowFixture.error(.userCancelled),
            FlowFixture.error(.providerRejected),
            FlowFixture.error(.unsupportedProvider, provider: "apple-off"),
            FlowFixture.error(.unsupportedProvider, provider: "apple-unknown"),
            FlowFixture.signedOut, FlowFixture.expired, FlowFixture.signedIn(),
            FlowFixture.signedIn(until: nil), FlowFixture.signedIn(response: "<Response/>"),
        ]

    /// What only v1 tells apart: v2 leaves the mapping of providers to the server.
    private static let accountsOfV1: [PlatformSSO.Answer] = [
        FlowFixture.signedIn("apple-picker", response: "<Response/>")
    ]

    private static let sessions: [RESTv2.Session] = [
        FlowFixture.partnerProfile,
        FlowFixture.session(.partnerProfile, mvpd: nil, hasCode: false, url: nil),
        FlowFixture.session(.authenticate, .partnerStatusFallback),
        FlowFixture.session(.authenticate, .configurationFallback),
        FlowFixture.session(.authenticate),
        FlowFixture.session(.authenticate, mvpd: nil, hasCode: false),
        FlowFixture.session(.resume, .missingParametersFallback, missing: [.redirectURL]),
        FlowFixture.session(.resume, mvpd: nil, missing: [.mvpd]),
        FlowFixture.session(.retry, missing: [.domainName]),
        FlowFixture.session(.resume, hasCode: false),
        FlowFixture.session(.authorize, .authenticated, hasCode: false),
        FlowFixture.session(.authorize, .authenticatedSSO, hasCode: false),
        FlowFixture.session(.authorize, .degraded, hasCode: false),
        FlowFixture.session(.authorize, .temporary, hasCode: false),
        FlowFixture.session(RESTv2.ActionName(rawValue: "unheard-of")),
    ]

    mutating func walk(from start: SignOnFlow) {
        let events =
            Self.events + (start.api == .v1 ? Self.accountsOfV1 : []).map { .account($0) }
        var open = [start]
        var known: Set = [Self.fingerprint(of: start)]
        while let flow = open.popLast() {
            var isStuck = !flow.step.isEnd
            let times =
                Self.polling.contains(flow.step)
                ? [FlowFixture.now, FlowFixture.late] : [FlowFixture.now]
            for event in events {
                for time in times {
                    var next = flow
                    var transit = SignOnFlow.Transit()
                    guard next.condition(of: event, at: time, transit: &transit) != nil
                    else { continue }
                    next = flow
                    guard let transition = try? next.handle(event, at: time) else {
                        deadEnds.insert("\(flow.step.rawValue) \(event)")
                        continue
                    }
                    isStuck = false
                    for arrow in transition.arrows { arrows.insert(arrow) }
                    Self.forget(in: &next)
                    if known.insert(Self.fingerprint(of: next)).inserted { open.append(next) }
                }
            }
            if isStuck { stuck.insert(flow.step.rawValue) }
        }
    }

    /// Makes equal what leads to the same arrows, since all combinations are too many.
    private static func forget(in flow: inout SignOnFlow) {
        // From an end no arrow leads on, whatever came before.
        guard !flow.step.isEnd else {
            flow.context = SignOnFlow.Context()
            return
        }
        // Whatever was done once: no arrow depends on two such deeds.
        if !flow.context.done.isEmpty { flow.context.done = Set(SignOnFlow.Once.allCases) }
        // Errors of the framework are read when they come; what stays is that nobody is signed in.
        if flow.context.status?.error != nil { flow.context.status = failure }
    }

    private static let failure = FlowFixture.error(.providerRejected)

    /// The hash of what differs between the flows of one walk, which is kept in their place.
    ///
    /// To hash and compare whole flows took most of the time. There are two lists of providers, which
    /// their counts tell apart.
    private static func fingerprint(of flow: SignOnFlow) -> Int {
        var context = flow.context
        context.providers = nil
        var hasher = Hasher()
        hasher.combine(flow.step)
        hasher.combine(flow.context.providers?.count)
        hasher.combine(context)
        return hasher.finalize()
    }
}
