import BatchEngine
import Captures
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// How a run treats a sink that fails or is slow.
final class BatchRunSinkTests: XCTestCase, SharesState {
    /// The messages that are processed together.
    private static let chunk = 64

    func testAFailureToWriteEndsTheRunWithItsError() async throws {
        let folder = try scratchFolder()
        try writeFiles(20, to: folder)
        for jobs in [1, 2, 8] {
            let reader = CaptureReader(paths: [folder.path], format: .lines)
            var sink = CollectingSink()
            sink.failsFrom = 2
            let run = BatchRun(processor: ProfileProcessor.unchecked, format: .ndjson, jobs: jobs)
            do {
                _ = try await run.run(reader, into: &sink)
                XCTFail("The run went on without a sink.")
            } catch {
                XCTAssertEqual(error, BatchError(.outputFailed, systemError: 28))
            }
            XCTAssertEqual(sink.writeCount, 3, "nothing is written after a failure")
            XCTAssertEqual(sink.lines, 2 * Self.chunk, "what was written before stays whole")
        }
    }

    func testAHeaderThatCannotBeWrittenEndsTheRunBeforeItReads() async throws {
        let folder = try scratchFolder()
        try writeFiles(1, to: folder)
        let reader = CaptureReader(paths: [folder.path], format: .lines)
        var sink = CollectingSink()
        sink.failsFrom = 0
        let run = BatchRun(processor: ProfileProcessor.unchecked, format: .csv, jobs: 2)
        do {
            _ = try await run.run(reader, into: &sink)
            XCTFail("The run went on without a sink.")
        } catch {
            XCTAssertEqual(error.code, .outputFailed)
        }
    }

    func testASlowSinkKeepsTheRunFromReadingEverything() async throws {
        // Each file is one chunk. While the first write lasts, the files that have not been opened
        // are removed; only those beyond the bound may be among them.
        for jobs in [1, 2, 5] {
            let folder = try scratchFolder()
            let files = 20
            try writeFiles(files, to: folder)
            let run = BatchRun(processor: ProfileProcessor.unchecked, format: .ndjson, jobs: jobs)
            let bound = run.chunksInFlight
            var sink = CollectingSink()
            var isFirst = true
            sink.onWrite = {
                guard isFirst else { return }
                isFirst = false
                for number in bound..<files { try? folder.remove(Self.name(number)) }
            }
            let reader = CaptureReader(paths: [folder.path], format: .lines)
            let summary = try await run.run(reader, into: &sink).summary
            let codes = try JSONTree.lines(sink.bytes).map { $0["reasons"]?[0]?["code"]?.string }
            let read = bound * Self.chunk
            XCTAssertEqual(
                codes.prefix(read), ArraySlice(repeating: "saml.unexpectedRoot", count: read))
            XCTAssertEqual(
                codes.dropFirst(read),
                ArraySlice(repeating: "capture.inputNotFound", count: files - bound))
            XCTAssertEqual(summary.counts.total, read + files - bound)
        }
    }

    func testErrorsOfTheOutputAreSentencesThatTellTheSystemsNumber() {
        XCTAssertEqual(
            BatchError(.outputFailed, systemError: 28).description,
            "The results could not be written (system error 28).")
        XCTAssertEqual(
            BatchError(.outputClosed).description, "The reader closed the output.")
    }

    private func writeFiles(_ count: Int, to folder: ScratchFolder) throws {
        let lines = Array(repeatElement("<a/>\n".utf8, count: Self.chunk).joined())
        for number in 0..<count { try folder.write(lines, to: Self.name(number)) }
    }

    private static func name(_ number: Int) -> String { "lines-\(100 + number)" }
}
