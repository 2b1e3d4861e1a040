#if SQLite
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB
package import ProfileProcessing
internal import SystemPackage

/// Records in an SQLite file, with checkpoints to resume from.
///
/// Everything between two checkpoints is one transaction: after a crash the file holds exactly what
/// the last checkpoint promised. No other process can open the file before it is complete, so no
/// reader delays the writer.
package struct SQLiteResults: ~Copyable, Sendable {
    private let queue: DatabaseQueue
    /// A Boolean value that indicates whether something was written since the last checkpoint.
    private var isInTransaction = false
    /// The first error; anything written after it would leave a gap.
    private var failure: SQLiteResultsError?
    /// A Boolean value that indicates whether nothing can be added any more.
    package private(set) var isComplete: Bool

    /// Creates a file, replacing an existing one.
    ///
    /// - Parameter path: The file.
    /// - Throws: A ``SQLiteResultsError``.
    package init(creating path: String) throws(SQLiteResultsError) {
        // The journal of an interrupted run would be played back into the new file.
        for suffix in ["", "-journal", "-wal", "-shm"] { try Self.remove(path + suffix) }
        try Self.createFile(path)
        let queue = try Self.open(path)
        try Self.access(queue) { try Self.execute(SQLiteSchema.creation, in: $0) }
        self.queue = queue
        isComplete = false
    }

    /// Opens a file that an interrupted run left, as it was at the last checkpoint.
    ///
    /// A run that was interrupted before the first checkpoint leaves no records.
    ///
    /// - Parameter path: The file.
    /// - Throws: A ``SQLiteResultsError``.
    package init(resuming path: String) throws(SQLiteResultsError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw SQLiteResultsError(.notFound)
        }
        let queue = try Self.open(path)
        let isComplete = try Self.access(queue) { database in
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            if tables.isEmpty {
                try Self.execute(SQLiteSchema.creation, in: database)
                return false
            }
            let marks = try ["application_id", "user_version"].map {
                try Int.fetchOne(database, sql: "PRAGMA \($0)")
            }
            let message = try String.fetchOne(
                database, sql: "SELECT sql FROM sqlite_master WHERE name = 'message'")
            guard marks == [SQLiteSchema.applicationID, SQLiteSchema.version],
                message == SQLiteSchema.messageTable
            else { throw SQLiteResultsError(.otherDatabase) }
            return !tables.contains("checkpoint")
        }
        self.queue = queue
        self.isComplete = isComplete
    }

    /// Adds records; the next checkpoint keeps them.
    ///
    /// - Parameter records: The records, of indexes that are not there yet.
    /// - Throws: A ``SQLiteResultsError``; then nothing can be added any more, and the file is
    ///   as it was at the last checkpoint.
    package mutating func insert(_ records: [ProfileRecord]) throws(SQLiteResultsError) {
        try write { database in
            let insertion = try SQLiteInsertion(database)
            for record in records { try insertion.insert(record) }
        }
    }

    /// Keeps what was added, together with a note of how far that is.
    ///
    /// - Parameter note: Bytes that ``lastCheckpoint()`` gives back.
    /// - Throws: A ``SQLiteResultsError``.
    package mutating func checkpoint(_ note: [UInt8]) throws(SQLiteResultsError) {
        try write { database in
            try database.execute(sql: SQLiteSchema.checkpointInsertion, arguments: [Data(note)])
            try database.commit()
        }
        isInTransaction = false
    }

    /// The note of the last checkpoint.
    ///
    /// - Returns: The bytes, `nil` when there was no checkpoint or the results are complete.
    /// - Throws: A ``SQLiteResultsError``.
    package func lastCheckpoint() throws(SQLiteResultsError) -> [UInt8]? {
        guard !isComplete else { return nil }
        return try Self.access(queue) { database in
            try Data.fetchOne(database, sql: "SELECT content FROM checkpoint").map { [UInt8]($0) }
        }
    }

    /// Keeps what was added, makes the indexes, removes the checkpoint and closes the file.
    ///
    /// - Throws: A ``SQLiteResultsError``; then the file is as it was at the last checkpoint.
    package mutating func finish() throws(SQLiteResultsError) {
        if !isComplete {
            try write { database in
                for statement in SQLiteSchema.completion { try database.execute(sql: statement) }
                try database.commit()
            }
        }
        isInTransaction = false
        isComplete = true
        do {
            try queue.close()
        } catch {
            throw SQLiteResultsError(error)
        }
    }

    private mutating func write(
        _ body: (Database) throws -> Void
    ) throws(SQLiteResultsError) {
        if let failure { throw failure }
        guard !isComplete else { throw SQLiteResultsError(.complete) }
        let begins = !isInTransaction
        isInTransaction = true
        do {
            try Self.access(queue) { database in
                if begins { try database.beginTransaction(.immediate) }
                try body(database)
            }
        } catch {
            failure = error
            throw error
        }
    }

    private static func access<Value>(
        _ queue: DatabaseQueue, _ body: (Database) throws -> Value
    ) throws(SQLiteResultsError) -> Value {
        do {
            return try queue.inDatabase(body)
        } catch {
            throw SQLiteResultsError(error)
        }
    }

    private static func execute(_ statements: [String], in database: Database) throws {
        try database.inTransaction(.immediate) {
            for statement in statements { try database.execute(sql: statement) }
            return .commit
        }
    }

    private static func open(_ path: String) throws(SQLiteResultsError) -> DatabaseQueue {
        var configuration = Configuration()
        // A transaction lasts from one checkpoint to the next.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            for pragma in [
                // Records are only added, so that a rollback journal stays small, while a
                // write-ahead log would write everything twice.
                "journal_mode = DELETE", "locking_mode = EXCLUSIVE",
                // A checkpoint outlives a power failure.
                "synchronous = EXTRA", "cache_size = -16384",
            ] {
                try database.execute(sql: "PRAGMA \(pragma)")
            }
            // Takes the lock, plays back a journal, and finds out whether it is a database.
            try database.execute(sql: "BEGIN EXCLUSIVE")
            try database.execute(sql: "COMMIT")
        }
        do {
            // SQLite gives names such as ":memory:" a meaning of their own.
            return try DatabaseQueue(
                path: path.hasPrefix("/") ? path : "./" + path, configuration: configuration)
        } catch {
            throw SQLiteResultsError(error)
        }
    }

    /// Creates the empty file, so that SQLite, which follows links, opens no other one.
    private static func createFile(_ path: String) throws(SQLiteResultsError) {
        do {
            try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .noFollow],
                permissions: [.ownerReadWrite, .groupRead, .otherRead]
            ).close()
        } catch {
            throw SQLiteResultsError(.denied)
        }
    }

    private static func remove(_ path: String) throws(SQLiteResultsError) {
        // Of a link, these are the attributes of the link itself.
        guard let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] else {
            return
        }
        guard type as? FileAttributeType != .typeDirectory,
            (try? FileManager.default.removeItem(atPath: path)) != nil
        else { throw SQLiteResultsError(.denied) }
    }
}
#endif
