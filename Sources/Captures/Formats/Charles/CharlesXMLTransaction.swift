internal import SAMLBindings

/// A transaction of a session that Charles exported as XML.
struct CharlesXMLTransaction {
    let context: CaptureContext

    /// Returns the exchange.
    func exchange(
        _ transaction: XMLRecord, at source: MessageSource, inside root: [String: [UInt8]]
    ) throws(CaptureError) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: [])
        exchange.method = transaction.attribute("method")?.uppercased()
        exchange.recorder = "Charles"
        exchange.client = transaction.attribute("clientAddress")
        exchange.server = transaction.attribute("remoteAddress")
        let start = transaction.attribute("startTimeMillis").flatMap { Int64($0) }
        let end = transaction.attribute("endTimeMillis").flatMap { Int64($0) }
        if let text = transaction.attribute("startTime") ?? transaction.attribute("startTimeMillis")
        {
            let milliseconds = start.flatMap {
                $0.multipliedReportingOverflow(by: 1000).overflow ? nil : $0
            }
            exchange.start = CaptureTime(text: text, microseconds: milliseconds.map { $0 * 1000 })
        }
        if let start, let end, end >= start { exchange.duration = Double(end) - Double(start) }
        if let request = transaction["request"] {
            exchange.requestHeaders = Self.headers(of: request)
            exchange.requestBody = try body(of: request, exchange.requestHeaders)
        }
        exchange.url = Self.url(of: transaction, exchange.requestHeaders)
        try takeResponse(of: transaction, into: &exchange)
        exchange.completeSource()
        return exchange
    }

    private func takeResponse(
        of transaction: XMLRecord, into exchange: inout HTTPExchange
    ) throws(CaptureError) {
        guard let response = transaction["response"],
            let status = response.attribute("status").flatMap({ Int($0) }), status > 0
        else {
            exchange.outcome = .unanswered
            return
        }
        let reason = response["headers"]?["first-line"]?.string?
            .split(separator: " ", maxSplits: 2).dropFirst(2).first
        exchange.outcome = .response(status: status, reason: reason.map { String($0) })
        exchange.responseHeaders = Self.headers(of: response)
        exchange.responseBody = try body(of: response, exchange.responseHeaders)
    }

    private static func headers(of message: XMLRecord) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for header in message["headers"]?.children ?? [] where header.name == "header" {
            guard let name = header["name"]?.string else { continue }
            headers.append(name, header["value"]?.string ?? "")
        }
        return headers
    }

    private func body(
        of message: XMLRecord, _ headers: HTTPHeaders
    ) throws(CaptureError) -> HTTPBody {
        guard let element = message["body"] else {
            return message.attribute("body") == "true"
                ? HTTPBody(state: .dropped("the session has no body")) : HTTPBody()
        }
        let isBase64 = element.attribute("encoding") == "base64"
        guard let bytes = isBase64 ? element.decodedBase64 : element.text else {
            throw CaptureError(.invalidCapture, detail: CaptureFormat.charlesXML.title)
        }
        // What is not text may be as it went over the wire.
        var body = context.bodies.body(
            bytes, coding: headers["Content-Encoding"], exactness: isBase64 ? .wire : .decoded)
        body.mediaType = headers.mediaType ?? message.attribute("mime-type")?.lowercased()
        return body
    }

    /// The URL, with the host that the client asked for: that of the connection may be another one's.
    private static func url(of transaction: XMLRecord, _ headers: HTTPHeaders) -> [UInt8] {
        let scheme = transaction.attribute("protocol") ?? "https"
        let usual = scheme == "https" ? "443" : "80"
        let port = transaction.attribute("port").flatMap {
            [usual, "-1"].contains($0) ? nil : ":\($0)"
        }
        let authority =
            headers.authority ?? (transaction.attribute("host") ?? "") + (port ?? "")
        let query = transaction.attributes["query"] ?? []
        return Array("\(scheme)://\(authority)".utf8) + (transaction.attributes["path"] ?? [])
            + (query.isEmpty ? [] : [UInt8(ascii: "?")] + query)
    }
}
