import Foundation
import TestSupport
import XCTest

/// Parts of an input, and responses that are there twice.
final class BatchPartTests: XCTestCase {
    func testTheResultsOfTheShardsOneAfterTheOtherAreThoseOfTheWhole() throws {
        let folder = try scratchFolder()
        try folder.write(try CommandBatchFixture.lines(100), to: "in/a.txt")
        try folder.write("<a/>".utf8, to: "in/b.xml")
        for format in ["ndjson", "csv"] {
            let whole = try results(folder, format, [])
            // Every division of an input is tried in BatchEngineTests.
            for count in format == "csv" ? [2] : [1, 3] {
                let parts = try (1...count).flatMap { number in
                    try results(folder, format, ["--shard", "\(number)/\(count)"])
                }
                XCTAssertEqual(parts, whole, "\(count) parts")
            }
            for number in format == "csv" ? [1, 200] : [1, 103, 200] {
                let part = try results(folder, format, ["--shard", "\(number)/200"])
                let header = format == "csv" && number == 1 ? 1 : 0
                XCTAssertEqual(
                    part.count { $0 == 0x0A }, header + (number <= 101 ? 1 : 0), "\(number)")
            }
        }
    }

    func testWhatCannotBeSharedIsRefused() throws {
        let folder = try scratchFolder()
        try folder.makePipe("pipe")
        for (arguments, reason) in [
            (["-", "--shard", "1/2"], "reads its inputs twice"),
            ([folder.path("pipe"), "--shard", "1/2"], "reads its inputs twice"),
            (
                [Repository.firstSample, "--shard", "1/2", "--deduplicate"],
                "does not see the others"
            ),
            ([Repository.firstSample, "--shard", "3/2"], "shard"),
            ([Repository.firstSample, "--shard", "0/2"], "shard"),
            ([Repository.firstSample, "--shard", "1"], "shard"),
            ([Repository.firstSample, "--shard", "1/2/3"], "shard"),
        ] {
            let result = try Samlkit.run(["batch", "--output", "-"] + arguments)
            XCTAssertEqual(result.status, 2, "\(arguments)")
            XCTAssertTrue(result.errors.contains(reason), result.errors)
        }
    }

    func testRepeatedResponsesAreLeftOutAndCounted() throws {
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(300, ids: 100), to: "input")
        for jobs in ["1", "5"] {
            let file = folder.path("\(jobs).ndjson")
            let result = try Samlkit.run(
                ["batch", input, "--deduplicate", "--json", "--jobs", jobs, "--output", file])
            let summary = try XCTUnwrap(JSONTree.lines(result.output).first)
            let records = try JSONTree.lines(folder.read("\(jobs).ndjson"))
            XCTAssertEqual(
                (summary["duplicates"]?.integer ?? 0) + (summary["read"]?.integer ?? 0), 300)
            XCTAssertEqual(summary["read"]?.integer, records.count)
            XCTAssertEqual(summary["malformed"], 27, "what has no ID is never repeated")
            let ids = records.compactMap { $0["claimed"]?["response"]?["id"]?.string }
            XCTAssertEqual(ids.count, Set(ids).count)
            XCTAssertEqual(Set(ids).count, 100)
            let indexes = records.compactMap { $0["index"]?.integer }
            XCTAssertEqual(indexes, indexes.sorted())
            XCTAssertEqual(indexes.prefix(100), ArraySlice(0..<100))
            XCTAssertEqual(
                try folder.read("\(jobs).ndjson"), try folder.read("1.ndjson"), "\(jobs) jobs")
        }
    }

    private func results(
        _ folder: ScratchFolder, _ format: String, _ options: [String]
    ) throws -> [UInt8] {
        let name = "results.\(format)"
        let result = try Samlkit.run(
            ["batch", folder.path("in"), "--quiet", "--output", folder.path(name)] + options)
        XCTAssertTrue([0, 1].contains(result.status), result.errors)
        return try folder.read(name)
    }
}
