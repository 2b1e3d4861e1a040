import Foundation
import FuzzSupport
@_spi(Fuzzing) import Reports
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
    let report = FuzzedResults.report(at: file.path, requiring: ["uid"], now: now)
    if let report, report.isEmpty { Fuzzing.fail("a report is empty") }
}

func checkJournal(_ bytes: [UInt8]) {
    for end in FuzzedResults.lineEnds(ofJournal: bytes) where end > bytes.count {
        Fuzzing.fail("an entry ends beyond the journal")
    }
}

let status = Fuzzing.run { bytes in
    do { try checkResults(bytes) } catch { Fuzzing.fail("no file could be written: \(error)") }
    checkJournal(bytes)
}
try? FileManager.default.removeItem(at: file)
exit(status)
