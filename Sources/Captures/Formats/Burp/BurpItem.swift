internal import SAMLBindings

/// An item that Burp Suite saved: a raw request and response in XML, mostly in Base64.
struct BurpItem {
    let context: CaptureContext

    /// Returns the exchange.
    func exchange(
        _ item: XMLRecord, at source: MessageSource, inside root: [String: [UInt8]]
    ) throws(CaptureError) -> HTTPExchange {
        let url = item["url"]?.string
        var exchange = HTTPExchange(source: source, url: Array((url ?? "").utf8))
        exchange.method = item["method"]?.string?.uppercased()
        exchange.recorder = Self.recorder(root["burpVersion"])
        exchange.comment = item["comment"]?.string
        exchange.start = item["time"]?.string.map { CaptureTime(parsing: $0) }
        exchange.server = item["host"]?.attribute("ip").map { address in
            item["port"]?.string.map { "\(address):\($0)" } ?? address
        }
        if let bytes = try raw(item["request"]) {
            guard let request = WireMessage.Request(parsing: bytes, with: context.bodies) else {
                throw CaptureError(.invalidCapture, detail: CaptureFormat.burp.title)
            }
            exchange.record(request)
            if url == nil {
                exchange.url = request.url(scheme: item["protocol"]?.string ?? "https")
            }
            Self.note(item["request"], in: &exchange.requestBody)
        } else {
            exchange.requestBody = HTTPBody(state: .notRecorded)
        }
        try takeResponse(of: item, into: &exchange)
        exchange.completeSource()
        return exchange
    }

    private func takeResponse(
        of item: XMLRecord, into exchange: inout HTTPExchange
    ) throws(CaptureError) {
        guard let bytes = try raw(item["response"]) else {
            exchange.outcome = .unanswered
            return
        }
        guard let response = WireMessage.Response(parsing: bytes, with: context.bodies) else {
            throw CaptureError(.invalidCapture, detail: CaptureFormat.burp.title)
        }
        exchange.record(response)
        Self.note(item["response"], in: &exchange.responseBody)
    }

    /// The bytes of a raw message, `nil` for an element that is empty or missing.
    private func raw(_ element: XMLRecord?) throws(CaptureError) -> [UInt8]? {
        guard let element, element.string != nil else { return nil }
        guard element.attribute("base64") == "true" else { return element.text }
        guard let bytes = element.decodedBase64 else {
            throw CaptureError(.invalidCapture, detail: CaptureFormat.burp.title)
        }
        return bytes
    }

    /// Notes that XML changed the line ends of a body that is not in Base64.
    private static func note(_ element: XMLRecord?, in body: inout HTTPBody) {
        guard element?.attribute("base64") != "true" else { return }
        body.exactness = body.bytes[...].contains("\u{FFFD}") ? .lossy : .reencoded
    }

    private static func recorder(_ version: [UInt8]?) -> String {
        version.map { "Burp Suite \(String(decoding: $0, as: UTF8.self))" } ?? "Burp Suite"
    }
}
