import TestSupport
import XCTest

/// Messages as attackers send them, and honest ones beside them, through the library.
final class AttackLibraryTests: XCTestCase, ReachesUnsafeCode {
    func testTheLibraryJudgesEveryCaseAsTheCorpusSays() throws {
        let corpus = try AttackCorpus()
        var judged = 0
        var left = 0
        for (name, options, rows) in try corpus.rowsByOptions {
            let library: AttackLibrary
            do {
                library = try AttackLibrary(options)
            } catch AttackLibrary.Unsupported.keys {
                left += rows.count
                continue
            } catch {
                for row in rows { expect(.usage, of: row, by: "library") }
                judged += rows.count
                continue
            }
            // Some options are refused by the command line and not by the library.
            for row in rows where row.expect.outcome != "usage" {
                expect(library.judgement(of: row.bytes), of: row, by: "library \(name)")
                judged += 1
            }
        }
        print("attacks through the library: \(judged), left to the command line: \(left)")
        XCTAssertGreaterThan(judged, 500)
    }

    func testTheFrontDoorJudgesEveryCaseAsTheCorpusSays() throws {
        var judged = 0
        for (name, options, rows) in try AttackCorpus().rowsByOptions {
            guard let library = try? AttackLibrary(options) else { continue }
            for row in rows where !["usage", "notJudged"].contains(row.expect.outcome) {
                guard let judgement = library.validation(of: row.bytes) else { continue }
                let expected = library.judgement(of: row.bytes)
                expect(judgement, of: row, by: "front door \(name)")
                XCTAssertEqual(judgement.outcome, expected.outcome, row.id)
                XCTAssertEqual(judgement.reasons, expected.reasons, row.id)
                judged += 1
            }
        }
        print("attacks through the front door: \(judged)")
        XCTAssertGreaterThan(judged, 300)
    }
}
