internal import SAMLBindings

/// A request or a response that ZAP saved as XML, its headers and its body in Base64.
struct ZAPMessage {
    let context: CaptureContext

    /// Returns the exchange.
    func exchange(
        _ message: XMLRecord, at source: MessageSource, inside root: [String: [UInt8]]
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
