import Foundation
import TestSupport
import XCTest

/// Results of a redacted run stay redacted, whatever became of their messages.
final class RedactedResultsTests: XCTestCase {
    private static let now = ["--now", ResponseFixture.now]

    private var message: String {
        var assertion = AssertionFixture()
        assertion.nameID = Secret.planted("name-id")
        assertion.attributes = [
            ("uid", [Secret.planted("value"), "<b>\(Secret.planted("markup"))</b>"]),
            ("zip", [Secret.planted("zip")]),
        ]
        return ResponseFixture(assertions: [assertion]).xml
    }

    /// A message of each fate, of which no record has a value or only hashes of them.
    private var captures: [(name: String, bytes: [UInt8])] {
        let text = message
        let base64 = Data(text.utf8).base64EncodedString()
        let end = "</samlp:Response>"
        return [
            ("unsigned.xml", Array(text.utf8)),
            ("malformed.xml", Array(text.replacing(end, with: "</samlp:Respons>").utf8)),
            ("cut.xml", Array(text.replacing(end, with: "").utf8)),
            (
                "rejected.xml",
                Array(
                    text.replacing("<saml:Assertion ", with: "<saml:Assertion IssueInstant=\"\" ")
                        .utf8)
            ),
            ("entities.xml", Array(("<!DOCTYPE r [<!ENTITY a 'b'>]>" + text).utf8)),
            ("lines.log", Array("SAMLResponse=\(base64)\n".utf8)),
            (
                "broken.log",
                Array("SAMLResponse=\(base64.dropLast(400))!!\(base64.suffix(300))\n".utf8)
            ),
            ("wide.xml", Array(text.data(using: .utf16) ?? Data())),
        ]
    }

    func testAReportOfThemShowsNoValueThoughItIsGivenTheCaptures() throws {
        var formats = ["ndjson", "csv"]
        #if SQLite
        formats.append("sqlite")
        #endif
        for (number, capture) in captures.enumerated() {
            let folder = try scratchFolder()
            let file = try folder.write(capture.bytes, to: capture.name)
            let results = folder.path("results." + formats[number % formats.count])
            let run = try Samlkit.run(
                [
                    "batch", file, "--redact", "--output", results, "--report",
                    folder.path("first.html"),
                ]
                    + Self.now)
            XCTAssertLessThan(run.status ?? 9, 2, run.errors)
            let report = try Samlkit.run(
                ["report", results, "--captures", file, "--output", folder.path("report.html")]
                    + Self.now)
            XCTAssertEqual(report.status, 0, report.errors)
            let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
            XCTAssertTrue(page.contains("REDACTED"), capture.name)
            for (name, text) in [
                ("output", run.text + run.errors + report.text + report.errors),
                ("report", page),
                ("first report", String(decoding: try folder.read("first.html"), as: UTF8.self)),
                (
                    "results",
                    String(decoding: try Data(contentsOf: URL(filePath: results)), as: UTF8.self)
                ),
            ] {
                XCTAssertFalse(Secret.inMessages.shows(in: text), "\(capture.name), \(name)")
            }
        }
    }

    func testEveryRecordSaysWhetherItsRunWasRedacted() throws {
        let folder = try scratchFolder()
        for capture in captures { try folder.write(capture.bytes, to: "captures/" + capture.name) }
        try folder.write("no message\n".utf8, to: "captures/none.txt")
        for (options, isRedacted) in [
            (["--redact"], JSONTree.boolean(true)), ([], .boolean(false)),
        ] {
            let run = try Samlkit.run(
                ["batch", folder.path("captures"), "--output", "-", "--quiet"] + options)
            let records = try JSONTree.lines(run.output)
            XCTAssertGreaterThan(records.count, captures.count)
            for record in records { XCTAssertEqual(record["redacted"], isRedacted) }
        }
    }

    func testResultsThatDoNotSayWhetherTheyAreRedactedCountAsSuch() throws {
        let folder = try scratchFolder()
        let file = try folder.write(message.utf8, to: "unsigned.xml")
        let run = try Samlkit.run(["batch", file, "--output", "-", "--quiet"])
        let older = run.text.replacing(",\"redacted\":false", with: "")
            .replacing("\"schema\":4", with: "\"schema\":3")
        XCTAssertNotEqual(run.text, older)
        let results = try folder.write(older.utf8, to: "older.ndjson")
        let report = try Samlkit.run([
            "report", results, "--captures", file, "--output", folder.path("report.html"),
        ])
        XCTAssertEqual(report.status, 0, report.errors)
        let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
        XCTAssertFalse(Secret.inMessages.shows(in: page))
        XCTAssertTrue(page.contains("do not say that they are not"))
    }
}
