internal import SAMLBindings

/// A CSV file with a header row and a message a row, in the column that the header row names, or in any.
final class CSVCapture: CaptureStream {
    private var rows: CSVRows
    private let source: MessageSource
    private let field: String?
    private var columns: Columns?
    private var hasEnded = false

    /// The positions of the relevant columns.
    private struct Columns {
        let count: Int
        /// The column of the message; `nil` if every cell is searched.
        let message: Int?
        let time: Int?
        let host: Int?

        func isWanted(_ column: Int) -> Bool {
            message == nil || column == message || column == time || column == host
        }
    }

    /// The messages of a row that were not given yet, the next one last.
    private var pending: [CaptureStep] = []
    private static let headerByteCount = 64 << 10
    private static let timeNames = ["time", "_time", "@timestamp", "timestamp", "Time", "Date"]

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        reader.lookAhead(Self.headerByteCount)
        let header = CSVHeader(of: reader.available, field: context.options.field)
        rows = CSVRows(
            reader, limit: context.limit, delimiter: header?.delimiter ?? UInt8(ascii: ","))
        source = context.source
        field = context.options.field
    }

    /// The next entry; blank lines are none.
    func next() -> CaptureStep? {
        pending.popLast() ?? nextOfRows()
    }

    private func nextOfRows() -> CaptureStep? {
        while !hasEnded {
            do throws(CaptureError) {
                guard let columns else {
                    try readHeader()
                    if let first = pending.popLast() { return first }
                    continue
                }
                guard let row = try rows.next(where: columns.isWanted) else { break }
                if row.isBlank { continue }
                if columns.message != nil { return entry(of: row, columns) }
                pending = messages(of: row, columns).reversed()
                if let first = pending.popLast() { return first }
            } catch {
                // After a row that is wrong come further ones; after other failures nothing does.
                let isPassed = error.code == .inputTooLarge || error.code == .invalidCSV
                hasEnded = !isPassed || columns == nil
                return entry(.failure(error), row: nil, nil)
            }
        }
        hasEnded = true
        return nil
    }

    private func readHeader() throws(CaptureError) {
        guard let row = try rows.next(where: { _ in true }) else {
            throw CaptureError(.missingColumn, field: field)
        }
        guard !row.isBlank else { throw CaptureError(.missingColumn, field: field) }
        // A row with a message is none of names: then the table has no header row.
        let found = field == nil ? messages(of: row, nil) : []
        guard found.isEmpty else {
            columns = Columns(count: row.cellCount, message: nil, time: nil, host: nil)
            pending = found.reversed()
            return
        }
        func places(_ name: String) -> [Int] {
            row.cells.filter { $0.value.elementsEqual(name.utf8) }.keys.sorted()
        }
        for name in field.map({ [$0] }) ?? JSONLine.usualFields {
            let found = places(name)
            guard let place = found.first else { continue }
            guard found.count == 1 else { throw CaptureError(.repeatedField) }
            columns = Columns(
                count: row.cellCount, message: place, time: places("time").first,
                host: places("host").first)
            return
        }
        guard field == nil else { throw CaptureError(.missingColumn, field: field) }
        columns = Columns(
            count: row.cellCount, message: nil,
            time: Self.timeNames.lazy.compactMap { places($0).first }.first,
            host: places("host").first)
    }

    /// The messages in all cells of a row; one that stands in two of them is one.
    private func messages(of row: CSVRows.Row, _ columns: Columns?) -> [CaptureStep] {
        var steps: [CaptureStep] = []
        var seen: Set<[UInt8]> = []
        for (_, cell) in row.cells.sorted(by: { $0.key < $1.key }) {
            for found in MessageFinder.messages(in: cell[...]) {
                let xml = (try? found.content.get()).flatMap { bytes in
                    try? EnvelopeDecoder().envelope(from: CapturedMessage(bytes: bytes)).xml
                }
                if let xml, !seen.insert(xml).inserted { continue }
                let content = found.content.map { CapturedRecord.Content.message($0) }
                steps.append(entry(content, row: row, columns))
            }
        }
        return steps
    }

    private func entry(of row: CSVRows.Row, _ columns: Columns) -> CaptureStep {
        guard row.cellCount == columns.count,
            let message = columns.message.flatMap({ row.cells[$0] })
        else {
            return entry(.failure(CaptureError(.cellCount)), row: row, columns)
        }
        let value = FieldValue(message[...])
        if case .nothing = value { return .passedOver(place(of: row, columns)) }
        return entry(
            value.error.map { .failure($0) } ?? .success(.message(message)), row: row, columns)
    }

    private func entry(
        _ content: Result<CapturedRecord.Content, CaptureError>, row: CSVRows.Row?,
        _ columns: Columns?
    ) -> CaptureStep {
        .entry(CaptureEntry(place(of: row, columns), content))
    }

    private func place(of row: CSVRows.Row?, _ columns: Columns?) -> MessageSource {
        var source = source
        source.line = rows.line
        func text(_ column: Int?) -> String? {
            column.flatMap { row?.cells[$0] }.flatMap {
                $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self)
            }
        }
        source.time = text(columns?.time)
        source.host = text(columns?.host)
        return source
    }
}
