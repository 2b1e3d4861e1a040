#if SQLite
import BatchEngine
import Captures
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest

/// Records of the samples, and databases of them.
enum SQLiteFixture {
    /// Every message of the samples, judged as the tables beside them do, with its payload.
    static func records(checked: Bool = true) throws -> [ProfileRecord] {
        try (checked ? checkedRecords : uncheckedRecords).get()
    }

    // Judging them takes seconds.
    private static let checkedRecords = Result { try judged(trust: ProfileProcessor.sampleTrust()) }
    private static let uncheckedRecords = Result { try judged(trust: nil) }

    private static func judged(trust: SAML.TrustStore?) throws -> [ProfileRecord] {
        let processor = try ProfileProcessor.reference(includesPayload: true, trust: trust)
        var reader = CaptureReader(paths: [Repository.samplePath("captures")])
        var records: [ProfileRecord] = []
        while let captured = reader.next() { records.append(processor.record(of: captured)) }
        return records
    }

    /// Writes a complete database, a checkpoint after every hundred records.
    static func write(_ records: [ProfileRecord], to path: String) throws {
        var results = try SQLiteResults(creating: path)
        for start in stride(from: 0, to: records.count, by: 100) {
            try results.insert(Array(records[start..<min(start + 100, records.count)]))
            try results.checkpoint(Array("\(start)".utf8))
        }
        try results.finish()
    }

    /// The rows of the records as comma-separated values.
    static func table(_ records: [ProfileRecord]) throws -> CSVTable {
        var bytes = RecordFormat.csv.header
        for record in records { RecordFormat.csv.append(record, to: &bytes) }
        return try CSVTable(parsing: bytes)
    }
}

extension SQLiteShell {
    /// The shell, or a skipped test.
    static func installed() throws -> SQLiteShell {
        guard let shell = SQLiteShell() else { throw XCTSkip("There is no sqlite3 in the PATH.") }
        return shell
    }

    /// The view with the columns of the CSV, in the order of the records.
    func result(in path: String) throws -> CSVTable {
        try table(#"SELECT * FROM result ORDER BY "index""#, in: path)
    }
}
#endif
