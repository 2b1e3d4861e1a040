import Foundation
import TestSupport
import XCTest

/// What `--resume` goes on with, and what it refuses.
final class BatchResumeOptionTests: XCTestCase {
    /// A run that has come to its end, with the journal that it had just before.
    private struct EndedRun {
        let fixture: CommandBatchFixture
        let journal: [UInt8]

        /// Puts the files back as they were while the run went on.
        func restore(journalLength: Int, isNamed: Bool = false) throws {
            let folder = fixture.folder
            for name in [fixture.name, fixture.name + ".partial"] where folder.holds(name) {
                try folder.remove(name)
            }
            try folder.write(
                fixture.expected, to: isNamed ? fixture.name : fixture.name + ".partial")
            try folder.write(journal.prefix(journalLength), to: fixture.name + ".journal")
        }
    }

    /// A run that tests restore in turn, each from where it wants to.
    private static let sharedRun = Result { try endedRun(in: ScratchFolder()) }

    override class func tearDown() {
        try? sharedRun.get().fixture.folder.removeAll()
        super.tearDown()
    }

    private static func endedRun(
        _ format: String = "ndjson", _ options: [String] = [], in folder: ScratchFolder
    ) throws -> EndedRun {
        let lines = try CommandBatchFixture.lines(200)
        let input = try folder.write(lines, to: "input")
        let fixture = try CommandBatchFixture(folder, input: input, format, options)
        try folder.remove("input")
        try folder.makePipe("input")
        let process = Samlkit.process(fixture.arguments)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let pipe = try XCTUnwrap(FileHandle(forWritingAtPath: input))
        // Another name for the journal keeps it when the run takes the first one away.
        let journal = folder.path(fixture.name + ".journal")
        process.wait { folder.holds(fixture.name + ".journal") }
        try FileManager.default.linkItem(atPath: journal, toPath: folder.path("journal"))
        try pipe.write(contentsOf: Data(lines))
        try pipe.close()
        XCTAssertEqual(process.finish(), 1)
        try folder.remove("input")
        try folder.write(lines, to: "input")
        return EndedRun(fixture: fixture, journal: try folder.read("journal"))
    }

    func testARunThatEndedBetweenAnyTwoOfItsLastStepsIsFinished() throws {
        for format in ["ndjson", "csv"] {
            let run =
                try format == "ndjson"
                ? Self.sharedRun.get() : Self.endedRun(format, in: scratchFolder())
            for isNamed in [false, true] {
                try run.restore(journalLength: run.journal.count, isNamed: isNamed)
                try run.fixture.finish("named: \(isNamed)")
            }
        }
    }

    func testAJournalThatIsCutOffOrChangedAnywhereLeadsToTheSameResults() throws {
        let run = try Self.sharedRun.get()
        var generator = SeededGenerator("cuts and changes of a journal")
        let ends = run.journal.indices.filter { run.journal[$0] == 0x0A }
        XCTAssertGreaterThan(ends.count, 3)
        // The line of the run, the first checkpoint and the last one, without and with their ends. Journals of every
        // length are read in BatchEngineTests.
        let lengths =
            [0, 1] + [ends[0], ends[1], ends[ends.count - 1]].flatMap { [$0, $0 + 1] }
            + (0..<2).map { _ in Int.random(in: 0..<run.journal.count, using: &generator) }
        for length in lengths {
            try run.restore(journalLength: length)
            try run.fixture.finish("\(length) bytes")
        }
        for _ in 0..<3 {
            try run.restore(journalLength: run.journal.count)
            let index = Int.random(in: 0..<run.journal.count, using: &generator)
            var changed = run.journal
            changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            try run.fixture.folder.write(changed, to: run.fixture.name + ".journal")
            try run.fixture.finish("byte \(index)")
        }
    }

