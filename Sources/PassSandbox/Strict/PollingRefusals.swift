#if Sandbox
internal import HTTPTypes
internal import PassAudit
internal import WireText
internal import XMLCore

/// The use of an authentication code.
struct CodeMemory: Sendable {
    /// One who polls.
    struct Poller: Sendable {
        var last: Int64
        var gaps = 0
        var shortGaps = 0
        var found: Int64?
        var failures = 0
    }

    let client: String
    let device: String?
    let holder: ByteExactName
    let created: Int64
    let notAfter: Int64
    let isOfPartner: Bool
    /// The address of the device; `nil` if a server called for it.
    let address: String?
    /// A Boolean value that indicates whether the session still misses parameters.
    var isIncomplete: Bool
    /// A Boolean value that indicates whether an app has looked at the code.
    var isLookedAt = false
    var pollers: [ByteExactName: Poller] = [:]
    /// The times of calls that took the place of polls.
    var otherLooks: [Int64] = []
    /// The time at which a poll brought the profile.
    var found: Int64?
}

extension AppMemory {
    func admitPoll(_ event: RuleEvent) throws(Refusal) {
        guard event.path == "profiles/code/{code}" else { return }
        let key = ByteExactName(event.call.part("code"))
        guard var code = codes[key] else {
            return try refuse(
                .pollingStopsOnError, "Earlier polls were answered that there is no such session.",
                if: strays[ByteExactName(event.clientID, event.call.part("code"))] ?? 0 >= 2)
        }
        var poller = code.pollers[ByteExactName(event.clientID)] ?? CodeMemory.Poller(last: .min)
        defer {
            code.pollers[ByteExactName(event.clientID)] = poller
            codes[key] = code
        }
        let gap = poller.last == .min ? nil : event.now - poller.last
        poller.last = event.now
        let latest = devices[code.holder]?.latestCode
        try refuse(
            .pollingStopsOnNewCode, "The device has a newer code.",
            if: latest.map { $0.code != key && event.now - $0.time > 1_000 } ?? false)
        try refuse(
            .pollingStopsOnExpiry, "The session has expired.",
            if: event.now - 5_000 > code.notAfter)
        try refuse(
            .pollingStopsOnProfile, "An earlier poll has brought the profile.",
            if: poller.found.map { event.now - $0 > Threshold.inFlight.milliseconds } ?? false)
        try refuse(
            .pollingStopsOnError, "Earlier polls were answered that the session is gone.",
            if: poller.failures >= 2)
        guard let gap else { return }
        poller.gaps += 1
        if gap < Threshold.shortPoll.milliseconds { poller.shortGaps += 1 }
        try refuse(
            .pollingInterval,
            "\(gap) ms after the poll before; wait \(Threshold.poll.milliseconds / 1000) seconds at least.",
            if: gap < Threshold.shortPoll.milliseconds && poller.shortGaps >= 2
                && poller.shortGaps * 10 >= poller.gaps)
    }

    func admitCode(_ event: RuleEvent) throws(Refusal) {
        let key = ByteExactName(event.call.part("code"))
        guard event.path.hasSuffix("{code}"), let code = codes[key] else { return }
        try refuse(
            .secondScreenNoInventedDevice,
            "A second screen sends no device identifier of its own with a code.",
            if: event.device.map { !isSame($0, code.device ?? "") } ?? false)
        guard event.path == "sessions/{code}" else { return }
        try refuseReuse(of: code, key, event, grace: Threshold.inFlight.milliseconds)
        codes[key]?.isLookedAt = true
        if event.call.request.method == .get { return try admitLook(event, at: key) }
        try refuse(
            .sessionsCompleteOnPrimary,
            "The app that began the session completes it; give all parameters in one call.",
            if: isSame(code.client, event.clientID) && !code.isOfPartner)
    }

    /// Calls that take the place of polls.
    func admitLook(_ event: RuleEvent, at key: ByteExactName) throws(Refusal) {
        guard var code = codes[key], code.found == nil, event.now < code.notAfter else { return }
        code.otherLooks = code.otherLooks.filter { event.now - $0 < 30_000 } + [event.now]
        codes[key] = code
        let looks = code.otherLooks.suffix(3)
        let isRegular = zip(looks, looks.dropFirst()).allSatisfy { $1 - $0 < 15_000 }
        try refuse(
            .pollingEndpoint, "Poll with profiles/code, not with other calls.",
            if: looks.count == 3 && isRegular)
    }

    func notePoll(_ status: Int, _ body: JSONValue, _ event: RuleEvent) {
        let key = ByteExactName(event.call.part("code"))
        guard event.path == "profiles/code/{code}" else { return }
        guard codes[key] != nil else {
            if status == 400 || status == 403 {
                strays[ByteExactName(event.clientID, event.call.part("code")), default: 0] += 1
            }
            return
        }
        let client = ByteExactName(event.clientID)
        if status == 200, body["profiles"]?.members?.isEmpty == false {
            if let holder = codes[key]?.holder {
                devices[holder, default: DeviceMemory()].keep(body["profiles"]?.members ?? [])
            }
            if codes[key]?.found == nil { codes[key]?.found = event.now }
            if codes[key]?.pollers[client]?.found == nil {
                codes[key]?.pollers[client]?.found = event.now
            }
        } else if status == 400 || status == 403 {
            codes[key]?.pollers[client]?.failures += 1
        }
    }

    func noteSession(_ status: Int, _ body: JSONValue, _ event: RuleEvent) throws(Refusal) {
        if status == 200, event.path == "sessions/{code}", event.call.request.method == .post {
            codes[ByteExactName(event.call.part("code"))]?.isIncomplete =
                body["actionName"]?.text == "retry"
        }
        guard status == 200, ["sessions", "sessions/sso/{partner}"].contains(event.path) else {
            return
        }
        let isOfPartner = event.path != "sessions"
        let reason = body["reasonType"]?.text
        if body["actionName"]?.text == "authorize" {
            try refuse(
                .sessionsNotWithProfile, "The profile is valid; no session is needed.",
                if: !isOfPartner && ["authenticated", "authenticatedSSO"].contains(reason))
            try refuse(
                .appleProfilesFirst, "The profile is valid; read it before a partner sign-on.",
                if: isOfPartner && ["authenticated", "authenticatedSSO"].contains(reason))
            try refuse(
                .tempPassNoSession, "A TempPass needs no session.", if: reason == "temporary")
        }
        noteOutcome(body, event, isOfPartner: isOfPartner)
        if let request = body["authenticationRequest"]?["request"]?.text {
            requests.insert(ByteExactName(request))
            devices[event.holder, default: DeviceMemory()].partnerProfile = event.now
        }
        guard let text = body["code"]?.text else { return }
        let key = ByteExactName(text)
        codes[key] = CodeMemory(
            client: event.clientID, device: event.device, holder: event.holder,
            created: event.now,
            notAfter: body["notAfter"]?.text.flatMap(Int64.init) ?? event.now + 1_800_000,
            isOfPartner: isOfPartner, address: event.has("X-Forwarded-For") ? nil : event.address,
            isIncomplete: body["actionName"]?.text == "resume")
        devices[event.holder, default: DeviceMemory()].latestCode = (key, event.now)
    }
}
#endif
