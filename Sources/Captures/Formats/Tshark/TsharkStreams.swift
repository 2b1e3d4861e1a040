internal import SAMLBindings
internal import WireText

/// The streams of HTTP/2 in the packets of a file, until both sides have ended.
final class TsharkStreams {
    /// The number of streams that are held; the first of more is given as far as it came.
    private static let window = 256

    private let decoder: BodyDecoder
    private let limit: Int
    private var streams: [Stream] = []
    private var heldCount = 0

    /// One stream of a connection.
    private struct Stream {
        let connection: String
        let number: String
        var exchange: HTTPExchange
        /// The port that the request comes from.
        var clientPort: String?
        var request = Side()
        var response = Side()
    }

    /// The bytes of a body.
    private struct Side {
        var bytes: [UInt8] = []
        var isTooLarge = false
        var hasEnded = false
    }

    init(decoder: BodyDecoder, limit: Int) {
        self.decoder = decoder
        self.limit = limit
    }

    /// Returns the exchanges that a packet completes; `newExchange` makes one without content.
    func take(_ layers: JSONValue, _ newExchange: () -> HTTPExchange) -> [CaptureStep] {
        var steps: [CaptureStep] = []
        let tcp = layers["tcp"]
        for frame in layers.all("http2").flatMap({ $0.all("http2.stream") }) {
            guard let number = frame["http2.streamid"]?.text, number != "0" else { continue }
            let place = place(of: number, in: tcp?["tcp.stream"]?.text ?? "", newExchange)
            read(frame, layers, tcp, into: &streams[place])
            if streams[place].request.hasEnded, streams[place].response.hasEnded {
                steps.append(finish(place))
            }
        }
        while streams.count > Self.window || streams.count > 1 && heldCount > limit {
            steps.append(finish(0))
        }
        return steps
    }

    /// Returns the streams that never ended.
    func rest() -> [CaptureStep] {
        var steps: [CaptureStep] = []
        while !streams.isEmpty { steps.append(finish(0)) }
        return steps
    }

    private func place(
        of number: String, in connection: String, _ newExchange: () -> HTTPExchange
    ) -> Int {
        let found = streams.firstIndex { $0.number == number && $0.connection == connection }
        if let found { return found }
        streams.append(
            Stream(connection: connection, number: number, exchange: newExchange()))
        return streams.count - 1
    }

    private func read(
        _ frame: JSONValue, _ layers: JSONValue, _ tcp: JSONValue?, into stream: inout Stream
    ) {
        let port = tcp?["tcp.srcport"]?.text
        let headers = Self.headers(frame)
        let time = layers["frame"]?["frame.time_epoch"]?.text.map { CaptureTime(parsing: $0) }
        if headers[":method"] != nil {
            stream.clientPort = port
            stream.exchange.take(headers, url: frame["http2.request.full_uri"]?.text)
            stream.exchange.start = time
            stream.exchange.source.time = time?.text
            stream.exchange.client = TsharkPackets.address(layers, "src")
            stream.exchange.server = TsharkPackets.address(layers, "dst")
        } else if let status = headers[":status"].flatMap({ Int($0) }), status >= 200 {
            stream.exchange.responseHeaders = headers
            stream.exchange.outcome = .response(status: status, reason: nil)
        }
        // Where the request is not in the capture, servers have the lower port.
        let isRequest =
            stream.clientPort.map { $0 == port }
            ?? (port.flatMap { Int($0) } ?? 0 > tcp?["tcp.dstport"]?.int ?? 0)
        let hasEnded = Self.isSet(frame["http2.flags_tree"]?["http2.flags.end_stream"])
        let added = Self.add(
            frame, hasEnded: hasEnded, limit: limit,
            to: isRequest ? \.request : \.response, of: &stream)
        heldCount += added
        if !isRequest, hasEnded,
            let duration = stream.exchange.start?.milliseconds(until: time)
        {
            stream.exchange.duration = duration
        }
    }

    /// Adds the bytes of a frame of data, and returns how many more are held.
    private static func add(
        _ frame: JSONValue, hasEnded: Bool, limit: Int,
        to path: WritableKeyPath<Stream, Side>, of stream: inout Stream
    ) -> Int {
        var side = stream[keyPath: path]
        let before = side.bytes.count
        side.hasEnded = side.hasEnded || hasEnded
        if let text = frame["http2.data.data"]?.text, let data = Hexadecimal.bytes(text) {
            side.isTooLarge = side.isTooLarge || before + data.count > limit
            if !side.isTooLarge { side.bytes += data }
        } else if let text = frame["http2.body.fragments"]?["http2.body.reassembled.data"]?.text,
            let data = Hexadecimal.bytes(text), data.count > before, data.count <= limit
        {
            side.bytes = data
        }
        stream[keyPath: path] = side
        return side.bytes.count - before
    }

    private func finish(_ place: Int) -> CaptureStep {
        let stream = streams.remove(at: place)
        heldCount -= stream.request.bytes.count + stream.response.bytes.count
        var exchange = stream.exchange
        exchange.requestBody = body(stream.request, exchange.requestHeaders)
        exchange.responseBody = body(stream.response, exchange.responseHeaders)
        if case .unknown = exchange.outcome { exchange.outcome = .unanswered }
        return .exchange(exchange)
    }

    private func body(_ side: Side, _ headers: HTTPHeaders) -> HTTPBody {
        var body = decoder.body(side.bytes, under: headers, exactness: .wire)
        if side.isTooLarge {
            body.state = .tooLarge
        } else if !side.hasEnded, body.state == .present {
            body.state = .truncated
        }
        return body
    }

    private static func headers(_ frame: JSONValue) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for field in frame.all("http2.header") {
            guard let name = field["http2.header.name"]?.text else { continue }
            headers.append(name, field["http2.header.value"]?.text ?? "")
        }
        return headers
    }

    private static func isSet(_ flag: JSONValue?) -> Bool {
        flag?.boolean == true || flag?.text == "1" || flag?.text == "True"
    }
}

extension HTTPExchange {
    /// Takes the headers of a request in HTTP/2, with the URL if it was joined already.
    fileprivate mutating func take(_ headers: HTTPHeaders, url: String?) {
        requestHeaders = headers
        method = headers[":method"]?.uppercased()
        let scheme = headers[":scheme"] ?? "https"
        let authority = headers.authority ?? ""
        self.url = Array((url ?? "\(scheme)://\(authority)\(headers[":path"] ?? "")").utf8)
        source.host = host
    }
}
