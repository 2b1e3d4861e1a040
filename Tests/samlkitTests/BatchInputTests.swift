import Foundation
import TestSupport
import XCTest

/// Folders as they really are.
final class BatchInputTests: XCTestCase {
    func testEveryOddFileGivesOneRecordThatSaysWhatItIs() throws {
        let folder = try scratchFolder()
        try folder.write([UInt8](), to: "in/empty.xml")
        try folder.write((0...255).map { UInt8($0) }, to: "in/binary.bin")
        try folder.write([UInt8](repeating: 0, count: 5000), to: "in/zeros")
        try folder.write("plain words".utf8, to: "in/notes.txt")
        try folder.write("<a/>".utf8, to: "in/deep/er/other.xml")
        try folder.write("<a/>".utf8, to: "in/.hidden")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("in/gone.xml"), withDestinationPath: "nowhere")
        try makeHuge(folder.path("in/huge.xml"))
        let records = try batch(folder.path("in"), ["--jobs", "2"])
        XCTAssertEqual(
            records.map { "\($0.file) \($0.code)" },
            [
                "binary.bin capture.invalidCapture",
                "deep/er/other.xml saml.unexpectedRoot",
                "empty.xml envelope.empty", "gone.xml capture.inputNotFound",
                "huge.xml capture.inputTooLarge", "notes.txt capture.noMessage",
                "zeros capture.invalidCapture",
            ])
    }

    func testAFileThatMayNotBeReadGivesARecord() throws {
        guard geteuid() != 0 else {
            throw XCTSkip("The superuser may read every file.")
        }
        let folder = try scratchFolder()
        try folder.write("<a/>".utf8, to: "in/a.xml")
        XCTAssertEqual(unsafe chmod(folder.path("in/a.xml"), 0), 0)
        XCTAssertEqual(
            try batch(folder.path("in")).map(\.code), ["capture.inputNotPermitted"])
    }

    func testAFileThatVanishesWhileTheRunGoesOnGivesARecord() throws {
        let folder = try scratchFolder()
        // The first record is more than a pipe holds, so that the run waits for its reader before
        // it opens the last file; it reads some files ahead.
        let long = "<!-- \(String(repeating: "a ", count: 600_000)) -->"
        let message = String(
            decoding: try Repository.sample("captures/36-unsigned.xml"), as: UTF8.self)
        for number in 1...6 { try folder.write((message + long).utf8, to: "in/\(number).xml") }
        try folder.write("<a/>".utf8, to: "in/7.xml")
        let process = Samlkit.process([
            "batch", folder.path("in"), "--jobs", "1", "--payload", "--quiet", "--output", "-",
        ])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let start = try XCTUnwrap(pipe.fileHandleForReading.read(upToCount: 1))
        try folder.remove("in/7.xml")
        let rest = try XCTUnwrap(pipe.fileHandleForReading.readToEnd())
        XCTAssertEqual(process.finish(), 1)
        let records = try JSONTree.lines(start + rest)
        XCTAssertEqual(
            records.map { $0["outcome"]?.string },
            Array(repeating: "unverified", count: 6) + ["malformed"])
        XCTAssertEqual(records.last?["reasons"]?[0]?["code"], "capture.inputNotFound")
    }

    func testResultsInsideTheInputAreNotReadThemselves() throws {
        let folder = try scratchFolder()
        let lines = try Repository.sample(SampleOutcome.subscribers)
            .split(separator: UInt8(ascii: "\n")).prefix(200)
            .joined(separator: [UInt8(ascii: "\n")])
        try folder.write(lines, to: "a.ndjson")
        // The results are larger than what is kept before it is written.
        for output in [folder.path("z.ndjson"), folder.path + "/./z.ndjson"] {
            let result = try Samlkit.run(["batch", folder.path, "--payload", "--output", output])
            XCTAssertEqual(try JSONTree.lines(folder.read("z.ndjson")).count, 200, result.errors)
            XCTAssertGreaterThan(try folder.read("z.ndjson").count, 1 << 20)
            try folder.remove("z.ndjson")
        }
    }

    func testWhatIsNoFileIsPassedOverAndCounted() throws {
        let folder = try scratchFolder()
        try folder.write("<a/>".utf8, to: "in/a.xml")
        try folder.makePipe("in/pipe")
        let result = try Samlkit.run(
            ["batch", folder.path("in"), "--output", folder.path("out.ndjson")])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.lines.contains("skipped: 1 directory entries that are not files"))
        XCTAssertEqual(try JSONTree.lines(folder.read("out.ndjson")).count, 1)
    }

    func testAReadmeBesideCapturesIsCountedApartAndFailsNothing() throws {
        let folder = try scratchFolder()
        try folder.write(try Repository.sample("captures/36-unsigned.xml"), to: "in/a.xml")
        try folder.write("Captured on the second television.\n".utf8, to: "in/README.txt")
        let output = folder.path("out.ndjson")
        let result = try Samlkit.run(["batch", folder.path("in"), "--output", output])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(result.lines.first, "1 message read: 1 unverified, 0 rejected, 0 malformed")
        XCTAssertTrue(result.text.contains("1 file without a message"), result.text)
        let records = try JSONTree.lines(folder.read("out.ndjson"))
        XCTAssertEqual(records.map { $0["outcome"]?.string }, ["notJudged", "unverified"])
        XCTAssertEqual(records.first?["reasons"]?[0]?["code"], "capture.noMessage")
        let report = try Samlkit.run(["report", output, "--output", folder.path("report.html")])
        XCTAssertEqual(report.status, 0, report.errors)
        let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
        XCTAssertTrue(page.contains("1 message read, and nothing was verified."))
        XCTAssertFalse(page.contains("</span>accepted"), "without trust nothing was accepted")
    }

    func testAnEmptyFolderIsNoInput() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run(["batch", folder.path, "--output", "-"])
        XCTAssertEqual(result.status, 3)
        XCTAssertEqual(result.output, [])
    }

    private func batch(
        _ path: String, _ options: [String] = []
    ) throws -> [(file: String, code: String)] {
        let result = try Samlkit.run(["batch", path, "--output", "-"] + options)
        XCTAssertEqual(result.status, 1)
        return try JSONTree.lines(result.output).map { record in
            let file = try XCTUnwrap(record["source"]?["file"]?.string)
            XCTAssertEqual(record["reasons"]?.elements?.count, 1, file)
            let message = try XCTUnwrap(record["reasons"]?[0]?["message"]?.string)
            XCTAssertTrue(message.hasSuffix("."), message)
            return (
                String(file.dropFirst(path.count + 1)),
                try XCTUnwrap(record["reasons"]?[0]?["code"]?.string)
            )
        }
    }

    /// A file of three gigabytes that takes no place on the disk.
    private func makeHuge(_ path: String) throws {
        try Data("<a>".utf8).write(to: URL(filePath: path))
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 3 << 30)
        try handle.close()
    }
}
