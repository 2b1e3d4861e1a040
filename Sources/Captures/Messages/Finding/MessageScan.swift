internal import WireText

/// One pass over a text, or over a piece of one, in search of messages.
struct MessageScan {
    /// The text that follows the piece, as far as it is known.
    enum Extent {
        /// Nothing follows.
        case whole
        /// More follows, and messages may continue in it.
        case piece
        /// More follows, and the piece is as long as a message may be.
        case longest
    }

    /// The messages, with offsets from the start of the piece.
    private(set) var found: [MessageFinder.Found] = []
    /// The number of bytes in which nothing is left to find.
    private(set) var readCount = 0
    /// The offset of the end of the last message that was cut off; the tags before it are parts of that message.
    private(set) var cutCount = 0
    /// The places of lines that are pieces of messages found with their first one, counted from the start of the text.
    private(set) var pieces: [Range<Int>] = []
    /// The names of messages whose end tags, in what was read, end nothing.
    private(set) var strayEnds: Set<MessageRoot> = []

    private let text: ArraySlice<UInt8>
    private let extent: Extent
    private let field: [UInt8]?
    private let markup: MarkupSpans
    private let isLineStart: Bool
    private var nextSpan = 0
    /// The place after the last message.
    private var lastEnd: Int
    private var index: Int
    /// The words of Base64 one space apart that were seen last, and how often no message was found in them.
    private var row: (range: Range<Int>, failureCount: Int) = (0..<0, 0)
    /// The end of what was read in vain as Base64 with escapes, in which only names are looked for.
    private var deadEnd = 0
    /// The end of the digits that were read as data in hexadecimal.
    private var plainEnd = 0
    /// The end of the lines that were read as one folded message.
    private var foldEnd = 0
    /// The number of bytes that were read as further pieces of messages.
    private var piecesCount = 0
    /// The first of ``pieces`` that may still come.
    private var nextPiece = 0
    /// The end of what can be judged without what follows.
    private let edge: Int

    /// The number of bytes behind a message that tell whether it ends there.
    private static let lookahead = 1024
    private static let longestContext = 8192
    private static let fewestDigits = 100
    /// The length of the shortest line of a wrapped message.
    private static let fewestOnLine = 40
    /// The number of digits with which the value of a field looks like a message.
    private static let fewestOfField = 16
    /// The number of bytes in which pieces of messages are looked for, whatever the length of the text before them.
    private static let mostPieces = 1 << 20
    /// The number of words in a row, one space apart, that are tried as the beginning of one message.
    private static let mostSpacedTries = 8

    /// Looks for messages.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - extent: What is known of the text behind it.
    ///   - field: The name of one more field that holds messages.
    ///   - cutCount: The number of bytes at the beginning that belong to a message that was cut off.
    ///   - strayEnds: The names of messages whose end tags, before the text, end nothing.
    ///   - pieces: The places of lines that are pieces of messages found before the text.
    ///   - isLineStart: Whether a line begins with the text.
    init(
        of text: ArraySlice<UInt8>, extent: Extent, field: String? = nil, cutCount: Int = 0,
        strayEnds: Set<MessageRoot> = [], pieces: [Range<Int>] = [], isLineStart: Bool = true
    ) {
        self.pieces = pieces
        self.isLineStart = isLineStart
        self.text = text
        self.extent = extent
        self.field = field.map { Array($0.utf8) }
        self.cutCount = cutCount
        markup = MarkupSpans(
            in: text, from: text.startIndex + cutCount, isWhole: extent != .piece,
            strayEnds: strayEnds)
        index = text.startIndex
        lastEnd = text.startIndex
        edge =
            extent == .whole
            ? text.endIndex : max(text.startIndex, text.endIndex - Self.lookahead)
        let stop = scan()
        readCount = stop - text.startIndex
        self.strayEnds = markup.strayEnds.roots(
            before: max(stop, text.startIndex + self.cutCount))
    }

