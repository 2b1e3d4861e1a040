import Foundation
import PayloadCoding
import TestSupport
import XCTest

/// The cookbook's answers as they were recorded from Foundation and as its documentation shows them.
final class CookbookOracleTests: XCTestCase, ReachesUnsafeCode {
    private struct Row: Decodable {
        var name: String?
        let input: Data
        let output: String
        var normalized: Data?
        var valid_utf8: Bool?
    }

    func testEveryRecordedAnswerIsGivenAgain() throws {
        let rows = try rows(of: "foundation.jsonl")
        for row in rows {
            let name = row.name ?? "?"
            let payload = PayloadEncoder().payload(encoding: Array(row.input))
            XCTAssertEqual(payload.text, row.output, name)
            XCTAssertEqual(payload.normalized, try Array(XCTUnwrap(row.normalized)), name)
            XCTAssertEqual(payload.isRepaired, try !XCTUnwrap(row.valid_utf8), name)
        }
    }

    func testEveryRecordedAnswerToRandomInputIsGivenAgain() throws {
        for (line, row) in try rows(of: "foundation-random.jsonl").enumerated() {
            let payload = PayloadEncoder().payload(encoding: Array(row.input))
            XCTAssertEqual(payload.text, row.output, "line \(line + 1)")
        }
    }

    func testDocumentedExamplesGiveTheDocumentedPayloads() {
        let examples = [
            (
                "<a>\n  <b>x</b>\r\n\t\t<c/>\n</a>\n", "<a> <b>x</b> <c/></a>",
                "PGE%2BIDxiPng8L2I%2BIDxjLz48L2E%2B"
            ),
            ("a \n b", "a  b", "YSAgYg%3D%3D"),
            ("a \r\n\t b", "a  b", "YSAgYg%3D%3D"),
            ("<a\nb=\"1\"/>", "<ab=\"1\"/>", "PGFiPSIxIi8%2B"),
            ("??>>~~ÿÿ", "??>>~~ÿÿ", "Pz8%2BPn5%2Bw7%2FDvw%3D%3D"),
        ]
        for (message, normalized, text) in examples {
            let payload = PayloadEncoder().payload(encoding: Array(message.utf8))
            XCTAssertEqual(String(decoding: payload.normalized, as: UTF8.self), normalized)
            XCTAssertEqual(payload.text, text)
            XCTAssertEqual(FoundationSnippet.payload(message), text)
        }
    }

    private func rows(of name: String) throws -> [Row] {
        let url = Repository.recordedAnswers.appending(path: name)
        let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
        print("\(name): \(rows.count) recorded answers")
        XCTAssertGreaterThanOrEqual(rows.count, 56)
        return rows
    }
}
