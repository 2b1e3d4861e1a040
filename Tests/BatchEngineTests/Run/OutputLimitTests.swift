import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAMLBindings
import SystemPackage
import TestSupport
import XCTest

@testable import BatchEngine

/// A small input gives no endless results, and entries without a message are counted by the thousand.
final class OutputLimitTests: XCTestCase {
    private static func reader(_ paths: [String]) -> sending CaptureReader {
        var options = CaptureReader.Options()
        options.countsEntriesWithoutMessage = true
        return CaptureReader(inputs: paths.map { .init($0) }, options: options)
    }

    private func har(_ entries: [String]) -> [UInt8] {
        Array("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8)
    }

    private let page = #"{"request":{"url":"https://a/"}}"#
    private let message = #"{"request":{"url":"https://a/?SAMLResponse=PGEvPg=="}}"#

    private func records(_ paths: [String], jobs: Int = 2) async throws -> [ProfileRecord] {
        var sink = CollectingSink()
        let run = BatchRun(processor: ProfileProcessor.unchecked, format: nil, jobs: jobs)
        _ = try await run.run(Self.reader(paths), into: &sink)
        return sink.records
    }

    func testEntriesWithoutAMessageGiveARecordForEachBlockOfAThousand() async throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        var entries = Array(repeating: page, count: 3500)
        for place in [0, 1000, 2500] { entries[place] = message }
        // The same message next to itself would be one record.
        entries[999] = message.replacing("PGEv", with: "PGIv")
        entries[3001] = "7"
        let first = try folder.write(har(entries), to: "a.har")
        let second = try folder.write(har([page, message]), to: "b.har")
        let records = try await records([first, second])
        XCTAssertEqual(records.map(\.index), Array(0..<records.count))
        let blocks = records.filter { $0.entryCount != nil }
        XCTAssertEqual(blocks.map(\.entryCount), [998, 999, 999, 500, 1])
        XCTAssertEqual(blocks.map(\.source.entry), [0, 1000, 2000, 3000, 0])
        XCTAssertEqual(blocks.map(\.source.file), [first, first, first, first, second])
        XCTAssertEqual(
            blocks.map(\.outcome), [.notJudged, .notJudged, .notJudged, .malformed, .notJudged])
        XCTAssertEqual(blocks[3].reasons.map(\.code.rawValue), ["capture.invalidEntry"])
        XCTAssertEqual(records.count - blocks.count, 5)
        XCTAssertEqual(records.map(\.outcome).filter { $0 == .malformed }.count, 6)
    }

    func testMillionsOfDamagedEntriesGiveFewRecords() async throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let path = try folder.write(har(Array(repeating: "1", count: 20_000)), to: "a.har")
        let records = try await records([path])
        XCTAssertEqual(records.map(\.entryCount), Array(repeating: 1000, count: 20))
        XCTAssertEqual(records.map(\.outcome), Array(repeating: .malformed, count: 20))
    }

    func testARunStopsAtTheBoundAndGoesOnWhenItIsRaised() async throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let path = try folder.write(
            Array(String(repeating: "{\n", count: 3000).utf8), to: "broken.ndjson")
        var whole = CollectingSink()
        var run = BatchRun(processor: ProfileProcessor.unchecked, format: .ndjson, jobs: 2)
        _ = try await run.run(Self.reader([path]), into: &whole)
        XCTAssertGreaterThan(whole.bytes.count, 3000 * 100)
        run.outputLimit = OutputLimit(ratio: 8, freeByteCount: 4096)
        var sink = CollectingSink()
        sink.keepsCheckpoints = .all
        do {
            _ = try await run.run(
                Self.reader([path]), into: &sink, tallying: NoTally(),
                isCheckpointDue: { _, _ in true })
            XCTFail("There is no bound.")
        } catch {
            XCTAssertEqual(error.code, .outputLimit)
        }
        XCTAssertLessThanOrEqual(sink.bytes.count, 8 * (6000 + 1024) + 4096)
        let saved = sink.checkpoints.map(\.saved)
        run.outputLimit = OutputLimit()
        let checkpoint = try XCTUnwrap(BatchCheckpoint<NoTally>(resuming: saved))
        _ = try await run.run(Self.reader([path]), into: &sink, resuming: checkpoint)
        XCTAssertEqual(sink.bytes, whole.bytes)
    }

    func testHonestMessagesStayFarBelowTheBound() async throws {
        let samples = Repository.samplePath("captures")
        for format in [RecordFormat.ndjson, .csv] {
            var run = BatchRun(
                processor: try ProfileProcessor.reference(includesPayload: true), format: format,
                jobs: 2)
            run.outputLimit = OutputLimit(ratio: 4, freeByteCount: 0)
            var sink = CollectingSink()
            let outcome = try await run.run(Self.reader([samples]), into: &sink)
            XCTAssertTrue(outcome.isComplete)
        }
    }
}
