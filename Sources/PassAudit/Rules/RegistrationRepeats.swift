/// The instance of an app that registers, as far as requests show it.
private struct Instance: Hashable {
    let information: HashedText
    let address: String?
    let statement: HashedText?
    /// The device of the calls that have the client's tokens; `nil` without such calls.
    let device: HashedText?

    /// Returns `nil` for a call that shows no device.
    init?(_ call: AuditedCall, _ traffic: Traffic, _ devices: ClientDevices) {
        guard let information = call.fields.information?.hash else { return nil }
        // Behind a server, devices share its address: only what it forwards tells them apart.
        if traffic.architecture == .server, call.fields.forwardedFor == nil { return nil }
        self.information = information
        address = call.fields.forwardedFor ?? call.client
        statement = call.kind == .register ? call.request.statement : nil
        device = call.app.flatMap { devices.only(of: $0) }
    }
}

/// The devices of each client.
private struct ClientDevices: Sendable {
    private var devices: [HashedText: Set<HashedText>] = [:]

    mutating func take(_ call: AuditedCall) {
        guard call.isV2, let app = call.app, let device = call.fields.device?.hash else { return }
        devices[app, default: []].insert(device)
    }

    /// Returns the device of a client that has one only.
    func only(of client: HashedText) -> HashedText? {
        devices[client].flatMap { $0.count == 1 ? $0.first : nil }
    }
}

/// The clients that Adobe refused, so that a new registration is right.
private struct RefusedClients: Sendable {
    private(set) var clients: Set<HashedText> = []
    private var renewed: Set<HashedText> = []
    private var unauthorized: [HashedText: [AuditedCall]] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if call.kind == .token, let client = call.request.clientID {
            if call.error?.code == "invalid_client" { clients.insert(client) }
            if call.issuedToken != nil { renewed.insert(client) }
        }
        guard call.status == 401, let app = call.app else { return }
        if renewed.contains(app), call.error?.action == "application-registration",
            wasRenewed(call, app, in: traffic)
        {
            clients.insert(app)
        }
        unauthorized[app, default: []].append(call)
    }

    /// Returns whether the token of a refused call had taken the place of a refused one.
    private func wasRenewed(
        _ call: AuditedCall, _ app: HashedText, in traffic: Traffic
    ) -> Bool {
        guard let token = call.token, let issued = traffic.tokens[token] else { return false }
        return (unauthorized[app] ?? []).contains {
            $0.index < issued.call.index && $0.token != token
        }
    }
}

struct CredentialsReused: RuleFold {
    /// Calls of a device in a row with the tokens of one client.
    private struct Run {
        let client: HashedText
        let first: AuditedCall
        var last: AuditedCall
    }

    private var registrations: [AuditedCall] = []
    private var statements: [HashedText: HashedText] = [:]
    private var refused = RefusedClients()
    private var devices = ClientDevices()
    private var order: [HashedText] = []
    private var runs: [HashedText: [Run]] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        refused.take(call, in: traffic)
        devices.take(call)
        if let client = call.issuedClient?.clientID {
            statements[client] = call.request.statement
            if call.kind == .register { registrations.append(call) }
        }
        guard call.isV2, call.fields.device != nil, let device = call.device, let app = call.app,
            traffic.clients.contains(app)
        else { return }
        if runs[device] == nil { order.append(device) }
        if let last = runs[device]?.indices.last, runs[device]?[last].client == app {
            runs[device]?[last].last = call
        } else {
            runs[device, default: []].append(Run(client: app, first: call, last: call))
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var reported: Set<HashedText> = []
        for registrations in instances(traffic) {
            verdict.judged()
            let extra = zip(registrations, registrations.dropFirst()).filter { former, _ in
                !(former.app.map { refused.clients.contains($0) } ?? false)
            }
            guard let first = extra.first else { continue }
            extra.forEach { pair in pair.1.app.map { _ = reported.insert($0) } }
            let gap = first.1.seconds - first.0.endSeconds
            let race = gap < 2 ? "; they look like a race at the start of the app" : ""
            verdict.add(
                first.0.file == first.1.file ? .violated : .likely,
                "the same software statement was registered "
                    + "\(RuleWords.count(registrations.count, "time")) from one device"
                    + (traffic.hasTimes
                        ? ", the second \(RuleWords.seconds(gap)) after the first" : "")
                    + race, extra.map(\.1), context: [first.0])
        }
        verdict.judged(order.count)
        for runs in order.compactMap({ runs[$0] }) { judge(runs, reported, &verdict) }
        return verdict
    }

