internal import SAMLBindings
internal import WireText

/// A file of JSON values: one a line, one after another, or one that holds them all.
///
/// What is looked through at once is a line, or, where values take several lines, an object or an element of the array
/// that is the file. An object that is larger than the limit is read as the elements of the arrays in it.
final class JSONCapture: SteppedCapture {
    var json: JSONStream
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
        splitLines = SplitLogLines(limit: context.limit)
        pieces = LogRowPieces(context.source, limit: context.limit)
        self.isLines = isLines
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        if !containers.isEmpty { return try readMember() }
        return try isLines ? readLine() : readRoot()
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        // After a line that is damaged come further ones.
        hasEnded = !isLines || error.code != .invalidJSON
        let steps = (hasEnded ? heldRows() : pieces.rest()) + [.failure(error, at: valuePlace)]
        containers = []
        guard !hasEnded else { return steps }
        isInLine = false
        do throws(CaptureError) {
            try json.reader.skipLine()
        } catch {
            hasEnded = true
        }
        return steps
    }

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

    /// The place of what is being read.
    var valuePlace: MessageSource {
        let index = containers.last?.index ?? -1
        return context.place(entry: index < 0 ? nil : index, line: isLines ? line : nil)
    }

    // MARK: Lines

    private func readLine() throws(CaptureError) -> [CaptureStep] {
        if let next = parts?.next() {
            // What is too short to name a message is not looked through.
            let isShort =
                next.isJSON && options.field == nil && next.bytes.count < JSONWalk.shortestText
            return isShort ? [.passedOver(valuePlace)] : steps(ofValue: next.bytes)
        }
        parts = nil
        if !isInLine {
            guard try json.upcoming() != nil else {
                hasEnded = true
                return heldRows()
            }
            line += 1
            if let text = try json.reader.line(limit: context.limit) { return steps(ofLine: text) }
            isInLine = true
            let held = pieces.rest()
            guard held.isEmpty else { return held }
        }
        try json.skipSpaces()
        switch try json.upcoming() {
        case nil: hasEnded = true
        case UInt8(ascii: "\n"):
            try json.reader.skipLine()
            isInLine = false
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let bytes = try json.frame(limit: context.limit) else { return try enter() }
            return steps(ofValue: bytes)
        default:
            let place = valuePlace
            try json.reader.skipLine()
            isInLine = false
            return [.failure(.tooLarge(context.limit), at: place)]
        }
        return []
    }

    private func steps(ofValue bytes: [UInt8]) -> [CaptureStep] {
        steps(of: JSONSearch(bytes, valuePlace, field: options.field))
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
        let text = line[...].withoutByteOrderMark
        guard let first = text.first(where: { $0 > 0x20 }) else { return [] }
        var scanner = JSONScanner(line)
        if first == UInt8(ascii: "{")
            || (first == UInt8(ascii: "[") && (try? scanner.skip()) != nil)
        {
            return steps(ofValue: line)
        }
        let messages = MessageFinder.messages(in: text)
        guard messages.isEmpty else {
            return messages.map { message in
                .entry(CaptureEntry(valuePlace, message.content.map { .message($0) }))
            }
        }
        guard options.format == nil else {
            let offset = line.firstIndex(of: first) ?? 0
            return [.failure(CaptureError(.invalidJSON, at: offset), at: valuePlace)]
        }
        return [.passedOver(valuePlace)]
    }

    /// The steps of the rows that more was expected of.
    private func heldRows() -> [CaptureStep] {
        splitLines.rest().flatMap { pieces.take($0, steps(of: $0)) } + pieces.rest()
    }

    /// The steps of a line that was split over several.
    private func steps(of text: SplitLogLines.Text) -> [CaptureStep] {
        var place = valuePlace
        place.line = text.line
        place.time = text.time
        let steps = steps(of: JSONSearch(text.bytes, place, field: nil), asText: true)
        return steps.isEmpty ? [.passedOver(place)] : steps
    }

    // MARK: Values of several lines

    private func readRoot() throws(CaptureError) -> [CaptureStep] {
        if isAtStart {
            isAtStart = false
            json.skipByteOrderMark()
            let first = try json.next()
            if first != UInt8(ascii: "{"), first != UInt8(ascii: "["), options.format == nil {
                try json.reader.skipLine()
            }
        }
        guard let first = try json.next() else {
            hasEnded = true
            return []
        }
        let start = json.offset
        guard first == UInt8(ascii: "{"),
            let bytes = try json.frame(limit: context.limit)
        else { return try enter() }
        var element = JSONSearch(bytes, valuePlace, field: options.field)
        element.offset = start
        let isFollowed = try json.next() != nil
        if rootCount > 0 || isFollowed {
            element.source.entry = rootCount
        } else {
            element.hasEntries = true
        }
        rootCount += 1
        return steps(of: element)
    }

    var options: CaptureReader.Options { context.options }

    /// Enters the container that comes next, whose steps are those of its members.
    func enter(path: [Substring]? = nil) throws(CaptureError) -> [CaptureStep] {
        let path =
            containers.isEmpty
            ? options.field?.split(separator: ".", omittingEmptySubsequences: false) : path
        let first = try json.next()
        guard let first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            throw json.failure
        }
        try json.enter(first)
        containers.append(Container(isObject: first == UInt8(ascii: "{"), path: path))
        return []
    }
}