    /// Reads to the end, or to the start of something that may continue after the text.
    private mutating func scan() -> Int {
        let isDigit = Base64Run.isDigit
        while true {
            let spanStart = upcomingSpanStart
            let word = nextWord(isDigit, before: min(spanStart, text.endIndex))
            if let word, word.lowerBound < edge {
                if extent != .whole, word.upperBound >= edge {
                    return mayBegin(word)
                        ? stopping(at: word.lowerBound, word.upperBound)
                        : context(of: word.lowerBound)
                }
                if let stop = read(word) { return stop }
            } else if spanStart < edge {
                if let stop = readSpan() { return stop }
            } else {
                guard extent != .whole else { return text.endIndex }
                let start = prologStart(before: min(spanStart, text.endIndex))
                return context(of: min(edge, start))
            }
        }
    }

    private var upcomingSpanStart: Int {
        if nextSpan < markup.spans.count { return markup.spans[nextSpan].range.lowerBound }
        return markup.openStart ?? .max
    }

    private mutating func readSpan() -> Int? {
        guard nextSpan < markup.spans.count else {
            return markup.openStart.map { context(of: max(prologStart(before: $0), index)) }
        }
        let span = markup.spans[nextSpan]
        nextSpan += 1
        guard span.range.lowerBound >= index else { return nil }
        let start = prologStart(before: span.range.lowerBound)
        let lineBound = lineBound
        lastEnd = span.range.upperBound
        if span.end != .found {
            cutCount = span.range.upperBound - text.startIndex
            let isTooLong = extent == .longest && span.range.upperBound == text.endIndex
            let joined = MarkupPieces.joined(
                start..<span.range.upperBound, isWhole: false, in: text, lineFrom: lineBound)
            append(
                at: start,
                joined.map { .success($0) }
                    ?? .failure(
                        isTooLong ? CaptureError(.inputTooLarge) : reasonWithoutEnd(of: span)))
            let rest = text[span.range.lowerBound..<span.range.upperBound]
            index = rest.firstIndex(of: UInt8(ascii: "\n")) ?? span.range.upperBound
            lastEnd = index
        } else {
            append(
                at: start,
                .success(
                    PlainMarkup.bytes(
                        of: start..<span.range.upperBound, in: text, lineFrom: lineBound)))
            index = span.range.upperBound
        }
        return nil
    }

    /// Returns the reason why the end of a message is not after its beginning.
    private func reasonWithoutEnd(of span: MarkupSpans.Span) -> CaptureError {
        if HexadecimalDump.mayHold(span.range.lowerBound, in: text) {
            return CaptureError(
                .convertFirst,
                detail: "turn the hexadecimal dump back into the bytes that it shows, as xxd -r "
                    + "does with what xxd wrote")
        }
        if span.end == .missing, let found = UnifiedLogMark.first(in: text[span.range]) {
            return found.mark.error
        }
        return CaptureError(span.end == .beforeStart ? .disorderedMessage : .truncatedMessage)
    }

    /// The earliest place where the line of the next message may begin.
    private var lineBound: LinePrefix.Bound {
        lastEnd > text.startIndex
            ? LinePrefix.Bound(index: lastEnd, isLineStart: false)
            : LinePrefix.Bound(index: text.startIndex, isLineStart: isLineStart)
    }

    /// The start of the XML declaration or the document type before a start tag, or the tag itself.
    private func prologStart(before tag: Int) -> Int {
        let longestProlog = 200
        let start = XMLProlog.documentType(
            before: tag, from: max(lastEnd, text.startIndex), in: text)
        let bound = max(lastEnd, start - longestProlog, text.startIndex)
        guard bound < start else { return start }
        let before = text[bound..<start]
        guard let mark = before.lastIndex(of: UInt8(ascii: "?")), mark > before.startIndex,
            let opening = before[..<mark].lastIndex(of: UInt8(ascii: "?")),
            ByteText.isText("?xml", at: opening, in: before)
        else { return start }
        for bracket: StaticString in ["<", "&lt;", "\\u003c", "\\u003C", "%3C", "%3c"]
        where ByteText.isText(bracket, at: opening - bracket.utf8CodeUnitCount, in: before) {
            guard XMLProlog.reaches(start, from: mark, in: text) else { return start }
            return opening - bracket.utf8CodeUnitCount
        }
        return start
    }

