/// The traffic of apps with Adobe, ordered and grouped, from which rules judge.
///
/// Everything in it is made once; rules only read it.
package struct Traffic: Sendable {
    let options: AuditOptions
    /// Every exchange in the order of time.
    let all: [AuditedExchange]
    /// The requests to Adobe that count as attempts, in the order of time.
    let calls: [AuditedCall]
    /// The calls of REST API v2 among them.
    let v2: [AuditedCall]
    let codes: [AuthenticationCode]
    let tokens: [HashedText: IssuedToken]
    /// The clients that access tokens were issued to.
    let clients: Set<HashedText>
    /// The MVPDs that a configuration or an answer shows as temporary access.
    let temporaryMVPDs: Set<String>
    let mediaTokens: [IssuedMediaToken]
    let playbacks: [Playback]
    /// The exchanges by the places that somebody may come to: redirect URLs, and the addresses in answers.
    private let visited: VisitIndex
    private let successors: [HashedText: Int]
    private let codePlaces: [HashedText: Int]
    /// The calls of REST API v2 by device.
    let byDevice: [HashedText?: [AuditedCall]]
    /// The clock of the server against that of the recorder, in seconds; `nil` without any `Date`.
    let clockOffset: Double?
    let hasTimes: Bool
    /// A Boolean value that indicates whether every recorded time is a whole second, so that an order or a pause within
    /// a second is not known.
    let hasWholeSeconds: Bool
    let hasHeaders: Bool
    let hasBrowser: Bool
    /// A Boolean value that indicates whether the recorder removed `Authorization`.
    let isAuthorizationRedacted: Bool
    let architecture: AuditOptions.Architecture

    /// Groups exchanges.
    package init(_ exchanges: [AuditedExchange], options: AuditOptions) {
        self.options = options
        all = Self.ordered(exchanges)
        let chosen = all.filter { Self.isJudged($0, options) }
        hasTimes = chosen.allSatisfy { $0.start != nil }
        // A few exchanges may fall on whole seconds by chance.
        hasWholeSeconds =
            chosen.count > 3 && chosen.allSatisfy { $0.start.map { $0 % 1_000_000 == 0 } ?? false }
        var grouping = TrafficGrouping(chosen)
        grouping.group(launchGap: Double(options.launchGap))
        calls = grouping.calls
        tokens = grouping.tokens
        clients = Set(tokens.values.compactMap(\.client))
        v2 = calls.filter { $0.isV2 }
        clockOffset = Self.clockOffset(calls)
        codes = TrafficGrouping.codes(of: calls, clockOffset: clockOffset)
        mediaTokens = TrafficGrouping.mediaTokens(of: v2, in: all)
        playbacks = Self.playbacks(all)
        visited = VisitIndex(all, codes, v2)
        successors = Self.successors(codes)
        temporaryMVPDs = Self.temporaryMVPDs(v2)
        codePlaces = Dictionary(
            codes.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { one, _ in one })
        byDevice = Dictionary(grouping: v2, by: \.device)
        hasHeaders = v2.isEmpty || v2.contains { $0.fields.isRecorded }
        hasBrowser = Self.hasBrowser(all, codes)
        isAuthorizationRedacted = Self.isAuthorizationRedacted(v2)
        architecture = options.architecture ?? Self.architecture(v2)
    }

    /// What the meaning of each call depends on; while it stays, more traffic leaves what was judged as it is.
    private struct Facts: Equatable {
        let hasTimes: Bool
        let hasWholeSeconds: Bool
        let isAuthorizationRedacted: Bool
        let architecture: AuditOptions.Architecture
        let clockOffset: Double?
    }

    private var facts: Facts {
        Facts(
            hasTimes: hasTimes, hasWholeSeconds: hasWholeSeconds,
            isAuthorizationRedacted: isAuthorizationRedacted, architecture: architecture,
            clockOffset: clockOffset)
    }

    /// Returns whether the traffic is former traffic and what came after it, with the same meaning.
    func continues(_ former: Traffic) -> Bool {
        facts == former.facts && former.all.count <= all.count
            && former.calls.count <= calls.count && zip(former.all, all).allSatisfy { $0 === $1 }
            && zip(former.calls, calls).allSatisfy {
                $0.exchange === $1.exchange && $0.app == $1.app && $0.device == $1.device
                    && $0.launch == $1.launch
            }
            && former.tokens.allSatisfy { tokens[$0.key]?.call.index == $0.value.call.index }
    }

    /// A Boolean value that indicates whether there is any traffic with Adobe.
    package var isEmpty: Bool { calls.allSatisfy { $0.kind == .framework } }

    private static func ordered(_ exchanges: [AuditedExchange]) -> [AuditedExchange] {
        guard exchanges.contains(where: { $0.start != nil }) else { return exchanges }
        // What has no time stands where the input has it, after what was before it.
        var last = Int64.min
        let keyed = exchanges.map { exchange in
            last = exchange.start ?? last
            return (time: exchange.start ?? last, exchange: exchange)
        }
        return keyed.sorted { ($0.time, $0.exchange.number) < ($1.time, $1.exchange.number) }
            .map(\.exchange)
    }

    private static func isJudged(_ exchange: AuditedExchange, _ options: AuditOptions) -> Bool {
        guard exchange.omission == nil else { return false }
        switch exchange.kind {
        case .foreign, .management: return false
        case .v2(let call), .stray(let call?):
            return options.serviceProvider.map { $0 == call.serviceProvider } ?? true
        case .register, .token, .stray(nil), .v1, .sdk, .ssoService, .browserLeg, .framework,
            .unknownPath:
            return true
        }
    }

    /// The median difference of `Date` and the end of the answer, of the first answers; half a second, on average, was
    /// cut off `Date`.
    private static func clockOffset(_ calls: [AuditedCall]) -> Double? {
        let offsets = calls.lazy.compactMap { call in
            call.exchange.date.flatMap { date in
                call.exchange.end.map { Double(date) + 0.5 - Double($0) / 1e6 }
            }
        }.prefix(64).sorted()
        return offsets.isEmpty ? nil : offsets[offsets.count / 2]
    }

    /// Returns a time of the recorder in milliseconds of the server's clock.
    func serverTime(_ seconds: Double) -> Double { (seconds + (clockOffset ?? 0)) * 1000 }

    private static func playbacks(_ all: [AuditedExchange]) -> [Playback] {
        var found: [Playback] = []
        var last: (seconds: Double, place: HashedText)?
        for exchange in all where exchange.isPlayback && exchange.omission != .preflight {
            let seconds = Double(exchange.start ?? 0) / 1e6
            // A player reads a manifest again and again; a start is another one, or one after a pause.
            if let last, seconds - last.seconds < 30, last.place == exchange.place {
                // It is the same one.
            } else {
                found.append(Playback(exchange: exchange))
            }
            last = (seconds, exchange.place)
        }
        return found
    }

    private static func hasBrowser(_ all: [AuditedExchange], _ codes: [AuthenticationCode]) -> Bool
    {
        let places = Set(codes.compactMap(\.redirectPlace))
        return all.contains { exchange in
            exchange.endpoint == .authenticate || exchange.kind == .browserLeg
                || exchange.kind == .foreign && places.contains(exchange.place)
        }
    }

    private static func isAuthorizationRedacted(_ calls: [AuditedCall]) -> Bool {
        let own = calls.filter { $0.endpoint != .authenticate && $0.fields.isRecorded }
        if own.contains(where: { $0.fields.authorization == .redacted }) { return true }
        return own.contains { $0.isSuccess }
            && own.allSatisfy { $0.fields.authorization == .absent }
    }

    private static func architecture(_ calls: [AuditedCall]) -> AuditOptions.Architecture {
        if calls.contains(where: { $0.fields.forwardedFor != nil }) { return .server }
        // Three devices that come and go behind one address with one app are those of a server.
        var returning: [Pair: [HashedText: Int]] = [:]
        var last: [Pair: HashedText] = [:]
        for call in calls {
            guard let device = call.fields.device?.hash, let client = call.client,
                let app = call.app
            else { continue }
            let key = Pair(client, app)
            if last[key] != device { returning[key, default: [:]][device, default: 0] += 1 }
            last[key] = device
        }
        let isServer = returning.values.contains { turns in turns.values.count { $0 > 1 } >= 3 }
        return isServer ? .server : .client
    }

    private struct Pair: Hashable {
        let client: String
        let app: HashedText
        init(_ client: String, _ app: HashedText) { (self.client, self.app) = (client, app) }
    }
}

