internal import SAMLBindings
internal import WireText

/// The exchanges in a value of a log: a row, a document or an element of an array.
///
/// An object that says what was requested is an exchange, however a log platform wrapped it: below other objects and
/// arrays, or as JSON inside a string. What is inside an exchange is not another one.
struct JSONLogExchanges {
    private(set) var found: [HTTPExchange] = []

    private let source: MessageSource
    private let hasEntries: Bool
    private let limit: Int
    private let decoder: BodyDecoder

    /// The surroundings of a value.
    private struct Place {
        var nesting = 0
        var entry: Int?
        var time: String?
    }

    /// Finds the exchanges of a value, or of several without a separator.
    ///
    /// - Parameters:
    ///   - search: The value with its place.
    ///   - context: The limits, and what undoes content codings.
    init(_ search: JSONSearch, _ context: CaptureContext) {
        source = search.source
        hasEntries = search.hasEntries
        limit = context.limit
        decoder = context.bodies
        read(search.bytes, Place())
    }

    /// Sets of texts: a description of a request has one of each set.
    private static let marks = [["ethod", "tatus"], ["url", "Url", "URL", "uri", "Uri", "path"]]

    private mutating func read(_ text: [UInt8], _ place: Place) {
        guard
            Self.marks.allSatisfy({ marks in marks.contains { text[...].contains($0) } })
        else { return }
        var scanner = JSONScanner(document: text)
        while !scanner.isAtEnd {
            // The message search reports damage.
            guard let value = try? scanner.element(limit: limit) else { return }
            if place.nesting == 0, Self.isLeftOut(value) { continue }
            take(value, place)
        }
    }

    /// Returns whether a row is an interim one of Splunk or a control message of CloudWatch.
    private static func isLeftOut(_ row: JSONValue) -> Bool {
        row["preview"]?.boolean == true && row[["result"]] != nil
            || row["messageType"]?.text == "CONTROL_MESSAGE"
    }

    private mutating func take(_ value: JSONValue, _ place: Place) {
        var place = place
        switch value {
        case .object(let members):
            let fields = JSONLogFields(value)
            var source = source
            if hasEntries { source.entry = place.entry }
            if let exchange = JSONLogExchange(fields, at: source, time: place.time, with: decoder) {
                return found.append(completed(exchange.exchange, from: value, place))
            }
            place.time = fields.time ?? place.time
            for member in members { take(member.value, place) }
        case .array(let elements):
            let isOutermost = place.entry == nil
            // Rows of CloudWatch are pairs of a name and a value.
            let time = elements.lazy.first { $0["field"]?.text == "@timestamp" }?["value"]
            place.time = time?.timeText ?? place.time
            for (index, element) in elements.enumerated() {
                if isOutermost { place.entry = index }
                take(element, place)
            }
        case .string(let text):
            let first = text.utf8.first { !$0.isWhiteSpace }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
                place.nesting < JSONWalk.longestNesting
            else { return }
            place.nesting += 1
            read(Array(text.utf8), place)
        default: break
        }
    }

    /// Returns an exchange without headers, with what the text of the event, where that is JSON, says more of it.
    private func completed(
        _ exchange: HTTPExchange, from event: JSONValue, _ place: Place
    ) -> HTTPExchange {
        guard exchange.requestHeaders.fields.isEmpty, exchange.responseHeaders.fields.isEmpty,
            let text = event[["message", "_raw", "event.original"]]
        else { return exchange }
        var inner = self
        inner.found = []
        inner.take(text, place)
        guard var fuller = inner.found.first, inner.found.count == 1, fuller.url == exchange.url,
            fuller.method == exchange.method
        else { return exchange }
        fuller.start = exchange.start ?? fuller.start
        fuller.duration = fuller.duration ?? exchange.duration
        fuller.client = fuller.client ?? exchange.client
        if fuller.outcome == .unknown { fuller.outcome = exchange.outcome }
        if fuller.requestBody.state == .notRecorded { fuller.requestBody = exchange.requestBody }
        if fuller.responseBody.state == .notRecorded { fuller.responseBody = exchange.responseBody }
        fuller.completeSource()
        return fuller
    }
}
