internal import SAMLBindings
internal import WireText

/// A trace of curl: what was sent and received, in hexadecimal or as text.
final class CurlTraceCapture: CurlLines {
    private var isSecure = false
    private var current: Transfer?
    private var block: CurlTraceBlock?

    /// An exchange that is being read.
    private struct Transfer {
        let line: Int
        let start: CurlLine
        var end: CurlLine
        var request: [UInt8] = []
        var response: [UInt8] = []
        var isText = false
        var isTooLarge = false

        var byteCount: Int { request.count + response.count }
    }

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        super.init(reader, context, limit: 1 << 16)
    }

    static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        let first = CurlLine(text.firstLine).text
        guard
            first.starts(with: "== Info: ".utf8) || first.starts(with: "=> Send ".utf8)
                || first.starts(with: "Note: ".utf8)
        else { return false }
        return text.hasLine { CurlLine($0).rest(after: "=> Send header, ") != nil }
    }

    override func take(_ bytes: ArraySlice<UInt8>) -> CaptureStep? {
        if block?.take(bytes.withoutLineEnd) == true { return nil }
        let line = CurlLine(bytes)
        endBlock()
        if let remark = line.rest(after: "== Info: ") {
            isSecure = CurlLine.isSecure(remark) ?? isSecure
        } else if let next = CurlTraceBlock(line) {
            defer { block = next }
            guard next.kind == .sentHeader, current?.response.isEmpty != true else {
                current?.end = line
                return nil
            }
            defer { current = Transfer(line: lines.number, start: line, end: line) }
            return finish()
        }
        return nil
    }

    private func endBlock() {
        // The transfer is not copied: it grows in place.
        guard let block = block.take(), let heldCount = current?.byteCount else { return }
        let bytes = block.bytes
        if block.isText { current?.isText = true }
        let count = heldCount + bytes.count
        guard count <= context.limit.multipliedReportingOverflow(by: 2).partialValue else {
            current?.isTooLarge = true
            return
        }
        switch block.kind {
        case .sentHeader, .sentData: current?.request += bytes
        case .receivedHeader, .receivedData: current?.response += bytes
        case .other: break
        }
    }

    override func finish() -> CaptureStep? {
        endBlock()
        guard let transfer = current.take() else { return nil }
        let source = context.place(entry: entryIndex, line: transfer.line)
        entryIndex += 1
        guard !transfer.isTooLarge else {
            return .failure(CaptureError(.inputTooLarge), at: source)
        }
        guard
            let request = WireMessage.Request(parsing: transfer.request, with: context.bodies)
        else {
            let error = CaptureError(.invalidCapture, detail: CaptureFormat.curlTrace.title)
            return .failure(error, at: source)
        }
        var exchange = HTTPExchange(
            request, scheme: isSecure ? "https" : "http", at: source, by: "curl")
        exchange.start = transfer.start.time.map { CaptureTime(text: $0, microseconds: nil) }
        if let start = transfer.start.milliseconds, let end = transfer.end.milliseconds,
            end >= start
        {
            exchange.duration = end - start
        }
        if let response = WireMessage.Response(parsing: transfer.response, with: context.bodies) {
            exchange.record(response)
        }
        if transfer.isText {
            exchange.requestBody.exactness = .dotted
            exchange.responseBody.exactness = .dotted
        }
        exchange.completeSource()
        return .exchange(exchange)
    }
}
