internal import SAMLBindings
internal import WireText

extension CaptureFormat {
    /// The file is what Fiddler saves as text: requests and responses, with a line of hyphens after each session.
    package static let fiddlerText = CaptureFormat(
        "fiddler-text", "sessions that Fiddler saved as text",
        .content(
            isBeginning: { FiddlerText.isBeginning($0) }, open: { FiddlerText($0, $1) }))
}

/// Sessions that Fiddler saved as text.
final class FiddlerText: SteppedCapture {
    private var lines: LineReader
    /// The lines of the session that is being read, each with a line feed.
    private var session: [UInt8] = []
    private var isTooLarge = false
    /// A line of hyphens: the session has ended if a request follows.
    private var rule: [UInt8]?

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = LineReader(reader, limit: context.limit)
        super.init(context)
    }

    /// Returns whether a file begins with a request for an absolute URL and has a line of hyphens.
    static func isBeginning(_ head: CaptureHead) -> Bool {
        // A method begins it.
        guard let letter = head.first, (0x41...0x5A).contains(letter) else { return false }
        let first = head.text.drop { $0 == UInt8(ascii: "\n") }.prefix { $0 != UInt8(ascii: "\n") }
        guard isRequestLine(first.last == UInt8(ascii: "\r") ? first.dropLast() : first) else {
            return false
        }
        let lines = head.text[first.endIndex...].split(separator: UInt8(ascii: "\n")).lazy
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        var hasResponse = false
        for line in lines {
            if isRule(line) { return true }
            hasResponse = hasResponse || RawHTTPStart.isStatusLine(line)
        }
        return hasResponse && !head.isWhole
    }

    /// Returns whether a line begins a request for an absolute URL, or for a tunnel.
    private static func isRequestLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard RawHTTPStart.isRequestLine(line) else { return false }
        let target = line.drop { $0 != 0x20 }.dropFirst()
        return line.starts(with: "CONNECT ".utf8) || target.starts(with: "http".utf8)
    }

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= 60 && line.allSatisfy { $0 == UInt8(ascii: "-") }
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        do throws(CaptureError) {
            if let line = try lines.next() { return take(line) }
        } catch {
            guard error.code == .inputTooLarge else { throw error }
            isTooLarge = true
            return []
        }
        hasEnded = true
        return rest()
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        hasEnded = true
        return [.failure(error, at: place)] + rest()
    }

    private func rest() -> [CaptureStep] {
        session.allSatisfy(\.isWhiteSpace) && !isTooLarge ? [] : [finishedSession()]
    }

    /// Takes a line; returns the session that ended before it.
    private func take(_ line: [UInt8]) -> [CaptureStep] {
        if Self.isRule(line[...]) {
            // A body may have such lines, too.
            if let rule { append(rule) }
            rule = line
            return []
        }
        guard let rule, !line.isEmpty else {
            if rule == nil { append(line) }
            return []
        }
        self.rule = nil
        guard Self.isRequestLine(line[...]) else {
            append(rule)
            append(line)
            return []
        }
        let step = finishedSession()
        append(line)
        return [step]
    }

    private func append(_ line: [UInt8]) {
        guard session.count + line.count < context.limit else {
            isTooLarge = true
            return
        }
        session += line
        session.append(UInt8(ascii: "\n"))
    }

    private func finishedSession() -> CaptureStep {
        let bytes = session
        let isWhole = !isTooLarge
        session = []
        isTooLarge = false
        defer { entryIndex += 1 }
        guard isWhole else { return .failure(CaptureError(.inputTooLarge), at: place) }
        guard let exchange = exchange(in: bytes) else {
            let error = CaptureError(.invalidCapture, detail: CaptureFormat.fiddlerText.title)
            return .failure(error, at: place)
        }
        return .exchange(exchange)
    }

    private func exchange(in bytes: [UInt8]) -> HTTPExchange? {
        let start = Self.responseStart(in: bytes)
        guard
            var request = WireMessage.Request(
                parsing: Self.part(bytes[..<start]), with: context.bodies)
        else { return nil }
        request.body.exactness = .reencoded
        var exchange = HTTPExchange(request, scheme: "https", at: place, by: "Fiddler")
        if start < bytes.count {
            guard
                var response = WireMessage.Response(
                    parsing: Self.part(bytes[start...]), with: context.bodies)
            else { return nil }
            response.body.exactness = .reencoded
            exchange.recordOfFiddler(response)
        }
        return exchange
    }

    /// A request or response without the line end that Fiddler writes after it.
    private static func part(_ lines: ArraySlice<UInt8>) -> [UInt8] {
        Array(lines.last == UInt8(ascii: "\n") ? lines.dropLast() : lines)
    }

    /// The place of the first status line after the header of the request; the end if there is none.
    private static func responseStart(in bytes: [UInt8]) -> Int {
        var rest = bytes[...]
        var isInBody = false
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            if isInBody, RawHTTPStart.isStatusLine(line) { return line.startIndex }
            isInBody = isInBody || line.isEmpty
            rest = rest[line.endIndex...].dropFirst()
        }
        return bytes.count
    }
}
