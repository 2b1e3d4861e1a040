internal import ProfileProcessing
internal import WireText

/// The columns of results in CSV, and what is read from the cells.
struct ResultTable {
    /// The field of each column, and whether it is text, which tables write without quotes; `nil` for columns that no
    /// report needs.
    private let columns: [(field: ResultField, isText: Bool)?]
    /// The column that says how to read the others; `nil` for tables of 0.1.0.
    private let versionColumn: Int?

    /// Takes the columns from a header; `nil` when the row is not one.
    init?(header cells: [[UInt8]]) {
        self.init(names: cells.map { String(decoding: $0, as: UTF8.self) })
        let fields = columns.map { $0?.field }
        guard fields.contains(.index), fields.contains(.outcome) else { return nil }
    }

    /// The columns that records are written with, for a part of a table that has no header.
    init?(withoutHeader cells: [[UInt8]]) {
        for added in [[], Self.addedInFourthVersion, Self.addedSinceFirstVersion] {
            self.init(names: ProfileRecord.columns.map(\.path).filter { !added.contains($0) })
            if entry(cells) != nil { return }
        }
        return nil
    }

    private init(names: [String]) {
        columns = names.map { name in
            ResultField(rawValue: name).map { ($0, Self.texts.contains(name)) }
        }
        versionColumn = columns.firstIndex { $0?.field == .schema }
    }

    private static let texts = Set(ProfileRecord.columns.filter { $0.form == .text }.map(\.path))

    private static let addedInFourthVersion: Set = ["notes", "conditions.now", "redacted"]
    /// The columns that tables of samlkit 0.1.0 do not have.
    private static let addedSinceFirstVersion = addedInFourthVersion.union([
        "schema", "source.part", "source.alsoAt", "count", "conditions.checked",
        "nameID.nameQualifier", "nameID.spNameQualifier", "otherAttributes", "claimed",
    ])

    /// Returns whether the row is a header, which stands in the middle where files were put
    /// together.
    static func isHeader(_ cells: [[UInt8]]) -> Bool {
        cells.first.map { $0.elementsEqual("schema".utf8) || $0.elementsEqual("index".utf8) }
            ?? false
    }

    /// A Boolean value that indicates whether each row begins with a version.
    var hasVersions: Bool { versionColumn == 0 }

    /// Reads a record from the cells of a row; `nil` when they are not a record.
    ///
    /// - Parameters:
    ///   - cells: The cells.
    ///   - readsWords: Whether the entry is to have its values and sentences.
    /// - Returns: The record.
    func entry(_ cells: [[UInt8]], readingWords readsWords: Bool = false) -> ResultEntry? {
        guard cells.count == columns.count else { return nil }
        var isMarked = false
        if let versionColumn {
            guard let marks = TableVersion.marks(cells[versionColumn]) else { return nil }
            isMarked = marks
        }
        var reading = ResultReading(readsWords: readsWords)
        for (column, cell) in zip(columns, cells) {
            guard let (field, isText) = column, field != .schema, !cell.isEmpty else { continue }
            if isText {
                let text = isMarked ? SpreadsheetCell.text(of: cell) : cell[...]
                reading.set(field, String(decoding: text, as: UTF8.self))
                continue
            }
            var scanner = JSONScanner(cell)
            do throws(JSONScanner.Failure) {
                try reading.read(field, from: &scanner)
            } catch {
                return nil
            }
            guard scanner.isAtEnd else { return nil }
        }
        return reading.takeResult()
    }
}
