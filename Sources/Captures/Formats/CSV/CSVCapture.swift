internal import SAMLBindings

/// A CSV file with a header row and messages in its rows, in the columns that the header row names or in others.
final class CSVCapture: SteppedCapture {
    private var rows: CSVRows
    private let field: String?
    private var columns: Columns?

    /// The positions of the relevant columns.
    private struct Columns {
        let count: Int
        /// The columns whose cells are messages; none if every cell is searched.
        var messages: Set<Int> = []
        /// A Boolean value that indicates whether the other cells are searched, too.
        var searchesOthers = true
        let time: Int?
        let host: Int?

        func isWanted(_ column: Int) -> Bool {
            searchesOthers || messages.contains(column) || isOfPlace(column)
        }

        /// Returns whether a cell that is too long is skipped: one that is searched beside those of messages.
        func isSpare(_ column: Int) -> Bool {
            !messages.isEmpty && !messages.contains(column) && !isOfPlace(column)
        }

        private func isOfPlace(_ column: Int) -> Bool { column == time || column == host }
    }

    private static let headerByteCount = 64 << 10
    private static let timeNames = ["time", "_time", "@timestamp", "timestamp", "Time", "Date"]

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        reader.lookAhead(Self.headerByteCount)
        let header = CSVHeader(of: reader.available, field: context.options.field)
        rows = CSVRows(
            reader, limit: context.limit, delimiter: header?.delimiter ?? UInt8(ascii: ","))
        field = context.options.field
        super.init(context)
    }

    /// Reads a row; blank lines are skipped.
    override func read() throws(CaptureError) -> [CaptureStep] {
        guard let columns else { return try readHeader() }
        guard let row = try rows.next(where: columns.isWanted, spare: columns.isSpare) else {
            hasEnded = true
            return []
        }
        if row.isBlank { return [] }
        return columns.messages.isEmpty
            ? messages(of: row, columns) : namedMessages(of: row, columns)
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        // After a row that is wrong come further ones; after other failures nothing does.
        let isPassed = error.code == .inputTooLarge || error.code == .invalidCSV
        hasEnded = !isPassed || columns == nil
        return [.failure(error, at: place(of: nil, nil))]
    }

    private func readHeader() throws(CaptureError) -> [CaptureStep] {
        guard let row = try rows.next(where: { _ in true }) else {
            throw CaptureError(.missingColumn, field: field)
        }
        guard !row.isBlank else { throw CaptureError(.missingColumn, field: field) }
        // A row with a message is none of names: then the table has no header row.
        let found = field == nil ? messages(of: row, nil) : []
        guard found.isEmpty else {
            columns = Columns(count: row.cellCount, time: nil, host: nil)
            return found
        }
        func places(_ name: String) -> [Int] {
            row.cells.filter { $0.value.elementsEqual(name.utf8) }.keys.sorted()
        }
        if let field {
            let found = places(field)
            guard !found.isEmpty else { throw CaptureError(.missingColumn, field: field) }
            guard found.count == 1 else { throw CaptureError(.repeatedField) }
            columns = Columns(
                count: row.cellCount, messages: Set(found), searchesOthers: false,
                time: places("time").first, host: places("host").first)
            return []
        }
        // A token is a message only where no other column is one.
        let token = "verificationToken"
        let named = JSONLine.usualFields.filter { $0 != token }.flatMap(places)
        let messages = named.isEmpty ? places(token) : named
        let timeNames = messages.isEmpty ? Self.timeNames : ["time"]
        columns = Columns(
            count: row.cellCount, messages: Set(messages),
            time: timeNames.lazy.compactMap { places($0).first }.first,
            host: places("host").first)
        return []
    }

    private typealias Content = Result<[UInt8], CaptureError>

    /// The messages in all cells of a row.
    private func messages(of row: CSVRows.Row, _ columns: Columns?) -> [CaptureStep] {
        steps(
            row.cells.sorted { $0.key < $1.key }
                .flatMap { MessageFinder.messages(in: $0.value[...]).map(\.content) }, row, columns)
    }

    /// The messages of a row with columns for them, and those that are found in its other cells.
    ///
    /// Beside the value of a column only complete messages count: logs shorten what they repeat.
    private func namedMessages(of row: CSVRows.Row, _ columns: Columns) -> [CaptureStep] {
        guard row.cellCount == columns.count,
            columns.messages.isSubset(of: row.cells.keys)
        else {
            return [.failure(CaptureError(.cellCount), at: place(of: row, columns))]
        }
        var contents: [(content: Content, isNamed: Bool)] = []
        for (column, cell) in row.cells.sorted(by: { $0.key < $1.key }) {
            if columns.messages.contains(column) {
                let value = FieldValue(cell[...])
                if case .nothing = value { continue }
                contents.append((value.error.map { .failure($0) } ?? .success(cell), true))
            } else if columns.searchesOthers {
                contents += MessageFinder.messages(in: cell[...]).map { ($0.content, false) }
            }
        }
        if contents.contains(where: \.isNamed) {
            contents.removeAll { content, isNamed in
                !isNamed && (try? content.get())?[...].isMessage != true
            }
        }
        guard !contents.isEmpty else { return [.passedOver(place(of: row, columns))] }
        return steps(contents.map(\.content), row, columns)
    }

    /// A record for each distinct message of a row.
    private func steps(
        _ contents: [Content], _ row: CSVRows.Row, _ columns: Columns?
    ) -> [CaptureStep] {
        var entries: [CaptureEntry] = []
        var places: [ArraySlice<UInt8>: Int] = [:]
        let place = place(of: row, columns)
        for content in contents {
            if contents.count > 1, let bytes = try? content.get(),
                let xml = bytes.unpackedXML?.messageIdentity
            {
                if let first = places[xml] {
                    entries[first].source.alsoAt.append(place.place)
                    continue
                }
                places[xml] = entries.count
            }
            entries.append(CaptureEntry(place, content.map { .message($0) }))
        }
        return entries.map { .entry($0) }
    }

    private func place(of row: CSVRows.Row?, _ columns: Columns?) -> MessageSource {
        var source = context.place(line: rows.line)
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
