import TestSupport
import XCTest

/// What a batch writes.
final class BatchResultTests: XCTestCase {
    func testResultsAndSummariesAreTheSameForAnyNumberOfJobs() throws {
        let folder = try scratchFolder()
        for name in ["ndjson", "csv"] {
            var outputs: [[UInt8]] = []
            var summaries: [String] = []
            for jobs in ["1", "2"] {
                let file = folder.path("\(jobs).\(name)")
                let result = try Samlkit.run(
                    ["batch", Repository.samplePath("captures"), "--output", file, "--jobs", jobs]
                        + Samlkit.reference)
                XCTAssertEqual(result.status, 1)
                outputs.append(try folder.read("\(jobs).\(name)"))
                summaries.append(result.text.replacing("results: \(file)", with: ""))
            }
            XCTAssertEqual(outputs[0], outputs[1], name)
            XCTAssertEqual(summaries[0], summaries[1], name)
        }
        let records = try JSONTree.lines(folder.read("1.ndjson"))
        let table = try CSVTable(parsing: folder.read("1.csv"))
        XCTAssertEqual(records.count, 1053)
        XCTAssertEqual(
            table.records.map { $0["outcome"] }, records.map { $0["outcome"]?.string })
    }

    func testTheJSONSummaryAccountsForEverything() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run(
            [
                "batch", Repository.samplePath("captures"), "--json", "--output",
                folder.path("results.ndjson"),
            ] + Samlkit.reference)
        let summary = try XCTUnwrap(JSONTree.lines(result.output).first)
        let rows = try SampleOutcome.files() + SampleOutcome.subscriberLines()
        for outcome in ["accepted", "unverified", "rejected", "malformed", "notJudged"] {
            XCTAssertEqual(summary[outcome]?.integer, rows.count { $0.unchecked == outcome })
        }
        XCTAssertEqual(summary["read"]?.integer, rows.count)
        XCTAssertEqual(summary["verified"], 0)
        let reasons = try XCTUnwrap(summary["reasons"]?.members?.values.compactMap(\.integer))
        XCTAssertEqual(
            reasons.reduce(0, +),
            rows.count { !["unverified", "notJudged"].contains($0.unchecked) })
        let issuers = try XCTUnwrap(summary["issuers"]?.members?.values)
        let counts = issuers.flatMap {
            [$0["unverified"]?.integer ?? 0, $0["rejected"]?.integer ?? 0]
        }
        XCTAssertEqual(
            counts.reduce(0, +), rows.count { !["malformed", "notJudged"].contains($0.unchecked) })
    }

    func testTheSummarySaysThatNothingWasVerified() throws {
        let folder = try scratchFolder()
        let file = folder.path("results.ndjson")
        let result = try Samlkit.run(["batch", Repository.firstSample, "--output", file])
        XCTAssertEqual(result.status, 0)
        XCTAssertEqual(
            result.lines.prefix(2),
            [
                "1 message read: 1 unverified, 0 rejected, 0 malformed",
                "NOT VERIFIED: no signature was checked",
            ])
        XCTAssertEqual(result.lines.last, "results: \(file)")
        let quiet = try Samlkit.run(
            ["batch", Repository.firstSample, "--output", file, "--quiet"])
        XCTAssertEqual(quiet.text + quiet.errors, "")
    }

    func testRecordsOnStandardOutputKeepTheSummaryOutOfTheirWay() throws {
        let folder = try scratchFolder()
        let arguments = ["batch", Repository.samplePath("captures/malformed")]
        let result = try Samlkit.run(arguments + ["--output", "-"])
        _ = try Samlkit.run(arguments + ["--output", folder.path("results.ndjson")])
        XCTAssertEqual(result.output, try folder.read("results.ndjson"))
        XCTAssertTrue(result.errors.contains("11 messages read: 0 unverified"), result.errors)
    }

    func testStandardInputIsRead() throws {
        let lines = try Repository.sample(SampleOutcome.subscribers)
            .split(separator: UInt8(ascii: "\n")).prefix(5).joined(separator: [UInt8(ascii: "\n")])
        let result = try Samlkit.run(["batch", "-", "--output", "-"], input: lines)
        let records = try JSONTree.lines(result.output)
        XCTAssertEqual(records.map { $0["source"]?["line"]?.integer }, [1, 2, 3, 4, 5])
        XCTAssertEqual(
            records.map { $0["source"]?["file"]?.string }, Array(repeating: "-", count: 5))
        XCTAssertEqual(records[0]["source"]?["host"], "sp.auth.adobe.com")
    }

    func testThePayloadIsThatOfEncode() throws {
        let path = Repository.firstSample
        let encoded = try Samlkit.run(["encode", path])
        let result = try Samlkit.run(["batch", path, "--output", "-", "--payload"])
        let record = try XCTUnwrap(JSONTree.lines(result.output).first)
        XCTAssertEqual(record["payload"]?.string, encoded.lines.first)
        let without = try Samlkit.run(["batch", path, "--output", "-"])
        XCTAssertNil(try JSONTree.lines(without.output).first?["payload"])
    }

    func testTheFieldAndTheFormatCanBeNamed() throws {
        let message = "PGEvPg=="
        let json = "{\"token\":\"\(message)\",\"SAMLResponse\":\"%\"}\n"
        let field = try Samlkit.run(
            ["batch", "-", "--output", "-", "--field", "token"], input: json.utf8)
        XCTAssertEqual(try codes(field), ["saml.unexpectedRoot"])
        let lines = try Samlkit.run(
            ["batch", "-", "--output", "-", "--input-format", "lines"],
            input: "<a/>\n<b/>\n".utf8)
        XCTAssertEqual(try codes(lines), ["saml.unexpectedRoot", "saml.unexpectedRoot"])
        let whole = try Samlkit.run(
            ["batch", "-", "--output", "-", "--input-format", "message"],
            input: "<a/>\n<b/>\n".utf8)
        XCTAssertEqual(try codes(whole), ["xml.notWellFormed"])
    }

    private func codes(_ result: CommandResult) throws -> [String?] {
        try JSONTree.lines(result.output).map { $0["reasons"]?[0]?["code"]?.string }
    }
}
