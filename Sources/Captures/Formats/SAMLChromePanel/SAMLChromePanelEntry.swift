internal import SAMLBindings
internal import WireText

/// An entry in an export of SAML Chrome Panel: one of HAR without the body of the response.
///
/// Its `saml` has the letters beyond ASCII broken, so that it stands only where nothing else does.
struct SAMLChromePanelEntry {
    private let object: JSONValue
    private let url: String

    /// Creates an entry; `nil` when the value is not one.
    init?(_ object: JSONValue) {
        guard let url = (object["request"]?["url"] ?? object["request_url"])?.text else {
            return nil
        }
        self.object = object
        self.url = url
    }

    /// Returns the exchange.
    func exchange(at source: MessageSource) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: Array(url.utf8))
        let (request, response) = (object["request"], object["response"])
        exchange.method = (request?["method"] ?? object["request_method"])?.text?.uppercased()
        exchange.requestHeaders = Self.headers(request?["headers"] ?? object["headers"])
        exchange.responseHeaders = Self.headers(
            response?["headers"] ?? object["response_headers"])
        exchange.requestBody = body
        exchange.requestBody.mediaType =
            exchange.requestHeaders.mediaType ?? exchange.requestBody.mediaType
        exchange.responseBody = HTTPBody(state: .notRecorded)
        exchange.outcome =
            (response?["status"] ?? object["response_status"])?.int.flatMap { status in
                guard status > 0 else { return nil }
                return .response(
                    status: status,
                    reason: response?["statusText"]?.text.flatMap { $0.isEmpty ? nil : $0 })
            } ?? .unanswered
        exchange.start = object["startedDateTime"]?.text.map { CaptureTime(iso8601: $0) }
        exchange.duration = object["time"]?.double.flatMap { $0 < 0 ? nil : $0 }
        exchange.recorder = "SAML Chrome Panel"
        exchange.decodedMessage = object["saml"]?.text.flatMap { $0.isEmpty ? nil : Array($0.utf8) }
        exchange.source.time = exchange.start?.text
        exchange.source.host = exchange.host
        return exchange
    }

    private static func headers(_ list: JSONValue?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for field in list?.elements ?? [] {
            guard let name = field["name"]?.text else { continue }
            headers.append(name, field["value"]?.text ?? "")
        }
        return headers
    }

    private var body: HTTPBody {
        if let text = object["request"]?["postData"]?["text"]?.text, !text.isEmpty {
            return HTTPBody(text: text, charset: nil)
        }
        let fields =
            object["request"]?["postData"]?["params"]?.elements ?? object["postData"]?.elements
            ?? []
        return HTTPBody(
            rebuiltFrom: fields.compactMap { field in
                field["name"]?.text.map {
                    (name: $0, value: Array((field["value"]?.text ?? "").utf8))
                }
            })
    }
}
