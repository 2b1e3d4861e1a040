package import ProfileProcessing
internal import WireText

/// A format that records are written in, one after another.
package enum RecordFormat: String, Hashable, Sendable, CaseIterable {
    /// A JSON object a line.
    case ndjson
    /// The same with maps as arrays of objects with key and value, as JSON readers of fixed columns take them.
    case ndjsonEntries = "ndjson-entries"
    /// Comma-separated values (RFC 4180) with the record's fields as dotted columns; lists and maps
    /// are JSON inside their cells.
    ///
    /// What a spreadsheet program would take for a formula has an apostrophe in front.
    case csv
    /// The same with every text as it is, for programs that read CSV and are no spreadsheets.
    case rawCSV = "csv-raw"

    /// The formats that results are kept in; one for a reader that waits at the other end of a pipe is not among them.
    package static let allCases: [RecordFormat] = [.ndjson, .csv, .rawCSV]

    /// The bytes before the first record.
    package var header: [UInt8] {
        switch self {
        case .ndjson, .ndjsonEntries: []
        case .csv, .rawCSV:
            Array((RecordColumn.all.map(\.path).joined(separator: ",") + "\r\n").utf8)
        }
    }

    /// Appends a record, with its line end, to `output`.
    package func append(_ record: ProfileRecord, to output: inout [UInt8]) {
        switch self {
        case .ndjson:
            ObjectLine.append(record, to: &output)
        case .ndjsonEntries:
            ObjectLine.append(record, mapsAsEntries: true, to: &output)
        case .csv:
            TableRow.append(record, marksFormulas: true, to: &output)
        case .rawCSV:
            TableRow.append(record, marksFormulas: false, to: &output)
        }
    }
}

/// Writes a record as `ProfileRecord.json` and a line feed, without making the value first.
private enum ObjectLine {
    static func append(
        _ record: ProfileRecord, mapsAsEntries: Bool = false, to output: inout [UInt8]
    ) {
        output.append(UInt8(ascii: "{"))
        var isFirst = true
        for section in RecordColumn.sections {
            guard section.isGroup else {
                for column in section.columns {
                    append(
                        column, of: record, mapsAsEntries, isFirst: &isFirst, to: &output)
                }
                continue
            }
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            output += section.label
            output.append(UInt8(ascii: "{"))
            var isEmpty = true
            for column in section.columns {
                append(column, of: record, mapsAsEntries, isFirst: &isEmpty, to: &output)
            }
            if isEmpty {
                output.removeLast()
                output += "null".utf8
            } else {
                output.append(UInt8(ascii: "}"))
            }
        }
        output.append(UInt8(ascii: "}"))
        output.append(UInt8(ascii: "\n"))
    }

    private static func append(
        _ column: RecordColumn, of record: ProfileRecord, _ mapsAsEntries: Bool,
        isFirst: inout Bool, to output: inout [UInt8]
    ) {
        guard var value = column.value(record) else { return }
        if mapsAsEntries, column.form == .json { value = Self.entries(value, of: column.path) }
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        output += column.label
        value.append(to: &output)
    }

    /// The value of a field with its map, or that of a field in it, as an array.
    private static func entries(_ value: JSONValue, of path: String) -> JSONValue {
        guard case .object(let members) = value else { return value }
        switch path {
        case "attributes":
            return .array(
                members.map { .object([("key", .string($0.name)), ("value", $0.value)]) })
        case "claimed":
            return .object(members.map { ($0.name, entries($0.value, of: $0.name)) })
        default: return value
        }
    }
}

/// Writes a record as a row of RFC 4180.
private enum TableRow {
    /// A part of a table may have no header, so that each row says in this column how to read it.
    private static let schemaColumn = RecordColumn.all.firstIndex { $0.path == "schema" }

    static func append(
        _ record: ProfileRecord, marksFormulas: Bool, to output: inout [UInt8]
    ) {
        for (number, column) in RecordColumn.all.enumerated() {
            if number > 0 { output.append(UInt8(ascii: ",")) }
            if number == schemaColumn {
                output += (marksFormulas ? TableVersion.marked : TableVersion.raw).utf8
                continue
            }
            switch column.value(record) {
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

/// The cells of the column `schema`, which say how the other cells of the row are to be read.
enum TableVersion {
    /// Texts that look like formulas have an apostrophe in front.
    static let marked = "\(ProfileRecord.schemaVersion)"
    /// Texts stand as they are.
    static let raw = "\(ProfileRecord.schemaVersion) raw"
}
