internal import SAMLBindings

/// A CSV file with a header row and a message a row.
final class CSVCapture: CaptureStream {
    private var rows: CSVRows
    private let source: MessageSource
    private let field: String?
    private var columns: Columns?
    private var hasEnded = false

    /// The positions of the relevant columns.
    private struct Columns {
        let count: Int
        let message: Int
        let time: Int?
        let host: Int?
    }

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        rows = CSVRows(reader, limit: context.limit)
        source = context.source
        field = context.options.field
    }

    /// The next entry; blank lines are none.
    func next() -> CaptureStep? {
        while !hasEnded {
            do throws(CaptureError) {
                guard let columns else {
                    try readHeader()
                    continue
                }
                guard
                    let row = try rows.next(where: {
                        $0 == columns.message || $0 == columns.time || $0 == columns.host
                    })
                else { break }
                if row.isBlank { continue }
                return entry(of: row, columns)
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
        throw CaptureError(.missingColumn, field: field)
    }

    private func entry(of row: CSVRows.Row, _ columns: Columns) -> CaptureStep {
        guard row.cellCount == columns.count, let message = row.cells[columns.message] else {
            return entry(.failure(CaptureError(.cellCount)), row: row, columns)
        }
        return entry(.success(.message(message)), row: row, columns)
    }

    private func entry(
        _ content: Result<CapturedRecord.Content, CaptureError>, row: CSVRows.Row?,
        _ columns: Columns?
    ) -> CaptureStep {
        var source = source
        source.line = rows.line
        func text(_ column: Int?) -> String? {
            column.flatMap { row?.cells[$0] }.flatMap {
                $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self)
            }
        }
        source.time = text(columns?.time)
        source.host = text(columns?.host)
        return .entry(CaptureEntry(source, content))
    }
}