    /// The next run of digits before a place, empty at that place if there is none.
    private mutating func nextWord(_ isDigit: [Bool], before end: Int) -> Range<Int>? {
        guard index < end else { return nil }
        let shortest = field == nil ? MessageName.shortest : 1
        let base = text.startIndex
        let (start, stop) = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe isDigit.withUnsafeBufferPointer { isDigit in
                var start = index - base
                let bound = end - base
                while true {
                    while start < bound, unsafe !isDigit[Int(buffer[start])] { start &+= 1 }
                    var stop = start
                    while stop < bound, unsafe isDigit[Int(buffer[stop])] { stop &+= 1 }
                    // Short words are neither a name nor the beginning of a message, unless they are escaped.
                    if stop == bound || stop - start >= shortest { return (start, stop) }
                    let next = unsafe buffer[stop]
                    if Self.isEscape(next) { return (start, stop) }
                    start = stop
                }
            }
        }
        index = start + base
        return start < stop ? index..<(stop + base) : nil
    }

    private static func isEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
    }

    /// Reads a word and what belongs to it; returns the place to stop at if that continues after the text.
    private mutating func read(_ word: Range<Int>) -> Int? {
        let place = word.lowerBound - text.startIndex
        while nextPiece < pieces.count, pieces[nextPiece].upperBound <= place { nextPiece += 1 }
        if nextPiece < pieces.count, pieces[nextPiece].contains(place) {
            index = max(word.upperBound, text.startIndex + pieces[nextPiece].upperBound)
            return nil
        }
        if let name = MessageName(endOf: word, in: text, further: field),
            let value = ValuePlace(after: word.upperBound, in: text)
        {
            if extent != .whole, value.start >= edge { return context(of: word.lowerBound) }
            return readValue(value, name, word)
        }
        if let digits = DataDescription.begins(at: word.lowerBound, in: text) {
            return readData(from: digits, word, isNamed: false)
        }
        if word.lowerBound >= plainEnd,
            let digits = DataDescription.plainMarkup(at: word.lowerBound, in: text)
        {
            let (isRead, stop) = readPlainData(from: digits, word)
            if isRead { return stop }
        }
        index = word.upperBound
        guard word.lowerBound >= deadEnd,
            word.count >= Self.fewestOnLine || index == text.endIndex
                || Self.isEscape(text[index]) || isLineEnd(index)
        else { return nil }
        // Of other long words nothing more is read, however many lines they wrap over.
        let isEscaped = index < text.endIndex && Self.isEscape(text[index])
        let plain = Self.withoutEscape(word, in: text)
        if !isEscaped, word.count < Self.fewestOnLine, text[plain].first != UInt8(ascii: "P") {
            return nil
        }
        guard isEscaped || mayBegin(plain) else { return nil }
        let start = plain.lowerBound
        let run = Base64Run(from: start, in: text, lineFrom: lineBound)
        let folded = foldedLines(from: start, run)
        let endsLine = isLineEnd(run.end)
        guard
            run.end > word.upperBound || word.count >= Self.fewestDigits || folded != nil
                || endsLine
        else { return nil }
        if extent != .whole, run.end >= edge { return stopping(at: word.lowerBound, run.end) }
        let isLong =
            run.digitCount >= Self.fewestDigits || isSpaced(after: run) || folded != nil
        guard isLong || endsLine else { return nil }
        let range = start..<run.end
        guard mayBegin(range) else {
            // A name may stand in it, as in a URL that is encoded twice.
            if isEscaped { deadEnd = run.end } else { index = max(index, run.end) }
            return nil
        }
        if let stop = conclude(
            range, run, folded, form: nil, notes: isLong ? .beginnings : .messages, from: start)
        {
            return stop
        }
        index = max(index, run.end)
        return nil
    }

    /// Reads data in hexadecimal without a frame, if a message is found in it.
    private mutating func readPlainData(
        from start: Int, _ word: Range<Int>
    ) -> (isRead: Bool, stop: Int?) {
        let data = DataDescription(from: start, in: text)
        plainEnd = data.end
        if extent != .whole, data.end >= edge {
            return (true, stopping(at: word.lowerBound, data.end))
        }
        let found = data.isShortened ? [] : MessageFinder.messages(in: data.bytes[...])
        guard !found.isEmpty || data.isShortened && data.isOfMessage else { return (false, nil) }
        return (true, readData(from: start, word, isNamed: false))
    }

    /// Reads data in hexadecimal and what is found in it.
    private mutating func readData(from start: Int, _ word: Range<Int>, isNamed: Bool) -> Int? {
        let data = DataDescription(from: start, in: text)
        if extent != .whole, data.end >= edge { return stopping(at: word.lowerBound, data.end) }
        if data.isShortened {
            if isNamed || data.isOfMessage { append(at: start, .failure(data.error)) }
        } else {
            for inner in MessageFinder.messages(in: data.bytes[...]) {
                append(at: start, inner.content)
            }
        }
        index = max(word.upperBound, data.end)
        lastEnd = max(lastEnd, start)
        return nil
    }

    /// The word without the letters that belong to an escape before it, such as `\n`.
    private static func withoutEscape(_ word: Range<Int>, in text: ArraySlice<UInt8>) -> Range<Int>
    {
        let color = TerminalCode.length(atStartOf: word, in: text)
        if color > 0 { return (word.lowerBound + color)..<word.upperBound }
        guard word.lowerBound > text.startIndex, text[word.lowerBound - 1] == UInt8(ascii: "\\")
        else { return word }
        let letter = text[word.lowerBound]
        let count = letter == UInt8(ascii: "u") ? 5 : letter == UInt8(ascii: "x") ? 3 : 1
        return min(word.lowerBound + count, word.upperBound)..<word.upperBound
    }

    /// Returns whether a short run of a message's first digits continues after a space that was a `+`.
    private func isSpaced(after run: Base64Run) -> Bool {
        run.digitCount >= Self.fewestOnLine && run.end + 1 < text.endIndex && text[run.end] == 0x20
            && Base64Run.isDigit[Int(text[run.end + 1])]
    }

    /// Returns whether the first digits of a run may be those of a message.
    private func mayBegin(_ range: Range<Int>) -> Bool {
        let digits = MessageShape.digits(in: Array(text[range].prefix(160)))
        return MessageShape.mayBegin(digits)
    }

    private mutating func readValue(
        _ value: ValuePlace, _ name: MessageName, _ word: Range<Int>
    ) -> Int? {
        index = max(word.upperBound, min(value.start, text.endIndex))
        guard value.start < text.endIndex else { return nil }
        let isParameter = name == .parameter
        if isParameter, !value.isQuoted, value.separator != .colon, value.separator != .equals {
            let nameStart = parameterName(endOf: word).lowerBound
            let query = QueryText(encodedFrom: nameStart, separator: value.separator, in: text)
            if extent != .whole, query.end >= edge {
                return stopping(at: word.lowerBound, query.end)
            }
            conclude(nameStart..<query.end, form: query.form)
            return nil
        }
        if MarkupWriting.bracket(at: value.start, in: text) != nil, isSpanNear(value.start) {
            return nil
        }
        if let digits = DataDescription.firstDigit(at: value.start, in: text) {
            return readData(from: digits, word, isNamed: name != .common)
        }
        if let digits = DataDescription.plainDigit(at: value.start, in: text) {
            let (isRead, stop) = readPlainData(from: digits, word)
            if isRead { return stop }
        }
        if let mark = UnifiedLogMark(at: value.start, in: text) {
            append(at: value.start, .failure(mark.error))
            lastEnd = max(lastEnd, value.start)
            return nil
        }
        if ValueMarks.isMask(at: value.start, in: text) {
            append(at: value.start, .failure(CaptureError(.redactedMessage)))
            lastEnd = max(lastEnd, value.start)
            return nil
        }
        if ValueMarks.isNothing(at: value.start, in: text) { return nil }
        let run = Base64Run(from: value.start, in: text, lineFrom: lineBound)
        if extent != .whole, run.end >= edge { return stopping(at: word.lowerBound, run.end) }
        let isWritten =
            switch name {
            case .common: run.digitCount >= Self.fewestDigits
            case .field: run.digitCount >= (value.isLoose ? Self.fewestOnLine : Self.fewestOfField)
            case .parameter: !value.isLoose || run.digitCount >= Self.fewestOnLine
            }
        let folded = foldedLines(from: value.start, run)
        guard isWritten || folded != nil else { return nil }
        let range = value.start..<valueEnd(value, run)
        guard !range.isEmpty, folded != nil || !isWord(run, range, after: word) else { return nil }
        let isOfForm =
            isParameter && value.separator == .equals && !value.isQuoted && isWholeName(word)
        return conclude(
            range, run, folded, form: isOfForm ? parameterName(endOf: word) : nil,
            notes: name != .common ? .values : .beginnings, from: word.lowerBound)
    }

    /// The folded lines that begin with a run that ends with its line, or before a percent sign at its end.
    private mutating func foldedLines(from start: Int, _ run: Base64Run) -> FoldedLines? {
        guard start >= foldEnd, run.digitCount > 0,
            isLineEnd(run.end) || isLineEnd(run.end + 1) || isLineEnd(run.end + 2)
        else { return nil }
        guard let folded = FoldedLines(from: start, in: text, lineFrom: lineBound) else {
            return nil
        }
        foldEnd = folded.end
        return folded
    }

    private func isLineEnd(_ index: Int) -> Bool {
        index < text.endIndex
            && (text[index] == UInt8(ascii: "\n") || text[index] == UInt8(ascii: "\r"))
    }

    /// Returns whether a value is a short word that a log says of a message, and is not in a query.
    private func isWord(_ run: Base64Run, _ value: Range<Int>, after name: Range<Int>) -> Bool {
        guard run.end == value.upperBound, run.digitCount < Self.fewestOfField,
            !ValueMarks.isCut(at: run.end, in: text), !ValueMarks.isMask(at: run.end, in: text)
        else { return false }
        let before = name.lowerBound > text.startIndex ? text[name.lowerBound - 1] : 0
        return before != UInt8(ascii: "?") && before != UInt8(ascii: "&")
    }

    /// The end of a value: that of its Base64, or of what stands in its place.
    private func valueEnd(_ value: ValuePlace, _ run: Base64Run) -> Int {
        let rest = text[run.end...]
        guard let next = rest.first, !Self.endsValue(next) || (value.isQuoted && next == 0x20),
            !ValueMarks.isCut(at: run.end, in: text), !ValueMarks.isMask(at: run.end, in: text)
        else { return run.end }
        let longest = 64 << 10
        return rest.prefix(longest).firstIndex {
            Self.endsValue($0) && !(value.isQuoted && $0 == 0x20)
        } ?? min(text.endIndex, run.end + longest)
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"),
            UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "#"),
            UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "`"):
            true
        default: byte >= 0x80
        }
    }

    private func parameterName(endOf word: Range<Int>) -> Range<Int> {
        let isResponse = ByteText.isText("SAMLResponse", at: word.upperBound - 12, in: text)
        return (word.upperBound - (isResponse ? 12 : 11))..<word.upperBound
    }

    /// Returns whether a word is the name of a parameter and no longer one that ends with it.
    private func isWholeName(_ word: Range<Int>) -> Bool {
        let start = parameterName(endOf: word).lowerBound
        guard start > text.startIndex else { return true }
        let before = text[start - 1]
        return !Base64Run.isDigit[Int(before)] || before == UInt8(ascii: "/")
    }

    /// Returns whether the message in XML that comes next begins at a place, or after the XML declaration there.
    private func isSpanNear(_ place: Int) -> Bool {
        let start = upcomingSpanStart
        return start == place || (start != .max && prologStart(before: start) == place)
    }
}

