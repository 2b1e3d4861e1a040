internal import BatchEngine
public import SAML2

/// The readers of saved files, for the package that fuzzes them.
@_spi(Fuzzing)
public enum FuzzedResults {
    /// Returns the report of saved results.
    ///
    /// - Parameters:
    ///   - path: The file with the results.
    ///   - requiredAttributes: The names of the attributes that had to be there.
    ///   - now: The time of the report.
    /// - Returns: The HTML; `nil` when the file holds no record.
    public static func report(
        at path: String, requiring requiredAttributes: [String], now: SAML.Instant
    ) -> [UInt8]? {
        var tally = ReportTally(requiredAttributes: requiredAttributes)
        let account = try? SavedResults(path: path).forEach { tally.add($0) }
        guard let account, account.recordCount > 0 else { return nil }
        return ReportPage(tally: tally, certificates: [], now: now, notes: []).bytes
    }

    /// Reads a journal, and the bytes as a checkpoint.
    ///
    /// The digests of a journal keep most inputs out of what is behind them.
    ///
    /// - Parameter bytes: The journal.
    /// - Returns: The offsets at which its lines end.
    public static func lineEnds(ofJournal bytes: [UInt8]) -> [Int] {
        let journal = RunJournal(reading: bytes)
        for entry in journal.entries { _ = CheckpointOutline(reading: entry.checkpoint) }
        _ = CheckpointOutline(reading: bytes)
        _ = BatchCheckpoint<ReportTally>(resuming: [bytes])
        return journal.entries.map(\.end)
    }
}
