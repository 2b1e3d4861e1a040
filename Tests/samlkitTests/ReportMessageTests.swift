import Foundation
import TestSupport
import XCTest

/// The table of messages in a report: which messages it has, what it says of them, and what it keeps to itself.
final class ReportMessageTests: XCTestCase {
    private static let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]
    /// The options of the runs, whose printed commands must have them all.
    private static let options =
        Samlkit.reference + trust + [
            "--clock-skew", "90", "--all-attributes", "--normalization", "signature-safe",
        ]

    /// The folders of runs that tests only read: the results, and the page of the few samples.
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

    /// A page of the few samples.
    private static func page(_ folder: ScratchFolder, _ options: [String]) throws -> String {
        let result = try Samlkit.run(
            [
                "batch", try FewSamples.path(), "--quiet", "--jobs", "3", "--output",
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

    func testAMessageHasItsNotesWithWhoRefusesAndWhatToDo() throws {
        let messages = try ReportMessageFixture.messages(of: Self.page(in: Self.plainRun.get()))
        let noted = messages.filter { $0["notes"]?[0]?["code"] == "note.wrappedBase64" }
        XCTAssertFalse(noted.isEmpty)
        for message in noted {
            XCTAssertTrue(message["notes"]?[0]?["text"]?.string?.contains("refuse") ?? false)
            XCTAssertTrue(message["notes"]?[0]?["action"]?.string?.hasSuffix(".") ?? false)
        }
        XCTAssertTrue(messages.contains { $0["notes"]?.elements?.isEmpty ?? false })
    }

    func testOfManyAcceptedMessagesSomeAreShownWhateverTheJobs() throws {
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(300), to: "input.txt")
        var pages: [String] = []
        for jobs in ["1", "3"] {
            let result = try Samlkit.run([
                "batch", input, "--quiet", "--jobs", jobs, "--output",
                folder.path("results.ndjson"), "--report", folder.path("report.html"),
            ])
            XCTAssertEqual(result.status, 1, result.errors)
            pages.append(try Self.page(in: folder))
        }
        XCTAssertTrue(pages[0] == pages[1])
        let messages = try ReportMessageFixture.messages(of: pages[0])
        let accepted = messages.count { $0["outcome"] == "unverified" }
        XCTAssertGreaterThan(accepted, 10)
        XCTAssertLessThanOrEqual(accepted, 130)
        XCTAssertEqual(messages.count - accepted, 27)
    }

    func testResultsOnStandardOutputLeaveNothingBesideTheReportAndGiveTheSamePage() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run(
            [
                "batch", try FewSamples.path(), "--quiet", "--jobs", "1", "--output", "-",
                "--report", folder.path("report.html"),
            ] + Self.options)
        XCTAssertEqual(result.status, 1, result.errors)
        XCTAssertEqual(try folder.names(), ["report.html"])
        XCTAssertTrue(try Self.page(in: folder) == Self.page(in: Self.plainRun.get()))
    }

    func testAKilledRunLeavesAPrivateSpoolAndGivesTheSamePage() throws {
        let folder = try scratchFolder()
        let input = try folder.write(try CommandBatchFixture.lines(200), to: "input.txt")
        let arguments =
            [
                "batch", input, "--quiet", "--jobs", "2", "--checkpoint-interval", "0", "--output",
                folder.path("results.ndjson"), "--report", folder.path("report.html"),
            ] + Samlkit.reference
        XCTAssertEqual(try Samlkit.run(arguments).status, 1)
        let whole = try folder.read("report.html")
        try folder.remove("report.html")
        try folder.remove("results.ndjson")
        var sizes: [Int] = []
        // Once when the first details are there, and twice when a run that was resumed has added some.
        for number in 0..<3 {
            let process = Samlkit.process(arguments + (number == 0 ? [] : ["--resume"]))
            process.standardError = FileHandle.nullDevice
            try process.run()
            let least = sizes.last ?? 0
            process.wait { folder.size(of: "results.ndjson.spool") > least }
            process.killAndWait()
            guard folder.holds("results.ndjson.spool") else { break }
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.path("results.ndjson.spool"))
            XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, 0o600)
            sizes.append(folder.size(of: "results.ndjson.spool"))
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
        XCTAssertGreaterThan(values.count, 15)
        XCTAssertTrue(values.contains { plain.contains($0) })
        let messages = try ReportMessageFixture.messages(of: page)
        XCTAssertGreaterThan(messages.count, 20)
        let bytes = Data(page.utf8)
        for value in values where bytes.range(of: Data(value.utf8)) != nil {
            XCTFail("a value is on the page: \(value)")
        }
        XCTAssertTrue(page.contains("hmac:"))
    }

    func testEveryCommandOnThePageGivesTheVerdictOfTheRun() throws {
        let page = try Self.page(in: Self.plainRun.get())
        let messages = try ReportMessageFixture.messages(of: page)
        for message in messages {
            XCTAssertNotEqual(message["commands"]?.elements ?? [], [])
        }
        // The last message of each form: its outcome, which commands it has, and whether it is one of several in a file.
        // There the last one has another number than the first.
        var forms: Set<[String]> = []
        let chosen = messages.reversed().map { message in
            (message, commands: (message["commands"]?.elements ?? []).compactMap(\.string))
        }.filter { message, commands in
            let names = commands.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
            let isNumbered = commands.contains { $0.contains(" --nth ") }
            return forms.insert(names + ["\(isNumbered)", message["outcome"]?.string ?? ""])
                .inserted
        }
        XCTAssertGreaterThan(chosen.count, 3)
        for (message, commands) in chosen {
            for command in commands {
                if command.hasPrefix("samlkit inspect") {
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
        for command in Set(try ReportMessageFixture.commands(of: page)).sorted().suffix(2) {
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
                "--captures", try FewSamples.path(),
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
                "--captures", try FewSamples.path(),
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
                + Samlkit.reference + Self.trust)
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
