/// Security and caching.
extension Rule {
    static let security: [Rule] = [
        Rule(
            .securityHTTPS, .mandatory, .page("(Legacy) REST API Reference"),
            notVisible: "The sandbox is on this computer and speaks HTTP only.",
            when: { !$0.isEmpty }, judge: httpsOnly),
        Rule(
            .securityNoSecretsInURL, .mandatory, .page("RFC 6750"), when: { !$0.isEmpty },
            judge: noSecretsInURL),
        Rule(
            .securityTokensStayAtAdobe, .mandatory, .page("RFC 6750"),
            notVisible: "Requests to other servers do not come here.", needs: [.headers],
            when: { traffic in traffic.all.contains { $0.kind == .foreign && !$0.isOwnHost } },
            judge: tokensStayAtAdobe),
        Rule(
            .securityStatementOnlyAtRegistration, .mandatory,
            .page("Dynamic Client Registration (DCR) API"),
            when: { traffic in traffic.calls.contains { $0.kind == .register } },
            judge: statementOnlyAtRegistration),
        Rule(
            .securityIdentityHashed, .mandatory, .page("TempPass Feature"), needs: [.headers],
            when: { traffic in traffic.v2.contains { $0.fields.identity != nil } },
            judge: identityHashed),
        Rule(
            .cachingValidators, .recommended, .inference,
            notVisible:
                "No page of Adobe's asks for it, and the sandbox lets nobody keep its answers.",
            when: { !$0.v2.isEmpty }, judge: validators),
    ]

    @Sendable private static func httpsOnly(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        // A sandbox or proxy of one's own may speak HTTP.
        let adobe = traffic.calls.filter { $0.exchange.environment ?? .other != .other }
        if !adobe.isEmpty { verdict.judged() }
        let plain = adobe.filter { !$0.exchange.isSecure }
        if !plain.isEmpty {
            verdict.add(
                "\(RuleWords.count(plain.count, "request")) over http to "
                    + RuleWords.list(plain.map(\.host)), plain)
        }
        let insecure = adobe.filter {
            $0.session?.isInsecure == true || $0.configuration?.hasInsecureLogo == true
                || $0.logouts?.contains { $0.isInsecure } == true
        }
        if !insecure.isEmpty {
            verdict.add(.noted, "answers with a url or a logo at http://", insecure)
        }
        return verdict
    }

    @Sendable private static func noSecretsInURL(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        var found: [String: [AuditedExchange]] = [:]
        var order: [String] = []
        for exchange in traffic.all where exchange.omission != .preflight {
            if exchange.kind == .management { continue }
            // The browser's part of a sign-in or sign-out is Adobe's and the provider's.
            let inURL = exchange.kind == .browserLeg ? nil : exchange.urlSecret
            guard let name = inURL ?? exchange.fields.refererSecret.map({ "\($0) in Referer" })
            else {
                continue
            }
            let key = "\(name), in a URL of \(exchange.host)"
            if found[key] == nil { order.append(key) }
            found[key, default: []].append(exchange)
        }
        for key in order {
            let exchanges = found[key] ?? []
            verdict.add(
                "\(key), \(RuleWords.count(exchanges.count, "request"))", exchanges: exchanges)
        }
        return verdict
    }

    @Sendable private static func tokensStayAtAdobe(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        var kinds: [UInt64: String] = [:]
        for call in traffic.calls {
            if let token = call.token { kinds[token.number] = "an access token" }
            if let token = call.issuedToken?.token { kinds[token.number] = "an access token" }
            if let secret = call.issuedClient?.secret { kinds[secret.number] = "a client secret" }
            if let secret = call.request.clientSecret { kinds[secret.number] = "a client secret" }
            if let token = call.fields.serviceToken?.hash {
                kinds[token.number] = "a service token"
            }
            for secret in call.request.secrets where kinds[secret.number] == nil {
                kinds[secret.number] = "a SAML response"
            }
            if case .framework(let response?) = call.answer {
                kinds[response.number] = "a SAML response"
            }
        }
        // Tokens that the recorder removed cannot be found elsewhere.
        if traffic.isAuthorizationRedacted { verdict.missing = .redacted }
        var found: [String: [AuditedExchange]] = [:]
        var order: [String] = []
        for exchange in traffic.all where exchange.kind == .foreign && !exchange.isOwnHost {
            for word in exchange.words {
                guard let kind = kinds[word] else { continue }
                let key = "\(kind) was sent to \(exchange.host)"
                if found[key] == nil { order.append(key) }
                found[key, default: []].append(exchange)
            }
        }
        for key in order {
            verdict.add(
                "\(key); if that is your own server, name it with --own-host",
                exchanges: found[key] ?? [])
        }
        return verdict
    }

    @Sendable private static func statementOnlyAtRegistration(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var statements: [HashedText: AuditedCall] = [:]
        for call in traffic.calls where call.kind == .register {
            if call.request.state == .missing { verdict.missing = .noBodies }
            guard let statement = call.request.statement else { continue }
            verdict.judged()
            if statements[statement] == nil { statements[statement] = call }
        }
        let numbers = Dictionary(
            statements.map { ($0.key.number, $0.value) }, uniquingKeysWith: { first, _ in first })
        var places: [AuditedExchange] = []
        for call in traffic.calls where call.kind != .register && call.request.statement != nil {
            places.append(call.exchange)
        }
        for exchange in traffic.all where exchange.kind == .foreign {
            if exchange.words.contains(where: { numbers[$0] != nil }) { places.append(exchange) }
        }
        if !places.isEmpty {
            verdict.add(
                "the software statement was sent elsewhere "
                    + "(\(RuleWords.list(places.map(\.host))))", exchanges: places,
                context: statements.values.map(\.exchange))
        }
        return verdict
    }

    @Sendable private static func identityHashed(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.v2 {
            guard let problem = call.fields.identity else { continue }
            verdict.judged()
            if !problem.isEmpty { verdict.add("AP-TempPass-Identity: \(problem)", [call]) }
        }
        return verdict
    }

    @Sendable private static func validators(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        var last: [HashedText: AuditedCall] = [:]
        var early: [AuditedCall] = []
        for call in traffic.v2 where call.method == "GET" && call.endpoint != .poll {
            guard let fingerprint = call.exchange.fingerprint else { continue }
            if let former = last[fingerprint], let age = former.caching?.maximumAge, age > 0,
                former.device == call.device, call.seconds - former.endSeconds < Double(age)
            {
                early.append(call)
            }
            last[fingerprint] = call
        }
        if !early.isEmpty {
            verdict.add(
                .noted,
                "\(RuleWords.count(early.count, "answer")) fetched again within its max-age", early)
        }
        return verdict
    }
}