extension Traffic {
    /// Returns the calls of endpoints.
    func calls(of endpoints: V2Call.Endpoint...) -> [AuditedCall] {
        v2.filter { call in call.endpoint.map { endpoints.contains($0) } ?? false }
    }

    /// Returns whether an endpoint was called.
    func has(_ endpoints: V2Call.Endpoint...) -> Bool {
        v2.contains { call in call.endpoint.map { endpoints.contains($0) } ?? false }
    }

    /// Returns the exchanges with a place, in the order of time.
    func visits(of place: HashedText) -> [AuditedExchange] { visited.visits[place] ?? [] }

    /// Returns the redirects to a place, in the order of time.
    func redirects(to place: HashedText) -> [AuditedExchange] { visited.redirects[place] ?? [] }

    /// Returns a code by its hash.
    func code(_ code: HashedText) -> AuthenticationCode? { codePlaces[code].map { codes[$0] } }

    /// Returns the next code of the same app and device for the same service provider.
    func successor(of code: AuthenticationCode) -> AuthenticationCode? {
        successors[code.code].map { codes[$0] }
    }

    private struct Owner: Hashable {
        let app: HashedText?
        let device: HashedText?
        let serviceProvider: String
    }

    private static func successors(_ codes: [AuthenticationCode]) -> [HashedText: Int] {
        var last: [Owner: HashedText] = [:]
        var found: [HashedText: Int] = [:]
        for (place, code) in codes.enumerated() {
            let owner = Owner(
                app: code.creator.app, device: code.creator.device,
                serviceProvider: code.serviceProvider)
            if let former = last[owner] { found[former] = place }
            last[owner] = code.code
        }
        return found
    }

