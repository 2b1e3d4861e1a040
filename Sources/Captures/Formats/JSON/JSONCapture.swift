internal import SAMLBindings
internal import WireText

/// A file of JSON values: one a line, one after another, or one that holds them all.
///
/// What is looked through at once is a line, or, where values take several lines, an object or an element of the array
/// that is the file. An object that is larger than the limit is read as the elements of the arrays in it.
final class JSONCapture: CaptureStream {
    var json: JSONStream
    private let context: CaptureContext
    private let source: MessageSource
    let options: CaptureReader.Options
    /// A Boolean value that indicates whether each value takes a line.
    private let isLines: Bool
    private var line = 0
    /// A Boolean value that indicates whether a line is being read value by value, because it is longer than the limit.
    private var isInLine = false
    /// The values of the line that are still to be looked through.
    private var parts: JSONParts?
    private var rootCount = 0
    private var splitLines: SplitLogLines
    private var pieces: LogRowPieces
    private var isAtStart = true
    /// The containers that were entered, the innermost one last.
    var containers: [Container] = []
    /// The steps that were read and not returned yet, the next one last.
    private var pending: [CaptureStep] = []
    private var hasEnded = false

    /// A container that is read member by member.
    struct Container {
        let isObject: Bool
        var isFirst = true
        var index = -1
        /// The parts of the field that was named and is yet to be found.
        let path: [Substring]?
    }

    init(_ reader: consuming ByteReader, _ context: CaptureContext, isLines: Bool) {
        json = JSONStream(reader)
        self.context = context
        source = context.source
        options = context.options
        splitLines = SplitLogLines(limit: context.limit)
        pieces = LogRowPieces(source, limit: context.limit)
        self.isLines = isLines
    }

    func next() -> CaptureStep? {
        while pending.isEmpty, !hasEnded {
            do throws(CaptureError) {
                if !containers.isEmpty {
                    try readMember()
                } else if isLines {
                    try readLine()
                } else {
                    try readRoot()
                }
            } catch {
                fail(error)
            }
        }
        return pending.popLast()
    }

    func add(_ steps: [CaptureStep]) { pending = steps.reversed() }

    /// Returns the steps of a value: its messages or, for callers that ask for exchanges, those and the messages beside
    /// them.
    ///
    /// - Parameters:
    ///   - search: The value with its place.
    ///   - text: Whether the value is a string that is not written as JSON any more.
    /// - Returns: The steps in their order.
    func steps(of search: JSONSearch, asText text: Bool = false) -> [CaptureStep] {
        var search = search
        search.isOfDocument = !isLines
        let messages = text ? search.stepsOfText(isUsual: false) : search.steps()
        if let values = search.parts {
            // Values behind each other come as they are read.
            parts = values
            return []
        }
        guard options.givesExchanges else { return messages }
        return messages.beside(JSONLogExchanges(search, context).found)
    }

    func failure(_ error: CaptureError, at place: MessageSource) -> CaptureStep {
        .entry(CaptureEntry(place, .failure(error)))
    }

    /// The place of what is being read.
    var place: MessageSource {
        var place = source
        if isLines { place.line = line }
        if let container = containers.last, container.index >= 0 {
            place.entry = container.index
        }
        return place
    }

    /// Notes a failure; after a line that is damaged come further ones.
    private func fail(_ error: CaptureError) {
        hasEnded = !isLines || error.code != .invalidJSON
        add((hasEnded ? heldRows() : pieces.rest()) + [failure(error, at: place)])
        containers = []
        guard !hasEnded else { return }
        isInLine = false
        do throws(CaptureError) {
            try json.skipLine()
        } catch {
            hasEnded = true
        }
    }

    // MARK: Lines

