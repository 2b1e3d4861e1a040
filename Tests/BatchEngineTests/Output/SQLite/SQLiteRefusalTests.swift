#if SQLite
import BatchEngine
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// Files that cannot be gone on with, and places that cannot be written to.
final class SQLiteRefusalTests: XCTestCase {
    func testWhatIsNoDatabaseOrAnotherOneIsRefusedAndLeftAsItIs() throws {
        let shell = try SQLiteShell.installed()
        let folder = try scratchFolder()
        let text = Array(String(repeating: "no database\n", count: 500).utf8)
        try folder.write(text, to: "text")
        _ = try shell.output(
            of: "CREATE TABLE message (a); INSERT INTO message VALUES (1);",
            in: folder.path("other"))
        let other = try folder.read("other")
        for (name, code) in [
            ("text", SQLiteResultsError.Code.notADatabase), ("other", .otherDatabase),
            ("missing", .notFound),
        ] {
            assertCode(code) { () throws(SQLiteResultsError) in
                _ = try SQLiteResults(resuming: folder.path(name))
            }
        }
        XCTAssertEqual(try folder.read("text"), text)
        XCTAssertEqual(try folder.read("other"), other)
        XCTAssertEqual(try folder.names(), ["other", "text"])
    }

    func testNobodyElseOpensTheFileBeforeItIsComplete() throws {
        let shell = try SQLiteShell.installed()
        let path = try scratchFolder().path("results.sqlite")
        var results = try SQLiteResults(creating: path)
        try results.checkpoint([1])
        assertCode(.locked) { () throws(SQLiteResultsError) in
            _ = try SQLiteResults(resuming: path)
        }
        XCTAssertThrowsError(try shell.column("SELECT count(*) FROM message", in: path))
        try results.insert([ProfileProcessor.unchecked.record(of: "a")])
        try results.finish()
        XCTAssertEqual(try shell.column("SELECT count(*) FROM message", in: path), ["1"])
    }

    func testAFileIsReplacedWithItsJournalAndAFolderIsNot() throws {
        let folder = try scratchFolder()
        for name in ["a.sqlite", "a.sqlite-journal", "a.sqlite-wal", "b.sqlite/c"] {
            try folder.write("earlier".utf8, to: name)
        }
        try SQLiteFixture.write(
            [ProfileProcessor.unchecked.record(of: "a")], to: folder.path("a.sqlite"))
        XCTAssertEqual(try folder.names(), ["a.sqlite", "b.sqlite"])
        for name in ["b.sqlite", "none/c.sqlite"] {
            assertCode(.denied) { () throws(SQLiteResultsError) in
                _ = try SQLiteResults(creating: folder.path(name))
            }
        }
        XCTAssertTrue(folder.holds("b.sqlite/c"))
    }

    func testEveryReasonSaysWhatToDoInASentence() {
        for code in SQLiteResultsError.Code.allCases {
            let text = SQLiteResultsError(code, resultCode: 13).description
            XCTAssertTrue(text.hasSuffix("."), text)
            XCTAssertGreaterThan(text.count, 20)
        }
    }
}
#endif
