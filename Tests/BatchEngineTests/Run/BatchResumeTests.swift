import BatchEngine
import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest

/// That a run that goes on after any of its checkpoints ends as one that was never disturbed.
final class BatchResumeTests: XCTestCase {
    func testEveryCheckpointLeadsToTheSameEnd() async throws {
        let folder = try scratchFolder()
        let path = try BatchFixture.write(700, to: folder)
        for format in RecordFormat.allCases {
            let (whole, outcome) = try await run(path, format)
            XCTAssertGreaterThan(whole.checkpoints.count, 10)
            for number in whole.checkpoints.indices {
                var sink = whole
                sink.rewind(to: number)
                let resumed = try await resume(path, format, &sink, jobs: 1 + number % 3)
                XCTAssertTrue(sink.bytes == whole.bytes, "checkpoint \(number)")
                XCTAssertEqual(resumed.summary, outcome.summary, "checkpoint \(number)")
                XCTAssertEqual(resumed.tally, outcome.tally, "checkpoint \(number)")
            }
        }
    }

    func testRepeatedResponsesAreKnownAfterResuming() async throws {
        let folder = try scratchFolder()
        let path = try BatchFixture.write(700, to: folder, ids: 250)
        for keeping in [CheckpointKeeping.all, .last] {
            let (whole, outcome) = try await run(
                path, .ndjson, keeping: keeping, deduplicates: true)
            XCTAssertGreaterThan(outcome.summary.duplicateCount, 300)
            for number in whole.checkpoints.indices {
                var sink = whole
                sink.rewind(to: number)
                let resumed = try await resume(
                    path, .ndjson, &sink, keeping: keeping, deduplicates: true)
                XCTAssertTrue(sink.bytes == whole.bytes, "checkpoint \(number)")
                XCTAssertEqual(resumed.summary, outcome.summary, "checkpoint \(number)")
            }
        }
    }

    func testIssuersWithoutNumberAreTheSameOnesAfterResuming() async throws {
        let folder = try scratchFolder()
        let lines = (0..<1500).map { number in
            Data(HandmadeMessage.response(issuer: "urn:issuer:\(number * 7919 % 1500)").utf8)
                .base64EncodedString()
        }
        let path = try folder.write(lines.joined(separator: "\n").utf8, to: "lines.txt")
        let (whole, outcome) = try await run(path, .ndjson)
        XCTAssertEqual(outcome.summary.issuers.count, 1001)
        for number in stride(from: 0, to: whole.checkpoints.count, by: 5) {
            var sink = whole
            sink.rewind(to: number)
            let resumed = try await resume(path, .ndjson, &sink)
            XCTAssertEqual(resumed.summary, outcome.summary)
        }
    }

    func testAnInputThatIsAnotherOneIsNotGoneOnWith() async throws {
        let folder = try scratchFolder()
        let path = try BatchFixture.write(300, to: folder)
        let (whole, _) = try await run(path, .ndjson)
        let lines = try folder.read("lines.txt").split(separator: 0x0A)
        let others: [[ArraySlice<UInt8>]] = [
            Array(lines.prefix(100)), Array(lines.dropFirst()),
            [lines[0][...].dropLast()] + lines[1...],
            [],
        ]
        for (number, other) in others.enumerated() {
            try folder.write(other.joined(separator: [0x0A]), to: "lines.txt")
            var sink = whole
            sink.rewind(to: 4)
            let before = sink.bytes
            do {
                _ = try await resume(path, .ndjson, &sink)
                XCTFail("The run went on with input \(number).")
            } catch {
                XCTAssertEqual((error as? BatchError)?.code, .inputChanged)
            }
            XCTAssertEqual(sink.bytes, before)
        }
    }

    func testAFileThatHasGrownIsReadToItsNewEnd() async throws {
        let folder = try scratchFolder()
        let path = try BatchFixture.write(300, to: folder)
        let (short, _) = try await run(path, .ndjson)
        _ = try BatchFixture.write(500, to: folder)
        let (long, outcome) = try await run(path, .ndjson)
        var sink = short
        sink.rewind(to: 3)
        let resumed = try await resume(path, .ndjson, &sink)
        XCTAssertEqual(sink.bytes, long.bytes)
        XCTAssertEqual(resumed.summary, outcome.summary)
    }

    func testRecordsAreHandedOverInOrderWhereNoFormatIsAskedFor() async throws {
        let folder = try scratchFolder()
        let path = try BatchFixture.write(300, to: folder)
        var sink = CollectingSink()
        let run = BatchRun(processor: ProfileProcessor.unchecked, format: nil, jobs: 2)
        _ = try await run.run(CaptureReader(paths: [path]), into: &sink)
        XCTAssertEqual(sink.records.map(\.index), Array(0..<300))
        XCTAssertEqual(sink.bytes, [])
    }

    func testWhatIsNoCheckpointIsNone() throws {
        for text in ["", "{}", "{\"outline\":{}}", "[]", "x"] {
            XCTAssertNil(CheckpointOutline(reading: Array(text.utf8)))
            XCTAssertNil(BatchCheckpoint<NoTally>(resuming: [Array(text.utf8)]))
        }
        XCTAssertNil(BatchCheckpoint<NoTally>(resuming: []))
    }

    func testACheckpointTellsItsTimeAndItsPlace() async throws {
        let folder = try scratchFolder()
        let path = try BatchFixture.write(100, to: folder)
        let (whole, _) = try await run(path, .ndjson)
        let outlines = whole.checkpoints.compactMap { CheckpointOutline(reading: $0.saved) }
        XCTAssertEqual(outlines.map(\.position.recordCount), [0, 64, 100, 100])
        XCTAssertEqual(outlines.map(\.isFinished), [false, false, false, true])
        XCTAssertEqual(outlines.first?.identity.now?.description, "2026-01-15T12:00:00.5Z")
    }

    // MARK: Runs

    private func batch(_ format: RecordFormat, jobs: Int, deduplicates: Bool) -> BatchRun {
        var run = BatchRun(
            processor: ProfileProcessor(
                options: .init(context: .unchecked, requiredAttributes: ["uid"])),
            format: format, jobs: jobs)
        run.deduplicates = deduplicates
        run.identity = RunIdentity(
            now: SAML.Instant(secondsSinceEpoch: 1_768_478_400, nanoseconds: 500_000_000))
        return run
    }

    private func run(
        _ path: String, _ format: RecordFormat, keeping: CheckpointKeeping = .all,
        deduplicates: Bool = false
    ) async throws -> (CollectingSink, BatchOutcome<IndexTally>) {
        var sink = CollectingSink()
        sink.keepsCheckpoints = keeping
        let outcome = try await batch(format, jobs: 2, deduplicates: deduplicates).run(
            CaptureReader(paths: [path]), into: &sink, tallying: IndexTally(),
            isCheckpointDue: { _, _ in true })
        XCTAssertTrue(outcome.isComplete)
        return (sink, outcome)
    }

    private func resume(
        _ path: String, _ format: RecordFormat, _ sink: inout CollectingSink,
        keeping: CheckpointKeeping = .all, deduplicates: Bool = false, jobs: Int = 2
    ) async throws -> BatchOutcome<IndexTally> {
        let saved = sink.checkpoints.map(\.saved)
        let checkpoint = try XCTUnwrap(
            BatchCheckpoint<IndexTally>(
                resuming: keeping == .all ? saved : saved.suffix(1)))
        return try await batch(format, jobs: jobs, deduplicates: deduplicates).run(
            CaptureReader(paths: [path]), into: &sink, tallying: IndexTally(),
            resuming: checkpoint, isCheckpointDue: { _, _ in true })
    }
}
