internal import WireText

extension JSONExchangeMap {
    /// A transaction as Charles writes it in JSON: in its JSON session with the bodies, in `.chlz` without them.
    static let charles = JSONExchangeMap(
        recorder: "Charles", method: ["method"], joinedURL: { url($0, $1) },
        requestHeaders: ["request.header.headers"], responseHeaders: ["response.header.headers"],
        requestBody: { body($0["request"], $1, $2) },
        responseBody: { body($0["response"], $1, $2) },
        status: ["response.status"], failure: ["errorMessage"], start: ["times.start"],
        duration: ["durations.total"], client: (["clientAddress"], ["clientPort"]),
        server: (["remoteAddress"], ["actualPort"]), secure: ["ssl.protocol"], comment: ["notes"],
        complete: complete)

    /// The absolute URL.
    ///
    /// With HTTP/2 the host can be that of a connection which others share, so that the headers go first.
    private static func url(_ object: JSONValue, _ headers: HTTPHeaders) -> [UInt8]? {
        guard let host = object["host"]?.text else { return nil }
        let scheme = object["scheme"]?.text ?? "https"
        let path = object["path"]?.text ?? ""
        let query = object["query"]?.text.map { "?\($0)" } ?? ""
        let usualPort = scheme == "https" || scheme == "wss" ? 443 : 80
        let port = object[["port", "actualPort"]]?.int ?? usualPort
        let authority =
            headers.authority ?? (port == usualPort || port < 0 ? host : "\(host):\(port)")
        return Array("\(scheme)://\(authority)\(path)\(query)".utf8)
    }

    private static func body(
        _ message: JSONValue?, _ headers: HTTPHeaders, _ decoder: BodyDecoder
    ) -> HTTPBody {
        var body: HTTPBody
        let coding = message?["contentEncoding"]?.text ?? headers["Content-Encoding"]
        if let encoded = message?[["body.encoded"]]?.text {
            body =
                [UInt8](base64: encoded.utf8)
                .map { decoder.body($0, coding: coding, exactness: .wire) }
                ?? HTTPBody(state: .dropped("not Base64"))
        } else if let text = message?[["body.text"]]?.text {
            body = HTTPBody(text: text, charset: message?[["body.charset", "charset"]]?.text)
        } else {
            let size = message?[["sizes.body"]]?.int ?? 0
            body = HTTPBody(state: size > 0 ? .dropped("not exported") : .empty)
        }
        body.mediaType = message?["mimeType"]?.text
        return body
    }

    @Sendable private static func complete(_ object: JSONValue, _ exchange: inout HTTPExchange) {
        if object["tunnel"]?.boolean == true {
            exchange.kind = .tunnel
        } else if exchange.kind == .http, object["webSocket"]?.boolean == true {
            exchange.kind = .webSocket
        }
        switch exchange.outcome {
        case .response(let status, _):
            let words = object[["response.header.firstLine"]]?.text?
                .split(separator: " ", maxSplits: 2)
            let reason = words?.dropFirst(2).first
            exchange.outcome = .response(status: status, reason: reason.map { String($0) })
        case .unanswered:
            if let status = object["status"]?.text, status != "COMPLETE" {
                exchange.outcome = .failed(status)
            }
        case .failed, .unknown: break
        }
    }
}