    private func readLine() throws(CaptureError) {
        if let next = parts?.next() {
            // What is too short to name a message is not looked through.
            let isShort =
                next.isJSON && options.field == nil && next.bytes.count < JSONWalk.shortestText
            return add(
                isShort
                    ? [.passedOver(place)]
                    : steps(of: JSONSearch(next.bytes, place, field: options.field)))
        }
        parts = nil
        if !isInLine {
            guard try json.upcoming() != nil else {
                hasEnded = true
                return add(heldRows())
            }
            line += 1
            if let text = try json.line(limit: options.entryByteCount) {
                return add(steps(ofLine: text))
            }
            isInLine = true
            let held = pieces.rest()
            guard held.isEmpty else { return add(held) }
        }
        try json.skipSpaces()
        switch try json.upcoming() {
        case nil: hasEnded = true
        case UInt8(ascii: "\n"):
            try json.skipLine()
            isInLine = false
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let bytes = try json.frame(limit: options.entryByteCount) else {
                return try enter()
            }
            add(steps(of: JSONSearch(bytes, place, field: options.field)))
        default:
            add([failure(.tooLarge(options.entryByteCount), at: place)])
            try json.skipLine()
            isInLine = false
        }
    }

    /// The steps of a line: JSON, or text such as what a program prints before its first row.
    private func steps(ofLine line: [UInt8]) -> [CaptureStep] {
        if splitLines.mayTake(line) {
            switch splitLines.take(line, number: self.line) {
            case .whole(let text?): return pieces.take(text, steps(ofRow: line))
            case .whole(nil): break
            case .begun: return []
            case .joined(let text): return pieces.take(text, steps(of: text))
            }
        }
        return pieces.rest() + steps(ofRow: line)
    }

    /// The steps of a line by itself.
    private func steps(ofRow line: [UInt8]) -> [CaptureStep] {
        let text = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line[...]
        guard let first = text.first(where: { $0 > 0x20 }) else { return [] }
        var scanner = JSONScanner(line)
        if first == UInt8(ascii: "{")
            || (first == UInt8(ascii: "[") && (try? scanner.skip()) != nil)
        {
            return steps(of: JSONSearch(line, place, field: options.field))
        }
        let messages = MessageFinder.messages(in: text)
        guard messages.isEmpty else {
            return messages.map { message in
                let content = message.content.map { CapturedRecord.Content.message($0) }
                return .entry(CaptureEntry(place, content))
            }
        }
        guard options.format == nil else {
            let offset = line.firstIndex(of: first) ?? 0
            return [failure(CaptureError(.invalidJSON, at: offset), at: place)]
        }
        return [.passedOver(place)]
    }

    /// The steps of the rows that more was expected of.
    private func heldRows() -> [CaptureStep] {
        splitLines.rest().flatMap { pieces.take($0, steps(of: $0)) } + pieces.rest()
    }

    /// The steps of a line that was split over several.
    private func steps(of text: SplitLogLines.Text) -> [CaptureStep] {
        var place = place
        place.line = text.line
        place.time = text.time
        let steps = steps(of: JSONSearch(text.bytes, place, field: nil), asText: true)
        return steps.isEmpty ? [.passedOver(place)] : steps
    }

    // MARK: Values of several lines

    private func readRoot() throws(CaptureError) {
        if isAtStart {
            isAtStart = false
            json.skipByteOrderMark()
            let first = try json.valueStart()
            if first != UInt8(ascii: "{"), first != UInt8(ascii: "["), options.format == nil {
                try json.skipLine()
            }
        }
        guard let first = try json.valueStart() else { return hasEnded = true }
        let start = json.offset
        guard first == UInt8(ascii: "{"),
            let bytes = try json.frame(limit: options.entryByteCount)
        else { return try enter() }
        var element = JSONSearch(bytes, place, field: options.field)
        element.offset = start
        let isFollowed = try json.valueStart() != nil
        if rootCount > 0 || isFollowed {
            element.source.entry = rootCount
        } else {
            element.hasEntries = true
        }
        rootCount += 1
        add(steps(of: element))
    }

    /// Enters the container that comes next.
    func enter(path: [Substring]? = nil) throws(CaptureError) {
        let path =
            containers.isEmpty
            ? options.field?.split(separator: ".", omittingEmptySubsequences: false) : path
        let first = try json.valueStart()
        guard let first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            throw json.failure
        }
        try json.enter(first)
        containers.append(Container(isObject: first == UInt8(ascii: "{"), path: path))
    }
}
