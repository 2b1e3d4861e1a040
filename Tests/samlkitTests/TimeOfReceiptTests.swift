import Foundation
import TestSupport
import XCTest

/// What `--now` takes, and what is said of it.
final class TimeOfReceiptTests: XCTestCase {
    private static let trust = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--audience",
        SampleOutcome.audience,
    ]

    func testEachMessageIsJudgedAtItsOwnIssueInstant() throws {
        let old = Repository.samplePath("captures/25-expired.xml")
        let clock = try Samlkit.run(["verify", "--all", Repository.firstSample, old] + Self.trust)
        XCTAssertTrue(clock.text.contains("conditions.expired"), clock.text)
        let issued = try Samlkit.run(
            ["verify", "--all", Repository.firstSample, old, "--now", "issued"] + Self.trust)
        XCTAssertEqual(issued.status, 0, issued.text)
        XCTAssertEqual(
            issued.lines.filter { $0.hasSuffix("conditions valid when it was issued") }.count, 2,
            issued.text)
    }

    func testATimeOfIssueIsNotCalledOneOfReceipt() throws {
        let text = String(
            decoding: try Repository.sample("captures/36-unsigned.xml"), as: UTF8.self)
        let path = try scratchFolder().write(
            text.replacing(
                try Regex(#" IssueInstant="[^"]*""#), with: " IssueInstant=\"2026-01-15T10:00:00Z\""
            ).utf8,
            to: "a.xml")
        let result = try Samlkit.run(["inspect", path, "--now", "issued"])
        XCTAssertTrue(result.text.contains("conditions.notYetValid"), result.text)
        XCTAssertTrue(result.text.contains("it was issued at 2026-01-15T10:00:00Z"), result.text)
        XCTAssertFalse(result.text.contains("was received at"), result.text)
    }

    func testTheSummaryAndTheRecordsSaySo() throws {
        let folder = try scratchFolder()
        let file = folder.path("r.ndjson")
        let issued = try Samlkit.run(
            ["batch", Repository.firstSample, "--now", "issued", "--output", file] + Self.trust)
        XCTAssertTrue(issued.text.contains("judged at its own IssueInstant"), issued.text)
        let record = try XCTUnwrap(JSONTree.lines(folder.read("r.ndjson")).first)
        XCTAssertEqual(record["conditions"]?["now"], "issued")
        XCTAssertEqual(record["conditions"]?["checked"]?[0], "time")
        let summary = try Samlkit.run(
            ["batch", Repository.firstSample, "--now", "issued", "--json", "--output", file]
                + Self.trust)
        XCTAssertEqual(try JSONTree.lines(summary.output).first?["now"], "issued")
        let given = try Samlkit.run(
            ["batch", Repository.firstSample, "--now", SampleOutcome.now, "--output", file]
                + Self.trust)
        XCTAssertFalse(given.text.contains("IssueInstant"), given.text)
        XCTAssertNil(
            try JSONTree.lines(folder.read("r.ndjson")).first?["conditions"]?["now"])
    }

    /// A capture with a message that was captured in time, one captured too late, and one without a time.
    private func capture(in folder: ScratchFolder) throws -> String {
        let message = try Data(
            Repository.sample("captures/02-single-line-assertion-signed-rsa-sha256.xml")
        ).base64EncodedString()
        let lines = [
            "\"time\":\"\(SampleOutcome.now)\",", "\"time\":\"2026-03-01T00:00:00Z\",", "",
        ]
        .map { "{\($0)\"SAMLResponse\":\"\(message)\"}" }
        return try folder.write(lines.joined(separator: "\n").utf8, to: "capture.ndjson")
    }

    private func verdicts(_ folder: ScratchFolder) throws -> [String] {
        try JSONTree.lines(folder.read("r.ndjson")).map { record in
            let conditions = record["conditions"]
            return (conditions?["verdict"]?.string ?? "") + " "
                + (conditions?["now"]?.string ?? "run")
        }
    }

    func testAMessageIsJudgedWhenItWasCaptured() throws {
        let folder = try scratchFolder()
        let path = try capture(in: folder)
        let output = ["--output", folder.path("r.ndjson")]
        let run = try Samlkit.run(["batch", path] + output + Self.trust)
        XCTAssertEqual(
            try verdicts(folder), ["valid captured", "expired captured", "expired run"], run.text)
        XCTAssertTrue(run.text.contains("TIME: 2 messages judged when captured"), run.text)
        XCTAssertTrue(run.text.contains("most of the others have expired by"), run.text)
        let shown = try Samlkit.run(["verify", path, "--nth", "1"] + Self.trust)
        XCTAssertTrue(shown.text.contains("conditions valid when it was captured"), shown.text)
        _ = try Samlkit.run(["batch", path, "--now", "clock"] + output + Self.trust)
        XCTAssertEqual(try verdicts(folder), ["expired run", "expired run", "expired run"])
        let given = try Samlkit.run(
            ["batch", path, "--now", SampleOutcome.now] + output + Self.trust)
        XCTAssertEqual(try verdicts(folder), ["valid run", "valid run", "valid run"])
        XCTAssertFalse(given.text.contains("TIME:"), given.text)
    }

    func testTheReportSaysThatMessagesWereJudgedWhenCapturedAndItsCommandsJudgeAlike() throws {
        let folder = try scratchFolder()
        let path = try capture(in: folder)
        let page = folder.path("report.html")
        _ = try Samlkit.run(
            ["batch", path, "--output", folder.path("r.ndjson"), "--report", page] + Self.trust)
        let text = String(decoding: try folder.read("report.html"), as: UTF8.self)
        XCTAssertTrue(text.contains("2 messages judged when captured"))
        // The message without a time needs that of the run.
        let commands = text.matches(of: /samlkit inspect [^"<\\]*capture\.ndjson[^"<\\]*/)
            .map { String($0.output) }
        XCTAssertTrue(
            commands.contains { $0.contains("--nth 2") && !$0.contains("--now") }, "\(commands)")
        XCTAssertTrue(
            commands.contains { $0.contains("--nth 3") && $0.contains("--now") }, "\(commands)")
    }

    func testAMessageWithoutATimeOfIssueIsRejected() throws {
        let text = String(
            decoding: try Repository.sample("captures/36-unsigned.xml"), as: UTF8.self)
        let pattern = try Regex(#" IssueInstant="[^"]*""#)
        let first = try XCTUnwrap(text.firstMatch(of: pattern))
        for (replacement, outcome, code) in [
            ("", "rejected", "conditions.missingIssueInstant"),
            (" IssueInstant=\"yesterday\"", "malformed", "saml.invalidValue"),
        ] {
            let folder = try scratchFolder()
            let path = try folder.write(
                text.replacingCharacters(in: first.range, with: replacement).utf8, to: "a.xml")
            let result = try Samlkit.run(["inspect", path, "--json", "--now", "issued"])
            let record = try XCTUnwrap(JSONTree.lines(result.output).first)
            XCTAssertEqual(record["outcome"]?.string, outcome, result.text)
            XCTAssertEqual(record["reasons"]?[0]?["code"]?.string, code, result.text)
            XCTAssertNil(record["conditions"]?["now"])
        }
    }

    func testATimeWithoutAZoneIsUTCAndSaidToBe() throws {
        for time in ["2026-01-15T12:00", "2026-01-15 12:00:00", "2026-01-15"] {
            let result = try Samlkit.run(["inspect", Repository.firstSample, "--now", time])
            XCTAssertTrue(
                result.errors.contains(
                    "--now \(time) names no zone and is read as UTC: 2026-01-15T"),
                result.errors)
        }
        for time in ["2026-01-15T12:00Z", "2026-01-15T13:00:00+01:00", "1768478400", "issued"] {
            let result = try Samlkit.run(["inspect", Repository.firstSample, "--now", time])
            XCTAssertEqual(result.errors, "", time)
            XCTAssertEqual(result.status, 0, time)
        }
    }

    func testAnAddressIsRefusedWithTheCommandThatFetchesIt() throws {
        let address = "https://idp.tests.example/metadata?a=1&b=2"
        for option in ["--trust", "--metadata-signer", "--decryption-key"] {
            let rest = option == "--trust" ? [] : Self.trust
            let result = try Samlkit.run(
                ["verify", Repository.firstSample, option, address] + rest)
            XCTAssertEqual(result.status, 2, option)
            XCTAssertTrue(
                result.errors.contains(
                    "curl --fail --location --output metadata.xml '\(address)'"), result.errors)
        }
        for arguments in [
            [
                "verify", Repository.firstSample, "--trust-key",
                "HTTP://a.tests.example/c.pem=urn:a",
            ],
            ["batch", Repository.firstSample, "--output", "-", "--trust-dir", "http://a.example"],
            ["verify", "https://a.tests.example/message"] + Self.trust,
        ] {
            let result = try Samlkit.run(arguments)
            XCTAssertEqual(result.status, 2, result.errors)
            XCTAssertTrue(result.errors.contains("curl --fail --location"), result.errors)
        }
    }

    func testTimesOfCapturesAreShownInWholeSecondsWithTheirDate() throws {
        let folder = try scratchFolder()
        let message = Data(try Repository.sample("captures/36-unsigned.xml")).base64EncodedString()
        for (time, shown) in [
            ("1768478400.125", "2026-01-15T12:00:00Z"), ("1768478400125", "2026-01-15T12:00:00Z"),
            ("2026-01-15T13:00:00.999+01:00", "2026-01-15T12:00:00Z"), ("noon", "noon"),
        ] {
            let line = #"{"time":"\#(time)","SAMLResponse":"\#(message)"}"#
            let path = try folder.write(Array(line.utf8), to: "log.ndjson")
            let screen = try Samlkit.run(["inspect", path])
            XCTAssertTrue(screen.lines.contains("  captured      \(shown)"), screen.text)
        }
    }
}
