#if Sandbox
internal import PassAudit
internal import WireText
internal import XMLCore

/// The actions of an application on a device.
struct DeviceMemory: Sendable {
    /// One decision as it was asked for, and how it was answered last.
    struct Question: Sendable {
        var last: Int64
        var repetitions = 0
        var action: String?
    }

    var latestCode: (code: ByteExactName, time: Int64)?
    /// The time at which a partner's request was handed out.
    var partnerProfile: Int64?
    /// The time at which an Apple profile was signed out, by the MVPD.
    var partnerLogouts: [ByteExactName: Int64] = [:]
    var lastDenial: Int64?
    /// The latest answer with profiles, and how often it was read.
    var profiles: (answer: ByteExactName, time: Int64, reads: Int)?
    var questions: [ByteExactName: Question] = [:]
    var permits: [ByteExactName: Int64] = [:]
    /// The resources whose errors said retry, and the others, of a mixed answer.
    var marked: (retry: Set<ByteExactName>, others: Set<ByteExactName>, time: Int64)?
    /// The ends of the tokens of other sign-ons that were sent, by header field.
    var tokens: [String: Int64] = [:]
    /// The time of the device's last call, and whether it has looked for profiles since it was
    /// started.
    var start: (seen: Int64, looked: Bool) = (.min, false)
    /// The end of each profile that was read, by MVPD.
    var known: [ByteExactName: Int64] = [:]
    /// The MVPDs of the latest list of profiles, if it had several.
    var listed: Set<ByteExactName>?
    /// The time at which the configuration was read in spite of a profile.
    var configuration: Int64?
    /// The time at which a session was answered with the remark that none is needed, by MVPD.
    var authorized: [ByteExactName: Int64] = [:]
    /// The number of decisions in a row that asked for a sign-in, by MVPD.
    var unsigned: [ByteExactName: Int] = [:]
    /// The progress of the device's partner sign-on.
    var partner = PartnerMemory()
}

extension DeviceMemory {
    /// Records profiles that the device has read.
    mutating func keep(_ profiles: [(name: String, value: JSONValue)]) {
        if !profiles.isEmpty { (unsigned, lastDenial) = ([:], nil) }
        for (mvpd, profile) in profiles {
            let end = (profile["notAfter"]?.bytes).flatMap {
                Int64(String(decoding: $0, as: UTF8.self))
            }
            known[ByteExactName(mvpd)] = profile["type"]?.text == "temporary" ? nil : end
        }
    }
}

