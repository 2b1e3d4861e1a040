import Foundation
import TestSupport
import XCTest

/// That results appear under their name only when they are whole.
final class BatchOutputTests: XCTestCase, SharesState {
    func testTheFileAppearsAtTheEndAndThePartialOneIsGone() throws {
        let folder = try scratchFolder()
        let (process, input) = try waitingBatch(in: folder)
        XCTAssertEqual(
            try folder.names(), ["input", "results.ndjson.journal", "results.ndjson.partial"])
        try input.write(contentsOf: Data("<a/>".utf8))
        try input.close()
        XCTAssertEqual(process.finish(), 1)
        XCTAssertEqual(try folder.names(), ["input", "results.ndjson"])
        let records = try JSONTree.lines(folder.read("results.ndjson"))
        XCTAssertEqual(records.map { $0["outcome"] }, ["malformed"])
    }

    func testAnEarlierResultStaysUntilTheNewOneIsWhole() throws {
        let folder = try scratchFolder()
        try folder.write("earlier".utf8, to: "results.ndjson")
        let (process, input) = try waitingBatch(in: folder)
        XCTAssertEqual(try folder.read("results.ndjson"), Array("earlier".utf8))
        try input.write(contentsOf: Data("<a/>".utf8))
        try input.close()
        XCTAssertEqual(process.finish(), 1)
        XCTAssertEqual(try JSONTree.lines(folder.read("results.ndjson")).count, 1)
    }

    func testARunThatIsKilledLeavesNoFileUnderTheName() throws {
        let folder = try scratchFolder()
        let (process, input) = try waitingBatch(in: folder)
        kill(process.processIdentifier, SIGKILL)
        XCTAssertNil(process.finish())
        try input.close()
        XCTAssertFalse(folder.holds("results.ndjson"))
    }

    func testARestPartialFileIsReplacedWhereItsJournalSaysThatNothingCounts() throws {
        let folder = try scratchFolder()
        try folder.write([UInt8](), to: "results.csv.journal")
        try folder.write(
            Array(repeating: UInt8(ascii: "x"), count: 9999), to: "results.csv.partial")
        let result = try Samlkit.run(
            ["batch", Repository.firstSample, "--output", folder.path("results.csv")])
        XCTAssertEqual(result.status, 0)
        XCTAssertEqual(try folder.names(), ["results.csv"])
        XCTAssertEqual(try CSVTable(parsing: folder.read("results.csv")).rows.count, 2)
    }

    func testAnInputThatIsNotThereLeavesEarlierResultsAsTheyAre() throws {
        let folder = try scratchFolder()
        try folder.write("earlier".utf8, to: "results.csv")
        let result = try Samlkit.run(
            ["batch", folder.path("missing.xml"), "--output", folder.path("results.csv")])
        XCTAssertEqual(result.status, 2)
        XCTAssertEqual(try folder.names(), ["results.csv"])
        XCTAssertEqual(try folder.read("results.csv"), Array("earlier".utf8))
    }

    func testKeysThatCannotBeReadLeaveNoPartialFile() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run([
            "batch", Repository.firstSample, "--trust", folder.path("missing.pem"),
            "--output", folder.path("results.ndjson"),
        ])
        XCTAssertNotEqual(result.status, 0)
        XCTAssertEqual(try folder.names(), [])
    }

    func testResultsNeverTakeThePlaceOfAnInput() throws {
        let folder = try scratchFolder()
        let input = try folder.write("<a/>".utf8, to: "a.ndjson")
        for output in [input, folder.path + "/./a.ndjson"] {
            let result = try Samlkit.run(["batch", input, "--output", output])
            XCTAssertEqual(result.status, 2, output)
            XCTAssertEqual(try folder.read("a.ndjson"), Array("<a/>".utf8))
        }
        XCTAssertEqual(try folder.names(), ["a.ndjson"])
    }

    func testAPipeIsWrittenToDirectly() throws {
        let folder = try scratchFolder()
        try folder.makePipe("results")
        let process = Samlkit.process(
            ["batch", Repository.firstSample, "--quiet", "--output", folder.path("results")])
        try process.run()
        let reader = try FileHandle(forReadingFrom: folder.url.appending(path: "results"))
        let bytes = try XCTUnwrap(reader.readToEnd())
        XCTAssertEqual(process.finish(), 0)
        XCTAssertEqual(try JSONTree.lines(bytes).count, 1)
        XCTAssertEqual(try folder.names(), ["results"])
    }

    /// A run that has opened its output and waits for its input, and the end that feeds it.
    private func waitingBatch(in folder: ScratchFolder) throws -> (Process, FileHandle) {
        try folder.makePipe("input")
        let process = Samlkit.process([
            "batch", folder.path("input"), "--quiet", "--output", folder.path("results.ndjson"),
        ])
        try process.run()
        // A pipe can be opened for writing when somebody has it open for reading; until then the
        // attempt fails.
        for _ in 0..<60_000 where process.isRunning {
            let descriptor = unsafe open(folder.path("input"), O_WRONLY | O_NONBLOCK)
            if descriptor >= 0 {
                return (process, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
            }
            usleep(10_000)
        }
        throw CocoaError(.fileReadUnknown)
    }
}
