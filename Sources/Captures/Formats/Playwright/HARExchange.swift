internal import SAMLBindings
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A HAR entry of Playwright, whose bodies stand beside it.
struct HARExchange {
    private var exchange: HTTPExchange
    /// The error of a body that is there and cannot be read.
    private var failure: CaptureError?

    /// The exchange, and what of it could not be read.
    var steps: [CaptureStep] {
        [.exchange(exchange)]
            + (failure.map { [.entry(CaptureEntry(exchange.source, .failure($0)))] } ?? [])
    }

    /// Reads an entry; `nil` when the value is none.
    init?(_ entry: JSONValue, at source: MessageSource, _ attachments: PlaywrightAttachments) {
        guard let request = entry["request"], let url = request["url"]?.text else { return nil }
        exchange = HTTPExchange(source: source, url: Array(url.utf8))
        exchange.method = request["method"]?.text?.uppercased()
        if url.hasPrefix("ws://") || url.hasPrefix("wss://") { exchange.kind = .webSocket }
        exchange.requestHeaders = Self.headers(request)
        exchange.requestBody = body(
            request["postData"], size: request["bodySize"], attachments)
        let response = entry["response"]
        if let response {
            exchange.responseHeaders = Self.headers(response)
            exchange.responseBody = body(
                response["content"], size: response["content"]?["size"], attachments)
        }
        exchange.outcome = Self.outcome(response)
        exchange.start = entry["startedDateTime"]?.text.map { CaptureTime(iso8601: $0) }
        exchange.duration = entry["time"]?.double.flatMap { $0 < 0 ? nil : $0 }
        exchange.server = entry["serverIPAddress"]?.text
        exchange.secure = entry["_securityDetails"]?["protocol"]?.text
        exchange.recorder = "Playwright"
        exchange.comment = entry["comment"]?.text
        exchange.source.time = exchange.start?.text
    }

    private static func headers(_ message: JSONValue) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for field in message["headers"]?.elements ?? [] {
            guard let name = field["name"]?.text else { continue }
            headers.append(name, field["value"]?.text ?? "")
        }
        return headers
    }

    private mutating func body(
        _ content: JSONValue?, size: JSONValue?, _ attachments: PlaywrightAttachments
    ) -> HTTPBody {
        var body: HTTPBody
        if let name = (content?["_file"] ?? content?["_sha1"])?.text {
            do throws(CaptureError) {
                body = try attachments.body(named: name)
            } catch {
                failure = error
                body = HTTPBody(state: .dropped(error.description))
            }
        } else if let text = content?["text"]?.text, !text.isEmpty {
            let bytes =
                content?["encoding"]?.text == "base64"
                ? Data(base64Encoded: text).map { Array($0) } : Array(text.utf8)
            body = bytes.map { HTTPBody($0) } ?? HTTPBody(state: .dropped("not Base64"))
        } else {
            body = HTTPBody(state: (size?.int ?? 0) > 0 ? .dropped("not recorded") : .empty)
        }
        let parameters = (content?["params"]?.elements ?? []).compactMap { parameter in
            parameter["name"]?.text.map { name in
                (name: name, value: Array((parameter["value"]?.text ?? "").utf8))
            }
        }
        if body.bytes.isEmpty, failure == nil, !parameters.isEmpty {
            body = HTTPBody(rebuiltFrom: parameters)
        }
        body.parameters = parameters
        body.mediaType = content?["mimeType"]?.text.map { type in
            String(type.prefix { $0 != ";" }).lowercased()
        }
        return body
    }

    private static func outcome(_ response: JSONValue?) -> HTTPExchange.Outcome {
        guard let response else { return .unanswered }
        if let status = response["status"]?.int, status > 0 {
            let reason = response["statusText"]?.text.flatMap { $0.isEmpty ? nil : $0 }
            return .response(status: status, reason: reason)
        }
        return (response["_failureText"]?.text).map { .failed($0) } ?? .unanswered
    }
}
