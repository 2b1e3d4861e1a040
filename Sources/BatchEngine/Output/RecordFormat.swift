package import ProfileProcessing
internal import WireText

/// A format that records are written in, one after another.
package enum RecordFormat: String, Hashable, Sendable, CaseIterable {
    /// A JSON object a line.
    case ndjson
    /// Apache Arrow's streaming format, for a reader that waits at the other end of a pipe.
    case arrow
    /// Comma-separated values (RFC 4180) with the record's fields as dotted columns; lists and maps
    /// are JSON inside their cells.
    ///
    /// A text that a spreadsheet program would read as a formula has an apostrophe in front.
    case csv
    /// The same with every text unchanged, for programs that read CSV and are not spreadsheets.
    case rawCSV = "csv-raw"

    /// The formats that results are kept in.
    package static let allCases: [RecordFormat] = [.ndjson, .csv, .rawCSV]

    /// The bytes before the first record.
    package var header: [UInt8] {
        switch self {
        case .ndjson: []
        case .arrow: ArrowStream.schema
        case .csv, .rawCSV:
            Array((ProfileRecord.columns.map(\.path).joined(separator: ",") + "\r\n").utf8)
        }
    }

    /// The bytes behind the last record.
    package var footer: [UInt8] { self == .arrow ? ArrowStream.end : [] }

    /// Appends a record, with its line end or as a batch of one, to `output`.
    package func append(_ record: ProfileRecord, to output: inout [UInt8]) {
        switch self {
        case .ndjson:
            record.appendJSON(to: &output)
            output.append(UInt8(ascii: "\n"))
        case .arrow:
            var records = ArrowRecords()
            records.append(record)
            output += records.message
        case .csv:
            TableRow.append(record, marksFormulas: true, to: &output)
        case .rawCSV:
            TableRow.append(record, marksFormulas: false, to: &output)
        }
    }
}

/// Writes a record as a row of RFC 4180.
private enum TableRow {
    /// A part of a table may have no header, so that each row says in this column how to read it.
    private static let schemaColumn = ProfileRecord.columns.firstIndex { $0.path == "schema" }

    static func append(
        _ record: ProfileRecord, marksFormulas: Bool, to output: inout [UInt8]
    ) {
        for (number, value) in record.values.enumerated() {
            if number > 0 { output.append(UInt8(ascii: ",")) }
            if number == schemaColumn {
                output += (marksFormulas ? TableVersion.marked : TableVersion.raw).utf8
                continue
            }
            switch value {
            case nil, .null: break
            case .string(let text):
                append(text: Array(text.utf8), marksFormulas, to: &output)
            case .plain(let text): append(text: text, marksFormulas, to: &output)
            case let value?: CSVRow.append(value.bytes, to: &output)
            }
        }
        output += "\r\n".utf8
    }

    private static func append(
        text: [UInt8], _ marksFormulas: Bool, to output: inout [UInt8]
    ) {
        let isMarked = marksFormulas && SpreadsheetCell.needsMark(text)
        CSVRow.append(isMarked ? [UInt8(ascii: "'")] + text : text, to: &output)
    }
}

/// The cells of the column `schema`, which say how to read the other cells of the row.
enum TableVersion {
    /// Texts that look like formulas have an apostrophe in front.
    static let marked = "\(ProfileRecord.schemaVersion)"
    /// Texts stand as they are.
    static let raw = "\(ProfileRecord.schemaVersion) raw"

    /// Returns whether the texts of a row are marked, by its cell; `nil` for a version that is not read.
    static func marks(_ cell: [UInt8]) -> Bool? {
        for version in 3...ProfileRecord.schemaVersion {
            if cell.elementsEqual("\(version)".utf8) { return true }
            if cell.elementsEqual("\(version) raw".utf8) { return false }
        }
        return nil
    }
}
