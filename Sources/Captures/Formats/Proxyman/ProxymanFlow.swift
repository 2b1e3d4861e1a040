internal import WireText

extension JSONExchangeMap {
    /// An exchange as Proxyman writes it in JSON.
    static let proxyman = JSONExchangeMap(
        recorder: "Proxyman", method: ["request.method.name"],
        joinedURL: { flow, _ in flow[["request"]].flatMap { url($0) } },
        requestHeaders: ["request.header.entries"], responseHeaders: ["response.header.entries"],
        requestBody: { body($0["request"], $1, $2) },
        responseBody: { body($0["response"], $1, $2) },
        status: ["response.status.code"], reason: ["response.status.phrase"],
        failure: ["response.error"], start: ["timing.requestStartedAt"],
        client: (["summary.clientIpAddress"], ["summary.clientPort"]),
        server: (["summary.serverIpAddress"], ["summary.serverPort"]),
        secure: ["extraInfo.tlsVersion"], comment: ["style.comment"], complete: complete)

    private static func url(_ request: JSONValue) -> [UInt8]? {
        if let path = request["fullPath"]?.text, path.utf8.contains(UInt8(ascii: ":")) {
            return Array(path.utf8)
        }
        guard let host = request["host"]?.text else { return nil }
        let scheme = request["scheme"]?.text ?? "https"
        let usualPort = scheme == "http" ? 80 : 443
        let port = request["port"]?.int.flatMap { $0 == usualPort ? nil : ":\($0)" } ?? ""
        return Array("\(scheme)://\(host)\(port)\(request["uri"]?.text ?? "/")".utf8)
    }

    private static func body(
        _ message: JSONValue?, _ headers: HTTPHeaders, _ decoder: BodyDecoder
    ) -> HTTPBody {
        guard let text = message?["bodyData"]?.text else {
            let size = message?["compressedBodyDataCount"]?.int ?? 0
            return HTTPBody(state: size > 0 ? .dropped("not in the file") : .empty)
        }
        // Logs have Base64; sessions were seen with text.
        let bytes = [UInt8](base64: text.utf8) ?? Array(text.utf8)
        return decoder.body(bytes, under: headers, exactness: .decoded)
    }

    @Sendable private static func complete(_ flow: JSONValue, _ exchange: inout HTTPExchange) {
        if flow["isSSL"]?.boolean == true, flow["isIntercepted"]?.boolean == false {
            exchange.kind = .tunnel
        } else if exchange.kind == .http, flow[["request.isWebSocketUpgrade"]]?.boolean == true {
            exchange.kind = .webSocket
        }
        if flow[["response"]] != nil, case .unanswered = exchange.outcome {
            exchange.outcome = .failed("no status")
        }
        // No version says how its messages are written, so that all of it is looked through.
        if let messages = flow[["websocketMessageStorage"]] {
            exchange.frames = [WebSocketFrame(messages.bytes, isSent: false)]
        }
        if let start = flow[["timing.requestStartedAt"]]?.double,
            let end = flow[["timing.responseEndedAt"]]?.double, end >= start
        {
            exchange.duration = (end - start) * 1000
        }
    }
}
