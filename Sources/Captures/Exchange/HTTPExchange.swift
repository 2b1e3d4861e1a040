package import SAMLBindings

/// One request and what came back, as a recorder wrote it down.
///
/// Every format whose files hold exchanges gives these; messages are found in them in one place, ``ExchangeMessages``.
package struct HTTPExchange: Sendable {
    /// The kind of exchange.
    package enum Kind: Hashable, Sendable {
        case http
        /// A CONNECT whose content the recorder did not see: nothing can be read of it.
        case tunnel
        case webSocket
    }

    /// The outcome of a request.
    package enum Outcome: Hashable, Sendable {
        /// A response with its status; 1xx alone do not count.
        case response(status: Int, reason: String?)
        /// No response, and why, in the recorder's words.
        case failed(String)
        case unanswered
        case unknown

        /// Creates the outcome of a response; `nil` for a status that comes before one, or none.
        init?(status: Int?, reason: String?) {
            guard let status, status >= 200 || status == 101 else { return nil }
            self = .response(status: status, reason: reason.flatMap { $0.isEmpty ? nil : $0 })
        }
    }

    /// The place in the capture, with the start and the host.
    package var source: MessageSource
    package var kind = Kind.http
    /// The method as written, in upper case; CONNECT makes it a tunnel.
    package var method: String? { didSet { if method == "CONNECT" { kind = .tunnel } } }
    /// The absolute URL as it was sent, never decoded.
    package var url: [UInt8]
    /// The headers in their order, without the pseudo-headers of HTTP/2.
    package var requestHeaders = HTTPHeaders()
    package var requestBody = HTTPBody()
    package var outcome = Outcome.unknown
    /// A Boolean value that indicates whether a browser answered from its own cache, so that nothing was sent.
    package var isFromCache = false
    package var responseHeaders = HTTPHeaders()
    package var responseBody = HTTPBody()
    package var start: CaptureTime?
    /// The duration in milliseconds; `nil` if it is not known.
    package var duration: Double?
    /// The addresses of both sides.
    package var client: String?
    package var server: String?
    /// The TLS version, as the recorder writes it.
    package var secure: String?
    /// The name and the version of the recorder.
    package var recorder: String?
    /// A note by the user of the recorder.
    package var comment: String?
    /// The text frames of a WebSocket, as far as they may hold messages.
    package var frames: [WebSocketFrame] = []
    /// A message that the recorder decoded itself, for formats that keep no body.
    package var decodedMessage: [UInt8]?

    /// Creates an exchange, and notes the host of its URL in the source.
    package init(source: MessageSource, url: [UInt8]) {
        self.source = source
        self.url = url
        self.source.host = source.host ?? host
    }
}

/// The headers of a request or response, in their order and with duplicates.
package struct HTTPHeaders: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var fields: [Field] = []
    /// The pseudo-headers of HTTP/2, `:authority` and others, which are moved out of ``fields``.
    package private(set) var pseudoFields: [Field] = []

    package init() {}

    package mutating func append(_ name: String, _ value: String) {
        let field = Field(name: name, value: value)
        if name.utf8.first == UInt8(ascii: ":") {
            pseudoFields.append(field)
        } else {
            fields.append(field)
        }
    }

    /// The value of the first header with a name, compared without case.
    package subscript(name: String) -> String? {
        (fields.first { Self.isSame($0.name, name) }
            ?? pseudoFields.first { Self.isSame($0.name, name) })?
            .value
    }

    /// The host and port that the client asked for: those of the connection may be another's.
    var authority: String? {
        [self[":authority"], self["Host"]].lazy.compactMap(\.self).first { !$0.isEmpty }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy {
                ($0 | lowerCaseBit($0)) == ($1 | lowerCaseBit($1))
            }
    }

    private static func lowerCaseBit(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? 0x20 : 0
    }
}
