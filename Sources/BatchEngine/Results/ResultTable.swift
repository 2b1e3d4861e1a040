internal import ProfileProcessing
internal import WireText

/// The columns of results in CSV, and what is read from the cells.
struct ResultTable {
    /// The field of each column; `nil` for columns that no report needs.
    private let fields: [ResultField?]
    /// The column that says how to read the others; `nil` for tables of 0.1.0.
    private let versionColumn: Int?

    /// Takes the columns from a header; `nil` when the row is not one.
    init?(header cells: [[UInt8]]) {
        let names = cells.map { String(decoding: $0, as: UTF8.self) }
        self.init(fields: names.map(ResultField.init(rawValue:)))
        guard fields.contains(.index), fields.contains(.outcome) else { return nil }
    }

    /// The columns that records are written with, for a part of a table that has no header.
    init?(withoutHeader cells: [[UInt8]]) {
        self.init(fields: ProfileRecord.columns.map { ResultField(rawValue: $0.path) })
        if entry(cells) != nil { return }
        self.init(
            fields: ProfileRecord.columns.filter { !Self.columnsOfFourthVersion.contains($0.path) }
                .map { ResultField(rawValue: $0.path) })
        if entry(cells) != nil { return }
        self.init(fields: Self.columnsOfFirstVersion.map { ResultField(rawValue: $0) })
        guard entry(cells) != nil else { return nil }
    }

    private init(fields: [ResultField?]) {
        self.fields = fields
        versionColumn = fields.firstIndex(of: .schema)
    }

    /// The columns that tables have since records have version 4.
    private static let columnsOfFourthVersion: Set = ["conditions.now", "redacted"]

    /// The columns of tables that samlkit 0.1.0 wrote.
    private static let columnsOfFirstVersion = [
        "index", "source.file", "source.entry", "source.line", "source.time", "source.host", "kind",
        "outcome", "reasons", "envelope", "response.id", "response.inResponseTo",
        "response.issueInstant", "response.destination", "response.status", "issuer",
        "signature.verdict", "signature.signed", "signature.signatureMethod",
        "signature.digestMethod", "signature.canonicalization", "signature.keySHA256", "encrypted",
        "encryption.methods", "encryption.keyTransports", "encryption.orders",
        "conditions.verdict", "conditions.notBefore", "conditions.notOnOrAfter",
        "conditions.audiences", "nameID.value", "nameID.format", "attributes", "missing",
        "normalization.mode", "normalization.preservesSignature", "normalization.warnings",
        "payload", "bytes",
    ]

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
        guard cells.count == fields.count else { return nil }
        var isMarked = false
        if let versionColumn {
            guard let marks = TableVersion.marks(cells[versionColumn]) else { return nil }
            isMarked = marks
        }
        var reading = ResultReading(readsWords: readsWords)
        for (field, cell) in zip(fields, cells) {
            guard let field, field != .schema, !cell.isEmpty else { continue }
            if field.isText {
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
