#if Sandbox
internal import PassAudit
internal import WireText
internal import XMLCore

/// The actions of a registered application.
struct ClientMemory: Sendable {
    /// Its access token: when it ends, the calls it served, and whether one was answered 401.
    var token: (expires: Int64, lifetime: Int64, served: Int, wasUnauthorized: Bool)?
    var device: String?
    /// The time of its last call.
    var lastSeen: Int64 = .min
    /// A Boolean value that indicates whether the server did not know it (`invalid_client`).
    var wasUnknown = false
    var apis: Set<APIVersion> = []
    var forwards = false
    /// The devices that a server calls for with this client.
    var devices: Set<String> = []
    /// The time at which the configuration was read, by the device's system.
    var configurations: [ByteExactName: Int64] = [:]
}

extension AppMemory {
    /// The client that a token call names.
    private func clientID(_ event: RuleEvent) -> ByteExactName {
        ByteExactName((try? event.call.form())?["client_id"] ?? "")
    }

    func admitToken(_ event: RuleEvent) throws(Refusal) {
        guard let token = clients[clientID(event)]?.token, !token.wasUnauthorized else { return }
        let margin = Threshold.tokenMargin(Double(token.lifetime) / 1000).milliseconds
        guard event.now < token.expires - margin else { return }
        let message =
            "The previous access token is valid for \((token.expires - event.now) / 1000) more "
            + "seconds."
        try refuse(
            .registrationTokenPerCall, "\(message) It served one call.", if: token.served == 1)
        try refuse(.registrationTokenReused, message, if: token.served != 1)
    }

    /// Records a refused token call: after `invalid_client` an app registers again.
    func noteRefusedToken(_ code: String, _ event: RuleEvent) {
        guard isSame(code, "invalid_client") else { return }
        clients[clientID(event), default: ClientMemory()].wasUnknown = true
    }

    func noteToken(_ answer: Answer, _ event: RuleEvent) {
        guard answer.status == 201 else { return }
        let lifetime = Int64(configuration.lifetimes.accessToken) * 1000
        clients[clientID(event), default: ClientMemory()].token =
            (event.now + lifetime, lifetime, 0, false)
    }

    /// Records a 401, and returns the rule that repeating the call with the same token breaks.
    func noteUnauthorized(_ event: RuleEvent, clientID: String?) -> Rule.Name? {
        if let clientID { clients[ByteExactName(clientID)]?.token?.wasUnauthorized = true }
        let key = ByteExactName(event.token.text, event.line.text)
        defer { unauthorized[key] = unauthorized[key] ?? event.now }
        if noteRenewal(event, clientID: clientID),
            configuration.enforces(.registrationUnauthorizedRetriedOnce)
        {
            return .registrationUnauthorizedRetriedOnce
        }
        guard let first = unauthorized[key], event.now - first > Threshold.inFlight.milliseconds,
            configuration.enforces(.registrationUnauthorizedRenewsFirst)
        else { return nil }
        return .registrationUnauthorizedRenewsFirst
    }

    func admitClient(_ event: RuleEvent) throws(Refusal) {
        let key = ByteExactName(event.clientID)
        var client = clients[key] ?? ClientMemory()
        defer { clients[key] = client }
        client.token?.served += 1
        client.lastSeen = event.now
        let repetition = ByteExactName(event.token.text, event.line.text)
        try refuse(
            .registrationUnauthorizedRenewsFirst,
            "The same call was answered 401 with the same access token.",
            if: unauthorized[repetition].map { event.now - $0 > Threshold.inFlight.milliseconds }
                ?? false)
        try admitRenewal(event)
        if let api = event.endpoint.dialect.api {
            try refuse(
                .v1Hybrid, "The app calls REST API v1 and v2.",
                if: !client.apis.isEmpty && !client.apis.contains(api))
            try refuse(
                .v1Used,
                "REST API v1 is unsupported since 2025-12-31, and will stop working. Use v2.",
                if: api == .v1)
            client.apis.insert(api)
        }
        let server = ByteExactName(event.statement, event.address)
        try refuse(
            .headersForwardedFor, "Earlier calls of the server named the device's address.",
            if: servers.contains(server) && !event.has("X-Forwarded-For"))
        client.forwards = client.forwards || event.has("X-Forwarded-For")
        if client.forwards { servers.insert(server) }
        try admitIdentity(event, &client)
        try admitAddress(event)
        if event.path == "configuration" {
            let device = (try? event.call.deviceInformation()) ?? [:]
            let system = ByteExactName(
                event.call.part("serviceProvider"), device["osName"]?.text ?? "")
            try refuse(
                .configurationCached, "The configuration was read less than two minutes ago.",
                if: client.configurations[system].map {
                    event.now - $0 < Threshold.configuration.milliseconds
                } ?? false)
            client.configurations[system] = event.now
        }
    }

    /// The device of a client, and the client of a device, which both stay.
    private func admitIdentity(_ event: RuleEvent, _ client: inout ClientMemory) throws(Refusal) {
        guard let device = event.device, DocumentedNames.of(event.endpoint)?.wantsDevice == true
        else { return }
        try refuse(
            .headersDeviceIdentifierStable, "The app had another device identifier before.",
            if: client.device.map { !isSame($0, device) } ?? false && !client.forwards)
        client.device = client.device ?? device
        if client.forwards {
            client.devices.insert(device)
            try refuse(
                .registrationCredentialsPerInstance,
                "The server calls for three devices with one client.",
                if: client.devices.count >= 3)
        }
        let key = ByteExactName(event.statement, device)
        if let former = clientOfDevice[key], !isSame(former, event.clientID) {
            let other = clients[ByteExactName(former)]
            clientOfDevice[key] = event.clientID
            // Later the app may have been installed again, which a server cannot tell.
            guard let other, !other.wasUnknown, event.now - other.lastSeen <= 172_800_000 else {
                return
            }
            let token = other.token
            let needsToken = token.map { $0.wasUnauthorized || $0.expires <= event.now } ?? false
            try refuse(
                .registrationRenewedWithoutRegistering,
                "The app registered again where a new access token was enough.", if: needsToken)
            try refuse(
                .registrationCredentialsReused,
                "The app has registered again; the device used another client before.",
                if: !needsToken)
        }
        clientOfDevice[key] = event.clientID
    }
}
#endif
