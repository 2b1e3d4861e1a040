#if SQLite
internal import GRDB

/// The reason why results could not be stored in an SQLite file.
package struct SQLiteResultsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is no such file.
        case notFound
        /// The file could not be opened or may not be written.
        case denied
        /// Another process has the file open.
        case locked
        /// There is no space left.
        case full
        /// The file is not an SQLite database, or is damaged.
        case notADatabase
        /// The file is a database of something else, or of another release.
        case otherDatabase
        /// The results are complete, and no record can be added.
        case complete
        /// SQLite could not do it for another reason.
        case failed
    }

    /// The reason.
    package let code: Code
    /// SQLite's extended result code, when it was SQLite that refused.
    package let resultCode: Int32?

    /// Creates an error.
    package init(_ code: Code, resultCode: Int32? = nil) {
        self.code = code
        self.resultCode = resultCode
    }

    /// A sentence that says what is wrong and what to do.
    package var description: String {
        let detail = resultCode.map { " (SQLite's code \($0))" } ?? ""
        switch code {
        case .notFound: return "The results file to resume does not exist."
        case .denied: return "The file could not be opened for writing\(detail)."
        case .locked:
            return "Another process has the file open\(detail). Wait until it ends."
        case .full:
            return "No space is left\(detail). Free some, and resume from the last checkpoint."
        case .notADatabase: return "The file is not a SQLite database, or is damaged\(detail)."
        case .otherDatabase:
            return "The database does not contain results, or those of another release."
        case .complete: return "The results are complete; no record can be added."
        case .failed: return "SQLite could not store the results\(detail)."
        }
    }
}

extension SQLiteResultsError {
    /// Creates an error without SQLite's own message, which may quote content.
    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = error as? SQLiteResultsError ?? SQLiteResultsError(.failed)
            return
        }
        let code: Code =
            switch error.resultCode {
            case .SQLITE_FULL: .full
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .denied
            default: .failed
            }
        self.init(code, resultCode: error.extendedResultCode.rawValue)
    }
}
#endif
