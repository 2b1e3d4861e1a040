internal import Captures
internal import ProfileProcessing
internal import SystemPackage
internal import WireText

/// Results that a batch saved: NDJSON, CSV or SQLite, found out by their content.
package struct SavedResults: Sendable {
    /// The file; `-` is standard input.
    package let path: String

    /// Names results.
    ///
    /// - Parameter path: The file; `-` is standard input.
    package init(path: String) {
        self.path = path
    }

    /// A closure that takes a record: what a report needs of it, a number that increases with each record, and a
    /// closure that reads it again with values and sentences.
    typealias Body = (_ entry: ResultEntry, _ place: Int, _ withWords: () -> ResultEntry?) -> Void

    /// Reads all of them, one after the other.
    ///
    /// A line that is not a record, such as one that was cut off, is counted and skipped.
    ///
    /// - Parameter body: Called with what a report needs of each record, in the order of the file.
    /// - Returns: How many records were read.
    /// - Throws: A ``SavedResultsError`` when the file cannot be read or holds no results.
    package func forEach(
        _ body: (ResultEntry) -> Void
    ) throws(SavedResultsError) -> Account {
        try forEachPlace { entry, _, _ in body(entry) }
    }

    /// Reads all of them, one after the other, each with a way to read its words.
    func forEachPlace(_ body: Body) throws(SavedResultsError) -> Account {
        var lines = try ResultLines(FilePath(path))
        guard try areRecords(&lines) else { return try readOthers(&lines, body) }
        var accounts: [LineAccount] = []
        var block: [UInt8] = []
        var signatures = KnownSignatures()
        while let offset = try lines.takeLines(into: &block) {
            accounts.append(
                try LineAccount(
                    reading: block, at: offset, members: .record, signatures: &signatures, body))
        }
        return try Account(accounts)
    }

    /// Reads all of them, of NDJSON many lines at the same time.
    ///
    /// - Parameters:
    ///   - empty: Each part before anything was added to it.
    ///   - count: The number of parts that lines are shared out to.
    ///   - add: Adds to a part what a report needs of a record. It is told a place, which is greater for records
    ///     further down, and can read the record again, values and sentences included.
    /// - Returns: The parts, to which the records were added in some order, and how many they are.
    /// - Throws: A ``SavedResultsError`` when the file cannot be read or holds no results.
    package func gather<Part: Sendable>(
        into empty: Part, count: Int,
        _ add:
            @escaping @Sendable (
                _ part: inout Part, _ entry: ResultEntry, _ place: Int,
                _ withWords: () -> ResultEntry?
            ) -> Void
    ) async throws(SavedResultsError) -> (parts: [Part], account: Account) {
        var lines = try ResultLines(FilePath(path))
        guard try areRecords(&lines) else {
            var part = empty
            let account = try readOthers(&lines) { add(&part, $0, $1, $2) }
            return ([part], account)
        }
        let shared = SharedLines(lines)
        let outcomes = await withTaskGroup(
            of: Result<(Part, [LineAccount]), SavedResultsError>.self
        ) { group in
            for _ in 0..<max(1, count) {
                group.addTask { await shared.read(into: empty, add) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var parts: [Part] = []
        var accounts: [LineAccount] = []
        for outcome in outcomes {
            let (part, own) = try outcome.get()
            parts.append(part)
            accounts += own
        }
        return (parts, try Account(accounts))
    }

    /// Returns whether the file has records line by line.
    private func areRecords(_ lines: inout ResultLines) throws(SavedResultsError) -> Bool {
        let start = try lines.beginning()
        if start.starts(with: [0x1F, 0x8B]) { throw SavedResultsError(.compressed) }
        let first = start.first { $0 > 0x20 }
        return first == nil || first == UInt8(ascii: "{")
    }

    private func readOthers(
        _ lines: inout ResultLines, _ body: Body
    ) throws(SavedResultsError) -> Account {
        if try lines.beginning().starts(with: "SQLite format 3\0".utf8) {
            return try readDatabase(body)
        }
        return try readTable(&lines, body)
    }

    private func readTable(
        _ lines: inout ResultLines, _ body: Body
    ) throws(SavedResultsError) -> Account {
        var account = Account()
        guard let first = try lines.nextRow().flatMap(CSVRow.cells) else {
            throw SavedResultsError(.notResults)
        }
        let table: ResultTable
        if let headed = ResultTable(header: first) {
            table = headed
        } else if let bare = ResultTable(withoutHeader: first) {
            table = bare
            if let entry = table.entry(first) {
                account.countRecord()
                body(entry, 1) { table.entry(first, readingWords: true) }
            }
        } else {
            throw SavedResultsError(.notResults)
        }
        var number = 1
        while let row = try lines.nextRow() {
            number += 1
            let cells = CSVRow.cells(row)
            if row.isEmpty || cells.map(ResultTable.isHeader) == true { continue }
            if table.hasVersions { try ResultVersion.checkNumber(row[...]) }
            guard let cells, let entry = table.entry(cells) else {
                account.countBroken(number)
                continue
            }
            account.countRecord()
            body(entry, number) { table.entry(cells, readingWords: true) }
        }
        return account
    }
}
