internal import SAMLBindings
internal import WireText

/// The output of `curl -v`: the heads of requests and responses, and the bodies of responses where both streams
/// went to one file.
final class CurlVerboseCapture: CurlLines {
    private var isSecure = false
    private var current: Transfer?

    /// An exchange that is being read.
    private struct Transfer {
        enum Phase { case request, sent, response, body }

        let line: Int
        var phase = Phase.request
        var request: [UInt8]
        var response: [UInt8] = []
        /// The body, in the pieces between which curl made remarks.
        var pieces: [[UInt8]] = [[]]
        var bodyCount = 0

        mutating func take(_ bytes: ArraySlice<UInt8>, limit: Int) {
            bodyCount += bytes.count
            if bodyCount <= limit { pieces[pieces.count - 1] += bytes }
        }
    }

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        super.init(reader, context, limit: context.limit)
    }

    static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        let first = CurlLine(text.firstLine).text
        let isCurl =
            first.starts(with: "* ".utf8) || first.starts(with: "> ".utf8)
            || first.starts(with: "  % Total".utf8) || first.starts(with: "Note: ".utf8)
        return isCurl
            && text.hasLine { line in
                CurlLine(line).rest(after: "> ").map { RawHTTPStart.isStartLine($0) } ?? false
            }
    }

    override func take(_ bytes: ArraySlice<UInt8>) -> CaptureStep? {
        let line = CurlLine(bytes)
        if let sent = line.rest(after: ">") {
            let head = sent.dropFirst()
            if current?.phase != .request, RawHTTPStart.isStartLine(head) {
                defer { current = Transfer(line: lines.number, request: head + [0x0A]) }
                return finish()
            }
            if current?.phase == .request {
                current?.request += head + [0x0A]
                if head.isEmpty { current?.phase = .sent }
                return nil
            }
        } else if let received = line.rest(after: "<") {
            let head = received.dropFirst()
            if current != nil, RawHTTPStart.isStatusLine(head) {
                current?.response += head + [0x0A]
                current?.phase = .response
                return nil
            }
            if current?.phase == .response {
                current?.response += head + [0x0A]
                if head.isEmpty { current?.phase = .body }
                return nil
            }
        } else if let remark = line.rest(after: "* ") {
            isSecure = CurlLine.isSecure(remark) ?? isSecure
            if current?.pieces.last?.isEmpty == false { current?.pieces.append([]) }
            return nil
        } else if Self.isMeter(line.text) {
            return nil
        }
        if let remark = Self.remarkPlace(in: bytes) {
            takeBody(bytes[..<remark])
            current?.pieces.append([])
        } else {
            takeBody(bytes)
        }
        return nil
    }

    /// The place of a remark in the middle of a line: curl holds back the end of a body that goes to the same file.
    private static func remarkPlace(in line: ArraySlice<UInt8>) -> Int? {
        let text = line.withoutLineEnd
        if text.reversed().starts(with: " left intact".utf8.reversed()) {
            return text.firstIndex(of: "* Connection #")
        }
        guard let place = text.firstIndex(of: "* Closing connection ") else { return nil }
        return text.suffix(8).contains { $0.isDigit } ? place : nil
    }

    private func takeBody(_ bytes: ArraySlice<UInt8>) {
        guard current?.phase == .body else { return }
        current?.take(bytes, limit: context.limit)
    }

    /// Returns whether a line counts bytes: `{ [5 bytes data]`, or the progress meter.
    private static func isMeter(_ line: ArraySlice<UInt8>) -> Bool {
        if line.starts(with: "{ [".utf8) || line.starts(with: "} [".utf8) {
            return line.reversed().starts(with: " bytes data]".utf8.reversed())
        }
        let text = line.drop { $0 == 0x0D }
        guard let first = text.first, first == 0x20 || first.isDigit else { return false }
        return text.contains("--:--:--") || text.starts(with: "  % Total".utf8)
            || text.starts(with: "                                 Dload".utf8)
    }

    override func finish() -> CaptureStep? {
        guard let transfer = current.take() else { return nil }
        let source = context.place(entry: entryIndex, line: transfer.line)
        entryIndex += 1
        guard let request = WireMessage.Request(parsing: transfer.request + [0x0A]) else {
            let error = CaptureError(.invalidCapture, detail: CaptureFormat.curlVerbose.title)
            return .failure(error, at: source)
        }
        var exchange = HTTPExchange(
            request, scheme: isSecure ? "https" : "http", at: source, by: "curl")
        let length = request.headers["Content-Length"].flatMap { Int($0) }
        if request.method == "POST" || length ?? 0 > 0 {
            exchange.requestBody = HTTPBody(
                state: .notRecorded, mediaType: request.headers.mediaType)
        }
        if let response = WireMessage.Response(parsing: transfer.response + [0x0A]) {
            exchange.record(response)
            exchange.responseBody = body(of: transfer, response.headers)
        }
        exchange.completeSource()
        return .exchange(exchange)
    }

    /// The body of a response, without the line ends that curl put before its remarks.
    private func body(of transfer: Transfer, _ headers: HTTPHeaders) -> HTTPBody {
        if transfer.bodyCount > context.limit {
            return HTTPBody(state: .tooLarge, mediaType: headers.mediaType)
        }
        var bytes = Array(transfer.pieces.joined())
        // The length is that of what was sent, before --compressed decoded it.
        let isCoded = headers["Content-Encoding"] != nil
        let length = isCoded ? nil : headers["Content-Length"].flatMap { Int($0) }
        if bytes.count != length, transfer.pieces.count > 1 {
            bytes = transfer.pieces.flatMap { $0.last == 0x0A ? $0.dropLast() : $0[...] }
        }
        if let length, (0..<bytes.count).contains(length) { bytes.removeLast(bytes.count - length) }
        var body = context.bodies.body(bytes, under: headers, exactness: .decoded)
        if let length, length > bytes.count {
            body.state = bytes.isEmpty ? .notRecorded : .truncated
        }
        return body
    }
}
