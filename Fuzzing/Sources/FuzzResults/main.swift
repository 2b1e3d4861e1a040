import Foundation
import FuzzSupport
import ProfileProcessing
import SAML2

// Property: saved results and journals of any content are read or refused; nothing in them ends the
// program. They are files that somebody else may have written or cut off.

guard let now = SAML.Instant(parsing: "2026-01-15T12:00:00Z") else {
    Fuzzing.fail("the time of the report is none")
}

/// What saved results are read from; overwritten for each input.
let file = FileManager.default.temporaryDirectory
    .appending(path: "swift-saml-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

func checkResults(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: file)
    var tally = ReportTally(requiredAttributes: ["uid"])
    let account = try? SavedResults(path: file.path).forEach { tally.add($0) }
    guard let account, account.recordCount > 0 else { return }
    let page = ReportPage(tally: tally, certificates: [], now: now, notes: [])
    guard !page.bytes.isEmpty else { Fuzzing.fail("a report is empty") }
}

func checkJournal(_ bytes: [UInt8]) {
    let journal = RunJournal(reading: bytes)
    for entry in journal.entries {
        guard entry.end <= bytes.count else { Fuzzing.fail("an entry ends beyond the journal") }
        _ = CheckpointOutline(reading: entry.checkpoint)
    }
    // The digests of a journal keep most inputs out of what is behind them.
    _ = CheckpointOutline(reading: bytes)
    _ = BatchCheckpoint<ReportTally>(resuming: [bytes])
}

let status = Fuzzing.run { bytes in
    do { try checkResults(bytes) } catch { Fuzzing.fail("no file could be written: \(error)") }
    checkJournal(bytes)
}
try? FileManager.default.removeItem(at: file)
exit(status)