extension MessageScan {
    /// The finds that are noted besides complete messages.
    private enum Notes {
        case messages, beginnings
        /// Whatever a name stands before.
        case values
    }

    /// Notes what a range of the text turns out to be.
    ///
    /// - Parameters:
    ///   - range: The place of the value.
    ///   - run: The Base64 that it begins with.
    ///   - folded: The folded lines that it may be.
    ///   - name: The place of the parameter's name, where it is one of a form.
    ///   - notes: What is noted.
    ///   - begin: The place where the name and its value begin.
    /// - Returns: The place to stop at if the value continues after the text.
    private mutating func conclude(
        _ range: Range<Int>, _ run: Base64Run, _ folded: FoldedLines?, form name: Range<Int>?,
        notes: Notes, from begin: Int
    ) -> Int? {
        let prefix = run.prefix
        func content(_ value: Range<Int>) -> (bytes: [UInt8], end: Int) {
            // A form has no line breaks.
            guard let name, !run.isInPieces, !text[value].contains(UInt8(ascii: "\n")) else {
                var bytes = prefix?.removed(from: value) ?? Array(text[value])
                if run.isInPieces { bytes = StringBreak.removed(from: bytes) }
                return (bytes, value.upperBound)
            }
            let query = QueryText(around: name, value: value, in: text, from: lastEnd)
            return (query.form, query.end)
        }
        var value = range
        var start = name?.lowerBound ?? range.lowerBound
        var (bytes, end) = content(range)
        let farthest = max(end, spacedEnd(of: range))
        if extent != .whole, farthest >= edge { return stopping(at: begin, farthest) }
        var shape = MessageShape(of: bytes)
        if shape != .complete, prefix == nil, let messageEnd = messageEnd(of: range) {
            let fitting = content(range.lowerBound..<messageEnd)
            if case .complete = MessageShape(of: fitting.bytes) {
                (bytes, end) = fitting
                shape = .complete
            }
        }
        if shape != .complete, let folded {
            if extent != .whole, folded.end >= edge { return stopping(at: begin, folded.end) }
            let whole = MessageShape(of: folded.bytes)
            if whole == .complete || (whole == .beginning && shape == .other) {
                value = range.lowerBound..<folded.end
                (bytes, start, end, shape) = (folded.bytes, value.lowerBound, folded.end, whole)
            }
        }
        let mayGoOn = shape == .beginning || (shape == .other && mayBegin(range))
        guard mayGoOn, piecesCount <= Self.mostPieces + 4 * (begin - text.startIndex) else {
            finish(bytes, start..<end, value: value, shape, notes: notes)
            return nil
        }
        let found = Base64Pieces(
            from: range.lowerBound, in: text, isWhole: extent == .whole, lineFrom: lineBound)
        piecesCount += found.readCount
        switch found.reading {
        case .whole(let whole):
            // Messages of other sources may stand between the pieces.
            finish(whole, start..<end, value: value, .complete, notes: notes)
        case .incomplete
        where notes != .messages
            && (shape == .beginning || notes == .values && run.digitCount < Self.fewestDigits):
            // A short first piece of a value with a name cannot be judged by itself.
            append(at: start, .failure(Self.incompletePieces))
            index = max(index, end)
            lastEnd = index
        case .unfinished: return stopping(at: begin, text.endIndex)
        case .none, .incomplete:
            finish(bytes, start..<end, value: value, shape, notes: notes)
            return nil
        }
        pieces.removeFirst(nextPiece)
        nextPiece = 0
        pieces += found.lines.map {
            ($0.lowerBound - text.startIndex)..<($0.upperBound - text.startIndex)
        }
        pieces.sort { $0.lowerBound < $1.lowerBound }
        return nil
    }

