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
}
