internal import SAMLBindings
internal import WireText

/// The rows of a container's log over which a program wrote one message by several calls.
///
/// Each row is a line, as in a log of text, and is searched with the same means.
struct LogRowPieces {
    /// The first of the rows that wait, `nil` if none does.
    private var first: SplitLogLines.Text?
    /// The lines of those rows.
    private var text = [UInt8(ascii: "\n")]
    /// The rows, with the steps that they give on their own.
    private var rows: [(end: Int, steps: [CaptureStep])] = []
    private var lastCount = 0
    private var trialCount = 0
    private let source: MessageSource
    private let limit: Int

    /// A mark for the start of a line, as a text between two lines has none.
    private static let lineStart = Array("row: ".utf8)
    private static let mostRows = 512
    private static let mostTrials = 16

    init(_ source: MessageSource, limit: Int) {
        self.source = source
        self.limit = limit
    }

    /// Takes a row.
    ///
    /// - Parameters:
    ///   - row: The line in the row.
    ///   - own: What the row gives by itself.
    /// - Returns: The steps that are known now.
    mutating func take(_ row: SplitLogLines.Text, _ own: [CaptureStep]) -> [CaptureStep] {
        let isBeginning = own.count == 1 && own[0].isCutOff || endsInBeginning(row.bytes)
        guard first != nil, !isBeginning else {
            let earlier = rest()
            guard isBeginning else { return earlier + own }
            first = row
            add(row.bytes, own)
            return earlier
        }
        let isLast = row.bytes.count < lastCount
        add(row.bytes, own)
        // Only the last piece is shorter. Where lines of other sources are many, the end of the rows decides.
        guard isLast, trialCount < Self.mostTrials else { return isFull ? rest() : [] }
        trialCount += 1
        return joined() ?? (isFull ? given() : [])
    }

    /// Returns whether a line ends in the beginning of a message in Base64, which is too short to be said to be cut off.
    private func endsInBeginning(_ line: [UInt8]) -> Bool {
        let text = line.trimmingWhiteSpace().suffix(Self.unnoticedCounts.upperBound + 1)
        let start =
            text.lastIndex { !Base64Run.isDigit[Int($0)] || $0 == UInt8(ascii: "=") }
            .map { $0 + 1 } ?? text.startIndex
        let digits = Array(text[start...])
        // Any piece may begin with what stands for "<".
        guard Self.unnoticedCounts.contains(digits.count),
            first == nil ? MessageShape.mayBegin(digits) : MessageShape.isBeginning(digits)
        else { return false }
        if case .complete = MessageShape(of: digits) { return false }
        return true
    }

    /// Numbers of digits that may begin a message, without any other sign that the end is missing.
    private static let unnoticedCounts = 40...200

    /// The steps of the rows that wait, at the end of the log or where they cannot be pieces.
    mutating func rest() -> [CaptureStep] {
        first == nil ? [] : joined(isEnd: true) ?? given()
    }

    private var isFull: Bool { rows.count == Self.mostRows || text.count > limit }

    private mutating func add(_ line: [UInt8], _ own: [CaptureStep]) {
        text += Self.lineStart + line
        if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
        rows.append((text.count, own))
        lastCount = line.count
    }

    /// Joins the rows.
    ///
    /// - Parameter isEnd: Whether no further row follows, so that a missing piece is known to be missing.
    /// - Returns: The steps if the rows are pieces of a message, which has the place of the first.
    private mutating func joined(isEnd: Bool = false) -> [CaptureStep]? {
        guard rows.count > 1, let first else { return nil }
        let scan = MessageScan(of: text[...], extent: .whole)
        guard let found = scan.found.first else { return nil }
        switch found.content {
        case .success(let message):
            // A first row that is too short to be cut off gives something with any second one.
            guard
                rows.first?.steps.first?.isCutOff == true || MessageShape(of: message) == .complete
            else {
                return nil
            }
        case .failure(let error): guard isEnd, error.lack == .lines else { return nil }
        }
        var place = source
        place.line = first.line
        place.time = first.time
        let content = found.content.map { CapturedRecord.Content.message($0) }
        // The rows of its other pieces hold no message of their own, and are not without one.
        for piece in scan.pieces {
            guard let index = rows.firstIndex(where: { $0.end >= piece.upperBound }) else { break }
            if index > 0, rows[index].steps.allSatisfy(\.isPassedOver) { rows[index].steps = [] }
        }
        return [.entry(CaptureEntry(place, content))] + given().dropFirst()
    }

    private mutating func given() -> [CaptureStep] {
        defer { self = Self(source, limit: limit) }
        return rows.flatMap(\.steps)
    }
}

extension CaptureStep {
    /// A Boolean value that indicates whether it is a message that lacks its end.
    fileprivate var isCutOff: Bool {
        guard case .entry(let entry) = self, case .failure(let error) = entry.content else {
            return false
        }
        return error.code == .truncatedMessage
    }

    fileprivate var isPassedOver: Bool {
        if case .passedOver = self { true } else { false }
    }
}
