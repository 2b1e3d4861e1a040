/// Security and caching.
extension Rule {
    static let security: [Rule] = [
        Rule(
            .securityHTTPS, .mandatory, .page("(Legacy) REST API Reference"),
            notVisible: "The sandbox is on this computer and speaks HTTP only.",
            when: { !$0.isEmpty }, fold: HTTPSOnly()),
        Rule(
            .securityNoSecretsInURL, .mandatory, .page("RFC 6750"), when: { !$0.isEmpty },
            fold: NoSecretsInURL()),
        Rule(
            .securityTokensStayAtAdobe, .mandatory, .page("RFC 6750"),
            notVisible: "Requests to other servers do not come here.", needs: [.headers],
            when: { traffic in traffic.all.contains { $0.kind == .foreign && !$0.isOwnHost } },
            fold: TokensStayAtAdobe()),
        Rule(
            .securityStatementOnlyAtRegistration, .mandatory,
            .page("Dynamic Client Registration (DCR) API"),
            when: { traffic in traffic.calls.contains { $0.kind == .register } },
            fold: StatementOnlyAtRegistration()),
        Rule(
            .securityIdentityHashed, .mandatory, .page("TempPass Feature"), needs: [.headers],
            when: { traffic in traffic.v2.contains { $0.fields.identity != nil } },
            fold: EachCall(identityHashed)),
        Rule(
            .cachingValidators, .recommended, .inference,
            notVisible:
                "No page of Adobe's asks for it, and the sandbox lets nobody keep its answers.",
            when: { !$0.v2.isEmpty }, fold: CacheValidators()),
    ]

    @Sendable private static func identityHashed(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.isV2 else { return }
        guard let problem = call.fields.identity else { return }
        verdict.judged()
        if !problem.isEmpty { verdict.add("AP-TempPass-Identity: \(problem)", [call]) }
    }
}

private struct HTTPSOnly: RuleFold {
    private var plain: [AuditedCall] = []
    private var insecure: [AuditedCall] = []
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        // A sandbox or proxy of one's own may speak HTTP.
        guard call.exchange.environment ?? .other != .other else { return }
        result.judged()
        if !call.exchange.isSecure { plain.append(call) }
        if call.session?.isInsecure == true || call.configuration?.hasInsecureLogo == true
            || call.logouts?.contains(where: { $0.isInsecure }) == true
        {
            insecure.append(call)
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        if !plain.isEmpty {
            verdict.add(
                "\(RuleWords.count(plain.count, "request")) over http to "
                    + RuleWords.list(plain.map(\.host)), plain)
        }
        if !insecure.isEmpty {
            verdict.add(.noted, "answers with a url or a logo at http://", insecure)
        }
        return verdict
    }
}

private struct NoSecretsInURL: RuleFold {
    private var found = Groups<String, AuditedExchange>()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) { take(call.exchange) }
    mutating func take(other exchange: AuditedExchange, in traffic: Traffic) { take(exchange) }

    private mutating func take(_ exchange: AuditedExchange) {
        guard exchange.omission != .preflight, exchange.kind != .management else { return }
        // The browser's part of a sign-in or sign-out is Adobe's and the provider's.
        let inURL = exchange.kind == .browserLeg ? nil : exchange.urlSecret
        guard let name = inURL ?? exchange.fields.refererSecret.map({ "\($0) in Referer" }) else {
            return
        }
        found.add(exchange, to: "\(name), in a URL of \(exchange.host)")
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        for (key, exchanges) in found.all {
            verdict.add(
                "\(key), \(RuleWords.count(exchanges.count, "request"))", exchanges: exchanges)
        }
        return verdict
    }
}

/// The words of requests to other hosts, for secrets that may be known only later.
private struct ForeignWords: Sendable {
    private var exchanges: [UInt64: [AuditedExchange]] = [:]

    mutating func take(_ exchange: AuditedExchange) {
        for word in exchange.words { exchanges[word, default: []].append(exchange) }
    }

    subscript(word: UInt64) -> [AuditedExchange] { exchanges[word] ?? [] }
}

private struct TokensStayAtAdobe: RuleFold {
    private var kinds: [UInt64: String] = [:]
    private var words = ForeignWords()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        if let token = call.token { kinds[token.number] = "an access token" }
        if let token = call.issuedToken?.token { kinds[token.number] = "an access token" }
        if let secret = call.issuedClient?.secret { kinds[secret.number] = "a client secret" }
        if let secret = call.request.clientSecret { kinds[secret.number] = "a client secret" }
        if let token = call.fields.serviceToken?.hash { kinds[token.number] = "a service token" }
        for secret in call.request.secrets where kinds[secret.number] == nil {
            kinds[secret.number] = "a SAML response"
        }
        if case .framework(let response?) = call.answer {
            kinds[response.number] = "a SAML response"
        }
    }

    mutating func take(other exchange: AuditedExchange, in traffic: Traffic) {
        if exchange.kind == .foreign, !exchange.isOwnHost { words.take(exchange) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        // Tokens that the recorder removed cannot be found elsewhere.
        if traffic.isAuthorizationRedacted { verdict.missing = .redacted }
        let sent = kinds.flatMap { word, kind in words[word].map { (kind: kind, exchange: $0) } }
        var found = Groups<String, AuditedExchange>()
        for (kind, exchange) in sent.sorted(by: {
            ($0.exchange.start ?? 0, $0.exchange.number, $0.kind)
                < ($1.exchange.start ?? 0, $1.exchange.number, $1.kind)
        }) {
            found.add(exchange, to: "\(kind) was sent to \(exchange.host)")
        }
        for (key, exchanges) in found.all {
            verdict.add(
                "\(key); if that is your own server, name it with --own-host",
                exchanges: exchanges)
        }
        return verdict
    }
}

private struct StatementOnlyAtRegistration: RuleFold {
    private var statements: [HashedText: AuditedCall] = [:]
    private var places: [AuditedExchange] = []
    private var words = ForeignWords()
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.kind == .register else {
            if call.request.statement != nil { places.append(call.exchange) }
            return
        }
        if call.request.state == .missing { result.missing = .noBodies }
        guard let statement = call.request.statement else { return }
        result.judged()
        if statements[statement] == nil { statements[statement] = call }
    }

    mutating func take(other exchange: AuditedExchange, in traffic: Traffic) {
        if exchange.kind == .foreign { words.take(exchange) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        let foreign = Dictionary(
            statements.keys.flatMap { words[$0.number] }.map { ($0.number, $0) },
            uniquingKeysWith: { one, _ in one })
        let places = places + foreign.values.sorted { $0.number < $1.number }
        if !places.isEmpty {
            verdict.add(
                "the software statement was sent elsewhere "
                    + "(\(RuleWords.list(places.map(\.host))))", exchanges: places,
                context: statements.values.map(\.exchange))
        }
        return verdict
    }
}

private struct CacheValidators: RuleFold {
    private var last: [HashedText: AuditedCall] = [:]
    private var early: [AuditedCall] = []

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, call.method == "GET", call.endpoint != .poll,
            let fingerprint = call.exchange.fingerprint
        else { return }
        if let former = last[fingerprint], let age = former.caching?.maximumAge, age > 0,
            former.device == call.device, call.seconds - former.endSeconds < Double(age)
        {
            early.append(call)
        }
        last[fingerprint] = call
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        verdict.judged()
        if !early.isEmpty {
            verdict.add(
                .noted,
                "\(RuleWords.count(early.count, "answer")) fetched again within its max-age", early)
        }
        return verdict
    }
}
