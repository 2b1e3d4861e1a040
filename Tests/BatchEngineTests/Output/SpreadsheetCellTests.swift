import Captures
import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import BatchEngine
@testable import ProfileProcessing

/// What senders choose is no formula in a spreadsheet and no line end in NDJSON.
final class SpreadsheetCellTests: XCTestCase {
    private static let texts = [
        "=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "'=1", "''=1", "'", "''", "'a", "", "a=1",
        "=", "'\t", "1-1", "\u{FF1D}1", "\u{FF0B}1", "'\u{FF0D}1", "\u{FF20}A1", "\u{FF1E}1",
    ]

    func testFullWidthSignsAreMarkedAndOtherFullWidthCharactersAreNot() {
        for sign in ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"] {
            XCTAssertTrue(SpreadsheetCell.needsMark(Array("\(sign)1".utf8)), sign)
            XCTAssertTrue(SpreadsheetCell.needsMark(Array("'\(sign)1".utf8)), sign)
        }
        for text in ["\u{FF1E}1", "a\u{FF1D}"] {
            XCTAssertFalse(SpreadsheetCell.needsMark(Array(text.utf8)), text)
        }
        XCTAssertFalse(SpreadsheetCell.needsMark([0xEF]))
    }

    func testTakingAMarkAwayGivesEveryTextBack() {
        var generator = SeededGenerator("cells of tables")
        let characters = Array("'=+-@\t\ra1".utf8)
        let random = (0..<2000).map { _ in
            (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                characters.randomElement(using: &generator) ?? 0
            }
        }
        var cells: Set<[UInt8]> = []
        let texts = Set(Self.texts.map { Array($0.utf8) } + random)
        for text in texts {
            let cell = SpreadsheetCell.needsMark(text) ? [UInt8(ascii: "'")] + text : text
            XCTAssertFalse(cell.first.map { "=+-@\t\r".utf8.contains($0) } ?? false)
            XCTAssertEqual(Array(SpreadsheetCell.text(of: cell)), text)
            cells.insert(cell)
        }
        XCTAssertEqual(cells.count, texts.count)
    }

    private func record(issuer: String) -> ProfileRecord {
        var record = ProfileRecord(
            index: 0, source: .init(file: "=file", host: "@host"), byteCount: 1)
        record.kind = .response
        record.verified.issuer = issuer
        return record
    }

    func testEveryFormatSavesTheSameEntry() throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        for text in Self.texts where !text.isEmpty {
            let record = record(issuer: text)
            for format in RecordFormat.allCases {
                for header in [format.header, []] {
                    var bytes = header
                    format.append(record, to: &bytes)
                    let path = try folder.write(bytes, to: "results")
                    var entries: [ResultEntry] = []
                    _ = try SavedResults(path: path).forEach { entries.append($0) }
                    XCTAssertEqual(
                        entries, [ResultEntry(record)], "\(format) \(text.debugDescription)")
                }
            }
        }
    }

    func testOnlyRawTablesHaveCellsThatLookLikeFormulas() throws {
        for format in [RecordFormat.csv, .rawCSV] {
            var bytes = format.header
            for text in Self.texts { format.append(record(issuer: text), to: &bytes) }
            let table = try CSVTable(parsing: bytes)
            let cells = table.rows.dropFirst().joined()
            let formulas = cells.filter { cell in
                cell.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
            }
            XCTAssertEqual(formulas.isEmpty, format == .csv, "\(formulas)")
            XCTAssertEqual(
                Set(table.records.compactMap { $0["schema"] }), [format == .csv ? "4" : "4 raw"])
        }
    }

    func testNDJSONHasNoLineEndOrControlBeyondASCII() throws {
        let text = "a\u{85}b\u{2028}c\u{2029}d\u{80}e\u{9F}f\u{A0}g\u{2027}h\u{202A}é🗝\u{7F}"
        var bytes: [UInt8] = []
        RecordFormat.ndjson.append(record(issuer: text), to: &bytes)
        let line = String(decoding: bytes.dropLast(), as: UTF8.self)
        XCTAssertTrue(
            line.contains(
                #"a\u0085b\u2028c\u2029d\u0080e\u009ff"# + "\u{A0}g\u{2027}h\u{202A}é🗝"
                    + #"\u007f"#), line)
        XCTAssertEqual(line.split(whereSeparator: \.isNewline).count, 1)
        XCTAssertEqual(try JSONTree(parsing: bytes)["issuer"]?.string, text)
    }
}
