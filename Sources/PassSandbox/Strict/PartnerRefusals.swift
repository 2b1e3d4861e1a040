#if Sandbox
internal import PassAudit
internal import WireText
internal import XMLCore

/// The progress of a device's partner sign-on.
struct PartnerMemory: Sendable {
    /// A Boolean value that indicates whether the device has requested a partner's sign-on.
    var isUsed = false
    /// The times at which requests for the framework were handed out, and not exchanged.
    var handedOut: [Int64] = []
    /// The status that was answered with the basic flow.
    var fallback: (status: String, time: Int64)?

    mutating func exchanged() { (handedOut, fallback) = ([], nil) }
}

extension AppMemory {
    /// A look for profiles, which shows what the framework says.
    func admitProfiles(_ event: RuleEvent, _ partner: PartnerMemory) throws(Refusal) {
        try refuse(
            .appleStatusOnProfiles,
            "An app that uses partner sign-on sends AP-Partner-Framework-Status with profiles.",
            if: partner.isUsed && !event.has("AP-Partner-Framework-Status"))
    }

    func admitPartnerSession(_ event: RuleEvent, _ device: DeviceMemory) throws(Refusal) {
        // A client that registered before the sandbox was started may have looked then.
        let isKnown = clients[ByteExactName(event.clientID)]?.token != nil
        try refuse(
            .appleProfilesFirst, "The device has not looked for a profile since it was started.",
            if: isKnown && !device.start.looked)
        let recent = device.partner.handedOut.filter { event.now - $0 < 300_000 }
        try refuse(
            .appleOutcomeFollowed,
            "Two requests for the framework were neither exchanged nor given up.",
            if: recent.count >= 2)
        let status = event.call.field("AP-Partner-Framework-Status") ?? ""
        try refuse(
            .appleOutcomeFollowed, "The same status was answered with the basic flow.",
            if: device.partner.fallback.map {
                isSame($0.status, status) && event.now - $0.time < 60_000
            } ?? false)
    }

    /// Records what a session told the app to do.
    func noteOutcome(_ body: JSONValue, _ event: RuleEvent, isOfPartner: Bool) {
        var device = devices[event.holder] ?? DeviceMemory()
        defer { devices[event.holder] = device }
        let action = body["actionName"]?.text ?? ""
        if action == "authorize", let mvpd = body["mvpd"]?.text {
            device.authorized[ByteExactName(mvpd)] = event.now
        }
        guard isOfPartner else { return device.partner.exchanged() }
        device.partner.isUsed = true
        switch action {
        case "partner_profile": device.partner.handedOut.append(event.now)
        case "authenticate", "resume":
            device.partner.exchanged()
            device.partner.fallback =
                (event.call.field("AP-Partner-Framework-Status") ?? "", event.now)
        default: break
        }
    }

    // MARK: Browsers and servers

    /// A browser that opens `authenticate`.
    func admitBrowser(_ event: RuleEvent) throws(Refusal) {
        let key = ByteExactName(event.call.part("code"))
        guard let code = codes[key] else { return }
        try refuse(
            .sessionsNextActionFollowed,
            "The session misses parameters; send them before you open authenticate.",
            if: code.isIncomplete)
        try refuseReuse(of: code, key, event, grace: 60_000)
        try refuse(
            .secondScreenCodeValidated, "No app has looked at the code before.",
            if: !code.isLookedAt && code.address.map { !isSame($0, event.address) } ?? false)
    }

    /// Refuses a code that has served its session; what the browser reloads has a time of grace.
    func refuseReuse(
        of code: CodeMemory, _ key: ByteExactName, _ event: RuleEvent, grace: Int64
    ) throws(Refusal) {
        let isReplaced = devices[code.holder]?.latestCode.map {
            $0.code != key && event.now - $0.time > 1_000
        }
        try refuse(
            .secondScreenCodeNotReused, "The code has served its session, or was replaced.",
            if: code.found.map { event.now - $0 > grace } ?? false
                || event.now - 5_000 > code.notAfter || isReplaced ?? false)
    }

    /// The address that a server forwards for a device, which does not go back and forth.
    func admitAddress(_ event: RuleEvent) throws(Refusal) {
        guard let device = event.device, let address = event.call.field("X-Forwarded-For") else {
            return
        }
        let key = ByteExactName(event.statement, device)
        var former = (addresses[key] ?? []).filter { event.now - $0.time < 300_000 }
        let isBack = former.dropLast().contains { $0.address == ByteExactName(address) }
        if former.last?.address != ByteExactName(address) {
            former.append((ByteExactName(address), event.now))
            addresses[key] = former
            try refuse(
                .headersRealDevice,
                "The device identifier comes from several addresses by turns; is it the server's?",
                if: isBack)
        }
    }
}
#endif
