internal import SAMLBindings
internal import WireText

/// The requests in the packets of a file, until their responses come.
final class TsharkPackets {
    /// The number of requests that wait; the first of more has no answer in the capture.
    private static let window = 256

    private let decoder: BodyDecoder
    private let streams: TsharkStreams
    private var waiting: [(packet: String, exchange: HTTPExchange)] = []
    private var entryIndex = 0
    private var hasHTTP2 = false

    init(decoder: BodyDecoder, limit: Int) {
        self.decoder = decoder
        streams = TsharkStreams(decoder: decoder, limit: limit)
    }

    /// Returns the exchanges that a packet completes.
    func take(_ layers: JSONValue, at source: MessageSource) -> [CaptureStep] {
        let frame = layers["frame"]
        let messages = layers.all("http").compactMap { TsharkLayer($0) }
        let steps =
            messages.isEmpty
            ? bodies(layers, source)
            : messages.flatMap { message in
                if message.method != nil {
                    return request(message, layers, frame, source)
                }
                return response(message, source).map { [$0] } ?? []
            }
        return steps + streams.take(layers) { exchange("", source) }
    }

    /// Returns the exchanges that a packet completes, in a form in which HTTP/2 loses its order and is skipped.
    func takeWithoutHTTP2(_ layers: JSONValue, at source: MessageSource) -> [CaptureStep] {
        guard case .object(let members) = layers else { return take(layers, at: source) }
        let kept = members.filter { $0.name != "http2" }
        hasHTTP2 = hasHTTP2 || kept.count < members.count
        return take(.object(kept), at: source)
    }

    /// Returns the bodies of an export of single fields, which does not say what they were sent in.
    private func bodies(_ layers: JSONValue, _ source: MessageSource) -> [CaptureStep] {
        (layers.all("http") + [layers]).flatMap { $0.all(TsharkLayer.bodyName) }
            .compactMap(\.text).map { text in
                var exchange = exchange("", source)
                exchange.requestBody = TsharkLayer.body(text, count: nil, coding: nil, decoder)
                return .exchange(exchange)
            }
    }

    /// Returns the exchanges without a response, and what to do where HTTP/2 was skipped.
    func rest(at source: MessageSource) -> [CaptureStep] {
        guard hasHTTP2 else { return rest() }
        let recipe =
            "its HTTP/2 loses its order in this form: "
            + "tshark -r FILE -Y \"http or http2\" -T json --no-duplicate-keys > packets.json"
        return rest() + [
            .failure(CaptureError(.convertFirst, detail: recipe), at: source)
        ]
    }

    /// Returns the exchanges without a response.
    func rest() -> [CaptureStep] {
        defer { waiting = [] }
        return waiting.map { .exchange($0.exchange) } + streams.rest()
    }

    private func request(
        _ message: TsharkLayer, _ layers: JSONValue, _ frame: JSONValue?, _ source: MessageSource
    ) -> [CaptureStep] {
        var exchange = exchange(message.url ?? "", source)
        let isSecure = layers[["tls"]] != nil
        if isSecure, exchange.url.starts(with: "http:".utf8) {
            exchange.url.insert(UInt8(ascii: "s"), at: 4)
        }
        exchange.method = message.method?.uppercased()
        exchange.requestHeaders = message.headers
        exchange.requestBody = message.body(exchange.requestHeaders, decoder)
        exchange.outcome = .unanswered
        exchange.start = frame?["frame.time_epoch"]?.text.map { CaptureTime(parsing: $0) }
        exchange.source.time = exchange.start?.text
        exchange.client = Self.address(layers, "src")
        exchange.server = Self.address(layers, "dst")
        waiting.append((frame?["frame.number"]?.text ?? "", exchange))
        guard waiting.count > Self.window else { return [] }
        return [.exchange(waiting.removeFirst().exchange)]
    }

    private func response(_ message: TsharkLayer, _ source: MessageSource) -> CaptureStep? {
        guard let status = message.status, status >= 200 || status == 101 else { return nil }
        var exchange: HTTPExchange
        if let number = message.requestNumber,
            let place = waiting.firstIndex(where: { $0.packet == number })
        {
            exchange = waiting.remove(at: place).exchange
        } else {
            // Its request came before the capture began.
            exchange = self.exchange(message.url ?? "", source)
            exchange.requestBody = HTTPBody(state: .dropped("before the capture"))
        }
        exchange.outcome = .response(status: status, reason: message.reason)
        exchange.responseHeaders = message.headers
        exchange.responseBody = message.body(exchange.responseHeaders, decoder)
        exchange.duration = message.duration
        return .exchange(exchange)
    }

    private func exchange(_ url: String, _ source: MessageSource) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: Array(url.utf8))
        exchange.recorder = "tshark"
        exchange.source.entry = entryIndex
        exchange.source.host = exchange.host
        entryIndex += 1
        return exchange
    }

    /// The address and port of one side of a packet.
    static func address(_ layers: JSONValue, _ side: String) -> String? {
        let address =
            layers["ip"]?["ip.\(side)"]?.text ?? layers["ipv6"]?["ipv6.\(side)"]?.text
        guard let address, let port = layers["tcp"]?["tcp.\(side)port"]?.text else {
            return address
        }
        return "\(address):\(port)"
    }
}
