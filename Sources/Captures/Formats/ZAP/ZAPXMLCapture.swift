internal import SAMLBindings

/// A request or a response that ZAP saved as XML, its headers and its body in Base64.
final class ZAPXMLCapture: CaptureStream {
    private let messages: XMLRecords
    private let context: CaptureContext
    private var entry = 0

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        messages = XMLRecords(
            reader, records: "Message", atDepth: 1, context, title: CaptureFormat.zapXML.title)
        self.context = context
    }

    func next() -> CaptureStep? {
        var source = context.source
        source.entry = entry
        do throws(CaptureError) {
            guard let item = try messages.next() else { return nil }
            entry += 1
            guard case .record(let record) = item else { throw CaptureError(.inputTooLarge) }
            return .exchange(try exchange(record, at: source))
        } catch {
            return .entry(CaptureEntry(source, .failure(error)))
        }
    }

    private func exchange(
        _ message: XMLRecord, at source: MessageSource
    ) throws(CaptureError) -> HTTPExchange {
        guard var bytes = message["Headers"]?.decodedBase64,
            let body = message["Body"].map({ $0.decodedBase64 }) ?? []
        else { throw CaptureError(.invalidCapture, detail: CaptureFormat.zapXML.title) }
        while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
        bytes += Array("\r\n\r\n".utf8) + body
        var exchange = HTTPExchange(source: source, url: [])
        exchange.recorder = "ZAP"
        if let request = WireMessage.Request(parsing: bytes, with: context.bodies) {
            exchange.record(request)
            exchange.url = request.url(scheme: "https")
            exchange.responseBody = HTTPBody(state: .notRecorded)
        } else if let response = WireMessage.Response(parsing: bytes, with: context.bodies) {
            exchange.record(response)
            exchange.requestBody = HTTPBody(state: .notRecorded)
        } else {
            throw CaptureError(.invalidCapture, detail: CaptureFormat.zapXML.title)
        }
        exchange.completeSource()
        return exchange
    }
}
