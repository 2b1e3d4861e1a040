internal import SAMLBindings
internal import WireText

/// A request in an export of SAML-tracer, whose values may be masked or removed.
///
/// Forms are all it has of bodies, and no times. `saml` stays readable whatever is masked; that of the redirect binding
/// has its letters beyond ASCII broken, so that the URL is better.
struct SAMLTracerRequest {
    private let object: JSONValue
    private let method: String
    private let url: String

    /// Creates a request; `nil` when the value is not one.
    init?(_ object: JSONValue) {
        guard let method = object["method"]?.text, let url = object["url"]?.text else {
            return nil
        }
        self.object = object
        self.method = method
        self.url = url
    }

    /// Returns the exchange.
    func exchange(at source: MessageSource) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: Array(url.utf8))
        exchange.method = method.uppercased()
        exchange.requestHeaders = Self.headers(object["requestHeaders"])
        exchange.responseHeaders = Self.headers(object["responseHeaders"])
        exchange.requestBody = body
        exchange.requestBody.mediaType =
            exchange.requestHeaders.mediaType ?? exchange.requestBody.mediaType
        exchange.responseBody = HTTPBody(state: .notRecorded)
        exchange.outcome =
            object["responseStatus"]?.int.flatMap { status in
                status > 0 ? .response(status: status, reason: nil) : nil
            } ?? .unanswered
        exchange.recorder = "SAML-tracer"
        exchange.decodedMessage = object["saml"]?.text.flatMap { $0.isEmpty ? nil : Array($0.utf8) }
        if exchange.requestBody.state == .redacted, exchange.decodedMessage == nil {
            // The names say whether a message is lost.
            exchange.requestBody.parameters = parameters.map { (name: $0.name, value: []) }
        }
        exchange.source.host = exchange.host
        return exchange
    }

    /// The headers: objects or, before 1.0, pairs.
    private static func headers(_ list: JSONValue?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for field in list?.elements ?? [] {
            let pair = field.elements
            guard let name = (pair.first ?? field["name"])?.text else { continue }
            headers.append(name, (pair.count == 2 ? pair[1] : field["value"])?.text ?? "")
        }
        return headers
    }

    private var body: HTTPBody {
        let parameters = self.parameters
        guard !parameters.isEmpty else {
            if object["postData"]?.text == Self.overwritten { return HTTPBody(state: .redacted) }
            // Other bodies than forms are never written.
            return HTTPBody(state: method == "GET" || method == "HEAD" ? .empty : .notRecorded)
        }
        var body = HTTPBody(
            rebuiltFrom: parameters.map { (name: $0.name, value: Array($0.value.utf8)) })
        if parameters.contains(where: { Self.isMasked($0.value) }) {
            body = HTTPBody(state: .redacted, mediaType: body.mediaType)
        }
        return body
    }

    /// The parameters of the form, in their order where it is known.
    private var parameters: [(name: String, value: String)] {
        let pairs = (object["post"]?.elements ?? []).compactMap { pair in
            let pair = pair.elements
            return pair.count == 2 ? pair[0].text.map { ($0, pair[1].text ?? "") } : nil
        }
        guard pairs.isEmpty, case .object(let members)? = object["postData"] else { return pairs }
        return members.flatMap { member in
            member.value.elements.compactMap { value in value.text.map { (member.name, $0) } }
        }
    }

    private static let overwritten = "{overwritten}"

    /// Returns whether a value was replaced by a mask.
    private static func isMasked(_ value: String) -> Bool {
        value == overwritten
            || ["{hash:", "{obf:"].contains { value.hasPrefix($0) } && value.hasSuffix("}")
    }
}
