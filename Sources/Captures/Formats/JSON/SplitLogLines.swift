internal import WireText

/// Lines of a program that the log of a container split into several rows, because they are long.
///
/// Docker's files, and what reads them, mark these rows in four ways; ``LogRow`` knows them.
struct SplitLogLines {
    /// A line of a program, put together where it was split.
    struct Text {
        var bytes: [UInt8]
        /// The number of its first row, and the time of that.
        let line: Int
        let time: String?
    }

    enum Taken {
        /// The row is a line of its own; `nil` if it is not a row of such a log.
        case whole(Text?)
        /// Further rows belong to the line.
        case begun
        case joined(Text)
    }

    /// A line with missing rows.
    private struct Begun {
        var parts: [Int: Text] = [:]
        var lastOrdinal: Int?
        var byteCount = 0

        var firstLine: Int { parts.values.map(\.line).min() ?? 0 }

        /// The parts in their order, under the place of the first.
        var text: Text? {
            let ordered = parts.sorted { $0.key < $1.key }.map(\.value)
            guard var text = ordered.first else { return nil }
            for part in ordered.dropFirst() { text.bytes += part.bytes }
            return text
        }
    }

    private let limit: Int
    /// The lines that are not complete, by their streams or identifiers.
    private var begun: [String: Begun] = [:]
    /// More lines are not written at once.
    private static let mostLines = 16

    init(limit: Int) { self.limit = limit }

    /// Returns whether a row may be one of such a log.
    func mayTake(_ row: [UInt8]) -> Bool { !begun.isEmpty || LogRow.mayBe(row) }

    /// Takes a row.
    mutating func take(_ row: [UInt8], number: Int) -> Taken {
        guard let row = LogRow(parsing: row) else { return .whole(nil) }
        let text = Text(bytes: row.text, line: number, time: row.time)
        guard var line = begun[row.key] ?? (row.isLast ? nil : Begun()) else {
            return row.isWhole ? .whole(text) : begin(text, row)
        }
        line.byteCount += text.bytes.count
        line.parts[row.ordinal ?? line.parts.count + 1] = text
        if row.isLast { line.lastOrdinal = row.ordinal ?? line.parts.count }
        let isFull = line.byteCount > limit || begun.count == Self.mostLines
        guard line.lastOrdinal == line.parts.count || isFull, let joined = line.text else {
            begun[row.key] = line
            return .begun
        }
        begun[row.key] = nil
        return line.parts.count == 1 ? .whole(joined) : .joined(joined)
    }

    /// Takes the last part of a line when no other part was seen.
    private mutating func begin(_ text: Text, _ row: LogRow) -> Taken {
        guard let ordinal = row.ordinal, begun.count < Self.mostLines else { return .whole(text) }
        begun[row.key] = Begun(
            parts: [ordinal: text], lastOrdinal: ordinal, byteCount: text.bytes.count)
        return .begun
    }

    /// Takes the lines with missing parts.
    mutating func rest() -> [Text] {
        defer { begun = [:] }
        return begun.values.sorted { $0.firstLine < $1.firstLine }.compactMap(\.text)
    }
}
