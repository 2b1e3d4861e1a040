#if SQLite
import BatchEngine
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAMLBindings
import TestSupport
import XCTest

/// What of a run outlives its end before the time.
final class SQLiteCheckpointTests: XCTestCase {
    func testARunThatWasDroppedGoesOnAtItsLastCheckpoint() throws {
        let shell = try SQLiteShell.installed()
        let path = try scratchFolder().path("results.sqlite")
        let records = Array(try SQLiteFixture.records().prefix(60))
        do {
            var results = try SQLiteResults(creating: path)
            XCTAssertNil(try results.lastCheckpoint())
            try results.insert(Array(records[..<20]))
            try results.checkpoint([1])
            try results.insert(Array(records[20..<30]))
            try results.insert(Array(records[30..<40]))
            try results.checkpoint([0, 2, 255])
            try results.insert(Array(records[40..<55]))
        }
        var results = try SQLiteResults(resuming: path)
        XCTAssertFalse(results.isComplete)
        XCTAssertEqual(try results.lastCheckpoint(), [0, 2, 255])
        try results.insert(Array(records[40...]))
        try results.finish()
        XCTAssertTrue(results.isComplete)
        XCTAssertEqual(try shell.result(in: path), try SQLiteFixture.table(records))
    }

    /// The files as they are on disk while the transaction is under way are what a killed process
    /// leaves.
    func testFilesLeftInTheMiddleOfATransactionGoOnAtTheLastCheckpoint() throws {
        let shell = try SQLiteShell.installed()
        let folder = try scratchFolder()
        let records = try SQLiteFixture.records()
        var results = try SQLiteResults(creating: folder.path("a.sqlite"))
        try results.insert(Array(records[..<100]))
        try results.checkpoint([7])
        // More than SQLite keeps in memory, so that the file itself is changed.
        let name = String(repeating: "n", count: 1 << 20)
        try results.insert(
            (5000..<5024).map { index in
                ProfileProcessor.unchecked.record(
                    of: CapturedMessage(bytes: [], source: MessageSource(file: name)),
                    index: index)
            })
        for start in stride(from: 100, to: 700, by: 200) {
            try results.insert(Array(records[start..<start + 200]))
            // Reading a file in this process and closing it would give up the locks on it.
            for name in ["a.sqlite", "a.sqlite-journal"] where folder.holds(name) {
                try copy(folder.path(name), to: folder.path("b" + name.dropFirst()))
            }
            XCTAssertTrue(folder.holds("b.sqlite-journal"))
            XCTAssertGreaterThan(try folder.read("b.sqlite").count, 8 << 20)
            var copy = try SQLiteResults(resuming: folder.path("b.sqlite"))
            XCTAssertEqual(try copy.lastCheckpoint(), [7], "\(start)")
            try copy.insert(Array(records[100...]))
            try copy.finish()
            XCTAssertEqual(
                try shell.result(in: folder.path("b.sqlite")), try SQLiteFixture.table(records))
            XCTAssertFalse(folder.holds("b.sqlite-journal"))
        }
    }

    func testAFileWithoutACheckpointBeginsAgain() throws {
        let folder = try scratchFolder()
        let path = folder.path("results.sqlite")
        // A process can be killed before the tables are there, and after.
        try folder.write([], to: "results.sqlite")
        do {
            var results = try SQLiteResults(resuming: path)
            XCTAssertNil(try results.lastCheckpoint())
            try results.insert([ProfileProcessor.unchecked.record(of: "a")])
        }
        var results = try SQLiteResults(resuming: path)
        XCTAssertNil(try results.lastCheckpoint())
        // The same record again would be refused if it were there.
        try results.insert([ProfileProcessor.unchecked.record(of: "a")])
        try results.finish()
    }

    func testCompleteResultsTakeNoMore() throws {
        let path = try scratchFolder().path("results.sqlite")
        let record = ProfileProcessor.unchecked.record(of: "a")
        try SQLiteFixture.write([record], to: path)
        var results = try SQLiteResults(resuming: path)
        XCTAssertTrue(results.isComplete)
        XCTAssertNil(try results.lastCheckpoint())
        assertCode(.complete) { () throws(SQLiteResultsError) in try results.insert([]) }
        try results.finish()
    }

    func testARecordTwiceIsRefusedAndTheRestStays() throws {
        let shell = try SQLiteShell.installed()
        let path = try scratchFolder().path("results.sqlite")
        let records = Array(try SQLiteFixture.records().prefix(5))
        do {
            var results = try SQLiteResults(creating: path)
            try results.insert(Array(records[..<3]))
            try results.checkpoint([1])
            assertCode(.failed) { () throws(SQLiteResultsError) in
                try results.insert(Array(records[2...]))
            }
            // What comes after would stand behind a gap.
            assertCode(.failed) { () throws(SQLiteResultsError) in try results.checkpoint([2]) }
            assertCode(.failed) { () throws(SQLiteResultsError) in try results.finish() }
        }
        var results = try SQLiteResults(resuming: path)
        XCTAssertEqual(try results.lastCheckpoint(), [1])
        try results.insert(Array(records[3...]))
        try results.finish()
        XCTAssertEqual(try shell.result(in: path), try SQLiteFixture.table(records))
    }

    private func copy(_ path: String, to target: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/cp")
        process.arguments = [path, target]
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
    }
}

extension XCTestCase {
    /// Asserts that something is refused for a reason.
    func assertCode(
        _ code: SQLiteResultsError.Code, file: StaticString = #filePath, line: UInt = #line,
        _ body: () throws(SQLiteResultsError) -> Void
    ) {
        do throws(SQLiteResultsError) {
            try body()
            XCTFail("Nothing was refused.", file: file, line: line)
        } catch {
            XCTAssertEqual(error.code, code, file: file, line: line)
        }
    }
}
#endif
