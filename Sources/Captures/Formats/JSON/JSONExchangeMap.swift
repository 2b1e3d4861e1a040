internal import SAMLBindings
internal import WireText

/// The places of the parts of an exchange in the JSON of a recorder.
///
/// A format is such a map, with code only for what is not simply in a place.
struct JSONExchangeMap: Sendable {
    /// Reads the body of one side, under its headers.
    typealias Body = @Sendable (JSONValue, HTTPHeaders, BodyDecoder) -> HTTPBody

    let recorder: String
    var method: JSONPlaces
    /// A Boolean value that indicates whether a value without a method is not an exchange.
    var needsMethod = true
    var url: JSONPlaces = ["url"]
    /// Joins the absolute URL where it is in parts; `nil` if the value is not an exchange.
    var joinedURL: (@Sendable (JSONValue, HTTPHeaders) -> [UInt8]?)?
    let requestHeaders: JSONPlaces
    let responseHeaders: JSONPlaces
    let requestBody: Body
    /// `nil` for a format without bodies of responses.
    var responseBody: Body?
    let status: JSONPlaces
    var reason: JSONPlaces = []
    /// The reason why there is no response.
    var failure: JSONPlaces = []
    var start: JSONPlaces = []
    /// The duration in milliseconds.
    var duration: JSONPlaces = []
    var client: (address: JSONPlaces, port: JSONPlaces) = ([], [])
    var server: (address: JSONPlaces, port: JSONPlaces) = ([], [])
    var secure: JSONPlaces = []
    var comment: JSONPlaces = []
    var decodedMessage: JSONPlaces = []
    /// Adds what is in no place.
    var complete: @Sendable (JSONValue, inout HTTPExchange) -> Void = { _, _ in }

    /// Returns the exchange that a value describes; `nil` if it describes none.
    func exchange(
        in value: JSONValue, at source: MessageSource, with decoder: BodyDecoder
    ) -> HTTPExchange? {
        let method = value[method]?.text?.uppercased()
        let requestHeaders = value[requestHeaders].flatMap { HTTPHeaders($0) } ?? HTTPHeaders()
        let url =
            if let joinedURL { joinedURL(value, requestHeaders) } else {
                value[url]?.text.map { Array($0.utf8) }
            }
        guard let url, method != nil || !needsMethod else { return nil }
        var exchange = HTTPExchange(source: source, url: url)
        exchange.method = method
        exchange.requestHeaders = requestHeaders
        exchange.responseHeaders =
            value[responseHeaders].flatMap { HTTPHeaders($0) } ?? HTTPHeaders()
        exchange.requestBody = requestBody(value, requestHeaders, decoder)
        exchange.requestBody.mediaType =
            requestHeaders.mediaType ?? exchange.requestBody.mediaType
        exchange.responseBody = HTTPBody(state: .notRecorded)
        if let responseBody {
            exchange.responseBody = responseBody(value, exchange.responseHeaders, decoder)
            exchange.responseBody.mediaType =
                exchange.responseHeaders.mediaType ?? exchange.responseBody.mediaType
        }
        if let status = value[status]?.int, status > 0 {
            exchange.outcome = .response(status: status, reason: value.filledText(reason))
        } else {
            exchange.outcome = value[failure]?.text.map { .failed($0) } ?? .unanswered
        }
        exchange.start = value[start].flatMap { $0.text ?? $0.double.map { "\($0)" } }
            .map { CaptureTime(parsing: $0) }
        exchange.duration = value[duration]?.double.flatMap { $0 < 0 ? nil : $0 }
        exchange.client = Self.address(value[client.address], port: value[client.port])
        exchange.server = Self.address(value[server.address], port: value[server.port])
        exchange.secure = value[secure]?.text
        exchange.recorder = recorder
        exchange.comment = value.filledText(comment)
        exchange.decodedMessage = value.filledText(decodedMessage).map { Array($0.utf8) }
        complete(value, &exchange)
        exchange.completeSource()
        return exchange
    }

    /// An address, which may stand after a name and a slash.
    private static func address(_ text: JSONValue?, port: JSONValue?) -> String? {
        guard let address = text?.text?.split(separator: "/").last else { return nil }
        return port?.int.map { "\(address):\($0)" } ?? String(address)
    }
}

extension CaptureFormat {
    /// Creates a format whose files are JSON with exchanges.
    ///
    /// - Parameters:
    ///   - rawValue: The name.
    ///   - title: What a file is.
    ///   - place: Where the exchanges stand.
    ///   - map: Where their parts stand in them.
    ///   - isBeginning: Whether a file begins so, by the names in its beginning.
    init(
        _ rawValue: String, _ title: String, at place: JSONExchangeCapture.Place,
        _ map: JSONExchangeMap,
        isBeginning: @escaping @Sendable (JSONOutline, CaptureHead) -> Bool
    ) {
        let isList = if case .array(let names) = place { names.isEmpty } else { false }
        let first = isList ? UInt8(ascii: "[") : UInt8(ascii: "{")
        self.init(
            rawValue, title,
            .content(
                isBeginning: { $0.first == first && isBeginning($0.outline, $0) },
                open: { JSONExchangeCapture($0, $1, title: title, at: place, map) }))
    }
}
