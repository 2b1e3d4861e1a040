internal import SAMLBindings
internal import WireText

/// A call of OkHttp, as its lines come.
struct OkHttpCall {
    private enum Phase { case requestHeaders, requestBody, sent, responseHeaders, responseBody }

    /// A half of the call: its headers, its body, and what the last line says of the body.
    private struct Half {
        var headers = HTTPHeaders()
        var lines: [UInt8] = []
        /// The approximate size of the headers.
        var headerByteCount = 0
        var hasBody = false
        var isTooLarge = false
        /// The text after `END POST` or `END HTTP`, without brackets; `nil` if that line did not come.
        var end: String?

        var byteCount: Int { lines.count + headerByteCount }
    }

    /// The line of the file on which it begins.
    let line: Int
    private let time: String?
    private let method: String
    private let url: [UInt8]
    private var phase = Phase.requestHeaders
    private var request = Half()
    private var response = Half()
    private var outcome = HTTPExchange.Outcome.unanswered
    private var duration: Double?
    /// The beginning of a line that was cut.
    private var partial: [UInt8] = []

    /// The approximate cost of a header beside its bytes.
    private static let headerCost = 64

    /// OkHttp cuts its lines after so many UTF-16 code units.
    private static let longestLine = 4000

    /// The number of bytes that are held.
    var byteCount: Int { request.byteCount + response.byteCount + partial.count }

    /// A Boolean value that indicates whether a line belongs to the call, and is none of something else between the
    /// request and the response.
    func expects(_ message: ArraySlice<UInt8>) -> Bool {
        phase != .sent || !partial.isEmpty || message.starts(with: "<-- ".utf8)
    }

    /// Returns whether a line begins a call, as `--> POST https://a.example/b http/1.1` does.
    static func isStart(_ message: ArraySlice<UInt8>) -> Bool {
        guard message.starts(with: "--> ".utf8) else { return false }
        let words = message.dropFirst(4).split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, words[0].allSatisfy({ (0x41...0x5A).contains($0) }) else {
            return false
        }
        return words[1].starts(with: "http://".utf8) || words[1].starts(with: "https://".utf8)
    }

    init(_ start: LogcatLine, at line: Int) {
        self.line = line
        time = start.time
        let words = start.message.dropFirst(4).split(separator: 0x20)
        method = String(decoding: words.first ?? [], as: UTF8.self)
        url = Array(words.dropFirst().first ?? [])
    }

    /// Takes what is left of a line that was cut, when no more lines come.
    mutating func end() {
        if !partial.isEmpty { takeWhole(partial[...], limit: .max) }
        partial = []
    }

    /// Takes the next line of the thread; returns true after the last one.
    mutating func take(_ message: ArraySlice<UInt8>, limit: Int) -> Bool {
        let isMark = message.starts(with: "--> END ".utf8) || message.starts(with: "<-- ".utf8)
        let isCut =
            message.count >= Self.longestLine
            && String(decoding: message, as: UTF8.self).utf16.count == Self.longestLine
        if isMark, !partial.isEmpty {
            // The line before it was exactly as long.
            let before = partial
            partial = []
            takeWhole(before[...], limit: limit)
        }
        if isCut, byteCount + message.count <= limit {
            partial += message
            return false
        }
        let whole = partial + message
        partial = []
        return takeWhole(whole[...], limit: limit)
    }

    @discardableResult
    private mutating func takeWhole(_ text: ArraySlice<UInt8>, limit: Int) -> Bool {
        if text.starts(with: "--> END ".utf8) {
            request.end = Self.remark(text)
            phase = .sent
        } else if text.starts(with: "<-- HTTP FAILED".utf8) {
            let reason = text.firstIndex(of: UInt8(ascii: ":")).map {
                text[($0 + 1)...].trimmingWhiteSpace()
            }
            outcome = .failed(String(decoding: reason ?? [], as: UTF8.self))
            return true
        } else if text.starts(with: "<-- END HTTP".utf8) {
            response.end = Self.remark(text)
            return true
        } else if text.starts(with: "<-- ".utf8), phase != .responseBody,
            takeStatus(text.dropFirst(4))
        {
            phase = .responseHeaders
        } else {
            takeContent(text, limit: limit)
        }
        return false
    }

