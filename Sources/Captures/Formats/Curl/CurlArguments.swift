internal import SAMLBindings
internal import WireText

/// The arguments of a curl command, as far as they say what is sent.
struct CurlArguments {
    private var url: [UInt8]?
    private var method: String?
    private var headers = HTTPHeaders()
    private var data: [[UInt8]] = []
    private var parts: [(name: String, value: [UInt8])] = []
    /// A Boolean value that indicates whether a body is in a file that is not here.
    private var isFile = false
    private var isQuery = false
    private var isHead = false

    /// Reads the words of a command.
    ///
    /// - Throws: A ``CaptureError`` if it is none of curl.
    init(_ words: [[UInt8]]) throws(CaptureError) {
        let program = words.first.map { String(decoding: $0, as: UTF8.self) }
        guard program == "curl" || program == "curl.exe" else { throw Self.failure }
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            if word.starts(with: "--".utf8) {
                let name = String(decoding: word.dropFirst(2), as: UTF8.self)
                let needsValue = Self.takesValue(name)
                take(name, needsValue ? rest.popFirst() ?? [] : [])
            } else if word.first == UInt8(ascii: "-"), word.count > 1 {
                takeShort(word.dropFirst(), &rest)
            } else if url == nil {
                url = word
            }
        }
        guard url != nil else { throw Self.failure }
    }

    private static let failure = CaptureError(.invalidCapture, detail: "the curl command")

    /// Takes options of one letter; several may stand together, the last one with its value.
    private mutating func takeShort(
        _ letters: ArraySlice<UInt8>, _ rest: inout ArraySlice<[UInt8]>
    ) {
        var letters = letters
        while let letter = letters.popFirst() {
            let character = Character(Unicode.Scalar(letter))
            let name = Self.shortNames[character] ?? String(character)
            guard Self.takesValue(name) else {
                take(name, [])
                continue
            }
            take(name, letters.isEmpty ? rest.popFirst() ?? [] : Array(letters))
            return
        }
    }

    private static let shortNames: [Character: String] = [
        "H": "header", "X": "request", "d": "data", "b": "cookie", "A": "user-agent",
        "e": "referer", "F": "form", "G": "get", "I": "head", "u": "user",
    ]

    private static func takesValue(_ name: String) -> Bool {
        [
            "url", "header", "request", "data", "data-raw", "data-binary", "data-ascii",
            "data-urlencode", "json", "cookie", "user-agent", "referer", "form", "form-string",
            "user", "output", "o", "proxy", "x", "max-time", "m", "connect-timeout", "cookie-jar",
            "c", "write-out", "w", "range", "r", "cert", "E", "key", "cacert", "capath",
            "upload-file", "T", "retry", "retry-delay", "resolve", "connect-to", "interface",
            "proxy-user", "U", "proxy-header", "ciphers", "limit-rate", "dump-header", "D",
            "config", "K", "max-redirs", "trace", "trace-ascii", "stderr", "oauth2-bearer",
            "aws-sigv4", "dns-servers", "unix-socket", "cert-type", "key-type", "pass",
            "speed-limit", "Y", "speed-time", "y", "time-cond", "z", "continue-at", "C",
        ].contains(name)
    }

    private mutating func take(_ name: String, _ value: [UInt8]) {
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "url": url = url ?? value
        case "request": method = text.uppercased()
        case "header": takeHeader(value)
        case "cookie": if value.contains(UInt8(ascii: "=")) { headers.append("Cookie", text) }
        case "user-agent": headers.append("User-Agent", text)
        case "referer": headers.append("Referer", text)
        case "oauth2-bearer": headers.append("Authorization", "Bearer \(text)")
        case "get": isQuery = true
        case "head": isHead = true
        case "data", "data-ascii", "data-binary":
            if value.first == UInt8(ascii: "@") { isFile = true } else { data.append(value) }
        case "data-raw": data.append(value)
        case "data-urlencode": takeEncoded(value)
        case "json":
            if value.first == UInt8(ascii: "@") { isFile = true } else { data.append(value) }
            if headers["Content-Type"] == nil { headers.append("Content-Type", "application/json") }
        case "form", "form-string": takePart(value)
        case "upload-file":
            isFile = true
            method = method ?? "PUT"
        default: break
        }
    }

    private mutating func takeHeader(_ value: [UInt8]) {
        // A semicolon instead of a colon stands for a header without a value.
        guard
            let end = value.dropFirst().firstIndex(of: UInt8(ascii: ":"))
                ?? (value.last == UInt8(ascii: ";") ? value.count - 1 : nil)
        else { return }
        headers.append(
            HTTPFields.text(value[..<end]),
            HTTPFields.text(value[(end + 1)...].trimmingWhiteSpace()))
    }

    /// Takes `name=content` and percent-encodes the content.
    private mutating func takeEncoded(_ value: [UInt8]) {
        guard let sign = value.firstIndex(where: { "=@".utf8.contains($0) }) else {
            return data.append(PercentEscape.bytes(value))
        }
        guard value[sign] == UInt8(ascii: "=") else { return isFile = true }
        let name = sign == 0 ? [] : value[...sign]
        data.append(name + PercentEscape.bytes(Array(value[(sign + 1)...])))
    }

    private mutating func takePart(_ value: [UInt8]) {
        guard let sign = value.firstIndex(of: UInt8(ascii: "=")) else { return }
        let content = value[(sign + 1)...]
        guard let first = content.first, "@<".utf8.contains(first) else {
            let name = String(decoding: value[..<sign], as: UTF8.self)
            return parts.append((name, Array(content)))
        }
        isFile = true
    }

    // MARK: The exchange

    /// Returns what the command sends; what came back is not known.
    func exchange(at source: MessageSource) -> HTTPExchange {
        let joined = Array(data.joined(separator: [UInt8(ascii: "&")]))
        var url = url ?? []
        if !url[...].contains("://") { url = Array("http://".utf8) + url }
        if isQuery, !joined.isEmpty {
            url += [UInt8(ascii: url.contains(UInt8(ascii: "?")) ? "&" : "?")] + joined
        }
        let hasBody = !isQuery && (!data.isEmpty || !parts.isEmpty || isFile)
        var exchange = HTTPExchange(source: source, url: url)
        exchange.recorder = "curl"
        exchange.method = method ?? (isHead ? "HEAD" : hasBody ? "POST" : "GET")
        exchange.requestHeaders = headers
        exchange.responseBody = HTTPBody(state: .notRecorded)
        if hasBody {
            exchange.requestBody =
                isFile
                ? HTTPBody(joined, state: .dropped("the body is in a file"))
                : HTTPBody(joined, exactness: .wire)
            exchange.requestBody.mediaType =
                headers.mediaType
                ?? (parts.isEmpty ? "application/x-www-form-urlencoded" : "multipart/form-data")
            exchange.requestBody.parameters = parts
            if !parts.isEmpty { exchange.requestBody.exactness = .rebuilt }
        }
        exchange.completeSource()
        return exchange
    }
}
