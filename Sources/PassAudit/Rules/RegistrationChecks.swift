/// Registration and credentials.
extension Rule {
    static let registration: [Rule] = [
        Rule(
            .registrationScope, .mandatory, .rows(["M1"]), when: { !$0.v2.isEmpty }, judge: scope),
        Rule(
            .registrationCredentialsReused, .mandatory, .rows(["M2"]), needs: [.headers],
            when: { $0.hasRegistration },
            judge: credentialsReused),
        Rule(
            .registrationRenewedWithoutRegistering, .mandatory,
            .page("Dynamic Client Registration (DCR) FAQs"), needs: [.times, .headers],
            when: { $0.hasRegistration }, judge: renewedWithoutRegistering),
        Rule(
            .registrationRequestForm, .mandatory, .page("Dynamic Client Registration (DCR) API"),
            when: { $0.hasRegistration }, judge: requestForm),
        Rule(
            .registrationCredentialsPerInstance, .recommended,
            .page("Dynamic Client Registration (DCR) FAQs"), needs: [.authorization],
            when: { !$0.v2.isEmpty }, judge: credentialsPerInstance),
        Rule(
            .registrationStatementPerVersion, .mandatory,
            .page("Dynamic Client Registration (DCR) FAQs"), needs: [.authorization],
            when: { $0.calls.contains { $0.kind == .register } }, judge: statementPerVersion),
    ]

    private static let scopeName = "api:client:v2"

    @Sendable private static func scope(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var registered: [HashedText: AuditedCall] = [:]
        for call in traffic.calls {
            if let client = call.issuedClient?.clientID { registered[client] = call }
        }
        var seen: Set<HashedText?> = []
        for call in traffic.v2 where call.endpoint != .authenticate {
            guard seen.insert(call.app).inserted else { continue }
            if let app = call.app, let registration = registered[app],
                let scopes = registration.issuedClient?.scopes
            {
                verdict.judged()
                guard !scopes.contains(scopeName) else { continue }
                verdict.add(
                    "the registration gave the scopes \(scopes.joined(separator: " ")), without "
                        + scopeName, [registration], context: [call])
            } else if let scopes = call.fields.claims?.scopes {
                verdict.judged()
                guard !scopes.contains(scopeName) else { continue }
                verdict.add(
                    .likely, "the access token has the scopes \(scopes), without \(scopeName)",
                    [call])
            } else {
                verdict.missing =
                    traffic.isAuthorizationRedacted
                    ? .redacted : call.token == nil ? .registrationNotCaptured : .opaqueToken
            }
        }
        return verdict
    }

    /// The instance of an app that registers, as far as requests show it.
    private struct Instance: Hashable {
        let information: HashedText
        let address: String?
        let statement: HashedText?
        /// The device of the calls that have the client's tokens; `nil` if there are none.
        var device: HashedText?

        /// Returns `nil` for a call that shows no device.
        init?(_ call: AuditedCall, _ traffic: Traffic, devices: [HashedText: HashedText]) {
            guard let information = call.fields.information?.hash else { return nil }
            // Behind a server, devices share its address: only what it forwards tells them apart.
            if traffic.architecture == .server, call.fields.forwardedFor == nil { return nil }
            self.information = information
            address = call.fields.forwardedFor ?? call.client
            statement = call.kind == .register ? call.request.statement : nil
            device = call.app.flatMap { devices[$0] }
        }
    }

