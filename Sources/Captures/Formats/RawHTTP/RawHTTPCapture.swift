internal import SAMLBindings
internal import WireText

/// A text of requests and responses, as they are sent or with other line ends.
///
/// A response answers the request before it.
final class RawHTTPCapture: SteppedCapture {
    static let title = "HTTP requests and responses"

    private var messages: RawHTTPMessages
    /// The request whose response may follow.
    private var waiting: HTTPExchange?

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        messages = RawHTTPMessages(reader, limit: context.limit)
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        let start = messages.offset
        if let bytes = try messages.next() { return try take(bytes, at: start) }
        hasEnded = true
        return takeWaiting()
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        // After a damaged message or one over the limit come further ones.
        hasEnded = error.code != .inputTooLarge && error.code != .invalidCapture
        return takeWaiting() + [.failure(error, at: nextPlace())]
    }

    /// Takes the request that has no response.
    private func takeWaiting() -> [CaptureStep] { waiting.take().map { [.exchange($0)] } ?? [] }

    private func nextPlace() -> MessageSource {
        defer { entryIndex += 1 }
        return place
    }

    /// Takes a message, and returns the exchange that it completes or follows.
    private func take(_ bytes: [UInt8], at offset: Int) throws(CaptureError) -> [CaptureStep] {
        let bytes = Self.withoutRest(bytes)
        if let request = WireMessage.Request(parsing: bytes, with: context.bodies) {
            defer { waiting = exchange(request) }
            return takeWaiting()
        }
        guard let response = WireMessage.Response(parsing: bytes, with: context.bodies) else {
            throw CaptureError(.invalidCapture, at: offset, detail: Self.title)
        }
        guard response.status >= 200 || response.status == 101 else { return [] }
        var exchange =
            waiting.take() ?? HTTPExchange(source: nextPlace(), url: [])
        exchange.record(response)
        return [.exchange(exchange)]
    }

    private func exchange(_ request: WireMessage.Request) -> HTTPExchange {
        let host = request.headers.authority
        // Text does not say whether it went through TLS; today, nearly everything does.
        let scheme = host?.hasSuffix(":80") == true ? "http" : "https"
        let url = host == nil ? request.target : request.url(scheme: scheme)
        var exchange = HTTPExchange(source: nextPlace(), url: url)
        exchange.record(request)
        exchange.responseBody = HTTPBody(state: .notRecorded)
        exchange.source.host = exchange.host
        return exchange
    }

    /// Returns a message without the empty lines that a file has after a body in text.
    private static func withoutRest(_ bytes: [UInt8]) -> [UInt8] {
        guard let fields = HTTPFields(parsing: bytes[...]), !fields.rest.isEmpty,
            fields.headers["Transfer-Encoding"] == nil
        else { return bytes }
        let length = fields.headers["Content-Length"].flatMap { Int($0) }
        guard length != fields.rest.count,
            let last = bytes.lastIndex(where: { $0 != 0x0A && $0 != 0x0D })
        else { return bytes }
        return Array(bytes[...max(last, fields.rest.startIndex - 1)])
    }
}
