internal import SAMLBindings
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A transaction as Charles writes it in JSON: in its JSON session with the bodies, in `.chlz` without them.
struct CharlesTransaction {
    private(set) var exchange: HTTPExchange

    /// The content codings of the bodies that stand elsewhere.
    let requestCoding: String?
    let responseCoding: String?

    /// Reads a transaction; `nil` when the value is not one.
    init?(_ object: JSONValue, at source: MessageSource, with decoder: BodyDecoder) {
        guard let method = object["method"]?.text, let host = object["host"]?.text else {
            return nil
        }
        let (request, response) = (object["request"], object["response"])
        exchange = HTTPExchange(source: source, url: [])
        exchange.method = method.uppercased()
        exchange.requestHeaders = Self.headers(request)
        exchange.responseHeaders = Self.headers(response)
        exchange.url = Self.url(object, host: host, headers: exchange.requestHeaders)
        let isTunnel = object["tunnel"]?.isTrue == true || exchange.method == "CONNECT"
        exchange.kind =
            isTunnel ? .tunnel : object["webSocket"]?.isTrue == true ? .webSocket : .http
        exchange.requestBody = Self.body(request, exchange.requestHeaders, decoder)
        exchange.responseBody = Self.body(response, exchange.responseHeaders, decoder)
        requestCoding = request?["contentEncoding"]?.text
        responseCoding = response?["contentEncoding"]?.text
        exchange.outcome = Self.outcome(object, response)
        exchange.start = object["times"]?["start"]?.text.map { CaptureTime(iso8601: $0) }
        exchange.duration = object["durations"]?["total"]?.double.flatMap { $0 < 0 ? nil : $0 }
        exchange.client = Self.address(object["clientAddress"], port: object["clientPort"])
        exchange.server = Self.address(object["remoteAddress"], port: object["actualPort"])
        exchange.secure = object["ssl"]?["protocol"]?.text
        exchange.recorder = "Charles"
        exchange.comment = object["notes"]?.text
        exchange.source.time = exchange.start?.text
        exchange.source.host = exchange.host
    }

    /// The absolute URL.
    ///
    /// With HTTP/2 the host can be that of a connection which others share, so that the headers go first.
    private static func url(_ object: JSONValue, host: String, headers: HTTPHeaders) -> [UInt8] {
        let scheme = object["scheme"]?.text ?? "https"
        let path = object["path"]?.text ?? ""
        let query = object["query"]?.text.map { "?\($0)" } ?? ""
        let usualPort = scheme == "https" || scheme == "wss" ? 443 : 80
        let port = (object["port"] ?? object["actualPort"])?.int ?? usualPort
        let named = headers[":authority"] ?? headers["Host"] ?? ""
        let authority =
            named.isEmpty ? port == usualPort || port < 0 ? host : "\(host):\(port)" : named
        return Array("\(scheme)://\(authority)\(path)\(query)".utf8)
    }

    private static func headers(_ message: JSONValue?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for field in message?["header"]?["headers"]?.elements ?? [] {
            guard let name = field["name"]?.text else { continue }
            headers.append(name, field["value"]?.text ?? "")
        }
        return headers
    }

    private static func body(
        _ message: JSONValue?, _ headers: HTTPHeaders, _ decoder: BodyDecoder
    ) -> HTTPBody {
        var body: HTTPBody
        let coding = message?["contentEncoding"]?.text ?? headers["Content-Encoding"]
        if let encoded = message?["body"]?["encoded"]?.text {
            body =
                Data(base64Encoded: encoded)
                .map { decoder.body(Array($0), coding: coding, exactness: .wire) }
                ?? HTTPBody(state: .dropped("not Base64"))
        } else if let text = message?["body"]?["text"]?.text {
            let charset = message?["body"]?["charset"]?.text ?? message?["charset"]?.text
            body = HTTPBody(text: text, charset: charset)
        } else {
            let size = message?["sizes"]?["body"]?.int ?? 0
            body = HTTPBody(state: size > 0 ? .dropped("not exported") : .empty)
        }
        body.mediaType = headers.mediaType ?? message?["mimeType"]?.text
        return body
    }

    private static func outcome(
        _ object: JSONValue, _ response: JSONValue?
    ) -> HTTPExchange.Outcome {
        if let status = response?["status"]?.int, status > 0 {
            let words = response?["header"]?["firstLine"]?.text?
                .split(separator: " ", maxSplits: 2)
            return .response(
                status: status, reason: words?.count == 3 ? words?.last.map { String($0) } : nil)
        }
        if let message = object["errorMessage"]?.text { return .failed(message) }
        guard let status = object["status"]?.text, status != "COMPLETE" else { return .unanswered }
        return .failed(status)
    }

    /// An address, which may stand after a name and a slash.
    private static func address(_ text: JSONValue?, port: JSONValue?) -> String? {
        guard let address = text?.text?.split(separator: "/").last else { return nil }
        return port?.int.map { "\(address):\($0)" } ?? String(address)
    }
}

extension HTTPBody {
    /// Creates a body from text that a recorder decoded.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - charset: The charset of the bytes; UTF-8 without one.
    init(text: String, charset: String?) {
        let name = charset?.lowercased() ?? "utf-8"
        let isLatin1 = ["iso-8859-1", "latin1", "latin-1", "us-ascii"].contains(name)
        if isLatin1, text.unicodeScalars.allSatisfy({ $0.value < 256 }) {
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            self.init(
                text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
                exactness: isASCII ? .decoded : .reencoded)
        } else {
            let isLossy = text.unicodeScalars.contains("\u{FFFD}")
            self.init(Array(text.utf8), exactness: isLossy ? .lossy : .decoded)
        }
    }
}
