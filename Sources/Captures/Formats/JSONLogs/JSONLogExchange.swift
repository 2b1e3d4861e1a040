internal import SAMLBindings
internal import WireText

/// An exchange that one object of a log describes.
struct JSONLogExchange {
    private(set) var exchange: HTTPExchange

    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE",
    ]

    /// Reads an object; `nil` if it does not say what was requested.
    ///
    /// - Parameters:
    ///   - fields: The members of the object.
    ///   - source: Its place.
    ///   - time: The time of the event around it.
    ///   - decoder: What undoes the content codings of bodies.
    init?(
        _ fields: JSONLogFields, at source: MessageSource, time: String?,
        with decoder: BodyDecoder
    ) {
        let method = fields.first(JSONLogName.method) { $0.text.map { $0.uppercased() } }
        let status = fields.first(JSONLogName.status) { value in
            value.int.flatMap { (100..<600).contains($0) ? $0 : nil }
        }
        if let method {
            guard Self.methods.contains(method) else { return nil }
        } else {
            guard status != nil, fields.first(JSONLogName.requestURL, \.text) != nil else {
                return nil
            }
        }
        let isGateway = fields.first(JSONLogName.gatewayMethod, \.text) != nil
        let headers = JSONLogName.requestHeaders + (isGateway ? JSONLogName.gatewayHeaders : [])
        let requestHeaders = fields.first(headers) { HTTPHeaders($0) } ?? HTTPHeaders()
        guard let url = Self.url(fields, requestHeaders) else { return nil }
        exchange = HTTPExchange(source: source, url: url)
        exchange.method = method
        exchange.requestHeaders = requestHeaders
        exchange.responseHeaders =
            fields.first(JSONLogName.responseHeaders) { HTTPHeaders($0) } ?? HTTPHeaders()
        let body = fields.first(JSONLogName.requestBody) { $0 }
        let gatewayBody = isGateway ? fields.first(JSONLogName.gatewayBody) { $0 } : nil
        exchange.requestBody = HTTPBody(
            logged: body ?? gatewayBody, requestHeaders, decoder,
            isBase64: body == nil && fields.first(JSONLogName.gatewayIsBase64, \.boolean) == true)
        exchange.responseBody = HTTPBody(
            logged: fields.first(JSONLogName.responseBody) { $0 }, exchange.responseHeaders,
            decoder)
        exchange.outcome =
            HTTPExchange.Outcome(
                status: status, reason: fields.first(JSONLogName.reason, \.text)) ?? .unknown
        let start = fields.first(JSONLogName.start, \.timeText) ?? fields.time ?? time
        exchange.start = start.map { CaptureTime(parsing: $0) }
        exchange.duration = Self.duration(fields).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        exchange.client = fields.first(JSONLogName.client, \.text)
        exchange.completeSource()
    }

    // MARK: URLs

    /// The absolute URL, or one that is made so by the host that the log names.
    private static func url(_ fields: JSONLogFields, _ headers: HTTPHeaders) -> [UInt8]? {
        var path: String?
        for text in JSONLogName.url.lazy.compactMap({ fields.first([$0], \.text) }) {
            if URLParts(Array(text.utf8)[...]).authority != nil { return Array(text.utf8) }
            if path == nil, text.utf8.first == UInt8(ascii: "/") { path = text }
        }
        if path == nil, var text = fields.first(JSONLogName.path, \.text) {
            if let query = fields.first(JSONLogName.query, \.text), !query.isEmpty {
                text += "?" + query
            }
            path = text
        }
        guard let path else { return nil }
        let port = fields.first(JSONLogName.port, \.int).map { ":\($0)" } ?? ""
        let authority =
            headers.authority ?? fields.first(JSONLogName.host, \.text).map { $0 + port }
        guard let authority, !authority.isEmpty else { return Array(path.utf8) }
        let scheme = fields.first(JSONLogName.scheme, \.text) ?? "https"
        return Array("\(scheme)://\(authority)\(path)".utf8)
    }

    // MARK: Durations

    /// The duration in milliseconds.
    private static func duration(_ fields: JSONLogFields) -> Double? {
        fields.first(JSONLogName.milliseconds, \.double)
            ?? fields.first(JSONLogName.seconds, \.double).map { $0 * 1000 }
            ?? fields.first(JSONLogName.nanoseconds, \.double).map { $0 / 1_000_000 }
            ?? fields.first(JSONLogName.durations) { $0.text.flatMap { milliseconds(in: $0) } }
    }

    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("us", 1e-3), ("µs", 1e-3), ("ns", 1e-6), ("s", 1000),
    ]

    private static func milliseconds(in text: String) -> Double? {
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        return Double(text.dropLast(unit.suffix.count)).map { $0 * unit.milliseconds }
    }
}

extension HTTPBody {
    /// Reads a body: its text, the object around that, or what a program parsed of it.
    fileprivate init(
        logged value: JSONValue?, _ headers: HTTPHeaders, _ decoder: BodyDecoder,
        isBase64: Bool = false
    ) {
        let inner = value?["text"]?.text ?? value?["content"]?.text
        let isBase64 = isBase64 || value?["encoding"]?.text?.lowercased() == "base64"
        switch value {
        case nil: self.init(state: .notRecorded)
        case _ where inner != nil || value?.text != nil:
            let text = Array((inner ?? value?.text ?? "").utf8)
            if isBase64, let bytes = [UInt8](base64: text) {
                self = decoder.body(bytes, under: headers, exactness: .decoded)
            } else if isBase64 {
                self.init(text, state: .undecodable("base64"))
            } else {
                let isASCII = text.allSatisfy { $0 < 0x80 }
                let isLossy = !isASCII && text[...].contains("\u{FFFD}")
                self.init(text, exactness: isASCII ? .decoded : isLossy ? .lossy : .reencoded)
            }
        case .object(let members)?
        where headers.mediaType == "application/x-www-form-urlencoded"
            || members.contains(where: { SAMLParameter.messages.contains($0.name) }):
            self.init(
                rebuiltFrom: members.compactMap { name, value in
                    value.scalarText.map { (name, Array($0.utf8)) }
                })
        case let value?: self.init(value.bytes, exactness: .rebuilt)
        }
        mediaType = headers.mediaType ?? mediaType
    }
}
