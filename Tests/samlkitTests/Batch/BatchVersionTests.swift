import Foundation
import TestSupport
import XCTest

/// Runs of other versions, runs that would give too much, and entries without a message.
final class BatchVersionTests: XCTestCase {
    func testARunThatAnotherVersionBeganIsRefusedAndStaysAsItIs() throws {
        for name in CommandBatchFixture.resultNames where name != "r.csv" {
            let folder = try scratchFolder()
            let saved = Repository.root.appending(
                path: "Tests/SavedResults/0.1.0/unfinished.\(name.dropFirst(2)).journal")
            let journal = try Data(contentsOf: saved)
            let partial = Array(repeating: UInt8(ascii: "x"), count: 60_000)
            for options in [[], ["--resume"]] {
                try folder.write(journal, to: name + ".journal")
                try folder.write(partial, to: name + ".partial")
                let result = try Samlkit.run(
                    ["batch", Repository.firstSample, "--output", folder.path(name)] + options)
                XCTAssertEqual(result.status, 2, result.errors)
                XCTAssertTrue(result.errors.contains("found version 1"), result.errors)
                XCTAssertTrue(result.errors.contains("samlkit that began it"), result.errors)
                XCTAssertEqual(try folder.read(name + ".partial"), partial)
                XCTAssertEqual(try folder.read(name + ".journal"), Array(journal))
            }
        }
    }

    func testARunStopsAtTheBoundOfItsResultsAndGoesOn() throws {
        let folder = try scratchFolder()
        let input = try folder.write(
            Array(String(repeating: "{\n", count: 500).utf8), to: "broken.ndjson")
        for name in CommandBatchFixture.resultNames {
            let whole = try Samlkit.run(["batch", input, "--output", folder.path("whole-" + name)])
            XCTAssertEqual(whole.status, 1, whole.errors)
            let arguments = [
                "batch", input, "--checkpoint-interval", "0", "--output-floor", "1000", "--output",
                folder.path(name),
            ]
            let bounded = try Samlkit.run(arguments + ["--output-ratio", "40"])
            XCTAssertEqual(bounded.status, 5, bounded.errors)
            XCTAssertTrue(bounded.errors.contains("--output-ratio and a number above 40"))
            XCTAssertFalse(folder.holds(name))
            let resumed = try Samlkit.run(arguments + ["--output-ratio", "9999", "--resume"])
            XCTAssertEqual(resumed.status, 1, resumed.errors)
            XCTAssertTrue(resumed.errors.contains("Resuming after"), resumed.errors)
            guard name != "r.sqlite" else { continue }
            XCTAssertEqual(try folder.read(name), try folder.read("whole-" + name))
        }
    }

    func testEntriesWithoutAMessageAreTheSameForEveryDivisionOfTheInput() throws {
        let folder = try scratchFolder()
        let message = String(
            decoding: try Data(contentsOf: URL(filePath: Repository.firstSample)), as: UTF8.self)
        let payload = Data(message.utf8).base64EncodedString()
            .replacingOccurrences(of: "+", with: "%2B")
        var entries = Array(repeating: #"{"request":{"url":"https://a/"}}"#, count: 2600)
        for place in [3, 1500, 2599] {
            entries[place] = #"{"request":{"url":"https://a/?SAMLResponse=\#(payload)"}}"#
        }
        let input = try folder.write(
            Array("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8),
            to: "a.har")
        func results(_ name: String, _ options: [String]) throws -> [UInt8] {
            let result = try Samlkit.run(
                ["batch", input, "--quiet", "--output", folder.path(name)] + options)
            XCTAssertEqual(result.status, 0, result.errors)
            return try folder.read(name)
        }
        for format in ["ndjson", "csv"] {
            let whole = try results("whole.\(format)", ["--jobs", "1"])
            XCTAssertEqual(try results("jobs.\(format)", ["--jobs", "3"]), whole)
            let count = format == "csv" ? 2 : 3
            let parts = try (1...count).flatMap {
                try results("\($0).\(format)", ["--shard", "\($0)/\(count)"])
            }
            XCTAssertEqual(parts, whole)
        }
        let records = try JSONTree.lines(folder.read("whole.ndjson"))
        XCTAssertEqual(records.compactMap { $0["count"]?.integer }, [999, 999, 599])
        XCTAssertEqual(
            records.map { $0["outcome"]?.string },
            ["unverified", "notJudged", "unverified", "notJudged", "unverified", "notJudged"])
    }
}
