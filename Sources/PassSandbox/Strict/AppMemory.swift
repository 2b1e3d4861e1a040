#if Sandbox
internal import PassAudit
internal import WireText
internal import XMLCore

/// The actions of apps so far, for the rules that one request alone cannot break.
///
/// Kept only while a rule is enforced. A table that has grown large is emptied: the rules are about
/// what an app does within minutes.
actor AppMemory {
    let configuration: SandboxConfiguration
    var clients: [ByteExactName: ClientMemory] = [:]
    /// The client that a device used last, by software statement and device.
    var clientOfDevice: [ByteExactName: String] = [:]
    var unauthorized: [ByteExactName: Int64] = [:]
    /// The access tokens that the same call was answered 401 with, by device and call.
    var renewals: [ByteExactName: RenewalMemory] = [:]
    /// The failures of requests that an app could repeat unchanged.
    var failures: [ByteExactName: FailureMemory] = [:]
    /// The times at which requests were answered with a status and nothing that an app could
    /// follow.
    var outages: [ByteExactName: (status: Int, times: [Int64])] = [:]
    /// The addresses that a server forwarded for a device, by software statement and device.
    var addresses: [ByteExactName: [(address: ByteExactName, time: Int64)]] = [:]
    var codes: [ByteExactName: CodeMemory] = [:]
    /// The vain polls with codes that the sandbox never gave, by client and code.
    var strays: [ByteExactName: Int] = [:]
    var devices: [ByteExactName: DeviceMemory] = [:]
    /// The servers that call on behalf of devices, by software statement and address.
    var servers: Set<ByteExactName> = []
    /// The requests that devices were given for their framework.
    var requests: Set<ByteExactName> = []

    init(_ configuration: SandboxConfiguration) { self.configuration = configuration }

    func reset() {
        (clients, clientOfDevice, unauthorized, codes) = ([:], [:], [:], [:])
        (renewals, failures, outages, addresses) = ([:], [:], [:], [:])
        (devices, servers, requests, strays) = ([:], [], [], [:])
    }

    /// Refuses a call that breaks an enforced rule.
    func admit(_ event: RuleEvent) throws(Refusal) {
        makeRoom()
        if event.path == "/o/client/token" { return try admitToken(event) }
        if event.path == "/api/v2/authenticate/{serviceProvider}/{code}" {
            return try admitBrowser(event)
        }
        guard event.call.client != nil else { return }
        try admitClient(event)
        guard event.endpoint.dialect == .v2 else { return }
        try admitPoll(event)
        try admitCode(event)
        try admitDevice(event)
        try admitDecision(event)
        try admitRepetition(event)
    }

    /// Records an answer, and refuses it if the call broke an enforced rule.
    func note(_ answer: Answer, to event: RuleEvent) throws(Refusal) {
        if event.path == "/o/client/token" { return noteToken(answer, event) }
        guard event.endpoint.dialect == .v2, event.call.client != nil else { return }
        let body = JSONText.read(answer.body) ?? .null
        notePoll(answer.status, body, event)
        noteDecision(answer.status, body, event)
        try noteSession(answer.status, body, event)
        noteProfiles(answer.status, body, event)
        noteFailure(answer.status, body, event)
    }

    /// Records a request for the framework, as it is sent to the device.
    func noteRequest(_ request: String) { requests.insert(ByteExactName(request)) }

    /// Returns whether a framework may be asked with a verification token.
    func isUnmodified(_ request: String) -> Bool { requests.contains(ByteExactName(request)) }

    func refuse(
        _ rule: Rule.Name, _ message: String, if isBroken: Bool
    ) throws(Refusal) {
        guard isBroken, configuration.enforces(rule) else { return }
        throw Refusal(breaking: rule, message)
    }

    private func makeRoom() {
        let limit = 20_000
        if clients.count > limit { clients = [:] }
        if clientOfDevice.count > limit { clientOfDevice = [:] }
        if unauthorized.count > limit { unauthorized = [:] }
        if renewals.count > limit { renewals = [:] }
        if failures.count > limit { failures = [:] }
        if outages.count > limit { outages = [:] }
        if addresses.count > limit { addresses = [:] }
        if codes.count > limit { codes = [:] }
        if devices.count > limit { devices = [:] }
        if servers.count > limit { servers = [] }
        if requests.count > limit { requests = [] }
        if strays.count > limit { strays = [:] }
    }
}
#endif
