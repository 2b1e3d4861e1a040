#if Sandbox
internal import PassAudit
internal import WireText

/// The actions of a registered application.
struct ClientConduct: Sendable {
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
    var configurations: [ExactText: Int64] = [:]
}

extension Conduct {
    /// The client that a token call names.
    private func clientID(_ visit: Visit) -> ExactText {
        ExactText((try? visit.call.form())?["client_id"] ?? "")
    }

    func admitToken(_ visit: Visit) throws(Refusal) {
        guard let token = clients[clientID(visit)]?.token, !token.wasUnauthorized else { return }
        let margin = Threshold.tokenMargin(Double(token.lifetime) / 1000).milliseconds
        guard visit.now < token.expires - margin else { return }
        let message =
            "The previous access token is valid for \((token.expires - visit.now) / 1000) more "
            + "seconds."
        try refuse(
            .registrationTokenPerCall, "\(message) It served one call.", if: token.served == 1)
        try refuse(.registrationTokenReused, message, if: token.served != 1)
    }

    /// Records a refused token call: after `invalid_client` an app registers again.
    func noteRefusedToken(_ code: String, _ visit: Visit) {
        guard isSame(code, "invalid_client") else { return }
        clients[clientID(visit), default: ClientConduct()].wasUnknown = true
    }

    func noteToken(_ answer: Answer, _ visit: Visit) {
        guard answer.status == 201 else { return }
        let lifetime = Int64(configuration.lifetimes.accessToken) * 1000
        clients[clientID(visit), default: ClientConduct()].token =
            (visit.now + lifetime, lifetime, 0, false)
    }

    /// Records a 401, and returns the rule that repeating the call with the same token breaks.
    func noteUnauthorized(_ visit: Visit, clientID: String?) -> StrictRule? {
        if let clientID { clients[ExactText(clientID)]?.token?.wasUnauthorized = true }
        let key = ExactText(visit.token.text, visit.line.text)
        defer { unauthorized[key] = unauthorized[key] ?? visit.now }
        if noteRenewal(visit, clientID: clientID),
            configuration.enforces(.registrationUnauthorizedRetriedOnce)
        {
            return .registrationUnauthorizedRetriedOnce
        }
        guard let first = unauthorized[key], visit.now - first > Threshold.inFlight.milliseconds,
            configuration.enforces(.registrationUnauthorizedRenewsFirst)
        else { return nil }
        return .registrationUnauthorizedRenewsFirst
    }

    func admitClient(_ visit: Visit) throws(Refusal) {
        let key = ExactText(visit.clientID)
        var client = clients[key] ?? ClientConduct()
        defer { clients[key] = client }
        client.token?.served += 1
        client.lastSeen = visit.now
        let repetition = ExactText(visit.token.text, visit.line.text)
        try refuse(
            .registrationUnauthorizedRenewsFirst,
            "The same call was answered 401 with the same access token.",
            if: unauthorized[repetition].map { visit.now - $0 > Threshold.inFlight.milliseconds }
                ?? false)
        try admitRenewal(visit)
        if let api = visit.endpoint.dialect.api {
            try refuse(
                .v1Hybrid, "The app calls REST API v1 and v2.",
                if: !client.apis.isEmpty && !client.apis.contains(api))
            try refuse(
                .v1Used,
                "REST API v1 is unsupported since 2025-12-31, and will stop working. Use v2.",
                if: api == .v1)
            client.apis.insert(api)
        }
        let server = ExactText(visit.statement, visit.address)
        try refuse(
            .headersForwardedFor, "Earlier calls of the server named the device's address.",
            if: servers.contains(server) && !visit.has("X-Forwarded-For"))
        client.forwards = client.forwards || visit.has("X-Forwarded-For")
        if client.forwards { servers.insert(server) }
        try admitIdentity(visit, &client)
        try admitAddress(visit)
        if visit.path == "configuration" {
            let device = (try? visit.call.deviceInformation()) ?? [:]
            let system = ExactText(
                visit.call.part("serviceProvider"), device["osName"]?.text ?? "")
            try refuse(
                .configurationCached, "The configuration was read less than two minutes ago.",
                if: client.configurations[system].map {
                    visit.now - $0 < Threshold.configuration.milliseconds
                } ?? false)
            client.configurations[system] = visit.now
        }
    }

    /// The device of a client, and the client of a device, which both stay.
    private func admitIdentity(_ visit: Visit, _ client: inout ClientConduct) throws(Refusal) {
        guard let device = visit.device, DocumentedNames.of(visit.endpoint)?.wantsDevice == true
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
        let key = ExactText(visit.statement, device)
        if let former = clientOfDevice[key], !isSame(former, visit.clientID) {
            let other = clients[ExactText(former)]
            clientOfDevice[key] = visit.clientID
            // Later the app may have been installed again, which a server cannot tell.
            guard let other, !other.wasUnknown, visit.now - other.lastSeen <= 172_800_000 else {
                return
            }
            let token = other.token
            let needsToken = token.map { $0.wasUnauthorized || $0.expires <= visit.now } ?? false
            try refuse(
                .registrationRenewedWithoutRegistering,
                "The app registered again where a new access token was enough.", if: needsToken)
            try refuse(
                .registrationCredentialsReused,
                "The app has registered again; the device used another client before.",
                if: !needsToken)
        }
        clientOfDevice[key] = visit.clientID
    }
}
#endif
