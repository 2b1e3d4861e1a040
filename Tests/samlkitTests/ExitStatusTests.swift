import Foundation
import TestSupport
import XCTest

/// The exit statuses that are promised.
final class ExitStatusTests: XCTestCase {
    private static let commands = [
        "inspect", "attributes", "query", "canonicalize", "encode", "decode", "batch",
    ]

    func testAnAcceptedMessageGivesZero() throws {
        XCTAssertEqual(try status(["inspect", Repository.firstSample] + Samlkit.reference), 0)
    }

    func testARejectedMessageGivesOne() throws {
        let path = Repository.samplePath("captures/25-expired.xml")
        XCTAssertEqual(try status(["inspect", path] + Samlkit.reference), 1)
        XCTAssertEqual(try status(["inspect", path]), 0, "without a time nothing expires")
    }

    func testAMalformedMessageGivesOne() throws {
        let path = Repository.samplePath("captures/malformed/truncated.xml")
        for command in ["inspect", "query", "canonicalize"] {
            XCTAssertEqual(try status([command, path]), 1, command)
        }
        XCTAssertEqual(try status(["attributes", "--unverified", path]), 1)
        let base64 = Repository.samplePath("captures/malformed/invalid-base64.b64")
        XCTAssertEqual(try status(["decode", base64]), 1)
        XCTAssertEqual(try status(["encode", "--unwrap", base64]), 1)
    }

    func testWrongUsageGivesTwoAndSaysWhatIsWrong() throws {
        let wrong: [[String]] = [
            ["--nonsense"], ["nonsense"], ["inspect"], ["inspect", "a", "--now", "yesterday"],
            ["inspect", "a", "--normalization", "all"], ["inspect", "a", "--clock-skew", "-1"],
            ["batch", "a"], ["batch", "a", "--output", "a.txt"],
            ["batch", "a", "--output", "-", "--jobs", "0"],
            ["batch", "a", "--output", "-", "--input-format", "pcap"],
            ["canonicalize", "a", "--id", "b", "--xpath", "c"],
            ["canonicalize", "a", "--method", "1.0", "--inclusive-prefixes", "xs"],
            ["canonicalize", "a", "--xpath", "b", "--namespace", "c"],
            ["decode", "a", "b"], ["decode", "a/x", "b/x", "--output", "c"],
            ["attributes", "a"],
        ]
        for arguments in wrong {
            let result = try Samlkit.run(arguments)
            XCTAssertEqual(result.status, 2, "\(arguments)")
            XCTAssertTrue(result.errors.hasPrefix("Error: "), "\(arguments): \(result.errors)")
            XCTAssertEqual(result.output, [], "\(arguments)")
        }
    }

    func testAnOptionThatDoesNotExistIsWrongUsageOfACommand() throws {
        for command in ["inspect", "batch"] {
            XCTAssertEqual(try status([command, "--nonsense", "a"]), 2, command)
        }
    }

    func testAMissingFileIsWrongUsageOfWhatJudgesAndNoInputOfTheOthers() throws {
        let path = try scratchFolder().path("missing")
        for command in Self.commands {
            let more = ["attributes": ["--unverified"], "batch": ["--output", "-"]][command] ?? []
            XCTAssertEqual(
                try status([command, path] + more),
                ["inspect", "attributes", "batch"].contains(command) ? 2 : 3, command)
        }
    }

    func testOneFileOfSeveralThatIsMissingStopsWhatJudgesAndNotTheOthers() throws {
        let folder = try scratchFolder()
        let paths = [folder.path("missing"), Repository.firstSample]
        for command in ["inspect", "encode", "batch", "decode"] {
            let more = ["batch": ["--output", "-"], "decode": ["--output", folder.path]]
            let result = try Samlkit.run([command] + paths + (more[command] ?? []))
            let judges = ["inspect", "batch"].contains(command)
            XCTAssertEqual(result.status, judges ? 2 : 1, command)
            XCTAssertEqual(
                result.errors.contains("\(paths[0]): There is no such file or folder."), judges)
            XCTAssertEqual(result.errors.contains("does not exist"), !judges, command)
        }
    }

    func testOutputThatCannotBeWrittenGivesFive() throws {
        let sample = Repository.firstSample
        let commands: [[String]] = [
            ["inspect", sample], ["attributes", "--unverified", sample], ["canonicalize", sample],
            ["encode", sample],
            ["decode", Repository.samplePath("captures/32-base64-76-columns.b64")],
            ["query", Repository.samplePath("captures/verification-token.xml")],
            ["batch", sample, "--output", "-"],
        ]
        for arguments in commands {
            let result = try Samlkit.run(arguments, output: try fullDevice())
            XCTAssertEqual(result.status, 5, "\(arguments)")
            XCTAssertTrue(result.errors.contains("could not be written"), result.errors)
        }
    }

    func testResultsThatCannotBeWrittenGiveFive() throws {
        let folder = try scratchFolder()
        let outputs = [folder.path("missing/results.ndjson"), folder.path("missing/results.csv")]
        for output in outputs {
            let result = try Samlkit.run(["batch", Repository.firstSample, "--output", output])
            XCTAssertEqual(result.status, 5, output)
            XCTAssertTrue(result.errors.contains("missing/"), result.errors)
        }
        _ = try fullDevice()
        let full = try Samlkit.run(["batch", Repository.firstSample, "--output", "/dev/full"])
        XCTAssertEqual(full.status, 5)
        XCTAssertEqual(full.output, [], "there is no summary of results that are not there")
        let decode = ["decode", Repository.samplePath("captures/32-base64-76-columns.b64")]
        XCTAssertEqual(try status(decode + ["--output", folder.path("missing/messages")]), 5)
    }

    private func status(_ arguments: [String]) throws -> Int32? {
        try Samlkit.run(arguments).status
    }

    private func fullDevice() throws -> FileHandle {
        guard let handle = FileHandle(forWritingAtPath: "/dev/full") else {
            throw XCTSkip("This system has no /dev/full.")
        }
        return handle
    }
}
