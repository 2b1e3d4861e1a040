internal import SAMLBindings

/// A flow of mitmproxy, in the names of any of its versions.
struct MitmproxyFlow {
    private var type = "http"
    private var version = ""
    private var request = Side()
    private var response: Side?
    private var failure: String?
    private var isWebSocket = false
    private var frames: [WebSocketFrame] = []
    private var client: String?
    private var server: String?
    private var secure: String?
    private var comment: String?

    /// A request or a response.
    private struct Side {
        var scheme = ""
        var method: String?
        var authority = ""
        var host = ""
        var port = ""
        var path: [UInt8] = []
        var status: Int?
        var reason: String?
        var headers = HTTPHeaders()
        /// The bytes on the wire, `nil` when they were not kept.
        var content: ArraySlice<UInt8>?
        var start: String?
        var end: String?
    }

    /// A Boolean value that indicates whether requests and responses are exchanged, not datagrams or frames.
    var isHTTP: Bool { type == "http" }

    /// Creates a flow; `nil` when the value is damaged, or a flow of HTTP without a request.
    init?(_ value: Tnetstring) {
        var hasRequest = false
        let isSound = value.forEachMember { name, value in
            switch name {
            case "type": type = value.text ?? type
            case "version": version = Self.version(value)
            case "request": hasRequest = Self.read(value, into: &request)
            case "response":
                var side = Side()
                if value.isDictionary, Self.read(value, into: &side) { response = side }
            case "error":
                value.forEachMember { if $0 == "msg" { failure = $1.text } }
            case "websocket":
                isWebSocket = value.isDictionary
                value.forEachMember { if $0 == "messages" { frames = Self.frames($1) } }
            case "client_conn":
                value.forEachMember { name, value in
                    if name == "peername" || name == "address" {
                        client = client ?? Self.address(value)
                    }
                    if name == "tls_version" { secure = value.text }
                }
            case "server_conn":
                value.forEachMember { name, value in
                    if name == "peername" || name == "ip_address" {
                        server = Self.address(value) ?? server
                    }
                }
            case "comment": comment = value.text.flatMap { $0.isEmpty ? nil : $0 }
            default: break
            }
        }
        guard isSound, !isHTTP || hasRequest && request.method != nil else { return nil }
    }

    /// Reads a request or response; false when it is damaged.
    private static func read(_ value: Tnetstring, into side: inout Side) -> Bool {
        var areHeadersSound = true
        let isSound = value.forEachMember { name, value in
            switch name {
            case "scheme": side.scheme = value.text ?? ""
            case "method": side.method = value.text
            case "authority": side.authority = value.text ?? ""
            case "host": side.host = value.text ?? ""
            case "port": side.port = value.number ?? ""
            case "path": side.path = value.bytes.map { Array($0) } ?? []
            case "status_code", "code": side.status = value.number.flatMap { Int($0) }
            case "reason", "msg": side.reason = value.text.flatMap { $0.isEmpty ? nil : $0 }
            case "headers": areHeadersSound = read(value, into: &side.headers)
            case "content": side.content = value.bytes
            case "timestamp_start": side.start = value.number
            case "timestamp_end": side.end = value.number
            default: break
            }
        }
        return value.isDictionary && isSound && areHeadersSound
    }

    /// The texts of `[type, from client, content, …]`, type 1 being text.
    private static func frames(_ messages: Tnetstring) -> [WebSocketFrame] {
        var frames: [WebSocketFrame] = []
        messages.forEachItem { message in
            var index = 0
            var isText = false
            var isSent = false
            message.forEachItem { item in
                switch index {
                case 0: isText = item.number == "1"
                case 1: isSent = item.isTrue
                case 2 where isText:
                    if let bytes = item.bytes, bytes.count >= JSONWalk.shortestText {
                        frames.append(WebSocketFrame(Array(bytes), isSent: isSent))
                    }
                default: break
                }
                index += 1
            }
        }
        return frames
    }

    private static func read(_ pairs: Tnetstring, into headers: inout HTTPHeaders) -> Bool {
        pairs.forEachItem { pair in
            var texts: [String] = []
            pair.forEachItem { if texts.count < 2 { texts.append($0.text ?? "") } }
            if texts.count == 2 { headers.append(texts[0], texts[1]) }
        }
    }

    /// A number, or the three of the time before there was one.
    private static func version(_ value: Tnetstring) -> String {
        if let number = value.number { return number }
        var numbers: [String] = []
        value.forEachItem {
            if numbers.count < 3, let number = $0.number { numbers.append(number) }
        }
        return numbers.joined(separator: ".")
    }

    /// An address and port; old versions have them in a dictionary with `address`.
    private static func address(_ value: Tnetstring) -> String? {
        var parts: [String] = []
        value.forEachItem { item in
            if parts.count < 2, let part = item.text ?? item.number { parts.append(part) }
        }
        value.forEachMember { name, value in
            if name == "address", parts.isEmpty, let inner = address(value) { parts = [inner] }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ":")
    }
}

extension MitmproxyFlow {
    /// Returns the exchange, with the bodies as `decoder` gives them.
    func exchange(at source: MessageSource, decoder: BodyDecoder) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: url)
        exchange.method = request.method
        if isWebSocket { exchange.kind = .webSocket }
        exchange.frames = frames
        exchange.requestHeaders = request.headers
        exchange.requestBody = body(of: request, decoder: decoder)
        if let response {
            exchange.responseHeaders = response.headers
            exchange.responseBody = body(of: response, decoder: decoder)
        }
        exchange.outcome =
            if let response, let status = response.status {
                .response(status: status, reason: response.reason)
            } else if let failure {
                .failed(failure)
            } else {
                .unanswered
            }
        exchange.start = request.start.map { CaptureTime(parsing: $0) }
        if let start = request.start.flatMap({ Double($0) }),
            let end = response?.end.flatMap({ Double($0) }), end >= start
        {
            exchange.duration = (end - start) * 1000
        }
        exchange.client = client
        exchange.server = server
        exchange.secure = secure
        exchange.recorder = "mitmproxy flow \(version)"
        exchange.comment = comment
        exchange.completeSource()
        return exchange
    }

    /// The absolute URL.
    ///
    /// In transparent mode the host is an address, so that what the client sent goes first.
    private var url: [UInt8] {
        let path = request.path
        guard path.first == UInt8(ascii: "/") || path.isEmpty || path == Array("*".utf8) else {
            return path
        }
        let isDefault =
            request.port.isEmpty || request.scheme == "https" && request.port == "443"
            || request.scheme == "http" && request.port == "80"
        let authority =
            if !request.authority.isEmpty {
                request.authority
            } else if let host = request.headers["Host"], !host.isEmpty {
                host
            } else {
                isDefault ? request.host : "\(request.host):\(request.port)"
            }
        let scheme = request.scheme.isEmpty ? "" : "\(request.scheme)://"
        return Array("\(scheme)\(authority)".utf8) + path
    }

    private func body(of side: Side, decoder: BodyDecoder) -> HTTPBody {
        guard let content = side.content else { return HTTPBody(state: .dropped("not kept")) }
        return decoder.body(Array(content), under: side.headers, exactness: .wire)
    }
}
