import Foundation
import TestSupport
import XCTest

/// That nothing is lost and nothing is there twice after a run was killed, and resumed, and killed again.
///
/// Runs are killed at named points, which follow each other from the journal's first byte to the last results. What a
/// kill may leave between two system calls is put together by hand in `BatchResumeOptionTests`: results behind the
/// last checkpoint, journals that are cut off anywhere, and results that have their name already.
final class BatchKillTests: XCTestCase {
    /// A point at which a run is killed: it has got further than the run before it.
    private enum Point: CustomStringConvertible {
        case journal
        case checkpoint
        /// So many sixths of the results are written.
        case results(Int)

        var description: String {
            switch self {
            case .journal: "the journal is there"
            case .checkpoint: "the journal has another checkpoint"
            case .results(let part): "\(part)/6 of the results are written"
            }
        }
    }

    private static let everyPoint =
        [.journal, .results(1), .checkpoint, .results(2)] + (3...5).map(Point.results)

    func testKillsLeaveTheResultsOfAnUndisturbedRun() throws {
        try endRuns(killedAt: Self.everyPoint, "ndjson")
        // The same bytes are written in the same way, but for the header.
        try endRuns(killedAt: [.journal, .results(3)], "csv")
    }

    func testKillsLeaveTheRowsOfAnUndisturbedRun() throws {
        #if SQLite
        try endRuns(killedAt: [.journal, .checkpoint, .results(2), .results(4)], "sqlite")
        #else
        throw XCTSkip("This build has no SQLite; swift test --traits SQLite has.")
        #endif
    }

    private func endRuns(killedAt points: [Point], _ format: String) throws {
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(600), to: "input.txt")
        let fixture = try CommandBatchFixture(folder, input: input, format)
        var killsOfRun = 0
        for (number, point) in points.enumerated() {
            let jobs = "\(number % 3 + 1)"
            var attempts = 0
            // A run that ends before it is looked at has nothing to kill; the next one begins anew.
            while try isFinished(fixture, killAt: point, jobs: jobs, killsOfRun: killsOfRun) {
                killsOfRun = 0
                attempts += 1
                guard attempts < 10 else { return XCTFail("\(format): no kill when \(point)") }
            }
            killsOfRun += 1
        }
        XCTAssertTrue(
            try isFinished(fixture, killAt: nil, jobs: "2", killsOfRun: killsOfRun), format)
    }

    /// Starts or resumes a run and kills it at a point, unless it ends before.
    private func isFinished(
        _ fixture: CommandBatchFixture, killAt point: Point?, jobs: String, killsOfRun: Int
    ) throws -> Bool {
        let folder = fixture.folder
        let journal = fixture.name + ".journal"
        let process = Samlkit.process(
            fixture.arguments + ["--jobs", jobs] + (killsOfRun == 0 ? [] : ["--resume"]))
        let output = try folder.write([], to: "summary")
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle.nullDevice
        let journalSize = folder.size(of: journal)
        try process.run()
        if let point {
            process.wait {
                switch point {
                case .journal: folder.holds(journal)
                case .checkpoint: folder.size(of: journal) > journalSize
                case .results(let part):
                    folder.size(of: fixture.name + ".partial") >= fixture.size * part / 6
                }
            }
            process.killAndWait()
        } else {
            process.waitUntilExit()
        }
        guard process.terminationReason == .exit else { return false }
        XCTAssertEqual(process.terminationStatus, 1)
        let text = String(decoding: try folder.read("summary"), as: UTF8.self)
        try fixture.check(text, "after \(killsOfRun) kills")
        try folder.remove(fixture.name)
        return true
    }
}