    /// A Boolean value that indicates whether an app uses Apple's sign-on.
    var usesApple: Bool { options.isApple || has(.partnerSession, .partnerProfile) }

    /// Returns the end of an access token in seconds of the recorder's clock, and whether the answer that gave it
    /// was captured.
    func end(of token: HashedText, claims: JWTClaims?) -> (seconds: Double, isKnown: Bool)? {
        if let issued = tokens[token] {
            return issued.end.map { ($0, true) }
        }
        return claims?.expiration.map { (Double($0) - (clockOffset ?? 0), false) }
    }
}

/// The exchanges by the places that browsers come to.
struct VisitIndex: Sendable {
    private(set) var visits: [HashedText: [AuditedExchange]] = [:]
    private(set) var redirects: [HashedText: [AuditedExchange]] = [:]

    init(_ all: [AuditedExchange], _ codes: [AuthenticationCode], _ calls: [AuditedCall]) {
        var places = Set(codes.compactMap(\.redirectPlace))
        for call in calls {
            if let place = call.session?.place, call.session?.actionType == "direct" {
                places.insert(place)
            }
            for logout in call.logouts ?? [] { logout.place.map { _ = places.insert($0) } }
            if call.endpoint == .authenticate, let location = call.location {
                places.insert(location)
            }
        }
        guard !places.isEmpty else { return }
        for exchange in all where exchange.omission != .preflight {
            if places.contains(exchange.place) {
                visits[exchange.place, default: []].append(exchange)
            }
            if exchange.pathHash != exchange.place, places.contains(exchange.pathHash) {
                visits[exchange.pathHash, default: []].append(exchange)
            }
            if let location = exchange.location, places.contains(location),
                (300..<400).contains(exchange.status)
            {
                redirects[location, default: []].append(exchange)
            }
        }
    }
}
