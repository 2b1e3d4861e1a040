internal import SAMLBindings

/// The log of a web server, a request a line, for callers that ask for exchanges.
///
/// Messages are also looked for beside the URLs, and in lines of another kind.
final class AccessLogCapture: CaptureStream {
    private var lines: TextLines
    private let source: MessageSource
    private let limit: Int
    private var hasEnded = false
    /// The steps that were read and not returned yet, the next one last.
    private var pending: [CaptureStep] = []
    /// The latest lines that are not requests, with the number of the first one.
    private var others: (bytes: [UInt8], line: Int) = ([], 0)

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = TextLines(reader, limit: context.limit)
        source = context.source
        limit = context.limit
    }

    /// Returns whether a file begins with a line of such a log.
    static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool {
        AccessLogLine(text.prefix { $0 != UInt8(ascii: "\n") }) != nil
    }

    func next() -> CaptureStep? {
        while pending.isEmpty, !hasEnded {
            do throws(CaptureError) {
                guard let line = try lines.next() else {
                    hasEnded = true
                    pending = takeOthers().reversed()
                    break
                }
                read(line)
            } catch {
                hasEnded = true
                let failure = CaptureEntry(place(lines.number), .failure(error))
                pending = (takeOthers() + [.entry(failure)]).reversed()
            }
        }
        return pending.popLast()
    }

    private func read(_ line: ArraySlice<UInt8>) {
        guard let entry = AccessLogLine(line) else {
            if others.bytes.isEmpty { others.line = lines.number }
            others.bytes += line
            if others.bytes.count > limit { pending = takeOthers().reversed() }
            return
        }
        let place = place(lines.number)
        let exchange = entry.exchange(at: place)
        var steps = takeOthers()
        steps +=
            Self.mayHoldMessage(line)
            ? Self.messages(in: line, at: place).beside([exchange]) : [.exchange(exchange)]
        pending = steps.reversed()
    }

    private static func mayHoldMessage(_ line: ArraySlice<UInt8>) -> Bool {
        line.count > 512 || line.contains("SAML") || line.contains("saml")
    }

    private func takeOthers() -> [CaptureStep] {
        guard !others.bytes.isEmpty else { return [] }
        let text = others.bytes
        others.bytes = []
        let steps = Self.messages(in: text[...], at: place(others.line))
        return steps.isEmpty ? [.passedOver(place(others.line))] : steps
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

    private func place(_ line: Int) -> MessageSource {
        var place = source
        place.line = line
        return place
    }
}
