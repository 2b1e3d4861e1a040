/// Registration and credentials.
extension Rule {
    static let registration: [Rule] = [
        Rule(
            .registrationScope, .mandatory, .rows(["M1"]), when: { !$0.v2.isEmpty },
            fold: RegistrationScope()),
        Rule(
            .registrationCredentialsReused, .mandatory, .rows(["M2"]), needs: [.headers],
            when: { $0.hasRegistration },
            fold: CredentialsReused()),
        Rule(
            .registrationRenewedWithoutRegistering, .mandatory,
            .page("Dynamic Client Registration (DCR) FAQs"), needs: [.times, .headers],
            when: { $0.hasRegistration }, fold: RenewedWithoutRegistering()),
        Rule(
            .registrationRequestForm, .mandatory, .page("Dynamic Client Registration (DCR) API"),
            when: { $0.hasRegistration }, fold: EachCall(requestForm)),
        Rule(
            .registrationCredentialsPerInstance, .recommended,
            .page("Dynamic Client Registration (DCR) FAQs"), needs: [.authorization],
            when: { !$0.v2.isEmpty }, fold: CredentialsPerInstance()),
        Rule(
            .registrationStatementPerVersion, .mandatory,
            .page("Dynamic Client Registration (DCR) FAQs"), needs: [.authorization],
            when: { $0.calls.contains { $0.kind == .register } }, fold: StatementPerVersion()),
    ]

    @Sendable private static func requestForm(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.isRegistration else { return }
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
        guard !wrong.isEmpty else { return }
        verdict.add(
            "\(isToken ? "token" : "register"): \(RuleWords.list(wrong))", [call])
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
}

private struct RegistrationScope: RuleFold {
    private static let name = "api:client:v2"

    private var registered: [HashedText: AuditedCall] = [:]
    private var seen: Set<HashedText?> = []
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if let client = call.issuedClient?.clientID { registered[client] = call }
        guard call.isV2, call.endpoint != .authenticate, seen.insert(call.app).inserted else {
            return
        }
        if let app = call.app, let registration = registered[app],
            let scopes = registration.issuedClient?.scopes
        {
            result.judged()
            guard !scopes.contains(Self.name) else { return }
            result.add(
                "the registration gave the scopes \(scopes.joined(separator: " ")), without "
                    + Self.name, [registration], context: [call])
        } else if let scopes = call.fields.claims?.scopes {
            result.judged()
            guard !scopes.contains(Self.name) else { return }
            result.add(
                .likely, "the access token has the scopes \(scopes), without \(Self.name)", [call])
        } else {
            result.missing =
                traffic.isAuthorizationRedacted
                ? .redacted : call.token == nil ? .registrationNotCaptured : .opaqueToken
        }
    }

    func verdict(in traffic: Traffic) -> Verdict { result }
}

private struct CredentialsPerInstance: RuleFold {
    private var apps: [HashedText] = []
    private var turns: [HashedText: DeviceTurns] = [:]

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, call.fields.device != nil, let app = call.app else { return }
        if turns[app] == nil { apps.append(app) }
        turns[app, default: DeviceTurns()].take(call)
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged(apps.count)
        for found in apps.compactMap({ turns[$0] }) {
            guard found.turns.count >= 3, found.turns.values.count(where: { $0 > 1 }) >= 2 else {
                continue
            }
            verdict.add(
                .likely, "one client_id serves \(found.turns.count) devices in turn", found.firsts)
        }
        return verdict
    }
}

private struct StatementPerVersion: RuleFold {
    private var former: Set<HashedText> = []
    private var current: Set<HashedText> = []
    private var registrations = Groups<HashedText, AuditedCall>()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if call.kind == .register, let statement = call.request.statement {
            registrations.add(call, to: statement)
        }
        guard let app = call.app else { return }
        if call.exchange.isFormer { former.insert(app) }
        if call.isV2 { current.insert(app) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for (_, calls) in registrations.all {
            verdict.judged()
            let old = calls.first { call in
                call.app.map { former.contains($0) && !current.contains($0) } ?? false
            }
            let new = calls.first { call in
                call.app.map { current.contains($0) && !former.contains($0) } ?? false
            }
            guard let old, let new else { continue }
            verdict.add(
                "one software statement registers an app that calls only v1 and one that calls "
                    + "only v2", [old, new])
        }
        return verdict
    }
}

extension Traffic {
    /// A Boolean value that indicates whether registrations or token calls were captured.
    var hasRegistration: Bool { calls.contains { $0.isRegistration } }
}
