internal import SAMLBindings
internal import WireText

/// A request that Newman sent, and what came back.
struct NewmanExecution {
    private let object: JSONValue
    private let request: JSONValue

    /// Creates an execution; `nil` when the value is not one.
    init?(_ object: JSONValue) {
        guard let request = object["request"], request["url"] != nil else { return nil }
        self.object = object
        self.request = request
    }

    /// Returns the exchange.
    func exchange(at source: MessageSource, decoder: BodyDecoder) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: url)
        let response = object["response"]
        exchange.method = (request["method"]?.text ?? "GET").uppercased()
        exchange.requestHeaders = Self.headers(request["header"])
        exchange.responseHeaders = Self.headers(response?["header"])
        exchange.requestBody = requestBody
        exchange.requestBody.mediaType =
            exchange.requestHeaders.mediaType ?? exchange.requestBody.mediaType
        if let response {
            exchange.responseBody = Self.body(
                of: response, coding: exchange.responseHeaders["Content-Encoding"], decoder)
            exchange.responseBody.mediaType = exchange.responseHeaders.mediaType
            exchange.duration = response["responseTime"]?.double
        }
        if let status = response?["code"]?.int, status > 0 {
            exchange.outcome = .response(status: status, reason: response?["status"]?.text)
        } else {
            let error = object["requestError"]
            exchange.outcome =
                (error?["code"] ?? error?["message"])?.text.map { .failed($0) } ?? .unanswered
        }
        exchange.recorder = "Newman"
        exchange.comment = object["item"]?["name"]?.text
        exchange.source.host = exchange.host
        return exchange
    }

    /// The absolute URL: text, or the parts it was taken apart into.
    private var url: [UInt8] {
        guard let url = request["url"], url.isObject else {
            return Array((request["url"]?.text ?? "").utf8)
        }
        let scheme = url["protocol"]?.text ?? "http"
        let host = Self.joined(url["host"], by: ".")
        let port = url["port"].flatMap { $0.text ?? $0.int.map { "\($0)" } } ?? ""
        let path = Self.joined(url["path"], by: "/")
        let query = (url["query"]?.elements ?? []).compactMap { pair -> String? in
            guard let key = pair["key"]?.text, pair["disabled"]?.isTrue != true else { return nil }
            return pair["value"]?.text.map { "\(key)=\($0)" } ?? key
        }
        let authority = port.isEmpty ? host : "\(host):\(port)"
        let mark = query.isEmpty ? "" : "?"
        return Array("\(scheme)://\(authority)/\(path)\(mark)\(query.joined(separator: "&"))".utf8)
    }

    private static func joined(_ parts: JSONValue?, by separator: String) -> String {
        parts?.text ?? (parts?.elements ?? []).compactMap(\.text).joined(separator: separator)
    }

    private static func headers(_ list: JSONValue?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for field in list?.elements ?? [] where field["disabled"]?.isTrue != true {
            guard let name = field["key"]?.text else { continue }
            headers.append(name, field["value"]?.text ?? "")
        }
        return headers
    }

    private var requestBody: HTTPBody {
        let body = request["body"]
        switch body?["mode"]?.text {
        case "raw": return HTTPBody(text: body?["raw"]?.text ?? "", charset: nil)
        case "urlencoded": return HTTPBody(rebuiltFrom: Self.parameters(body?["urlencoded"]))
        case "formdata":
            let parameters = Self.parameters(body?["formdata"])
            guard !parameters.isEmpty else { return HTTPBody() }
            // The parts were not kept as they were sent, so that a form stands for them.
            return HTTPBody(rebuiltFrom: parameters)
        case nil: return HTTPBody()
        case "file": return HTTPBody(state: .dropped("a file"))
        case .some: return HTTPBody(state: .dropped("not kept"))
        }
    }

    private static func parameters(_ list: JSONValue?) -> [(name: String, value: [UInt8])] {
        return (list?.elements ?? []).compactMap { field in
            guard let name = field["key"]?.text, field["disabled"]?.isTrue != true else {
                return nil
            }
            return (name: name, value: Array((field["value"]?.text ?? "").utf8))
        }
    }

    /// The bytes of a response, which Newman writes as a list of numbers, decoded.
    private static func body(
        of response: JSONValue, coding: String?, _ decoder: BodyDecoder
    ) -> HTTPBody {
        if let text = response["body"]?.text { return HTTPBody(text: text, charset: nil) }
        let numbers = (response["stream"]?["data"] ?? response["stream"])?.elements ?? []
        let bytes = numbers.compactMap { $0.int.flatMap { UInt8(exactly: $0) } }
        guard bytes.count == numbers.count else { return HTTPBody(state: .dropped("no bytes")) }
        if bytes.isEmpty, let size = response["responseSize"]?.int, size > 0 {
            return HTTPBody(state: .dropped("not kept"))
        }
        return decoder.body(bytes, coding: coding, exactness: .decoded)
    }
}
