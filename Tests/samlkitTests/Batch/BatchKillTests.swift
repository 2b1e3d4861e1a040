import Foundation
import TestSupport
import XCTest

/// That nothing is lost and nothing is there twice after a run was killed at any moment.
final class BatchKillTests: XCTestCase {
    /// A tenth of them where a sanitizer makes every start take as long as ten.
    private static let scale = ProcessInfo.processInfo.environment["TEST_SANITIZER"] == nil ? 10 : 1

    func testAHundredKillsLeaveTheResultsOfAnUndisturbedRun() throws {
        try endRuns(afterKills: 10 * Self.scale, ["ndjson", "csv"])
    }

    func testKillsLeaveTheRowsOfAnUndisturbedRun() throws {
        #if SQLite
        try endRuns(afterKills: 2 * Self.scale, ["sqlite"])
        #else
        throw XCTSkip("This build has no SQLite; swift test --traits SQLite has.")
        #endif
    }

    private func endRuns(afterKills count: Int, _ formats: [String]) throws {
        var generator = SeededGenerator("kills of batch")
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(1000), to: "input.txt")
        var kills = 0
        var ends = 0
        for (number, format) in formats.enumerated() {
            let fixture = try CommandBatchFixture(folder, input: input, format)
            while kills < count * (number + 1) / formats.count {
                var killsOfRun = 0
                while try !isFinished(fixture, killsOfRun: killsOfRun, &generator) {
                    killsOfRun += 1
                    kills += 1
                }
                ends += 1
            }
        }
        print("\(kills) kills in \(ends) runs")
        XCTAssertGreaterThanOrEqual(kills, count)
    }

    /// Starts or goes on with a run and kills it unless it ends before.
    private func isFinished(
        _ fixture: CommandBatchFixture, killsOfRun: Int, _ generator: inout SeededGenerator
    ) throws -> Bool {
        let process = Samlkit.process(
            fixture.arguments + ["--jobs", "\(Int.random(in: 1...3, using: &generator))"]
                + (killsOfRun == 0 ? [] : ["--resume"]))
        let output = try fixture.folder.write([], to: "summary")
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Runs that go on take less than the whole one, and a moment after its end finds nothing to kill; a
        // moment before its start, which takes seconds under a sanitizer, would find no run that gets on.
        let longest = min(fixture.duration, fixture.start + .milliseconds(600)) / .seconds(1)
        // On a machine that has become slower than it was at the measurement no run might ever end.
        if killsOfRun < 30 {
            Thread.sleep(forTimeInterval: Double.random(in: 0...longest, using: &generator))
            process.killAndWait()
        } else {
            process.waitUntilExit()
        }
        guard process.terminationReason == .exit else { return false }
        XCTAssertEqual(process.terminationStatus, 1)
        let text = String(decoding: try fixture.folder.read("summary"), as: UTF8.self)
        try fixture.check(text, "after \(killsOfRun) kills")
        try fixture.folder.remove(fixture.name)
        return true
    }
}
