package import Captures
internal import ProfileProcessing
internal import SAMLBindings
internal import WireText

/// Reduces captured exchanges to what rules look at.
package struct TrafficReading: Sendable {
    private let options: AuditOptions
    private var fieldSets: [HashedText: RequestFields] = [:]
    private var configurations: [HashedText: ConfigurationAnswer] = [:]
    private var texts: Set<String> = []
    private var sessions: MessageReading
    /// The exchanges in the order of the input.
    package private(set) var exchanges: [AuditedExchange] = []

    /// Creates a reading without exchanges.
    ///
    /// - Parameters:
    ///   - options: What the user says of the traffic.
    ///   - judging: How the SAML messages in it are judged.
    package init(options: AuditOptions, judging: MessageJudging = .unchecked) {
        self.options = options
        sessions = MessageReading(judging)
    }

    /// The SAML messages in the exchanges, each once.
    package var messages: [AuditedMessage] { sessions.messages }

    /// The SAML requests in the exchanges with what answered them, and the calls between.
    package var signOns: AuditedSignOns {
        var pairing = SignOnPairing()
        for message in sessions.signOnMessages { pairing.add(message) }
        return AuditedSignOns(pairing.signOns, in: exchanges)
    }

    /// Takes an exchange.
    package mutating func add(_ exchange: HTTPExchange) {
        guard exchange.kind == .http else { return }
        var draft = AuditedExchangeDraft()
        draft.number = exchanges.count
        note(exchange, in: &draft)
        let address = AddressParts(String(decoding: exchange.url, as: UTF8.self))
        classify(address, exchange, &draft)
        if draft.kind == .foreign {
            noteForeign(address, exchange, &draft)
        } else {
            noteContent(address, exchange, &draft)
        }
        let audited = AuditedExchange(draft)
        exchanges.append(audited)
        sessions.add(exchange, audited)
    }

    /// Forgets the exchanges from a place on.
    mutating func removeExchanges(from place: Int) { exchanges.removeSubrange(place...) }

    /// Returns one text for all that are equal.
    private mutating func shared(_ text: String) -> String {
        texts.insert(text).memberAfterInsert
    }

    private mutating func note(_ exchange: HTTPExchange, in draft: inout AuditedExchangeDraft) {
        draft.file = shared(exchange.source.file ?? "-")
        draft.entry = exchange.source.entry
        draft.line = exchange.source.line
        draft.start = exchange.start?.microseconds
        if let start = draft.start {
            let duration = exchange.duration ?? 0
            draft.end = start + Int64(max(0, min(duration, 86_400_000)) * 1000)
        }
        draft.client = exchange.client.map { shared($0) }
        draft.server = exchange.server.map { shared($0) }
        draft.method = shared(exchange.method ?? "GET")
        if case .response(let status, _) = exchange.outcome { draft.status = status }
        draft.date = exchange.responseHeaders["Date"].flatMap { HTTPDate.seconds(of: $0) }
        draft.location = exchange.responseHeaders["Location"].map {
            let parts = AddressParts($0)
            return HashedText(parts.scheme.isEmpty ? parts.path : parts.place)
        }
        if draft.method == "OPTIONS" {
            draft.omission = .preflight
        } else if draft.status == 0 {
            draft.omission = .unanswered
        } else if exchange.isFromCache {
            draft.omission = .cached
        }
    }

    private mutating func classify(
        _ address: AddressParts, _ exchange: HTTPExchange, _ draft: inout AuditedExchangeDraft
    ) {
        draft.host = shared(address.host)
        draft.isLoopback = AdobeHost.isLoopback(address.host)
        draft.isSecure = address.scheme != "http" || address.port == 443
        draft.place = HashedText(address.place)
        draft.pathHash = HashedText(address.path)
        draft.isOwnHost = options.ownHosts.contains(address.host)
        let adobe = AdobeHost(address.host)
        let isNamed = options.hosts.contains(address.host)
        let segments = address.segments
        if let adobe, adobe.isManagement {
            draft.kind = .management
        } else if adobe != nil || isNamed || draft.isLoopback && !draft.isOwnHost
            || Self.hasDevice(exchange)
        {
            draft.kind = kind(draft, address, segments, isAdobe: adobe != nil)
        }
        if draft.kind != .foreign { draft.environment = adobe?.environment ?? .other }
        draft.path = shared(
            draft.kind == .foreign
                ? address.host + Self.shortened(address.path)
                : Self.path(of: draft.kind) ?? Self.shortened(address.path))
    }

    private func kind(
        _ draft: AuditedExchangeDraft, _ address: AddressParts, _ segments: [String], isAdobe: Bool
    ) -> AuditedExchange.Kind {
        let isPreflight = draft.method == "OPTIONS"
        switch V2Call.match(method: draft.method, segments: segments) {
        case .call(let call): return .v2(call)
        case .otherMethod(let call): return isPreflight ? .v2(call) : .stray(call)
        case .stray: return isPreflight ? .unknownPath : .stray(nil)
        case .none: break
        }
        if segments.count >= 2, segments[0] == "o", segments[1] == "client" {
            switch segments.dropFirst(2).joined(separator: "/") {
            case "register": return .register
            case "token": return .token
            case "scopes", "validate": return .unknownPath
            default: return .stray(nil)
            }
        }
        if let call = V1Call.match(method: draft.method, segments: segments) { return .v1(call) }
        if let mark = V1Call.sdkMark(host: address.host, segments: segments) { return .sdk(mark) }
        if segments.count == 3, segments[0] == "api",
            ["serviceToken", "link", "unlink", "list"].contains(segments[2])
        {
            return .ssoService(segments[2])
        }
        if segments.starts(with: ["adobe-services", "authenticate"])
            || segments == ["adobe-services", "logout"] || segments.starts(with: ["sp", "saml"])
        {
            return .browserLeg
        }
        if segments == ["sandbox", "platform-sso"], !isAdobe { return .framework }
        return isAdobe ? .unknownPath : .foreign
    }

    /// Returns whether a request has one of the header fields that only Adobe Pass knows.
    private static func hasDevice(_ exchange: HTTPExchange) -> Bool {
        ["AP-Device-Identifier", "AP-Partner-Framework-Status", "X-Device-Info"].contains {
            exchange.requestHeaders[$0] != nil
        }
    }

    private static func path(of kind: AuditedExchange.Kind) -> String? {
        switch kind {
        case .v2(let call): call.shownPath
        case .stray(let call?): call.shownPath
        case .v1(let call): call.path
        default: nil
        }
    }

    /// The path without its long segments, which may be secrets.
    private static func shortened(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.prefix(8).map { $0.utf8.count > 32 ? "…" : String($0) }.joined(separator: "/")
            + (parts.count > 8 ? "/…" : "")
    }

    private mutating func noteContent(
        _ address: AddressParts, _ exchange: HTTPExchange, _ draft: inout AuditedExchangeDraft
    ) {
        draft.fields = fields(of: exchange.requestHeaders)
        if address.query != nil || exchange.requestBody.state != .empty {
            draft.request = RequestBox(
                RequestContent(
                    query: address.query, body: exchange.requestBody,
                    mediaType: exchange.requestHeaders["Content-Type"]))
        }
        draft.answer = answer(exchange, draft.kind)
        draft.urlSecret = SecretInAddress.first(in: address).map { shared($0) }
        draft.caching = Self.caching(exchange.responseHeaders)
        draft.fingerprint = HashedText(
            Array(draft.method.utf8) + [0] + exchange.url + [0] + exchange.requestBody.bytes)
    }

    private mutating func fields(of headers: HTTPHeaders) -> RequestFields {
        var key = ""
        for field in headers.fields {
            let name = field.name.lowercased()
            guard !Self.passedOver.contains(name) else { continue }
            key += name
            key += ":"
            key += field.value
            key += "\n"
        }
        // The text of all fields is long, and every device has its own.
        let hash = HashedText(key)
        if let known = fieldSets[hash] { return known }
        let made = RequestFields(headers)
        fieldSets[hash] = made
        return made
    }

    private static let passedOver: Set<String> = [
        "content-length", "host", "connection", "accept-encoding", "accept-language", "cookie",
        "traceparent", "tracestate", "baggage", "sentry-trace", "x-request-id", "x-correlation-id",
    ]

    private mutating func answer(_ exchange: HTTPExchange, _ kind: AuditedExchange.Kind) -> Answer {
        let body = exchange.responseBody
        switch body.state {
        case .notRecorded, .dropped, .redacted, .undecodable: return .missing
        case .empty, .present, .truncated, .tooLarge: break
        }
        guard body.bytes.first(where: { !$0.isWhiteSpace }) == UInt8(ascii: "{") else {
            return .none
        }
        if case .v2(let call) = kind, call.endpoint == .configuration {
            let hash = HashedText(body.bytes)
            if let known = configurations[hash] { return .configuration(known) }
            guard let json = JSONValue(reading: body.bytes) else { return .missing }
            if let error = ErrorAnswer(json), json["action"] != nil { return .error(error) }
            let made = ConfigurationAnswer(json)
            configurations[hash] = made
            return .configuration(made)
        }
        guard let json = JSONValue(reading: body.bytes) else {
            return body.state == .present ? .none : .missing
        }
        return Answer(json, kind)
    }

    private static func caching(_ headers: HTTPHeaders) -> CacheFields? {
        let control = headers["Cache-Control"]?.lowercased()
        let age = control?.split(separator: ",").lazy
            .map { $0.drop { $0 == " " } }
            .first { $0.hasPrefix("max-age=") }
            .flatMap { Int64($0.dropFirst(8)) }
        let hasValidator = headers["ETag"] != nil || headers["Last-Modified"] != nil
        let retry = headers["Retry-After"].flatMap { Int64($0) }
        guard age != nil || hasValidator || retry != nil else { return nil }
        return CacheFields(maximumAge: age, hasValidator: hasValidator, retryAfter: retry)
    }

    private mutating func noteForeign(
        _ address: AddressParts, _ exchange: HTTPExchange, _ draft: inout AuditedExchangeDraft
    ) {
        let url = String(decoding: exchange.url, as: UTF8.self)
        draft.isPlayback = options.playback.contains { $0.occurs(in: url) }
        draft.urlSecret = SecretInAddress.first(in: address, isAdobe: false).map { shared($0) }
        draft.words = RequestWords.hashes(of: exchange, address)
        // The user agent shows whether a browser came to redirectUrl.
        if let agent = exchange.requestHeaders["User-Agent"] {
            var headers = HTTPHeaders()
            headers.append("User-Agent", agent)
            draft.fields = fields(of: headers)
        }
    }
}