    func testFinishedRecordsAreNeverThrownAway() throws {
        let run = try Self.sharedRun.get()
        let length = try XCTUnwrap(secondCheckpoint(run.journal))
        try run.restore(journalLength: length)
        let result = try Samlkit.run(run.fixture.arguments)
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(
            result.errors.contains("results.ndjson.partial holds 64 messages"), result.errors)
        XCTAssertTrue(result.errors.contains("Pass --resume"), result.errors)
        XCTAssertTrue(result.errors.contains("delete the file"), result.errors)
        XCTAssertEqual(
            try run.fixture.folder.read("results.ndjson.partial"), run.fixture.expected)
        try run.fixture.folder.remove("results.ndjson.partial")
        XCTAssertEqual(try Samlkit.run(run.fixture.arguments).status, 1)
        XCTAssertEqual(try run.fixture.folder.read("results.ndjson"), run.fixture.expected)
    }

    func testOtherOptionsAreRefusedAndNamed() throws {
        let run = try Self.sharedRun.get()
        let length = try XCTUnwrap(secondCheckpoint(run.journal))
        let key = Repository.samplePath("metadata/all-idps.xml")
        for (options, kind) in [
            (["--require", "other"], "the required attributes"),
            (["--trust", key], "the trusted keys"),
            (["--policy", "legacy-sha1"], "the policies"), (["--payload"], "--payload"),
            (["--deduplicate"], "--deduplicate"), (["--shard", "1/1"], "the shard"),
            (["--clock-skew", "61"], "the conditions"), (["--issuer", "urn:x"], "the conditions"),
            (["--field", "x"], "how inputs are read"),
            (["--subject", "x"], "--subject or --search"),
            (["--normalization", "none"], "the normalization"),
            ([Repository.firstSample], "the inputs"),
        ] {
            try run.restore(journalLength: length)
            let result = try Samlkit.run(run.fixture.arguments + ["--resume"] + options)
            XCTAssertEqual(result.status, 2, "\(options)")
            XCTAssertTrue(result.errors.contains("Different: \(kind)"), result.errors)
            XCTAssertEqual(
                try run.fixture.folder.read("results.ndjson.partial"), run.fixture.expected)
        }
        try run.restore(journalLength: length)
        try run.fixture.finish()
    }

    func testADecryptionKeyIsToldByItsContentAndNotByItsFile() throws {
        let folder = try scratchFolder()
        func key(_ name: String) throws -> [UInt8] {
            try Array(
                Data(contentsOf: URL(filePath: Repository.samplePath("keys/\(name).key.pem"))))
        }
        let path = try folder.write(try key("sample-sp-encryption"), to: "key.pem")
        let run = try Self.endedRun("ndjson", ["--decryption-key", path], in: folder)
        let length = try XCTUnwrap(secondCheckpoint(run.journal))
        // Another key under the same name is another run.
        try folder.write(try key("sample-sp-signing"), to: "key.pem")
        try run.restore(journalLength: length)
        let result = try Samlkit.run(run.fixture.arguments + ["--resume"])
        XCTAssertEqual(result.status, 2, result.errors)
        XCTAssertTrue(result.errors.contains("Different: the decryption keys"), result.errors)
        XCTAssertEqual(try folder.read("results.ndjson.partial"), run.fixture.expected)
        // The same key under another name is the same run.
        let other = try folder.write(try key("sample-sp-encryption"), to: "other.pem")
        try run.restore(journalLength: length)
        let arguments = run.fixture.arguments.map { $0 == path ? other : $0 }
        XCTAssertEqual(try Samlkit.run(arguments + ["--resume"]).status, 1)
        XCTAssertEqual(try folder.read("results.ndjson"), run.fixture.expected)
    }

    func testAnInputThatHasChangedIsRefusedAndNothingIsLost() throws {
        let run = try Self.sharedRun.get()
        let folder = run.fixture.folder
        let length = try XCTUnwrap(secondCheckpoint(run.journal))
        let lines = try folder.read("input")
        for changed in [Array(lines.dropFirst(100)), Array(lines.prefix(5000)), []] {
            try run.restore(journalLength: length)
            try folder.write(changed, to: "input")
            let result = try Samlkit.run(run.fixture.arguments + ["--resume"])
            XCTAssertEqual(result.status, 3, result.errors)
            XCTAssertTrue(result.errors.contains("has changed since the run began"), result.errors)
        }
        try folder.write(lines, to: "input")
        try run.fixture.finish()
    }

