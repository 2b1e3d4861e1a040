import Foundation
import TestSupport
import XCTest

/// The table of messages in a report: which messages it has, what it says of them, and what it keeps to itself.
final class ReportMessageTests: XCTestCase {
    private static let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]
    private static let options = Samlkit.reference + trust

    /// The folders of runs that take seconds, and which tests only read: the results, and the page of the sample captures.
    private static let plainRun = Result { try run([]) }
    private static let redactedRun = Result { try run(["--redact"]) }

    private static func run(_ options: [String]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        _ = try page(folder, options)
        return folder
    }

    override class func tearDown() {
        for run in [plainRun, redactedRun] { try? run.get().removeAll() }
        super.tearDown()
    }

    private static func page(in folder: ScratchFolder) throws -> String {
        String(decoding: try folder.read("report.html"), as: UTF8.self)
    }

    /// A page of the sample captures.
    private static func page(_ folder: ScratchFolder, _ options: [String]) throws -> String {
        let result = try Samlkit.run(
            [
                "batch", Repository.samplePath("captures"), "--quiet", "--jobs", "3", "--output",
                folder.path("results.ndjson"), "--report", folder.path("report.html"),
            ] + Self.options + options)
        XCTAssertEqual(result.status, 1, result.errors)
        return try page(in: folder)
    }

    func testEveryMessageThatFailedIsThereAndSomeOfTheOthers() throws {
        let folder = try Self.plainRun.get()
        let messages = try ReportMessageFixture.messages(of: Self.page(in: folder))
        var failed: Set<Int> = []
        for line in try folder.read("results.ndjson").split(separator: UInt8(ascii: "\n")) {
            let record = try JSONTree(parsing: line)
            if ["rejected", "malformed"].contains(record["outcome"]?.string ?? "") {
                failed.insert(try XCTUnwrap(record["index"]?.integer))
            }
        }
        XCTAssertGreaterThan(failed.count, 10)
        let shown = Set(
            messages.filter { $0["outcome"] != "accepted" }.compactMap { $0["index"]?.integer })
        XCTAssertEqual(shown, failed)
        let accepted = messages.count { $0["outcome"] == "accepted" }
        XCTAssertGreaterThan(accepted, 10)
        XCTAssertLessThanOrEqual(accepted, 130)
        XCTAssertEqual(try folder.names().sorted(), ["report.html", "results.ndjson"])
        for message in messages where message["outcome"] == "rejected" {
            XCTAssertNotNil(message["what"]?.string)
            XCTAssertNotNil(message["action"]?.string)
            XCTAssertGreaterThan(message["xml"]?.elements?.count ?? 0, 3)
            XCTAssertGreaterThan(message["story"]?.elements?.count ?? 0, 3)
        }
    }

    func testJobsAndFormatsGiveTheSamePage() throws {
        let one = try Self.page(try scratchFolder(), ["--jobs", "1"])
        XCTAssertEqual(one, try Self.page(in: Self.plainRun.get()))
    }

    func testResultsOnStandardOutputLeaveNothingBesideTheReport() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run(
            [
                "batch", Repository.samplePath("captures"), "--quiet", "--output", "-", "--report",
                folder.path("report.html"),
            ] + Self.options)
        XCTAssertEqual(result.status, 1, result.errors)
        XCTAssertEqual(try folder.names(), ["report.html"])
        XCTAssertEqual(try Self.page(in: folder), try Self.page(in: Self.plainRun.get()))
    }

    func testAKilledRunLeavesAPrivateSpoolAndGivesTheSamePage() throws {
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(600), to: "input.txt")
        let arguments =
            [
                "batch", input, "--quiet", "--jobs", "2", "--checkpoint-interval", "0", "--output",
                folder.path("results.ndjson"), "--report", folder.path("report.html"),
            ] + Samlkit.reference
        XCTAssertEqual(try Samlkit.run(arguments).status, 1)
        let whole = try folder.read("report.html")
        try folder.remove("report.html")
        try folder.remove("results.ndjson")
        var generator = SeededGenerator("kills of reports")
        var sizes: [Int] = []
        for number in 0..<6 {
            let process = Samlkit.process(arguments + (number == 0 ? [] : ["--resume"]))
            process.standardError = FileHandle.nullDevice
            try process.run()
            let least = Int.random(in: 1...300_000, using: &generator) + (sizes.last ?? 0)
            process.wait {
                let size =
                    try? FileManager.default.attributesOfItem(
                        atPath: folder.path("results.ndjson.spool"))[.size] as? Int
                return size ?? 0 > least
            }
            process.killAndWait()
            guard folder.holds("results.ndjson.spool") else { break }
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.path("results.ndjson.spool"))
            XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, 0o600)
            sizes.append((attributes[.size] as? Int) ?? 0)
        }
        print("kills at spools of \(sizes) bytes")
        XCTAssertFalse(sizes.isEmpty)
        if !folder.holds("report.html") || folder.holds("results.ndjson.spool") {
            XCTAssertEqual(try Samlkit.run(arguments + ["--resume"]).status, 1)
        }
        XCTAssertEqual(try folder.read("report.html"), whole)
        XCTAssertFalse(folder.holds("results.ndjson.spool"))
    }

    func testSomeoneElsesFileIsNotTakenForASpool() throws {
        let folder = try scratchFolder()
        try folder.write("mine".utf8, to: "results.ndjson.spool")
        let result = try Samlkit.run(
            [
                "batch", Repository.firstSample, "--quiet", "--output",
                folder.path("results.ndjson"),
                "--report", folder.path("report.html"),
            ])
        XCTAssertEqual(result.status, 5, result.errors)
        XCTAssertEqual(try folder.read("results.ndjson.spool"), Array("mine".utf8))
    }

    func testARedactedRunShowsNoValueAnywhere() throws {
        let page = try Self.page(in: Self.redactedRun.get())
        XCTAssertTrue(page.contains("REDACTED"))
        XCTAssertFalse(page.contains("CONTAINS VALUES"))
        let plainFolder = try Self.plainRun.get()
        let plain = try Self.page(in: plainFolder)
        XCTAssertTrue(plain.contains("CONTAINS VALUES"))
        var values: Set<String> = []
        for line in try plainFolder.read("results.ndjson").split(separator: UInt8(ascii: "\n")) {
            let record = try JSONTree(parsing: line)
            for content in [record, record["claimed"] ?? .null] {
                if let name = content["nameID"]?["value"]?.string { values.insert(name) }
                guard case .object(let members)? = content["attributes"] else { continue }
                for value in members.values.flatMap({ $0.elements ?? [] }) {
                    if let text = value.string, text.utf8.count >= 8 { values.insert(text) }
                }
            }
        }
        XCTAssertGreaterThan(values.count, 100)
        XCTAssertTrue(values.contains { plain.contains($0) })
        let messages = try ReportMessageFixture.messages(of: page)
        XCTAssertGreaterThan(messages.count, 20)
        for value in values where page.contains(value) {
            XCTFail("a value is on the page: \(value)")
        }
        XCTAssertTrue(page.contains("hmac:"))
    }

    func testEveryCommandOnThePageGivesTheVerdictOfTheRun() throws {
        let folder = try scratchFolder()
        let files = folder.path("captures")
        try FileManager.default.createDirectory(
            atPath: files, withIntermediateDirectories: true)
        let samples = try FileManager.default.contentsOfDirectory(
            atPath: Repository.samplePath("captures")
        ).sorted()
        for name in samples.prefix(12) {
            try FileManager.default.copyItem(
                atPath: Repository.samplePath("captures/\(name)"), toPath: "\(files)/it's \(name)")
        }
        let result = try Samlkit.run(
            [
                "batch", files, "--quiet", "--output", folder.path("results.ndjson"), "--report",
                folder.path("report.html"), "--clock-skew", "90", "--all-attributes",
                "--normalization", "signature-safe",
            ] + Self.options)
        XCTAssertEqual(result.status, 1, result.errors)
        let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
        var inspected = 0
        for message in try ReportMessageFixture.messages(of: page) {
            let commands = (message["commands"]?.elements ?? []).compactMap(\.string)
            XCTAssertFalse(commands.isEmpty)
            for command in commands {
                if command.hasPrefix("samlkit inspect") {
                    inspected += 1
                    let json = try JSONTree(parsing: shell(command + " --json").output)
                    XCTAssertEqual(json["outcome"]?.string, message["outcome"]?.string, command)
                    XCTAssertEqual(
                        json["reasons"]?.elements?.first?["code"]?.string,
                        message["reasons"]?.elements?.first?["code"]?.string, command)
                } else {
                    let run = try shell(command)
                    let isExplanation = command.hasPrefix("samlkit explain")
                    XCTAssertEqual(run.status, isExplanation ? 0 : 1, command + run.errors)
                }
            }
        }
        XCTAssertGreaterThan(inspected, 8)
        for command in Set(try ReportMessageFixture.commands(of: page)).sorted().suffix(3) {
            let run = try shell(command)
            XCTAssertTrue([0, 1].contains(run.status), "\(command): \(run.errors)")
        }
    }

    /// Runs a command as it was copied.
    private func shell(_ command: String) throws -> CommandResult {
        let folder = try scratchFolder()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let tool = try XCTUnwrap(Samlkit.process([]).executableURL).path
        process.arguments = ["-c", "samlkit() { '\(tool)' \"$@\"; }; \(command)"]
        for name in ["output", "errors"] { try folder.write([UInt8](), to: name) }
        process.standardOutput = FileHandle(forWritingAtPath: folder.path("output"))
        process.standardError = FileHandle(forWritingAtPath: folder.path("errors"))
        try process.run()
        process.waitUntilExit()
        return CommandResult(
            status: process.terminationStatus, output: try folder.read("output"),
            errors: String(decoding: try folder.read("errors"), as: UTF8.self))
    }

    func testCapturesGiveASavedResultItsMessagesAgain() throws {
        let folder = try scratchFolder()
        let run = try Self.plainRun.get()
        let direct = try ReportMessageFixture.messages(of: Self.page(in: run))
        let result = try Samlkit.run(
            [
                "report", run.path("results.ndjson"), "--output", folder.path("again.html"),
                "--captures", Repository.samplePath("captures"),
            ] + Self.options)
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(result.errors, "")
        let again = try ReportMessageFixture.messages(
            of: String(decoding: try folder.read("again.html"), as: UTF8.self))
        XCTAssertEqual(again.map { $0["index"] }, direct.map { $0["index"] })
        XCTAssertEqual(again.map { $0["what"] }, direct.map { $0["what"] })
        XCTAssertEqual(again.map { $0["xml"] }, direct.map { $0["xml"] })
    }

    func testWithoutCapturesAndOptionsTheReportSaysWhatIsMissing() throws {
        let folder = try scratchFolder()
        let run = try Self.plainRun.get()
        let result = try Samlkit.run(
            ["report", run.path("results.ndjson"), "--output", folder.path("again.html")])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.errors.contains("--captures"), result.errors)
        let page = String(decoding: try folder.read("again.html"), as: UTF8.self)
        XCTAssertTrue(page.contains("Saved results hold no XML"))
        let messages = try ReportMessageFixture.messages(of: page)
        XCTAssertGreaterThan(messages.count, 20)
        XCTAssertTrue(messages.contains { ($0["subject"]?.string ?? "").count > 3 })
        // Nobody knows with which options they were judged.
        XCTAssertEqual(try ReportMessageFixture.commands(of: page), [])

        let partly = try Samlkit.run(
            [
                "report", run.path("results.ndjson"), "--output", folder.path("again.html"),
                "--captures", Repository.firstSample, "--now", "2031-01-01T00:00:00Z",
            ] + Self.trust)
        XCTAssertTrue(partly.errors.contains("were not found in the captures"), partly.errors)
    }

    func testRedactedResultsGiveARedactedReport() throws {
        let folder = try scratchFolder()
        let run = try Self.redactedRun.get()
        let result = try Samlkit.run(
            [
                "report", run.path("results.ndjson"), "--output", folder.path("again.html"),
                "--captures", Repository.samplePath("captures"),
            ] + Self.options)
        XCTAssertEqual(result.status, 0, result.errors)
        let page = String(decoding: try folder.read("again.html"), as: UTF8.self)
        XCTAssertTrue(page.contains("REDACTED"))
        let subjects = try ReportMessageFixture.messages(of: page).compactMap {
            $0["subject"]?.string
        }
        XCTAssertGreaterThan(subjects.count, 20)
        XCTAssertTrue(subjects.allSatisfy { $0.hasPrefix("hmac:") })
    }

    func testInspectWritesAPageOfOneMessage() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run(
            ["inspect", Repository.firstSample, "--html", folder.path("message.html")]
                + Self.options)
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("accepted"))
        let page = String(decoding: try folder.read("message.html"), as: UTF8.self)
        let messages = try ReportMessageFixture.messages(of: page)
        XCTAssertEqual(messages.count, 1)
        let lines = messages[0]["xml"]?.elements ?? []
        XCTAssertTrue(lines.contains { $0.elements?[1] == 1 })
        XCTAssertEqual(messages[0]["certificates"]?.elements?.count, 1)
        XCTAssertEqual(messages[0]["payload"]?["steps"]?.elements?.count, 4)
    }
}