extension AppMemory {
    func admitDevice(_ event: RuleEvent) throws(Refusal) {
        guard event.device != nil else { return }
        var device = devices[event.holder] ?? DeviceMemory()
        let call = event.call
        // A pause of half an hour counts as a new start of the app.
        if device.start.seen != .min, event.now - device.start.seen > 1_800_000 {
            device.start.looked = false
        }
        device.start.seen = event.now
        devices[event.holder] = device
        // The endpoints that take the one take the other.
        let isListed =
            DocumentedNames.of(event.endpoint)?.fields.contains(V2Endpoint.serviceToken) ?? false
        for name in [V2Endpoint.serviceToken, "adobe-subject-token"] {
            try refuse(
                .ssoTokenOnEveryCall, "Earlier calls had \(name), and this one has not.",
                if: isListed && device.tokens[name].map { event.now < $0 } ?? false
                    && !event.has(name))
            if let token = call.field(name) {
                // One that has ended is not to be sent any more.
                let end = JWSText(token)?.claims["exp"]?.wholeNumber
                devices[event.holder, default: DeviceMemory()].tokens[name] =
                    end.map { $0 < .max / 1000 ? $0 * 1000 : .max } ?? .max
            }
        }
        switch event.path {
        case "profiles", "profiles/{mvpd}":
            try admitProfiles(event, device.partner)
            if let latest = device.latestCode { try admitLook(event, at: latest.code) }
            try refuse(
                .profilesCached, "The same profile was read three times in five minutes.",
                if: device.profiles.map { $0.reads >= 3 && event.now - $0.time < 300_000 } ?? false)
        case "profiles/sso/{partner}":
            try refuse(
                .appleExchangeOnlyWithResponse, "No partner request was handed out before.",
                // Captured responses answer the requests of others.
                if: call.configuration.choices.checksSAMLQuery
                    && device.partnerProfile.map { event.now - $0 > 1_800_000 } ?? true)
        case "sessions/sso/{partner}":
            guard let provider = call.configuration.serviceProvider(call.part("serviceProvider")),
                let mvpd = PartnerFrameworkStatus.evaluate(call, of: provider).mvpd
            else { return try admitPartnerSession(event, device) }
            try refuse(
                .appleLogoutGuided,
                "The user has just signed out, and is still signed in with the system. Point to "
                    + "the settings.",
                if: device.partnerLogouts[ByteExactName(mvpd.id)].map { event.now - $0 < 60_000 }
                    ?? false)
            try admitPartnerSession(event, device)
        case "sessions":
            let mvpd = ByteExactName((try? call.form())?.nonEmpty("mvpd") ?? "")
            try refuse(
                .sessionsNextActionFollowed,
                "The session before was answered authorize; ask for a decision.",
                if: device.authorized[mvpd].map { event.now - $0 < 300_000 } ?? false)
        case "logout/{mvpd}":
            try refuse(
                .tempPassNoSession, "A TempPass needs no logout.",
                if: call.configuration.mvpd(call.part("mvpd"))?.temporaryAccess != nil)
            try refuse(
                .logoutOnlyOnRequest, "The logout follows a denial at once; nobody asked for it.",
                if: device.lastDenial.map { event.now - $0 <= 1_000 } ?? false)
        default: break
        }
    }

    /// Forgets that a device sent tokens, which it has no reason to send any more.
    func forgetTokens(of holder: ByteExactName) { devices[holder]?.tokens = [:] }

    func noteProfiles(_ status: Int, _ body: JSONValue, _ event: RuleEvent) {
        guard event.device != nil else { return }
        var device = devices[event.holder] ?? DeviceMemory()
        defer { devices[event.holder] = device }
        switch event.path {
        case "profiles", "profiles/{mvpd}":
            device.start.looked = true
            let profiles = body["profiles"]?.members ?? []
            device.keep(profiles)
            if event.path == "profiles" {
                device.listed =
                    profiles.count > 1 ? Set(profiles.map { ByteExactName($0.name) }) : nil
            }
            if status == 200, profiles.isEmpty { device.lastDenial = event.now }
            guard status == 200, !profiles.isEmpty else { return device.profiles = nil }
            let answer = ByteExactName(
                profiles.map { "\($0.name) \($0.value["notAfter"]?.bytes ?? [])" }.joined(),
                event.call.field("AP-Partner-Framework-Status") ?? "")
            if let former = device.profiles, former.answer == answer,
                event.now - former.time < 300_000
            {
                device.profiles = (answer, former.time, former.reads + 1)
            } else {
                device.profiles = (answer, event.now, 1)
            }
        case "configuration":
            let isSignedIn = device.known.values.contains { $0 > event.now }
            device.configuration = isSignedIn ? event.now : nil
        case "profiles/sso/{partner}", "sessions", "sessions/sso/{partner}":
            device.keep(body["profiles"]?.members ?? [])
            (device.configuration, device.listed) = (nil, nil)
            if event.path == "profiles/sso/{partner}" { device.partner.exchanged() }
            if status == 200 || status == 201 { device.unsigned = [:] }
            (device.profiles, device.permits, device.marked) = (nil, [:], nil)
        case "logout/{mvpd}":
            (device.profiles, device.permits, device.marked) = (nil, [:], nil)
            device.tokens = [:]
            device.known[ByteExactName(event.call.part("mvpd"))] = nil
            for (mvpd, logout) in body["logouts"]?.members ?? []
            where logout["actionName"]?.text == "partner_logout" {
                device.partnerLogouts[ByteExactName(mvpd)] = event.now
            }
        default: break
        }
    }
}
#endif
