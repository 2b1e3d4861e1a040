import BatchEngine
import Captures
import Foundation
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// That a run gives the same results, in the order of the input, however many work at it.
final class BatchRunTests: XCTestCase, SharesState {
    func testResultsAreTheSameAndInOrderForAnyNumberOfJobs() async throws {
        let folder = try scratchFolder()
        let paths = try mixedInput(in: folder)
        for format in RecordFormat.allCases {
            let (alone, aloneSummary) = try await run(paths, jobs: 1, format: format)
            let indices = try Self.indices(alone.bytes, format)
            XCTAssertEqual(indices, Array(indices.indices))
            XCTAssertGreaterThan(indices.count, 400)
            // How jobs take turns does not depend on the format.
            for jobs in format == .ndjson ? [2, 3, 8] : [3] {
                let (sink, summary) = try await run(paths, jobs: jobs, format: format)
                XCTAssertEqual(sink.bytes, alone.bytes, "\(jobs) jobs, \(format)")
                XCTAssertEqual(summary, aloneSummary, "\(jobs) jobs, \(format)")
            }
        }
    }

    func testEverythingThatIsReadIsCountedOnceAndWrittenOnce() async throws {
        let paths = [Repository.samplePath("captures")]
        let rows = try SampleOutcome.files() + SampleOutcome.subscriberLines()
        for jobs in [1, 2] {
            let (sink, summary) = try await run(paths, jobs: jobs)
            func expected(_ outcome: String) -> Int { rows.count { $0.unchecked == outcome } }
            XCTAssertEqual(summary.counts.unverified, expected("unverified"))
            XCTAssertEqual(summary.counts.rejected, expected("rejected"))
            XCTAssertEqual(summary.counts.malformed, expected("malformed"))
            XCTAssertEqual(summary.counts.total, rows.count)
            XCTAssertEqual(sink.lines, rows.count)
            print("samples with \(jobs) jobs: \(summary.counts.total) read, \(sink.lines) written")
        }
    }

    func testAnEmptyInputGivesAnEmptyResult() async throws {
        let folder = try scratchFolder()
        for jobs in [1, 4] {
            let (sink, summary) = try await run([folder.path], jobs: jobs)
            XCTAssertEqual(sink.bytes, [])
            XCTAssertEqual(summary, BatchSummary())
            let (table, _) = try await run([folder.path], jobs: jobs, format: .csv)
            XCTAssertEqual(table.bytes, RecordFormat.csv.header)
        }
    }

    func testAnInputThatIsNotThereIsARecord() async throws {
        let folder = try scratchFolder()
        for jobs in [1, 2] {
            let (sink, summary) = try await run([folder.path("gone")], jobs: jobs)
            XCTAssertEqual(summary.counts.malformed, 1)
            let record = try JSONTree.lines(sink.bytes).first
            XCTAssertEqual(record?["reasons"]?[0]?["code"], "capture.inputNotFound")
        }
    }

    func testProgressGrowsToTheSummary() async throws {
        let folder = try scratchFolder()
        let paths = try mixedInput(in: folder)
        for jobs in [1, 3] {
            var steps: [BatchSummary] = []
            let (_, summary) = try await run(paths, jobs: jobs) { steps.append($0) }
            XCTAssertGreaterThan(steps.count, 4)
            XCTAssertEqual(steps.last, summary)
            let totals = steps.map(\.counts.total)
            XCTAssertEqual(totals, totals.sorted())
            XCTAssertEqual(Set(totals).count, totals.count)
        }
    }

    func testFewerJobsThanOneAreOne() {
        XCTAssertEqual(BatchRun(processor: .unchecked, format: .csv, jobs: -3).jobs, 1)
    }

    /// The samples but for the subscribers, and some hundred short messages.
    private func mixedInput(in folder: ScratchFolder) throws -> [String] {
        var lines = ""
        for number in 0..<400 {
            let message =
                number % 7 == 0
                ? "<a>"
                : HandmadeMessage.response(
                    attributes: HandmadeMessage.attribute("uid", "\(number)"))
            lines += Data(message.utf8).base64EncodedString() + "\n"
        }
        let short = try folder.write(lines.utf8, to: "short.txt")
        let files = try SampleOutcome.files().map { Repository.samplePath($0.path) }
        let long = try folder.write(
            try Repository.sample(SampleOutcome.subscribers).split(separator: UInt8(ascii: "\n"))
                .prefix(70).joined(separator: [UInt8(ascii: "\n")]), to: "subscribers.ndjson")
        return files + [short, long]
    }

    private func run(
        _ paths: [String], jobs: Int, format: RecordFormat = .ndjson,
        progress: (BatchSummary) -> Void = { _ in }
    ) async throws -> (CollectingSink, BatchSummary) {
        var sink = CollectingSink()
        let run = BatchRun(processor: try .reference(), format: format, jobs: jobs)
        let summary = try await run.run(
            CaptureReader(paths: paths), into: &sink,
            progress: {
                progress($0.summary)
            }
        ).summary
        return (sink, summary)
    }

    private static func indices(_ bytes: [UInt8], _ format: RecordFormat) throws -> [Int] {
        switch format {
        case .ndjson: try JSONTree.lines(bytes).compactMap { $0["index"]?.integer }
        case .arrow: try ArrowReading(bytes).records.compactMap { $0["index"] as? Int }
        case .csv, .rawCSV:
            try CSVTable(parsing: bytes).records.compactMap { $0["index"].flatMap(Int.init) }
        }
    }
}
