internal import Captures
internal import ProfileProcessing

/// The reason why saved results cannot be read.
package struct SavedResultsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file does not exist, or may not be read, or reading failed.
        case unreadable
        /// The file contains something other than results.
        case notResults
        /// The file is compressed.
        case compressed
        /// A line is longer than any record.
        case lineTooLong
        /// Results in SQLite need a build with the trait SQLite.
        case databaseUnsupported
        /// The database has no results, or reading it failed.
        case databaseUnreadable
        /// A later version wrote them.
        case newerVersion
    }

    /// The reason.
    package let code: Code
    private let cause: CaptureError?

    init(_ code: Code) {
        self.code = code
        cause = nil
    }

    init(_ error: CaptureError) {
        code = .unreadable
        cause = error
    }

    /// A sentence that says what is wrong.
    package var description: String {
        switch code {
        case .unreadable: cause?.description ?? "The file could not be read."
        case .notResults:
            "The file contains no results of a batch."
        case .compressed:
            "The file is compressed."
        case .lineTooLong: "A line is longer than any record. The file is probably damaged."
        case .databaseUnsupported:
            "Results in SQLite need the trait SQLite."
        case .newerVersion:
            "The results have a newer version. Expected version "
                + "\(ProfileRecord.schemaVersion) at most."
        case .databaseUnreadable:
            "The database could not be read. Expected the view `result` of a batch."
        }
    }
}
