import BatchEngine
import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// That a run can be stopped, whatever it waits for, and goes on later.
final class StopRequestTests: XCTestCase, ReachesUnsafeCode, SharesState {
    func testWhatWasReadIsFinishedAndTheRestFollowsLater() async throws {
        let folder = try scratchFolder()
        let path = try BatchFixture.write(3000, to: folder)
        for jobs in [1, 3] {
            let run = BatchRun(processor: ProfileProcessor.unchecked, format: .ndjson, jobs: jobs)
            var whole = CollectingSink()
            let undisturbed = try await run.run(CaptureReader(paths: [path]), into: &whole)
            let stop = StopRequest()
            var sink = CollectingSink()
            sink.keepsCheckpoints = .all
            let outcome = try await run.run(
                CaptureReader(paths: [path]), into: &sink, stopping: stop,
                progress: { _ in stop.stop() })
            XCTAssertFalse(outcome.isComplete)
            XCTAssertLessThan(outcome.summary.counts.total, 3000)
            XCTAssertEqual(sink.lines, outcome.summary.counts.total)
            let checkpoint = try XCTUnwrap(
                BatchCheckpoint<NoTally>(resuming: sink.checkpoints.map(\.saved)))
            XCTAssertEqual(checkpoint.position.recordCount, sink.lines)
            XCTAssertFalse(checkpoint.isFinished)
            let rest = try await run.run(
                CaptureReader(paths: [path]), into: &sink, resuming: checkpoint)
            XCTAssertTrue(rest.isComplete)
            XCTAssertEqual(sink.bytes, whole.bytes)
            XCTAssertEqual(rest.summary, undisturbed.summary)
        }
    }

    func testAReaderThatWaitsForEverDoesNotKeepARunFromStopping() async throws {
        let folder = try scratchFolder()
        let path = folder.path("pipe")
        guard unsafe mkfifo(path, 0o600) == 0 else {
            throw XCTSkip("This system makes no named pipes here.")
        }
        // Opened for both, so that neither end waits for the other to be opened.
        let pipe = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
        try pipe.write(contentsOf: Data("<a/>\n".utf8))
        let stop = StopRequest()
        var sink = CollectingSink()
        let run = BatchRun(processor: ProfileProcessor.unchecked, format: .ndjson, jobs: 2)
        Task {
            try await Task.sleep(for: .milliseconds(100))
            stop.stop()
        }
        let outcome = try await run.run(
            CaptureReader(paths: [path], format: .lines), into: &sink, stopping: stop)
        XCTAssertFalse(outcome.isComplete)
        XCTAssertEqual(sink.lines, 0)
        // Lets the reader that was left behind come to its end.
        try pipe.close()
    }
}