    private static let incompletePieces = CaptureError(
        .truncatedMessage,
        detail: "the next lines look like parts of it, and together they are not a whole message; "
            + "one is missing, or they are in another order",
        lacking: .lines)

    private mutating func conclude(_ range: Range<Int>, form: [UInt8]) {
        finish(form, range, value: range, MessageShape(of: form), notes: .values)
    }

    private mutating func finish(
        _ bytes: [UInt8], _ range: Range<Int>, value: Range<Int>, _ shape: MessageShape,
        notes: Notes
    ) {
        switch shape {
        case .complete: append(at: range.lowerBound, .success(bytes))
        case .beginning, .other:
            guard notes == .values || (notes == .beginnings && shape == .beginning) else { return }
            let mark = text[value.upperBound...].firstIndex { $0 != 0x20 }
                .flatMap { UnifiedLogMark(at: $0, in: text) }
            if let mark {
                append(at: range.lowerBound, .failure(mark.error))
            } else if ValueMarks.isMask(at: value.upperBound, in: text) {
                append(at: range.lowerBound, .failure(CaptureError(.redactedMessage)))
            } else if shape == .beginning || ValueMarks.isCut(at: value.upperBound, in: text)
                || ValueMarks.hasKnownLength(value, in: text)
            {
                append(at: range.lowerBound, .failure(CaptureError(.truncatedMessage)))
            } else {
                append(at: range.lowerBound, .success(bytes))
            }
        }
        index = max(index, range.upperBound)
        lastEnd = index
    }

