internal import SAMLBindings

/// A file of items that Burp Suite saved: raw requests and responses in XML, mostly in Base64.
final class BurpCapture: CaptureStream {
    private let items: XMLRecords
    private let context: CaptureContext
    private var entry = 0

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        items = XMLRecords(
            reader, records: "item", atDepth: 2, context, title: CaptureFormat.burp.title)
        self.context = context
    }

    func next() -> CaptureStep? {
        var source = context.source
        source.entry = entry
        do throws(CaptureError) {
            guard let item = try items.next() else { return nil }
            entry += 1
            guard case .record(let record) = item else { throw CaptureError(.inputTooLarge) }
            return .exchange(try exchange(record, at: source))
        } catch {
            return .entry(CaptureEntry(source, .failure(error)))
        }
    }

    private func exchange(
        _ item: XMLRecord, at source: MessageSource
    ) throws(CaptureError) -> HTTPExchange {
        let url = item["url"]?.string
        var exchange = HTTPExchange(source: source, url: Array((url ?? "").utf8))
        exchange.method = item["method"]?.string?.uppercased()
        exchange.recorder = Self.recorder(items.rootAttributes["burpVersion"])
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
        body.exactness = body.bytes[...].place(of: "\u{FFFD}") == nil ? .reencoded : .lossy
    }

    private static func recorder(_ version: [UInt8]?) -> String {
        version.map { "Burp Suite \(String(decoding: $0, as: UTF8.self))" } ?? "Burp Suite"
    }
}
