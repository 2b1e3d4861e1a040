#if Sandbox
internal import WireText

/// What an application on a device has done.
struct DeviceConduct: Sendable {
    /// One decision as it was asked for, and how it was answered last.
    struct Question: Sendable {
        var last: Int64
        var repetitions = 0
        var action: String?
    }

    var latestCode: (code: ExactText, time: Int64)?
    /// When a partner's request was handed out.
    var partnerProfile: Int64?
    /// When an Apple profile was signed out, by the MVPD.
    var partnerLogouts: [ExactText: Int64] = [:]
    var lastDenial: Int64?
    /// The latest answer with profiles, and how often it was read.
    var profiles: (answer: ExactText, time: Int64, reads: Int)?
    var questions: [ExactText: Question] = [:]
    var permits: [ExactText: Int64] = [:]
    /// The resources whose errors said retry, and the others, of a mixed answer.
    var marked: (retry: Set<ExactText>, others: Set<ExactText>, time: Int64)?
    /// The ends of the tokens of other sign-ons that were sent, by header field.
    var tokens: [String: Int64] = [:]
}

extension Conduct {
    func admitDevice(_ visit: Visit) throws(Refusal) {
        guard visit.device != nil else { return }
        let device = devices[visit.holder] ?? DeviceConduct()
        let call = visit.call
        for name in ["ad-service-token", "adobe-subject-token"] {
            let isListed = DocumentedNames.of(visit.endpoint)?.fields.contains(name) ?? false
            try refuse(
                .ssoTokenOnEveryCall, "Earlier calls had \(name), and this one has not.",
                if: isListed && device.tokens[name].map { visit.now < $0 } ?? false
                    && !visit.has(name))
            if let token = call.field(name) {
                // One that has ended is not to be sent any more.
                let end = JWSText(token)?.claims["exp"]?.wholeNumber
                devices[visit.holder, default: DeviceConduct()].tokens[name] =
                    end.map { $0 < .max / 1000 ? $0 * 1000 : .max } ?? .max
            }
        }
        switch visit.path {
        case "profiles", "profiles/{mvpd}":
            if let latest = device.latestCode { try admitLook(visit, at: latest.code) }
            try refuse(
                .profilesCached, "The same profile was read three times in five minutes.",
                if: device.profiles.map { $0.reads >= 3 && visit.now - $0.time < 300_000 } ?? false)
        case "profiles/sso/{partner}":
            try refuse(
                .appleExchangeOnlyWithResponse, "No partner request was handed out before.",
                if: device.partnerProfile.map { visit.now - $0 > 1_800_000 } ?? true)
        case "sessions/sso/{partner}":
            guard let provider = call.configuration.serviceProvider(call.part("serviceProvider")),
                let mvpd = PartnerFrameworkStatus.evaluate(call, of: provider).mvpd
            else { return }
            try refuse(
                .appleLogoutGuided,
                "The user has just signed out, and is still signed in with the system. Point to "
                    + "the settings.",
                if: device.partnerLogouts[ExactText(mvpd.id)].map { visit.now - $0 < 60_000 }
                    ?? false)
        case "logout/{mvpd}":
            try refuse(
                .tempPassNoSession, "A TempPass needs no logout.",
                if: call.configuration.mvpd(call.part("mvpd"))?.temporaryAccess != nil)
            try refuse(
                .logoutOnlyOnRequest, "The logout follows a denial at once; nobody asked for it.",
                if: device.lastDenial.map { visit.now - $0 <= 1_000 } ?? false)
        default: break
        }
    }

    /// Forgets that a device sent tokens, which it has no reason to send any more.
    func forgetTokens(of holder: ExactText) { devices[holder]?.tokens = [:] }

    func noteProfiles(_ status: Int, _ body: JSONValue, _ visit: Visit) {
        guard visit.device != nil else { return }
        var device = devices[visit.holder] ?? DeviceConduct()
        defer { devices[visit.holder] = device }
        switch visit.path {
        case "profiles", "profiles/{mvpd}":
            let profiles = body["profiles"]?.members ?? []
            if status == 200, profiles.isEmpty { device.lastDenial = visit.now }
            guard status == 200, !profiles.isEmpty else { return device.profiles = nil }
            let answer = ExactText(
                profiles.map { "\($0.name) \($0.value["notAfter"]?.bytes ?? [])" }.joined(),
                visit.call.field("AP-Partner-Framework-Status") ?? "")
            if let former = device.profiles, former.answer == answer,
                visit.now - former.time < 300_000
            {
                device.profiles = (answer, former.time, former.reads + 1)
            } else {
                device.profiles = (answer, visit.now, 1)
            }
        case "profiles/sso/{partner}", "sessions", "sessions/sso/{partner}":
            (device.profiles, device.permits, device.marked) = (nil, [:], nil)
        case "logout/{mvpd}":
            (device.profiles, device.permits, device.marked) = (nil, [:], nil)
            device.tokens = [:]
            for (mvpd, logout) in body["logouts"]?.members ?? []
            where logout["actionName"]?.text == "partner_logout" {
                device.partnerLogouts[ExactText(mvpd)] = visit.now
            }
        default: break
        }
    }
}
#endif
