internal import SAMLBindings

/// The log of a web server, a request a line, for callers that ask for exchanges.
///
/// Messages are also looked for beside the URLs, and in lines of another kind.
final class AccessLogCapture: SteppedCapture {
    private var lines: TextLines
    /// The latest lines that are not requests, with the number of the first one.
    private var others: (bytes: [UInt8], line: Int) = ([], 0)

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = TextLines(reader, limit: context.limit)
        super.init(context)
    }

    /// Returns whether a file begins with a line of such a log.
    static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool {
        AccessLogLine(text.prefix { $0 != UInt8(ascii: "\n") }) != nil
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        guard let line = try lines.next() else {
            hasEnded = true
            return takeOthers()
        }
        let place = context.place(line: lines.number)
        guard let entry = AccessLogLine(line) else {
            if others.bytes.isEmpty { others.line = lines.number }
            others.bytes += line
            return others.bytes.count > context.limit ? takeOthers() : []
        }
        let exchange = entry.exchange(at: place)
        return takeOthers()
            + (Self.mayHoldMessage(line)
                ? Self.messages(in: line, at: place).beside([exchange]) : [.exchange(exchange)])
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        hasEnded = true
        return takeOthers() + [.failure(error, at: context.place(line: lines.number))]
    }

    private static func mayHoldMessage(_ line: ArraySlice<UInt8>) -> Bool {
        line.count > 512 || line.contains("SAML") || line.contains("saml")
    }

    private func takeOthers() -> [CaptureStep] {
        guard !others.bytes.isEmpty else { return [] }
        let text = others.bytes
        others.bytes = []
        let place = context.place(line: others.line)
        let steps = Self.messages(in: text[...], at: place)
        return steps.isEmpty ? [.passedOver(place)] : steps
    }

    /// The messages of lines, each with its own line.
    private static func messages(
        in text: ArraySlice<UInt8>, at place: MessageSource
    ) -> [CaptureStep] {
        var place = place
        var start = text.startIndex
        return MessageFinder.messages(in: text).map { message in
            let end = max(start, text.startIndex + message.offset)
            place.line = (place.line ?? 1) + ByteText.lineFeedCount(in: text[start..<end])
            start = end
            return .entry(CaptureEntry(place, message.content.map { .message($0) }))
        }
    }
}
