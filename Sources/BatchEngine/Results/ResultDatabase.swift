#if SQLite
internal import GRDB

extension SavedResults {
    /// Reads the view `result`, which has the columns of CSV.
    func readDatabase(
        _ body: Body
    ) throws(SavedResultsError) -> Account {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let database = try DatabaseQueue(path: path, configuration: configuration)
            return try database.read { database in
                let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
                guard version <= SQLiteSchema.version else {
                    throw SavedResultsError(.newerVersion)
                }
                let names = try database.columns(in: "result").map(\.name)
                    // Texts of a database stand as they are, whatever its version.
                    .filter { ResultField(rawValue: $0).map { $0 != .schema } ?? false }
                let columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT \(columns) FROM result ORDER BY \"index\"")
                guard let table = ResultTable(header: names.map { Array($0.utf8) }) else {
                    throw SavedResultsError(.databaseUnreadable)
                }
                var account = Account()
                var number = 0
                while let row = try rows.next() {
                    number += 1
                    let cells = Array(row.databaseValues).map(Self.cell)
                    guard let entry = table.entry(cells) else {
                        account.countBroken(number)
                        continue
                    }
                    account.countRecord()
                    body(entry, number) { table.entry(cells, readingWords: true) }
                }
                return account
            }
        } catch {
            throw error as? SavedResultsError ?? SavedResultsError(.databaseUnreadable)
        }
    }

    private static func cell(_ value: DatabaseValue) -> [UInt8] {
        switch value.storage {
        case .null: []
        case .int64(let number): Array(String(number).utf8)
        case .double(let number): Array(String(number).utf8)
        case .string(let text): Array(text.utf8)
        case .blob(let data): Array(data)
        }
    }
}
#else
extension SavedResults {
    /// Without GRDB there is nothing that reads databases.
    func readDatabase(
        _ body: Body
    ) throws(SavedResultsError) -> Account {
        throw SavedResultsError(.databaseUnsupported)
    }
}
#endif