extension Answer {
    fileprivate init(_ json: JSONValue, _ kind: AuditedExchange.Kind) {
        switch kind {
        case .register:
            if let id = json["client_id"]?.text {
                self = .client(
                    ClientAnswer(
                        clientID: HashedText(id),
                        secret: json["client_secret"]?.text.map { HashedText($0) },
                        scopes: json["scopes"]?.elements?.compactMap(\.text)
                            ?? json["scopes"]?.text.map { [$0] }))
                return
            }
        case .token:
            if let token = json["access_token"]?.text {
                self = .token(
                    TokenAnswer(
                        token: HashedText(token),
                        lifetime: json["expires_in"]?.lenientNumber))
                return
            }
        case .framework:
            self = .framework(
                hasResponse: json["metadata"]?["samlAttributeQueryResponse"]?.text
                    .map { HashedText($0) })
            return
        case .v2(let call):
            if let answer = Self.ofV2(json, call) {
                self = answer
                return
            }
        default: break
        }
        self = ErrorAnswer(json).map { .error($0) } ?? .other
    }

    private static func ofV2(_ json: JSONValue, _ call: V2Call) -> Answer? {
        switch call.endpoint {
        case .sessions, .resume, .partnerSession: SessionAnswer(json).map { .session($0) }
        case .profiles, .profile, .poll, .partnerProfile:
            ProfileAnswer.all(in: json).map { .profiles($0) }
        case .authorize, .preauthorize: DecisionAnswer.all(in: json).map { .decisions($0) }
        case .logout: LogoutAnswer.all(in: json).map { .logouts($0) }
        default: nil
        }
    }
}
