internal import SAMLBindings
internal import WireText

/// The messages that ZAP exports as text: requests and responses, each pair under a line with its number.
final class ZAPCapture: SteppedCapture {
    private var lines: TextLines
    /// The line after those of the latest exchange.
    private var held: ArraySlice<UInt8>?

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = TextLines(reader, limit: context.limit)
        super.init(context)
    }

    static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
        let text = line.withoutLineEnd
        guard text.starts(with: "==== ".utf8) else { return false }
        let number = text.dropFirst(5).prefix { $0.isDigit }
        return !number.isEmpty && text[number.endIndex...].elementsEqual(" ==========".utf8)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        var section: [UInt8] = []
        guard let isWhole = try readSection(into: &section) else {
            hasEnded = true
            return []
        }
        defer { entryIndex += 1 }
        guard isWhole else { return [.failure(CaptureError(.inputTooLarge), at: place)] }
        guard let exchange = exchange(section[...], at: place) else {
            let error = CaptureError(.invalidCapture, detail: CaptureFormat.zap.title)
            return [.failure(error, at: place)]
        }
        return [.exchange(exchange)]
    }

    /// Reads what stands between two lines with numbers.
    ///
    /// A body may hold such a line, so that one counts only with a message after it.
    /// - Returns: Whether it is within the limit; `nil` at the end.
    private func readSection(into section: inout [UInt8]) throws(CaptureError) -> Bool? {
        var isWhole = true
        var hasBegun = held != nil
        func add(_ line: ArraySlice<UInt8>) {
            isWhole = isWhole && section.count + line.count <= context.limit * 2
            if isWhole { section += line }
        }
        if let line = held.take() { add(line) }
        while let line = try lines.next() {
            guard Self.isSeparator(line) else {
                if hasBegun || line.contains(where: { !$0.isWhiteSpace }) {
                    hasBegun = true
                    add(line)
                }
                continue
            }
            guard let following = try lines.next() else {
                if hasBegun { add(line) }
                break
            }
            if RawHTTPStart.isStartLine(following) {
                if hasBegun {
                    held = following
                    return isWhole
                }
            } else {
                add(line)
            }
            hasBegun = true
            add(following)
        }
        return hasBegun ? isWhole : nil
    }

    private func exchange(_ section: ArraySlice<UInt8>, at source: MessageSource) -> HTTPExchange? {
        let (requestText, responseText) = Self.parts(of: section)
        guard
            let request = WireMessage.Request(parsing: Array(requestText), with: context.bodies)
        else { return nil }
        var exchange = HTTPExchange(request, scheme: "https", at: source, by: "ZAP")
        if let responseText,
            let response = WireMessage.Response(parsing: Array(responseText), with: context.bodies)
        {
            exchange.record(response)
        }
        // Bodies were text by their charset.
        for body in [\HTTPExchange.requestBody, \HTTPExchange.responseBody] {
            exchange[keyPath: body].exactness =
                !exchange[keyPath: body].bytes[...].contains("\u{FFFD}")
                ? .reencoded : .lossy
        }
        exchange.completeSource()
        return exchange
    }

    /// The request and the response, without the line ends that ZAP writes after their bodies.
    private static func parts(
        of section: ArraySlice<UInt8>
    ) -> (request: ArraySlice<UInt8>, response: ArraySlice<UInt8>?) {
        var start = section.startIndex
        if let fields = HTTPFields(parsing: section) {
            start = fields.rest.startIndex
            // A body may hold what looks like a response.
            if let length = fields.headers["Content-Length"].flatMap({ Int($0) }),
                (0..<fields.rest.count).contains(length)
            {
                let rest = fields.rest.dropFirst(length).drop { $0 == 0x0A || $0 == 0x0D }
                if RawHTTPStart.isStatusLine(rest) { start = rest.startIndex }
            }
        }
        var line = start
        while line < section.endIndex {
            if RawHTTPStart.isStatusLine(section[line...]) {
                return (section[..<line].withoutLineEnd, section[line...].withoutLineEnd)
            }
            line = (section[line...].firstIndex(of: 0x0A) ?? section.endIndex - 1) + 1
        }
        return (section.withoutLineEnd, nil)
    }
}