    /// The registrations of each instance.
    private func instances(_ traffic: Traffic) -> [[AuditedCall]] {
        var instances: [Instance: [AuditedCall]] = [:]
        var order: [Instance] = []
        var unused: [Instance: [AuditedCall]] = [:]
        for call in registrations {
            guard let instance = Instance(call, traffic, devices) else { continue }
            guard instance.device != nil else {
                unused[instance, default: []].append(call)
                continue
            }
            if instances[instance] == nil { order.append(instance) }
            instances[instance, default: []].append(call)
        }
        // A client that was never used is that of the only device it may belong to.
        for (instance, calls) in unused {
            let owners = order.filter {
                $0.information == instance.information && $0.address == instance.address
                    && $0.statement == instance.statement
            }
            let owner = owners.count == 1 ? owners[0] : instance
            if instances[owner] == nil { order.append(owner) }
            instances[owner] = ((instances[owner] ?? []) + calls).sorted { $0.index < $1.index }
        }
        return order.compactMap { instances[$0] }.sorted { $0[0].index < $1[0].index }
    }

    /// Finds a device whose calls have the tokens of one client, and from then on those of another.
    private func judge(_ runs: [Run], _ reported: Set<HashedText>, _ verdict: inout Verdict) {
        let last = Dictionary(
            runs.enumerated().map { ($1.client, $0) }, uniquingKeysWith: { $1 })
        let first = Dictionary(
            runs.enumerated().map { ($1.client, $0) }, uniquingKeysWith: { one, _ in one })
        for (place, (old, new)) in zip(runs, runs.dropFirst()).enumerated() {
            guard !refused.clients.contains(old.client), !reported.contains(new.client),
                statements[old.client] == statements[new.client],
                last[old.client] == place, first[new.client] == place + 1
            else { continue }
            verdict.add(
                "the device \(old.last.fields.device?.hash.description ?? "") used the client "
                    + "\(old.client), and from here on the client \(new.client)", [new.first],
                context: [old.last])
        }
    }
}

struct RenewedWithoutRegistering: RuleFold {
    private var registrations: [AuditedCall] = []
    private var tokenCalls = Groups<HashedText, AuditedCall>()
    private var refused = Groups<HashedText, AuditedCall>()
    private var devices = ClientDevices()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        devices.take(call)
        if call.kind == .register, call.issuedClient != nil { registrations.append(call) }
        if call.kind == .token, let client = call.request.clientID {
            tokenCalls.add(call, to: client)
        }
        if call.status == 401, let token = call.token { refused.add(call, to: token) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var issued: [Instance: [IssuedToken]] = [:]
        for token in traffic.tokens.values.sorted(by: { $0.call.index < $1.call.index }) {
            guard let instance = Instance(token.call, traffic, devices) else { continue }
            issued[instance, default: []].append(token)
        }
        for call in registrations {
            verdict.judged()
            guard let instance = Instance(call, traffic, devices),
                let former = issued.filter({ key, _ in
                    key.information == instance.information && key.address == instance.address
                        && (key.device == instance.device || key.device == nil
                            || instance.device == nil)
                }).values.flatMap(\.self).filter({ $0.call.index < call.index })
                    .max(by: { $0.call.index < $1.call.index }),
                let client = former.client,
                let cause = cause(of: call, former)
            else { continue }
            let hasTried = tokenCalls[client].contains {
                $0.index > cause.index && $0.index < call.index
            }
            guard !hasTried else { continue }
            verdict.add(
                "a registration followed \(cause.reason), without a token call with the stored "
                    + "credentials before it", [call], context: cause.call.map { [$0] } ?? [])
        }
        return verdict
    }

    /// Returns what may have led to a registration: a 401 to the former token, or its end.
    private func cause(
        of call: AuditedCall, _ former: IssuedToken
    ) -> (index: Int, call: AuditedCall?, reason: String)? {
        if let refused = refused[former.token].last(where: { $0.index < call.index }) {
            return (
                refused.index, refused,
                "a 401 after \(RuleWords.seconds(call.seconds - refused.endSeconds))"
            )
        }
        guard let end = former.end, call.seconds >= end - 60 else { return nil }
        return (former.call.index, former.call, "the end of the access token")
    }
}
