#if SQLite
import BatchEngine
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAMLBindings
import TestSupport
import XCTest

/// The page about results: its SQL runs, and the answers are those it shows.
final class ResultsPageTests: XCTestCase {
    private static let page = Repository.root.appending(path: "Documentation/results.md")

    func testEveryQueryRunsAndGivesTheAnswerShown() throws {
        let shell = try SQLiteShell.installed()
        let folder = try scratchFolder()
        try SQLiteFixture.write(try SQLiteFixture.records(), to: folder.path("results.sqlite"))
        try SQLiteFixture.write(
            (5000..<5003).map {
                ProfileProcessor.unchecked.record(of: CapturedMessage(bytes: []), index: $0)
            },
            to: folder.path("results-2.sqlite"))
        let complete = try folder.read("results.sqlite")
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let blocks = text.matches(of: /(?s)```sql\n(.*?)```\n\n```text\n(.*?)```/)
        XCTAssertGreaterThanOrEqual(blocks.count, 10)
        XCTAssertEqual(blocks.count, text.matches(of: /```sql\n/).count)
        for block in blocks {
            // Some write.
            let path = try folder.write(complete, to: "copy.sqlite")
            let query = String(block.1).replacing(
                "results-2.sqlite", with: folder.path("results-2.sqlite"))
            let answer = try shell.output(of: query, in: path, ["-header", "-column"])
            XCTAssertEqual(
                Self.words(String(decoding: answer, as: UTF8.self)), Self.words(String(block.2)),
                String(block.1))
        }
    }

    func testTheColumnsOfTheTableAreListed() throws {
        let shell = try SQLiteShell.installed()
        let path = try scratchFolder().path("results.sqlite")
        try SQLiteFixture.write([], to: path)
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let list = try XCTUnwrap(
            text.firstMatch(of: /(?s)<!-- columns -->(.*?)<!-- \/columns -->/)
        ).1
        XCTAssertEqual(
            list.matches(of: /`(\w+)`/).map { String($0.1) },
            try shell.column("SELECT name FROM pragma_table_info('message')", in: path))
    }

    /// The lines as lists of words: how wide columns are is the shell's business.
    private static func words(_ table: String) -> [[Substring]] {
        table.split(separator: "\n").map { $0.split(separator: " ") }
            .filter { !$0.allSatisfy { $0.allSatisfy { $0 == "-" } } }
    }
}
#endif
