internal import WireText

/// The members of one object of a log that belong to an exchange, whatever the log calls them.
///
/// A name may be written with dots, or be a path through objects: `"http.request.method"` is the same as
/// `{"http": {"request": {"method": …}}}`. The object is read once, whatever its size.
struct JSONLogFields {
    private var values: [String: JSONValue] = [:]
    private var timeRank = Int.max
    /// The time of the event, in the words of the log.
    private(set) var time: String?

    init(_ object: JSONValue) {
        guard case .object(let members) = object else { return }
        take(members, below: "")
        // Google writes the members of an event beside its `httpRequest`.
        if let payload = object["jsonPayload"]?.members { take(payload, below: "") }
    }

    private mutating func take(_ members: [(name: String, value: JSONValue)], below path: String) {
        for (name, value) in members {
            if path.isEmpty { takeTime(value, named: name) }
            if case .null = value { continue }
            let name = path + name
            if Self.names.contains(name), values[name] == nil { values[name] = value }
            if case .object(let inner) = value, Self.prefixes.contains(name) {
                take(inner, below: name + ".")
            }
        }
    }

    private mutating func takeTime(_ value: JSONValue, named name: String) {
        guard case .time(let rank) = JSONName(Array(name.utf8)[...]), rank < timeRank,
            let text = value.timeText
        else { return }
        timeRank = rank
        time = text
    }

    /// Returns the value of the first name that has one which `read` understands.
    func first<Value>(_ names: [String], _ read: (JSONValue) -> Value?) -> Value? {
        for name in names {
            if let value = values[name], let found = read(value) { return found }
        }
        return nil
    }

    /// The names that are kept.
    private static let names = Set(JSONLogName.all.joined())

    /// The names of the objects around them.
    private static let prefixes = Set(
        names.flatMap { name in
            let parts = name.split(separator: ".")
            return (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: ".") }
        })
}

/// The names that logs have for the parts of an exchange, the most telling ones first.
enum JSONLogName {
    static let method = [
        "request.method", "http.request.method", "req.method", "httpRequest.requestMethod",
        "httpRequest.httpMethod", "http.method", "httpMethod", "requestMethod", "request_method",
        "method",
    ]
    /// The URLs of a request that need no method beside them to be one.
    static let requestURL = ["request.url", "request.uri", "req.url"]
    static let url =
        requestURL + [
            "http.url", "url.full", "url.original", "httpRequest.requestUrl", "requestUrl",
            "requestURL", "request_url", "url", "uri", "request.path", "req.originalUrl",
            "httpRequest.uri", "http.target", "requestUri", "requestURI", "request_uri", "path",
        ]
    static let scheme = ["url.scheme", "request.scheme", "http.scheme", "scheme"]
    static let host = ["url.domain", "request.host", "http.host", "http_host", "server_name"]
    static let port = ["url.port"]
    static let path = ["url.path"]
    static let query = ["url.query"]
    static let status = [
        "response.status", "response.statusCode", "response.status_code", "response.code",
        "http.response.status_code", "res.statusCode", "res.status", "httpRequest.status",
        "http.status_code", "http.status", "responseStatus", "responseStatusCode",
        "response_status", "response_code", "statusCode", "status_code", "status",
    ]
    static let reason = ["response.statusText", "statusText"]
    static let requestHeaders = [
        "request.headers", "http.request.headers", "req.headers", "httpRequest.headers",
        "requestHeaders", "request_headers",
    ]
    static let responseHeaders = [
        "response.headers", "http.response.headers", "res.headers", "responseHeaders",
        "response_headers",
    ]
    static let requestBody = [
        "request.body", "request.body.content", "request.postData", "http.request.body",
        "http.request.body.content", "req.body", "requestBody", "request_body",
    ]
    static let responseBody = [
        "response.body", "response.body.content", "response.content", "http.response.body",
        "http.response.body.content", "res.body", "responseBody", "response_body",
    ]
    /// The parts of a request that API Gateway writes beside `httpMethod`.
    static let gatewayMethod = ["httpMethod"]
    static let gatewayHeaders = ["headers"]
    static let gatewayBody = ["body"]
    static let gatewayIsBase64 = ["isBase64Encoded"]
    static let start = [
        "startedDateTime", "request.startTime", "request.timestamp", "event.start", "startTime",
        "start_time", "startedAt", "start",
    ]
    static let milliseconds = [
        "durationMs", "duration_ms", "responseTime", "responseTimeMs", "response_time_ms",
        "latencyMs", "latency_ms", "elapsedMs", "elapsed_ms", "took_ms",
    ]
    static let seconds = ["request_time"]
    static let nanoseconds = ["event.duration"]
    /// Durations; only those with a unit, such as `0.212s`, can be read.
    static let durations = ["httpRequest.latency", "latency", "duration", "elapsed"]
    static let client = [
        "client.ip", "source.ip", "httpRequest.remoteIp", "httpRequest.clientIp", "clientIp",
        "client_ip", "remote_addr", "remoteAddress",
    ]

    static let all = [
        method, url, scheme, host, port, path, query, status, reason, requestHeaders,
        responseHeaders, requestBody, responseBody, gatewayHeaders, gatewayBody, gatewayIsBase64,
        start, milliseconds, seconds, nanoseconds, durations, client,
    ]
}

extension JSONValue {
    /// The text of a time; a number below a billion is a duration.
    var timeText: String? {
        switch self {
        case .string(let text): (3...256).contains(text.utf8.count) ? text : nil
        case .integer(let number): number >= 1_000_000_000 ? "\(number)" : nil
        case .number(let number):
            (1_000_000_000..<1e15).contains(number) ? "\(number)" : nil
        default: nil
        }
    }
}