    /// Reads `200 OK https://a.example/b (212ms)`, or the older `HTTP/1.1 200 OK (212ms)`.
    private mutating func takeStatus(_ text: ArraySlice<UInt8>) -> Bool {
        var words = text.split(separator: 0x20)
        if words.first?.starts(with: "HTTP/".utf8) == true { words.removeFirst() }
        guard let status = words.first.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }) else {
            return false
        }
        let reason = words.dropFirst().prefix {
            !$0.starts(with: "http".utf8) && $0.first != UInt8(ascii: "(")
        }
        outcome = .response(
            status: status,
            reason: reason.isEmpty
                ? nil : String(decoding: Array(reason.joined(separator: [0x20])), as: UTF8.self))
        if let bracket = text.lastIndex(of: UInt8(ascii: "(")) {
            let digits = text[(bracket + 1)...].prefix { $0.isDigit }
            if text[digits.endIndex...].starts(with: "ms".utf8) {
                duration = Double(String(decoding: digits, as: UTF8.self))
            }
        }
        return true
    }

    private mutating func takeContent(_ text: ArraySlice<UInt8>, limit: Int) {
        let fits = byteCount + text.count < limit
        switch phase {
        case .requestHeaders where text.isEmpty: phase = .requestBody
        case .responseHeaders where text.isEmpty: phase = .responseBody
        case .requestHeaders: Self.takeHeader(text, into: &request, fits: fits)
        case .responseHeaders: Self.takeHeader(text, into: &response, fits: fits)
        case .requestBody: Self.takeBody(text, into: &request, fits: fits)
        case .responseBody: Self.takeBody(text, into: &response, fits: fits)
        case .sent: break
        }
    }

    private static func takeHeader(_ text: ArraySlice<UInt8>, into half: inout Half, fits: Bool) {
        guard fits else { return half.isTooLarge = true }
        half.headerByteCount += text.count + headerCost
        half.headers.append(line: text)
    }

    private static func takeBody(_ text: ArraySlice<UInt8>, into half: inout Half, fits: Bool) {
        if half.hasBody { half.lines.append(0x0A) }
        half.hasBody = true
        half.isTooLarge = half.isTooLarge || !fits
        if fits { half.lines += text }
    }

    /// The text in brackets at the end of a line.
    private static func remark(_ text: ArraySlice<UInt8>) -> String {
        guard let bracket = text.firstIndex(of: UInt8(ascii: "(")), text.last == UInt8(ascii: ")")
        else {
            return ""
        }
        return String(decoding: text[(bracket + 1)...].dropLast(), as: UTF8.self)
    }

    // MARK: The exchange

    /// Returns the exchange, as far as its lines came.
    func exchange(at source: MessageSource, _ decoder: BodyDecoder) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: url)
        exchange.recorder = "OkHttp"
        exchange.method = method
        exchange.start = time.map { CaptureTime(text: $0, microseconds: nil) }
        exchange.duration = duration
        exchange.outcome = outcome
        exchange.requestHeaders = request.headers
        exchange.requestBody = body(of: request, decoder)
        if case .response = outcome {
            exchange.responseHeaders = response.headers
            exchange.responseBody = body(of: response, decoder)
        }
        exchange.completeSource()
        return exchange
    }

    private func body(of half: Half, _ decoder: BodyDecoder) -> HTTPBody {
        var body = HTTPBody()
        let length = half.headers["Content-Length"].flatMap { Int($0) } ?? 0
        if half.isTooLarge {
            body = HTTPBody(half.lines, state: .tooLarge)
        } else if let end = half.end, end.hasSuffix("omitted") {
            body = HTTPBody(state: .dropped(end))
        } else if !half.hasBody || half.lines.isEmpty {
            body = HTTPBody(state: length > 0 ? .notRecorded : .empty)
        } else {
            let announced = half.end.flatMap { Int($0.prefix { $0.isNumber }) }
            let bytes = Self.restoringLineEnds(half.lines, count: announced)
            body = decoder.body(bytes, under: half.headers, exactness: .decoded)
            if half.end == nil || bytes.count < announced ?? 0 { body.state = .truncated }
        }
        body.mediaType = half.headers.mediaType
        return body
    }

    /// Returns lines with CR LF between them if only so they are as long as announced.
    private static func restoringLineEnds(_ lines: [UInt8], count: Int?) -> [UInt8] {
        guard let count, count > lines.count,
            lines.count + lines.count(where: { $0 == 0x0A }) == count
        else { return lines }
        return lines.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    }
}