    func testTheTimeIsThatOfTheFirstRun() throws {
        let folder = try scratchFolder()
        let lines = try CommandBatchFixture.lines(300)
        try folder.makePipe("input")
        let arguments = [
            "batch", folder.path("input"), "--checkpoint-interval", "0", "--audience", "urn:x",
            "--output", folder.path("r.ndjson"),
        ]
        let process = Samlkit.process(arguments)
        process.standardError = FileHandle.nullDevice
        try process.run()
        let pipe = try XCTUnwrap(FileHandle(forWritingAtPath: folder.path("input")))
        try pipe.write(contentsOf: Data(lines))
        // The first line of the journal says that the run began, the second one that there are records.
        process.wait {
            ((try? folder.read("r.ndjson.journal")) ?? []).count { $0 == UInt8(ascii: "\n") } > 1
        }
        process.killAndWait()
        let journal = String(decoding: try folder.read("r.ndjson.journal"), as: UTF8.self)
        let first = try XCTUnwrap(journal.firstMatch(of: /"seconds":([0-9]+)/)?.output.1)
        try folder.remove("input")
        try folder.write(lines, to: "input")
        try folder.write([], to: "other")
        let linked = folder.path("journal")
        try FileManager.default.linkItem(
            atPath: folder.path("r.ndjson.journal"), toPath: linked)
        sleep(1)
        XCTAssertEqual(try Samlkit.run(arguments + ["--resume"]).status, 1)
        let last = String(decoding: try folder.read("journal"), as: UTF8.self)
        let times = Set(last.matches(of: /"seconds":([0-9]+)/).map { String($0.output.1) })
        XCTAssertEqual(times, [String(first)])
        XCTAssertGreaterThan(last.utf8.count, journal.utf8.count)
    }

    func testNothingToResumeIsSaidAndTheRunBegins() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run([
            "batch", Repository.firstSample, "--resume", "--output", folder.path("r.ndjson"),
        ])
        XCTAssertEqual(result.status, 0)
        XCTAssertTrue(result.errors.contains("nothing to resume"), result.errors)
        XCTAssertEqual(try folder.names(), ["r.ndjson"])
    }

    func testWhatWentDownAPipeIsNotResumed() throws {
        let result = try Samlkit.run([
            "batch", Repository.firstSample, "--resume", "--output", "-",
        ])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("--resume needs an output file"), result.errors)
    }

    func testTwoRunsDoNotWriteTheSameFile() throws {
        let folder = try scratchFolder()
        try folder.makePipe("input")
        let output = folder.path("r.ndjson")
        let process = Samlkit.process([
            "batch", folder.path("input"), "--quiet", "--output", output,
        ])
        try process.run()
        let pipe = try XCTUnwrap(FileHandle(forWritingAtPath: folder.path("input")))
        process.wait { folder.holds("r.ndjson.journal") }
        for options in [[], ["--resume"]] {
            let other = try Samlkit.run(
                ["batch", Repository.firstSample, "--output", output] + options)
            XCTAssertEqual(other.status, 5)
            XCTAssertTrue(other.errors.contains("Another run is writing"), other.errors)
        }
        try pipe.write(contentsOf: Data("<a/>".utf8))
        try pipe.close()
        XCTAssertEqual(process.finish(), 1)
        XCTAssertEqual(try JSONTree.lines(folder.read("r.ndjson")).count, 1)
    }

    /// Where the journal's line about the first messages ends.
    private func secondCheckpoint(_ journal: [UInt8]) -> Int? {
        journal.indices.filter { journal[$0] == 0x0A }.dropFirst().first.map { $0 + 1 }
    }
}
