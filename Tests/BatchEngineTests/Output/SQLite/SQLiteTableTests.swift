#if SQLite
import BatchEngine
import Captures
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore

/// What the tables hold, read by SQLite's own shell and held against the records.
final class SQLiteTableTests: XCTestCase {
    func testTheViewHasTheColumnsAndTheCellsOfTheCSV() throws {
        let shell = try SQLiteShell.installed()
        let folder = try scratchFolder()
        for isChecked in [true, false] {
            let records = try SQLiteFixture.records(checked: isChecked)
            XCTAssertGreaterThan(records.count, 1040)
            let path = folder.path("\(isChecked).sqlite")
            try SQLiteFixture.write(records, to: path)
            let expected = try SQLiteFixture.table(records)
            let table = try shell.result(in: path)
            XCTAssertEqual(table.rows.first, expected.rows.first)
            XCTAssertEqual(table.rows.count, expected.rows.count)
            for (row, cells) in zip(table.rows, expected.rows) where row != cells {
                let name = zip(expected.rows[0], zip(row, cells)).first { $1.0 != $1.1 }?.0
                XCTFail("record \(cells[0]): \(name ?? "another number of cells")")
            }
        }
    }

    func testAttributesAndReasonsAreRowsOfTheirOwn() throws {
        let shell = try SQLiteShell.installed()
        let path = try scratchFolder().path("results.sqlite")
        let records = try SQLiteFixture.records()
        try SQLiteFixture.write(records, to: path)
        let attributes = try shell.table(
            """
            SELECT message_index, name, position, value IS NULL AS lacks
            FROM attribute ORDER BY rowid
            """, in: path)
        let expectedAttributes = records.flatMap { record in
            record.content.attributes.flatMap { item -> [[String]] in
                let isEmpty = item.values.isEmpty
                return isEmpty
                    ? [["\(record.index)", item.name, "", "1"]]
                    : item.values.enumerated().map { position, value in
                        let isNull = value.text == nil ? "1" : "0"
                        return ["\(record.index)", item.name, "\(position)", isNull]
                    }
            }
        }
        XCTAssertEqual(Array(attributes.rows.dropFirst()), expectedAttributes)
        XCTAssertTrue(expectedAttributes.contains { $0[2].isEmpty }, "a query's names")
        let reasons = try shell.table(
            #"""
            SELECT message_index, position, code, message, line, "column", likely_cause
            FROM reason ORDER BY message_index, position
            """#, in: path)
        let expectedReasons = records.flatMap { record in
            record.reasons.enumerated().map { position, reason in
                [
                    "\(record.index)", "\(position)", reason.code.rawValue, reason.message,
                    reason.position.map { "\($0.line)" } ?? "",
                    reason.position.map { "\($0.column)" } ?? "", reason.likelyCause ?? "",
                ]
            }
        }
        XCTAssertEqual(Array(reasons.rows.dropFirst()), expectedReasons)
        XCTAssertTrue(expectedReasons.contains { !$0[6].isEmpty }, "a likely cause")
    }

    func testNULsQuotesAndLineEndsComeBack() throws {
        let shell = try SQLiteShell.installed()
        let path = try scratchFolder().path("results.sqlite")
        let texts = ["a\0b", "\0", "", "'; DROP TABLE message; --", "a\"b\r\n", "é", "e\u{301}"]
        let records = texts.enumerated().map { index, text in
            ProfileProcessor.unchecked.record(
                of: CapturedMessage(
                    bytes: [], source: MessageSource(file: text, time: "\0\(text)\0")),
                index: index)
        }
        try SQLiteFixture.write(records, to: path)
        for (column, suffix) in [("source_file", ""), ("source_time", "\0")] {
            let found = try shell.column(
                "SELECT hex(CAST(\(column) AS BLOB)) FROM message ORDER BY message_index",
                in: path)
            let expected = texts.map { text in
                (suffix + text + suffix).utf8.map { byte in
                    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }.joined()
            }
            XCTAssertEqual(found, expected, column)
        }
        let kinds = try shell.column("SELECT DISTINCT typeof(source_file) FROM message", in: path)
        XCTAssertEqual(kinds, ["text"])
    }

    func testCompleteResultsAreOneSoundFileWithIndexes() throws {
        let shell = try SQLiteShell.installed()
        let folder = try scratchFolder()
        let path = folder.path("results.sqlite")
        try SQLiteFixture.write(try SQLiteFixture.records(), to: path)
        XCTAssertEqual(try folder.names(), ["results.sqlite"])
        for (query, answer) in [
            ("PRAGMA integrity_check", ["ok"]), ("PRAGMA foreign_key_check", []),
            ("PRAGMA journal_mode", ["delete"]),
            (
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
                    + "AND name NOT LIKE 'sqlite%' ORDER BY name",
                ["attribute", "message", "reason", "result"]
            ),
        ] {
            XCTAssertEqual(try shell.column(query, in: path), answer, query)
        }
        for condition in [
            "message WHERE outcome = 'x'", "message WHERE issuer = 'x'",
            "message WHERE response_id = 'x'", "message WHERE conditions_not_on_or_after < 'x'",
            "message WHERE source_time > 'x'", "reason WHERE code = 'x'",
            "reason WHERE message_index = 1", "attribute WHERE name = 'x' AND value = 'y'",
            "attribute WHERE message_index = 1", "result WHERE issuer = 'x'",
        ] {
            let plan = try shell.output(
                of: "EXPLAIN QUERY PLAN SELECT * FROM \(condition);", in: path)
            XCTAssertTrue(String(decoding: plan, as: UTF8.self).contains("SEARCH"), condition)
        }
    }
}
#endif
