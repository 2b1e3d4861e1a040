import TestSupport
import XCTest

/// Messages as attackers send them, and honest ones beside them, through the command line.
final class AttackCommandTests: XCTestCase {
    func testTheCommandLineJudgesEveryCaseAsTheCorpusSays() throws {
        let corpus = try AttackCorpus()
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let command = AttackCommand(in: folder)
        var judged = 0
        for (name, options, rows) in try corpus.rowsByOptions {
            let judgements = try command.judgements(of: rows, under: options)
            XCTAssertEqual(judgements.count, rows.count, "records of \(name)")
            for (judgement, row) in zip(judgements, rows) {
                expect(judgement, of: row, by: "batch \(name)")
                judged += 1
            }
        }
        print("attacks through the command line: \(judged)")
        XCTAssertEqual(judged, corpus.rows.count)
    }
}
