internal import SAMLBindings
internal import WireText

/// The fields and sections of one exchange in a trace of Charles.
struct CharlesTraceBlock {
    /// The fields of one line, by name.
    var fields: [String: String] = [:]
    /// The headers and bodies, by name.
    var sections: [String: [UInt8]] = [:]
    /// A Boolean value that indicates whether some of it was not held.
    var isTooLarge = false

    /// A Boolean value that indicates whether nothing was read yet.
    var isEmpty: Bool { fields.isEmpty && sections.isEmpty && !isTooLarge }

    /// Returns whether a field or section is there, which an exchange has once.
    func has(_ name: String) -> Bool { fields[name] != nil || sections[name] != nil }

    /// Returns the exchange, `nil` if the block is not one.
    func exchange(
        at source: MessageSource, recorder: String?, _ decoder: BodyDecoder
    ) -> HTTPExchange? {
        guard let method = fields["Method"], let request = headers("Request-Header"),
            let response = headers("Response-Header")
        else { return nil }
        var exchange = HTTPExchange(source: source, url: url(request.headers))
        exchange.method = method.uppercased()
        exchange.requestHeaders = request.headers
        exchange.responseHeaders = response.headers
        exchange.requestBody = body("Request-Body", request.headers, decoder)
        exchange.responseBody = body("Response-Body", response.headers, decoder)
        exchange.outcome = Self.outcome(response.startLine)
        exchange.start = fields["Start-Time"].map { CaptureTime(iso8601: $0) }
        exchange.duration = exchange.start?.milliseconds(
            until: fields["End-Time"].map { CaptureTime(iso8601: $0) })
        exchange.client = fields["Client-Address"]
        exchange.server = fields["Remote-Address"]
        exchange.recorder = recorder
        exchange.completeSource()
        return exchange
    }

    /// The absolute URL.
    private func url(_ headers: HTTPHeaders) -> [UInt8] {
        let file = fields["File"] ?? ""
        if file.hasPrefix("http://") || file.hasPrefix("https://") { return Array(file.utf8) }
        let host = headers.authority ?? fields["Host"] ?? ""
        return Array("\(fields["Protocol"] ?? "https")://\(host)\(file)".utf8)
    }

    /// The start line, where there is one, and the headers of a section; `nil` when they are damaged.
    private func headers(_ name: String) -> (startLine: ArraySlice<UInt8>, headers: HTTPHeaders)? {
        guard let section = sections[name], !section.isEmpty else { return ([], HTTPHeaders()) }
        let line = section.prefix { $0 != UInt8(ascii: "\n") }
        let hasStartLine =
            line.starts(with: "HTTP/".utf8)
            || line.split(separator: 0x20).last?.starts(with: "HTTP/".utf8) == true
        let text = hasStartLine ? section : [UInt8(ascii: "-"), UInt8(ascii: "\n")] + section
        return HTTPFields(parsing: text[...]).map {
            (hasStartLine ? $0.startLine : [], $0.headers)
        }
    }

    private static func outcome(_ statusLine: ArraySlice<UInt8>) -> HTTPExchange.Outcome {
        let words = statusLine.split(separator: 0x20, maxSplits: 2)
        guard words.count > 1, let status = Int(String(decoding: words[1], as: UTF8.self)) else {
            return .unanswered
        }
        let reason = words.count > 2 ? String(decoding: words[2], as: UTF8.self) : nil
        return .response(status: status, reason: reason)
    }

    private func body(
        _ name: String, _ headers: HTTPHeaders, _ decoder: BodyDecoder
    ) -> HTTPBody {
        if let bytes = sections[name] {
            return decoder.body(bytes, under: headers, exactness: .decoded)
        }
        let size = fields["\(name)-Size"].flatMap { Int($0) } ?? 0
        return HTTPBody(
            state: size > 0 ? .dropped("not written") : .empty, mediaType: headers.mediaType)
    }
}
