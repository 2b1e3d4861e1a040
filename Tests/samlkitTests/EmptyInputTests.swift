import Foundation
import TestSupport
import XCTest

/// An input without a message is never a success.
final class EmptyInputTests: XCTestCase {
    private static let trust = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now", SampleOutcome.now,
    ]

    /// Containers without a message: names and content.
    private static let containers: [(name: String, content: [UInt8])] = {
        var tar = [UInt8](repeating: 0, count: 10_240)
        write(".hidden", at: 0)
        write("0000644", at: 100)
        write("00000000000", at: 124)
        write("00000000000", at: 136)
        write("        0", at: 148)
        let sum = tar.prefix(512).reduce(0) { $0 + Int($1) }
        write(String(repeating: "0", count: 6 - String(sum, radix: 8).count), at: 148)
        write(String(sum, radix: 8), at: 154 - String(sum, radix: 8).count)
        tar[154] = 0
        func write(_ text: String, at place: Int) {
            tar.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8)
        }
        return [
            ("empty.har", Array(#"{"log":{"entries":[]}}"#.utf8)),
            ("pages.har", Array(#"{"log":{"entries":[{"request":{"url":"https://a/"}}]}}"#.utf8)),
            ("header.csv", Array("SAMLResponse,time\r\n".utf8)),
            ("empty.zip", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)),
            ("hidden.tar", tar),
        ]
    }()

    private func paths(in folder: ScratchFolder) throws -> [String] {
        var paths = try Self.containers.map { try folder.write($0.content, to: $0.name) }
        try FileManager.default.createDirectory(
            atPath: folder.path("nothing"), withIntermediateDirectories: true)
        paths.append(folder.path("nothing"))
        #if !Archives
        paths.removeAll { $0.hasSuffix(".zip") || $0.hasSuffix(".tar") }
        #endif
        return paths
    }

    func testACommandThatFindsNoMessageExitsWithThreeAndSaysSo() throws {
        for path in try paths(in: try scratchFolder()) {
            let all = [
                ["verify", path] + Self.trust, ["batch", path, "--output", "-"] + Self.trust,
                ["verify", path, "--all"] + Self.trust,
                ["attributes", path] + Self.trust, ["attributes", path, "--unverified", "--json"],
                ["inspect", path], ["inspect", path, "--json"], ["query", path],
                ["encode", path, "--unwrap"],
            ]
            // Every command looks into one container and one folder; the others are opened by the same code.
            let isTriedByAll = path.hasSuffix("empty.har") || path.hasSuffix("nothing")
            for arguments in all.prefix(isTriedByAll ? all.count : 2) {
                let result = try Samlkit.run(arguments)
                XCTAssertEqual(result.status, 3, "\(arguments) \(result.errors)")
                // A batch counts the entries that hold no message.
                if arguments[0] != "batch" { XCTAssertEqual(result.output, [], "\(arguments)") }
                let words =
                    path.hasSuffix("nothing")
                    ? ["holds no file"] : ["No SAML message was found", "contains no message"]
                XCTAssertTrue(words.contains(where: result.errors.contains), result.errors)
            }
        }
    }

    func testABatchOfNothingButOtherFilesSaysWhatTheyAreAndWhatToDo() throws {
        let folder = try scratchFolder()
        let files: [(content: [UInt8], words: String)] = [
            (
                Array("2026-01-15 started\n2026-01-15 stopped\n".utf8),
                "No SAML message was found in the file"
            ),
            ([0x0A, 0x0D, 0x0D, 0x0A, 0, 0, 0, 0], "convert it by tshark"),
        ]
        for (number, file) in files.enumerated() {
            let path = try folder.write(file.content, to: "file-\(number)")
            let results = folder.path("results.ndjson")
            let run = try Samlkit.run(["batch", path, "--output", results] + Self.trust)
            XCTAssertEqual(run.status, 3, run.errors)
            XCTAssertTrue(run.errors.contains("file-\(number): "), run.errors)
            XCTAssertTrue(run.errors.contains(file.words), run.errors)
            XCTAssertFalse(folder.holds("results.ndjson"))
        }
    }

    func testAFileToConvertFirstIsNoInputOfAnyCommandUnlessAMessageIsBesideIt() throws {
        let folder = try scratchFolder()
        let path = try folder.write([0x0A, 0x0D, 0x0D, 0x0A, 0, 0, 0, 0], to: "a.pcap")
        for arguments in [
            ["inspect"], ["verify"] + Self.trust, ["attributes"] + Self.trust, ["extract"],
        ] {
            let output = arguments == ["extract"] ? ["--output", folder.path("xml")] : []
            let run = try Samlkit.run(arguments + [path] + output)
            XCTAssertEqual(run.status, 3, "\(arguments)")
            XCTAssertTrue((run.text + run.errors).contains("convert it by tshark"))
        }
        let both = try Samlkit.run(["inspect", path, Repository.firstSample])
        XCTAssertEqual(both.status, 1)
    }

    func testWhatSamlkitWroteInAFolderIsNotReadAndIsNamed() throws {
        let folder = try scratchFolder()
        let input = try scratchFolder()
        let sample = Repository.samplePath("captures/25-expired.xml")
        var names = ["results.ndjson", "results.csv", "page.html", "report.html"]
        var runs = [
            [
                "batch", sample, "--output", input.path("results.ndjson"), "--report",
                input.path("report.html"),
            ],
            ["batch", sample, "--output", input.path("results.csv")],
            ["inspect", sample, "--html", input.path("page.html")],
        ]
        #if SQLite
        names.append("results.sqlite")
        runs.append(["batch", sample, "--output", input.path("results.sqlite")])
        #endif
        #if Archives
        names.append("bundle.zip")
        runs.append(["bundle", sample, "--output", input.path("bundle.zip")])
        #endif
        for run in runs { _ = try Samlkit.run(run + Self.trust) }
        _ = try input.write("swift-saml results journal 1\n".utf8, to: "other.ndjson.journal")
        names.append("other.ndjson.journal")
        _ = try input.write(try Repository.sample("captures/25-expired.xml"), to: "message.xml")
        let result = try Samlkit.run(
            ["batch", input.path, "--output", folder.path("all.ndjson")] + Self.trust)
        XCTAssertTrue(result.text.contains("1 message read"), result.text)
        let records = try JSONTree.lines(folder.read("all.ndjson"))
        for name in names {
            let record = try XCTUnwrap(
                records.first { $0["source"]?["file"]?.string?.hasSuffix("/\(name)") == true }, name
            )
            XCTAssertEqual(record["outcome"]?.string, "notJudged", name)
            let message = record["reasons"]?[0]?["message"]?.string ?? ""
            XCTAssertTrue(message.hasPrefix("The file is not read: it "), "\(name): \(message)")
        }
        XCTAssertEqual(records.count, names.count + 1)
    }

    func testABatchOfStandardInputWithoutAMessageSaysSo() throws {
        let run = try Samlkit.run(
            ["batch", "-", "--output", "-"] + Self.trust,
            input: "2026-01-15 started\n2026-01-15 stopped\n".utf8)
        XCTAssertEqual(run.status, 3)
        XCTAssertTrue(run.errors.contains("-: No SAML message was found"), run.errors)
    }

    func testAnEmptyFolderHoldsNothingToDecodeOrEncode() throws {
        let folder = try scratchFolder()
        for command in ["decode", "canonicalize", "encode"] {
            let result = try Samlkit.run([command, folder.path])
            XCTAssertEqual(result.status, 3, command)
            XCTAssertTrue(result.errors.contains("holds no file"), result.errors)
        }
    }

    func testOneMessageIsExpectedUnlessAllAreAskedFor() throws {
        let folder = try scratchFolder()
        let line = try CommandBatchFixture.lines(2)
        let two = try folder.write(line, to: "two.txt")
        for command in [["verify"] + Self.trust, ["attributes", "--unverified"]] {
            let refused = try Samlkit.run(command + [two])
            XCTAssertEqual(refused.status, 2, refused.errors)
            XCTAssertEqual(refused.output, [])
            XCTAssertTrue(refused.errors.contains("--all"), refused.errors)
            XCTAssertNotEqual(try Samlkit.run(command + [two, "--all"]).output, [])
        }
        let sample = Repository.firstSample
        let several = try Samlkit.run(["verify", sample, sample] + Self.trust)
        XCTAssertEqual(several.status, 2, several.errors)
        let all = try Samlkit.run(["verify", sample, sample, "--all"] + Self.trust)
        XCTAssertEqual(all.status, 0, all.errors)
        XCTAssertEqual(all.lines.count, 2)
    }

    func testABatchWithoutAMessageLeavesEarlierResultsAsTheyAre() throws {
        let folder = try scratchFolder()
        let input = try folder.write(Self.containers[0].content, to: "empty.har")
        for name in ["r.ndjson", "r.csv"] {
            try folder.write(Array("earlier".utf8), to: name)
            let result = try Samlkit.run(["batch", input, "--output", folder.path(name)])
            XCTAssertEqual(result.status, 3, result.errors)
            XCTAssertEqual(try folder.read(name), Array("earlier".utf8))
        }
        XCTAssertEqual(try folder.names(), ["empty.har", "r.csv", "r.ndjson"])
    }

    func testAnEmptyPartIsNormalAndItsSummarySaysSo() throws {
        let folder = try scratchFolder()
        let input = try folder.write([], to: "empty.ndjson")
        let forced = try Samlkit.run([
            "batch", input, "--input-format", "ndjson", "--output", folder.path("r.ndjson"),
        ])
        XCTAssertEqual(forced.status, 0, forced.errors)
        XCTAssertTrue(forced.text.contains("no messages"), forced.text)
        let part = try Samlkit.run([
            "batch", Repository.firstSample, "--shard", "2/2", "--output", folder.path("s.ndjson"),
        ])
        XCTAssertEqual(part.status, 0, part.errors)
        XCTAssertTrue(part.text.contains("no messages"), part.text)
        XCTAssertEqual(try folder.read("s.ndjson"), [])
    }

    func testValuesOfRejectedMessagesAreWithheldInJSONAsInText() throws {
        let expired = Repository.samplePath("captures/25-expired.xml")
        let start = ["attributes", expired] + Self.trust
        let text = try Samlkit.run(start)
        XCTAssertEqual(text.status, 1)
        XCTAssertEqual(text.output, [])
        let record = try JSONTree(parsing: Samlkit.run(start + ["--json"]).output)
        XCTAssertEqual(record["outcome"], "rejected")
        XCTAssertEqual(record["attributes"], .object([:]))
        XCTAssertEqual(record["nameID"], .null)
    }
}