    /// The device of each client, where it has one only.
    private static func devicesOfClients(_ traffic: Traffic) -> [HashedText: HashedText] {
        var found: [HashedText: Set<HashedText>] = [:]
        for call in traffic.v2 {
            guard let app = call.app, let device = call.fields.device?.hash else { continue }
            found[app, default: []].insert(device)
        }
        return found.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    @Sendable private static func credentialsReused(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let refused = refusedClients(traffic)
        let devices = devicesOfClients(traffic)
        var instances: [Instance: [AuditedCall]] = [:]
        var order: [Instance] = []
        var unused: [Instance: [AuditedCall]] = [:]
        for call in traffic.calls where call.kind == .register && call.issuedClient != nil {
            guard let instance = Instance(call, traffic, devices: devices) else { continue }
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
        order.sort { (instances[$0]?.first?.index ?? 0) < (instances[$1]?.first?.index ?? 0) }
        var reported: Set<HashedText> = []
        for instance in order {
            let registrations = instances[instance] ?? []
            verdict.judged()
            let extra = zip(registrations, registrations.dropFirst()).filter { former, _ in
                !(former.app.map { refused.contains($0) } ?? false)
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
        let count = successors(traffic, refused, reported, into: &verdict)
        verdict.judged(count)
        return verdict
    }

    /// Finds devices whose calls have the tokens of one client, and from then on those of another.
    private static func successors(
        _ traffic: Traffic, _ refused: Set<HashedText>, _ reported: Set<HashedText>,
        into verdict: inout Verdict
    ) -> Int {
        let clients = Set(traffic.tokens.values.compactMap(\.client))
        var statements: [HashedText: HashedText] = [:]
        for call in traffic.calls {
            if let client = call.issuedClient?.clientID {
                statements[client] = call.request.statement
            }
        }
        let byDevice = Dictionary(
            grouping: traffic.v2.filter { call in
                call.fields.device != nil && call.app.map { clients.contains($0) } ?? false
            }, by: \.device)
        for calls in byDevice.values.sorted(by: { $0[0].index < $1[0].index }) {
            for (former, next) in zip(calls, calls.dropFirst()) where former.app != next.app {
                guard let old = former.app, let new = next.app, !refused.contains(old),
                    !reported.contains(new), statements[old] == statements[new],
                    !calls.contains(where: { $0.index > next.index && $0.app == old }),
                    !calls.contains(where: { $0.index < former.index && $0.app == new })
                else { continue }
                verdict.add(
                    "the device \(former.fields.device?.hash.description ?? "") used the client "
                        + "\(old), and from here on the client \(new)", [next], context: [former])
            }
        }
        return byDevice.count
    }

    /// The clients that Adobe refused, so that a new registration is right.
    private static func refusedClients(_ traffic: Traffic) -> Set<HashedText> {
        var found: Set<HashedText> = []
        var renewed: Set<HashedText> = []
        for call in traffic.calls {
            if call.kind == .token, let client = call.request.clientID {
                if call.error?.code == "invalid_client" { found.insert(client) }
                if call.issuedToken != nil { renewed.insert(client) }
            }
            if call.status == 401, let app = call.app, renewed.contains(app),
                call.error?.action == "application-registration",
                wasRenewed(call, in: traffic)
            {
                found.insert(app)
            }
        }
        return found
    }

    /// Returns whether the token of a refused call had taken the place of a refused one.
    private static func wasRenewed(_ call: AuditedCall, in traffic: Traffic) -> Bool {
        guard let token = call.token, let issued = traffic.tokens[token] else { return false }
        return traffic.calls[..<issued.call.index].contains {
            $0.status == 401 && $0.app == call.app && $0.token != token
        }
    }

    @Sendable private static func renewedWithoutRegistering(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let devices = devicesOfClients(traffic)
        let tokenCalls = Dictionary(
            grouping: traffic.calls.filter { $0.kind == .token && $0.request.clientID != nil },
            by: { $0.request.clientID })
        let refused = Dictionary(
            grouping: traffic.calls.filter { $0.status == 401 && $0.token != nil }, by: \.token)
        var issued: [Instance: [IssuedToken]] = [:]
        for token in traffic.tokens.values.sorted(by: { $0.call.index < $1.call.index }) {
            guard let instance = Instance(token.call, traffic, devices: devices) else { continue }
            issued[instance, default: []].append(token)
        }
        for call in traffic.calls where call.kind == .register && call.issuedClient != nil {
            verdict.judged()
            guard let instance = Instance(call, traffic, devices: devices),
                let former = issued.filter({ key, _ in
                    key.information == instance.information && key.address == instance.address
                        && (key.device == instance.device || key.device == nil
                            || instance.device == nil)
                }).values.flatMap(\.self).filter({ $0.call.index < call.index })
                    .max(by: { $0.call.index < $1.call.index }),
                let client = former.client,
                let cause = cause(of: call, former, refused[former.token] ?? [])
            else { continue }
            let hasTried = (tokenCalls[client] ?? []).contains {
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
    private static func cause(
        of call: AuditedCall, _ former: IssuedToken, _ refused: [AuditedCall]
    ) -> (index: Int, call: AuditedCall?, reason: String)? {
        if let refused = refused.last(where: { $0.index < call.index }) {
            return (
                refused.index, refused,
                "a 401 after \(RuleWords.seconds(call.seconds - refused.endSeconds))"
            )
        }
        guard let end = former.end, call.seconds >= end - 60 else { return nil }
        return (former.call.index, former.call, "the end of the access token")
    }

    @Sendable private static func requestForm(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.calls where call.isRegistration {
            var wrong: [String] = []
            let isToken = call.kind == .token
            if call.method != "POST" { wrong.append("the method is \(call.method)") }
            if call.fields.isRecorded {
                let type = call.fields.contentType?.lowercased() ?? ""
                let expected = isToken ? "application/x-www-form-urlencoded" : "application/json"
                if call.method == "POST", !type.hasPrefix(expected) {
                    wrong.append("Content-Type is \(type.isEmpty ? "missing" : type)")
                }
                let isBrowser = call.fields.isBrowser
                if call.fields.information == nil, !isBrowser {
                    wrong.append("X-Device-Info is missing")
                }
            } else {
                verdict.missing = .noHeaders
            }
            if call.request.state == .missing {
                verdict.missing = .noBodies
            } else {
                wrong += wrongParameters(call, isToken: isToken)
            }
            verdict.judged()
            guard !wrong.isEmpty else { continue }
            verdict.add(
                "\(isToken ? "token" : "register"): \(RuleWords.list(wrong))", [call])
        }
        return verdict
    }

    private static func wrongParameters(_ call: AuditedCall, isToken: Bool) -> [String] {
        let request = call.request
        guard isToken else {
            let names = request.members
            if names.filter({ $0 == "software_statement" }).count > 1 {
                return ["software_statement is repeated"]
            }
            return request.statement == nil ? ["software_statement is missing"] : []
        }
        var wrong: [String] = []
        for name in ["client_id", "client_secret", "grant_type"] {
            let inBody = request.form.count { $0.name == name }
            if inBody == 0 {
                wrong.append(
                    request.query.has(name)
                        ? "\(name) stands in the query, as OpenAPI has it" : "\(name) is missing")
            } else if inBody > 1 {
                wrong.append("\(name) is repeated")
            }
        }
        if let grant = request.form.value(of: "grant_type"), grant != "client_credentials" {
            wrong.append("grant_type is not client_credentials")
        }
        return wrong
    }

    @Sendable private static func credentialsPerInstance(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        let calls = traffic.v2.filter { $0.fields.device != nil && $0.app != nil }
        let byApp = Dictionary(grouping: calls, by: \.app)
        for calls in byApp.values.sorted(by: { $0[0].index < $1[0].index }) {
            verdict.judged()
            let turns = deviceTurns(calls)
            guard turns.count >= 3, turns.values.count(where: { $0 > 1 }) >= 2 else { continue }
            let firsts = turns.keys.compactMap { device in
                calls.first { $0.fields.device?.hash == device }
            }
            verdict.add(
                .likely, "one client_id serves \(turns.count) devices in turn",
                firsts.sorted { $0.index < $1.index })
        }
        return verdict
    }

    /// Returns how often the calls come to each device from another.
    static func deviceTurns(_ calls: [AuditedCall]) -> [HashedText: Int] {
        var turns: [HashedText: Int] = [:]
        var last: HashedText?
        for call in calls {
            guard let device = call.fields.device?.hash, device != last else { continue }
            turns[device, default: 0] += 1
            last = device
        }
        return turns
    }

    @Sendable private static func statementPerVersion(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var former: Set<HashedText> = []
        var current: Set<HashedText> = []
        for call in traffic.calls {
            guard let app = call.app else { continue }
            if call.isFormer { former.insert(app) }
            if call.isV2 { current.insert(app) }
        }
        let registrations = traffic.calls.filter {
            $0.kind == .register && $0.request.statement != nil
        }
        for calls in Dictionary(grouping: registrations, by: \.request.statement).values {
            verdict.judged()
            let apps = calls.compactMap { call in call.app.map { (app: $0, call: call) } }
            guard
                let old = apps.first(where: { former.contains($0.app) && !current.contains($0.app) }
                ),
                let new = apps.first(where: { current.contains($0.app) && !former.contains($0.app) }
                )
            else { continue }
            verdict.add(
                "one software statement registers an app that calls only v1 and one that calls "
                    + "only v2", [old.call, new.call])
        }
        return verdict
    }
}

extension Traffic {
    /// A Boolean value that indicates whether registrations or token calls were captured.
    var hasRegistration: Bool { calls.contains { $0.isRegistration } }
}