    /// The end of the message that begins a range, where words behind it look like Base64, too, or where spaces stand
    /// for `+`, so that it ends behind the range; `nil` if no end is found.
    private mutating func messageEnd(of range: Range<Int>) -> Int? {
        let spaced = text[range.lowerBound..<spacedEnd(of: range)]
        if spaced.endIndex > range.upperBound {
            guard row.failureCount < Self.mostSpacedTries else { return nil }
            row.failureCount += 1
        }
        return MessageShape.count(ofSpaced: spaced).map { count in
            var place = range.lowerBound + count
            while place < text.endIndex, text[place] == UInt8(ascii: "=") { place += 1 }
            return place
        } ?? (spaced.endIndex > range.upperBound ? spaced.endIndex : nil)
    }

    /// The end of the words of Base64 behind a range that are one space apart.
    private mutating func spacedEnd(of range: Range<Int>) -> Int {
        // Each word of a row would lead to its end again.
        if row.range.contains(range.upperBound) { return row.range.upperBound }
        var end = range.upperBound
        while end + 1 < text.endIndex, text[end] == 0x20 {
            var stop = end + 1
            while stop < text.endIndex, Base64Run.isDigit[Int(text[stop])] { stop += 1 }
            guard stop > end + 1 || (stop < text.endIndex && text[stop] == 0x20) else { break }
            end = stop
            if end < text.endIndex, text[end] == UInt8(ascii: "=") {
                while end < text.endIndex, text[end] == UInt8(ascii: "=") { end += 1 }
                break
            }
        }
        row = (range.upperBound..<end, 0)
        return end
    }

    private mutating func append(at place: Int, _ content: Result<[UInt8], CaptureError>) {
        found.append(MessageFinder.Found(offset: place - text.startIndex, content: content))
    }

    /// The place to stop at before something that continues after the text; one that is longer than a message may be is
    /// noted and passed.
    private mutating func stopping(at start: Int, _ end: Int) -> Int {
        let place = context(of: start)
        guard extent == .longest, place == text.startIndex || end - place > text.count / 2 else {
            return place
        }
        append(at: start, .failure(CaptureError(.inputTooLarge)))
        return text.endIndex
    }

    /// The place from which a text must be kept so that what begins at `place` is read with what comes before it.
    private func context(of place: Int) -> Int {
        let bound = max(lastEnd, text.startIndex, place - Self.longestContext)
        guard place > bound else { return bound }
        let before = text[bound..<place]
        // The line is kept from the line feed before it on, since its beginning may be repeated in the next ones.
        if let feed = before.suffix(LinePrefix.longest + 1).lastIndex(of: UInt8(ascii: "\n")) {
            return feed
        }
        return before.lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? bound
    }
}
