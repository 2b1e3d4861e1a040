#if Sandbox
internal import HTTPTypes
internal import PassAudit
internal import WireText
internal import XMLCore

/// A failed request that the app may repeat unchanged.
struct FailureMemory: Sendable {
    let status: Int
    let action: String
    let first: Int64
    var last: Int64
    var answers = 1
}

/// The access tokens that one call was answered 401 with.
struct RenewalMemory: Sendable {
    var tokens: Set<ByteExactName>
    var last: Int64
    let clientID: String?
}

extension AppMemory {
    // MARK: Errors

    /// Refuses a request that has failed before, for what its errors said.
    func admitRepetition(_ event: RuleEvent) throws(Refusal) {
        // Polls have rules of their own.
        guard event.path != "profiles/code/{code}" else { return }
        try admitOutage(event)
        guard let failure = failures[event.fingerprint] else { return }
        let gap = event.now - failure.last
        let isTooOften =
            switch failure.action {
            case "retry":
                gap <= Threshold.retryWindow.milliseconds && failure.answers > Threshold.retries
            case "none", "configuration":
                gap < Threshold.machine.milliseconds
                    || (gap < Threshold.probablyMachine.milliseconds && failure.answers >= 2)
            default: false
            }
        try refuse(
            .errorsActionFollowed,
            "The same request failed \(gap) ms ago, with the action \(failure.action).",
            if: isTooOften && !event.path.hasPrefix("decisions/"))
        try refuse(
            .errorsBodiesRead,
            "The same request has failed \(failure.answers) times; its error says what to repair.",
            if: (failure.status == 400 || failure.action == "configuration")
                && failure.answers >= 3 && event.now - failure.first > 60_000)
    }

    func noteFailure(_ status: Int, _ body: JSONValue, _ event: RuleEvent) {
        let key = event.fingerprint
        guard status >= 400, status != 401, let action = body["action"]?.text else {
            failures[key] = nil
            return
        }
        failures[
            key,
            default: FailureMemory(
                status: status, action: action, first: event.now, last: event.now, answers: 0)
        ]
        .answers += 1
        failures[key]?.last = event.now
    }

    /// A decision on an MVPD whose former decisions asked for a sign-in, or for another profile.
    func admitSignIn(_ event: RuleEvent, _ device: DeviceMemory) throws(Refusal) {
        let mvpd = ByteExactName(event.call.part("mvpd"))
        try refuse(
            .errorsActionFollowed,
            "The decisions before were answered with the action authentication.",
            if: device.unsigned[mvpd] ?? 0 >= 2)
        let other = event.call.configuration.mvpd(event.call.part("mvpd"))
        try refuse(
            .profilesMultipleHandled, "None of the profiles that were read is for the MVPD.",
            if: device.listed.map { !$0.contains(mvpd) } ?? false && other?.temporaryAccess == nil
                && other?.degradation == nil)
        let configuration = device.configuration
        devices[event.holder]?.configuration = nil
        try refuse(
            .configurationOnlyForSelection,
            "The configuration was read although the profile is valid, and no choice followed.",
            if: configuration.map { event.now - $0 <= 10_000 } ?? false
                && device.known[mvpd] != nil)
    }

    // MARK: Answers without an error that an app could follow

    private static func key(_ request: HTTPRequest) -> ByteExactName {
        let fields = request.headerFields
        return ByteExactName(
            fields[.authorization] ?? "", request.method.rawValue, request.path ?? "",
            fields[.contentLength] ?? "")
    }

    /// Records an injected error, and returns the enforced rule that asking for it so often breaks.
    func noteOutage(_ request: HTTPRequest, _ answer: Answer, at now: Int64) -> Rule.Name? {
        guard configuration.enforcesRules, answer.status >= 400 else { return nil }
        let key = Self.key(request)
        var times: [Int64] = []
        if let former = outages[key] { times = former.times.filter { now - $0 <= 60_000 } }
        times.append(now)
        outages[key] = (answer.status, times)
        let action = JSONText.read(answer.body)?["action"]?.text
        let maySucceed = action == "retry" || action == nil && answer.status >= 500
        let (span, limit): (Int64, Int) = maySucceed ? (60_000, 5) : (10_000, 3)
        guard times.filter({ now - $0 <= span }).count >= limit else { return nil }
        let rule: Rule.Name = action == nil ? .errorsStatusHandled : .errorsActionFollowed
        return configuration.enforces(rule) ? rule : nil
    }

    private func admitOutage(_ event: RuleEvent) throws(Refusal) {
        let key = Self.key(event.call.request)
        guard let outage = outages.removeValue(forKey: key) else { return }
        let (span, limit): (Int64, Int) = outage.status >= 500 ? (60_000, 4) : (10_000, 2)
        let recent = outage.times.filter { event.now - $0 <= span }.count
        try refuse(
            .errorsStatusHandled,
            "The same request was answered \(outage.status) \(recent) times.", if: recent >= limit)
    }

    // MARK: Renewals

    private func renewalKey(_ event: RuleEvent) -> ByteExactName {
        ByteExactName(event.device ?? "", event.line.text)
    }

    /// Records a 401, and returns whether the call was answered so with two other tokens.
    func noteRenewal(_ event: RuleEvent, clientID: String?) -> Bool {
        let key = renewalKey(event)
        guard var renewal = renewals[key], event.now - renewal.last <= 60_000,
            isSame(renewal.clientID ?? "", clientID ?? "")
        else {
            renewals[key] = RenewalMemory(
                tokens: [event.token], last: event.now, clientID: clientID)
            return false
        }
        let isLoop = renewal.tokens.count >= 2 && !renewal.tokens.contains(event.token)
        renewal.tokens.insert(event.token)
        renewal.last = event.now
        renewals[key] = renewal
        return isLoop
    }

    func admitRenewal(_ event: RuleEvent) throws(Refusal) {
        guard let renewal = renewals.removeValue(forKey: renewalKey(event)) else { return }
        try refuse(
            .registrationUnauthorizedRetriedOnce,
            "The same call was answered 401 with two access tokens; the client is refused.",
            if: renewal.tokens.count >= 2 && event.now - renewal.last <= 60_000
                && isSame(renewal.clientID ?? "", event.clientID))
    }
}
#endif
