internal import SAMLBindings
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// An exchange as Proxyman writes it in JSON.
struct ProxymanFlow {
    private(set) var exchange: HTTPExchange

    /// Reads a flow; `nil` when the value is not one.
    init?(_ flow: JSONValue, at source: MessageSource, with decoder: BodyDecoder) {
        guard let request = flow["request"], let method = request["method"]?["name"]?.text,
            let url = Self.url(request)
        else { return nil }
        exchange = HTTPExchange(source: source, url: url)
        exchange.method = method.uppercased()
        if method.uppercased() == "CONNECT"
            || flow["isSSL"]?.isTrue == true && flow["isIntercepted"]?.isFalse == true
        {
            exchange.kind = .tunnel
        } else if request["isWebSocketUpgrade"]?.isTrue == true {
            exchange.kind = .webSocket
        }
        exchange.requestHeaders = Self.headers(request)
        exchange.requestBody = Self.body(request, exchange.requestHeaders, decoder)
        let response = flow["response"]
        exchange.outcome = Self.outcome(response)
        if let response {
            exchange.responseHeaders = Self.headers(response)
            exchange.responseBody = Self.body(response, exchange.responseHeaders, decoder)
        }
        // No version says how its messages are written, so that all of it is looked through.
        if let messages = flow["websocketMessageStorage"] {
            exchange.frames = [WebSocketFrame(messages.bytes, isSent: false)]
        }
        let timing = flow["timing"]
        if let start = timing?["requestStartedAt"]?.double {
            exchange.start = CaptureTime(parsing: "\(start)")
            if let end = timing?["responseEndedAt"]?.double, end >= start {
                exchange.duration = (end - start) * 1000
            }
        }
        let summary = flow["summary"]
        exchange.client = Self.address(summary, "clientIpAddress", "clientPort")
        exchange.server = Self.address(summary, "serverIpAddress", "serverPort")
        exchange.secure = flow["extraInfo"]?["tlsVersion"]?.text
        exchange.recorder = "Proxyman"
        exchange.comment = flow["style"]?["comment"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        exchange.source.time = exchange.start?.text
        exchange.source.host = exchange.host
    }

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

    private static func headers(_ message: JSONValue) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for field in message["header"]?["entries"]?.elements ?? [] {
            guard let name = field["key"]?["name"]?.text, field["isEnabled"]?.isFalse != true
            else { continue }
            headers.append(name, field["value"]?.text ?? "")
        }
        return headers
    }

    private static func body(
        _ message: JSONValue, _ headers: HTTPHeaders, _ decoder: BodyDecoder
    ) -> HTTPBody {
        var body: HTTPBody
        if let text = message["bodyData"]?.text {
            // Logs have Base64; sessions were seen with text.
            let bytes = Data(base64Encoded: text).map { Array($0) } ?? Array(text.utf8)
            body = decoder.body(
                bytes, coding: headers["Content-Encoding"], exactness: .decoded)
        } else {
            let size = message["compressedBodyDataCount"]?.int ?? 0
            body = HTTPBody(state: size > 0 ? .dropped("not in the file") : .empty)
        }
        body.mediaType = headers.mediaType
        return body
    }

    private static func outcome(_ response: JSONValue?) -> HTTPExchange.Outcome {
        guard let response else { return .unanswered }
        if let status = response["status"]?["code"]?.int, status > 0 {
            return .response(status: status, reason: response["status"]?["phrase"]?.text)
        }
        return .failed(response["error"]?.text ?? "no status")
    }

    private static func address(
        _ summary: JSONValue?, _ name: String, _ port: String
    ) -> String? {
        summary?[name]?.text.map { address in
            summary?[port]?.int.map { "\(address):\($0)" } ?? address
        }
    }
}

extension JSONValue {
    /// A Boolean value that indicates whether this is `false`.
    var isFalse: Bool { if case .boolean(false) = self { true } else { false } }
}
