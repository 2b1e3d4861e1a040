import BatchEngine
import Captures
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// That parts of an input make up the whole.
final class ShardTests: XCTestCase, SharesState {
    func testPartsFollowEachOtherAndDifferByOneAtMost() throws {
        for total in [0, 1, 2, 5, 7, 99, 100, 101, Int.max] {
            for count in [1, 2, 3, 7, 64, 1000] {
                let ranges = try (1...count).map { number in
                    try XCTUnwrap(Shard(number, of: count)).range(of: total)
                }
                XCTAssertEqual(ranges.first?.lowerBound, 0)
                XCTAssertEqual(ranges.last?.upperBound, total)
                for (one, next) in zip(ranges, ranges.dropFirst()) {
                    XCTAssertEqual(one.upperBound, next.lowerBound)
                }
                let sizes = ranges.map(\.count)
                XCTAssertLessThanOrEqual((sizes.max() ?? 0) - (sizes.min() ?? 0), 1)
            }
        }
    }

    func testPartsThatAreNotThereAreNone() {
        XCTAssertNil(Shard(0, of: 3))
        XCTAssertNil(Shard(4, of: 3))
        XCTAssertNil(Shard(1, of: 0))
        XCTAssertNil(Shard(-1, of: -1))
    }

    func testTheResultsOfAllPartsAreThoseOfTheWhole() async throws {
        let folder = try scratchFolder()
        let paths = [
            try BatchFixture.write(25, to: folder), folder.path("missing"),
            Repository.samplePath("captures/malformed"),
        ]
        let total = CaptureReader(paths: paths).countEntries()
        for format in RecordFormat.allCases {
            // More parts than entries cost the most, and differ from fewer in the header at most.
            let counts = format == .csv ? [2, 3, 7, total + 5] : [2, 7]
            let whole = try await results(paths, format, Shard(1, of: 1), total)
            XCTAssertEqual(whole.count { $0 == UInt8(ascii: "\n") } >= total, true)
            for count in counts {
                var parts: [UInt8] = []
                for number in 1...count {
                    parts += try await results(paths, format, Shard(number, of: count), total)
                }
                XCTAssertEqual(parts, whole, "\(count) parts, \(format)")
            }
        }
    }

    private func results(
        _ paths: [String], _ format: RecordFormat, _ shard: Shard?, _ total: Int
    ) async throws -> [UInt8] {
        let shard = try XCTUnwrap(shard)
        var sink = CollectingSink()
        var run = BatchRun(processor: ProfileProcessor.unchecked, format: format, jobs: 2)
        run.range = shard.range(of: total)
        run.writesHeader = shard.number == 1
        let outcome = try await run.run(CaptureReader(paths: paths), into: &sink)
        XCTAssertTrue(outcome.isComplete)
        XCTAssertEqual(outcome.summary.counts.total, run.range.count)
        return sink.bytes
    }
}
