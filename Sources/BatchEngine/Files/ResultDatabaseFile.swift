#if SQLite
internal import SystemPackage

/// Results in an SQLite file that appears under its name only when it is whole.
///
/// Its checkpoints are in the same journal as those of other files, and the database holds the
/// number of the last one whose records it has. The journal is written first: a checkpoint that the
/// database does not know is forgotten when the run is resumed.
package struct ResultDatabaseFile: ResultSink, ~Copyable {
    private let location: ResultLocation
    private let journal: JournalFile
    private var database: SQLiteResults
    /// The number of the last checkpoint.
    private var number: Int

    package var keepsCheckpoints: CheckpointKeeping { .all }

    /// Opens the files of a run.
    ///
    /// - Parameters:
    ///   - location: Where the results go.
    ///   - resumed: The journal to resume from, or `nil` for a new run.
    /// - Returns: The open files.
    /// - Throws: A `ResultFileError` when they cannot be written.
    package static func opened(
        _ location: ResultLocation, resuming resumed: JournalFile?
    ) throws(ResultFileError) -> ResultDatabaseFile {
        let journal = try JournalFile.opened(location, resuming: resumed)
        let number = journal.journal.entries.last?.resultLength ?? 0
        do {
            try journal.trim()
            try FileOperations.synchronizeFolder(of: location.partial)
        } catch {
            throw failure(error, location)
        }
        return ResultDatabaseFile(
            location: location, journal: journal,
            database: try database(location, isNew: number == 0), number: number)
    }

    private static func database(
        _ location: ResultLocation, isNew: Bool
    ) throws(ResultFileError) -> SQLiteResults {
        do throws(SQLiteResultsError) {
            let path = location.partial.string
            return isNew ? try SQLiteResults(creating: path) : try SQLiteResults(resuming: path)
        } catch {
            throw failure(error, location)
        }
    }

    package mutating func write(_ results: BatchResults) throws(BatchError) {
        guard case .records(let records) = results else { return }
        do throws(SQLiteResultsError) {
            try database.insert(records)
        } catch {
            throw BatchError(error)
        }
    }

    package mutating func save(_ checkpoint: [UInt8]) throws(BatchError) {
        number = min(number, .max - 1) + 1
        do {
            try journal.append(checkpoint, resultLength: number)
            try database.checkpoint(Array("\(number)".utf8))
        } catch {
            throw (error as? SQLiteResultsError).map(BatchError.init) ?? BatchError(.outputFailed)
        }
    }

    /// Makes the indexes and gives the file its name, after the last checkpoint.
    package consuming func finish() throws(ResultFileError) {
        do throws(SQLiteResultsError) {
            try database.finish()
        } catch {
            throw Self.failure(error, location)
        }
        try ResultFile.finish(location)
        journal.remove()
    }

    /// Does what was left to do of a run whose last checkpoint says that it is whole.
    package static func finish(_ location: ResultLocation) throws(ResultFileError) {
        do throws(SQLiteResultsError) {
            var database = try SQLiteResults(resuming: location.partial.string)
            try database.finish()
        } catch {
            throw failure(error, location)
        }
        try ResultFile.finish(location)
    }

    /// Leaves an existing file of that name unchanged, because there are no results to replace it.
    package consuming func discard() {
        FileOperations.remove(location.partial)
        journal.remove()
    }

    /// The number of the last checkpoint whose records a file has, higher than any when it is
    /// complete; `nil` when there is no file or it holds something else.
    static func savedNumber(_ location: ResultLocation) -> Int? {
        guard FileOperations.size(of: location.partial) != nil,
            let database = try? SQLiteResults(resuming: location.partial.string)
        else { return nil }
        if database.isComplete { return .max }
        let note = (try? database.lastCheckpoint()) ?? []
        return Int(String(decoding: note, as: UTF8.self)) ?? 0
    }

    private static func failure(_ error: any Error, _ location: ResultLocation) -> ResultFileError {
        let reason = (error as? SQLiteResultsError)?.description ?? "It could not be written."
        return ResultFileError(.database(reason), location)
    }
}

extension BatchError {
    fileprivate init(_ error: SQLiteResultsError) {
        self.init(.outputFailed, systemError: error.resultCode)
    }
}
#endif
