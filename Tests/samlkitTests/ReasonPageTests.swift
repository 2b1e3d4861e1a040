import Foundation
import TestSupport
import WireText
import XCTest

@testable import samlkit

/// The pages about reasons and causes, and the outputs that have their words.
final class ReasonPageTests: XCTestCase {
    func testMarkdownIsTheCommittedPage() throws {
        let file = Repository.root.appending(path: "Documentation/reasons.md")
        let result = try Samlkit.run(["explain", "--markdown"])
        XCTAssertTrue(result.text == (try String(contentsOf: file, encoding: .utf8)))
    }

    func testExplainPrintsAPage() throws {
        let result = try Samlkit.run(["explain", "conditions.expired", "prettyPrinted"])
        XCTAssertEqual(result.status, 0)
        for text in ["conditions.expired", "Usually: ", "What to do: ", "prettyPrinted"] {
            XCTAssertTrue(result.text.contains(text), text)
        }
        XCTAssertTrue(result.lines.allSatisfy { $0.count <= 80 })
        let list = try Samlkit.run(["explain"])
        XCTAssertEqual(list.lines.count, ReasonPage.all.count)
        let json = try Samlkit.run(["explain", "expired", "--json"])
        XCTAssertEqual(try JSONTree(parsing: json.output)["code"], "expired")
    }

    func testAMistypedCodeSuggestsTheRightOne() throws {
        let result = try Samlkit.run(["explain", "prettyprintet"])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("Did you mean prettyPrinted?"), result.errors)
    }

    func testACauseHasOneSentenceAndOneRemedyInEveryOutput() throws {
        let folder = try scratchFolder()
        let sample = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let damaged = String(decoding: sample, as: UTF8.self).replacing("><", with: ">\n  <")
        let file = try folder.write(damaged.utf8, to: "damaged.xml")
        let options = [
            "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now",
            SampleOutcome.now,
        ]
        let results = folder.path("results.ndjson")
        let page = try XCTUnwrap(ReasonPage.page(of: "prettyPrinted"))
        let report = folder.path("report.html")
        let batch = try Samlkit.run(
            ["batch", file, "--output", results, "--report", report] + options)
        let saved = folder.path("saved.html")
        let again = try Samlkit.run(["report", results, "--output", saved])
        XCTAssertEqual(again.status, 0, again.errors)
        var outputs = [
            ("batch", batch.text),
            ("report of a run", String(decoding: try folder.read("report.html"), as: UTF8.self)),
            (
                "report of saved results",
                String(decoding: try folder.read("saved.html"), as: UTF8.self)
            ),
        ]
        for command in [
            ["inspect", file], ["verify", file], ["verify", file, "--explain"],
            ["verify", file, "--explain", "--json"], ["explain", "prettyPrinted"],
        ] {
            let more = command[0] == "explain" ? [] : options
            outputs.append((command.joined(separator: " "), try Samlkit.run(command + more).text))
        }
        for (name, text) in outputs {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            XCTAssertTrue(words.contains(page.sentence), "\(name): \(words.prefix(2_000))")
            XCTAssertTrue(words.contains(page.action), "\(name): \(words.prefix(2_000))")
        }
        let record = try JSONTree(parsing: folder.read("results.ndjson"))
        XCTAssertEqual(record["reasons"]?[0]?["likelyCause"], "prettyPrinted")
        XCTAssertEqual(record["reasons"]?[0]?["sentence"]?.string, page.sentence)
    }
}
