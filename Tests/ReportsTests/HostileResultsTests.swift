import Captures
import Foundation
import ProfileProcessing
import Reports
import SAML2
import TestSupport
import XCTest

@testable import BatchEngine

/// Whatever saved results and checkpoints say, reading them ends in a report or an error.
final class HostileResultsTests: XCTestCase {
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "9999999999999999",
        "-9999999999999999", "0", "-1", "1e308", "0.5", "4611686018427387904", "",
    ]

    /// Returns a text in which numbers and bytes were changed at random.
    private func mutated(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            guard !text.isEmpty else { break }
            let place = Int.random(in: 0..<text.count, using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: text[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: text.remove(at: place)
            default:
                let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
                guard let start = text[place...].firstIndex(where: digits.contains) else {
                    continue
                }
                let end = text[start...].firstIndex { !digits.contains($0) } ?? text.endIndex
                let number = Self.numbers.randomElement(using: &generator) ?? ""
                text.replaceSubrange(start..<end, with: number.utf8)
            }
        }
        return text
    }

    private func page(_ tally: ReportTally) -> [UInt8] {
        ReportPage(tally: tally, now: reportTime).bytes
    }

    private let reportTime = SAML.Instant(secondsSinceEpoch: 1_768_478_400)

    func testSizesThatOverflowAreAddedUpToTheLargestNumber() throws {
        let line = #"{"index":0,"outcome":"malformed","bytes":9223372036854775807}"# + "\n"
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let path = try folder.write(Array((line + line + line).utf8), to: "results.ndjson")
        var tally = ReportTally()
        let account = try SavedResults(path: path).forEach { tally.add($0) }
        XCTAssertEqual(account.recordCount, 3)
        var twice = tally
        twice.merge(tally)
        XCTAssertEqual(twice.count, 6)
        XCTAssertFalse(page(twice).isEmpty)
    }

    func testChangedResultsEndNothing() throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        var generator = SeededGenerator("changed results")
        for name in ["results.ndjson", "results.csv"] {
            let results = try Array(
                Data(contentsOf: SavedResultsFixture.folder.appending(path: name)))
            for _ in 0..<60 {
                let path = try folder.write(mutated(results, &generator), to: name)
                var tally = ReportTally(requiredAttributes: ["uid"])
                _ = try? SavedResults(path: path).forEach { tally.add($0) }
                tally.merge(tally)
                XCTAssertFalse(page(tally).isEmpty)
            }
            let lines = results.split(separator: UInt8(ascii: "\n")).map(Array.init)
            for _ in 0..<2000 {
                let line = try XCTUnwrap(lines.randomElement(using: &generator))
                _ = ResultEntry(line: mutated(line, &generator))
            }
        }
    }

    func testChangedCheckpointsEndNothing() throws {
        var generator = SeededGenerator("changed checkpoints")
        let results = SavedResults(
            path: SavedResultsFixture.folder.appending(path: "results.ndjson").path)
        var entries: [ResultEntry] = []
        _ = try results.forEach { entries.append($0) }
        var tally = ReportTally(requiredAttributes: ["uid"])
        for entry in entries { tally.add(entry) }
        let content = BatchCheckpoint<ReportTally>.Content(
            outline: CheckpointOutline(
                identity: RunIdentity(now: reportTime), position: InputPosition(), isFinished: false
            ),
            summary: BatchSummary(), tally: tally, input: InputCounts(openedFiles: 1), seen: Data())
        XCTAssertNotNil(BatchCheckpoint<ReportTally>(resuming: [content.bytes]))
        var readCount = 0
        for _ in 0..<1500 {
            let changed = mutated(content.bytes, &generator)
            _ = CheckpointOutline(reading: changed)?.identity.now?.description
            guard let checkpoint = BatchCheckpoint<ReportTally>(resuming: [changed]) else {
                continue
            }
            readCount += 1
            var tally = checkpoint.outcome.tally
            for entry in entries { tally.add(entry) }
            for _ in 0..<3 { tally.merge(tally) }
            guard readCount % 8 == 0 else { continue }
            let page = ReportPage(tally: tally, now: checkpoint.identity.now ?? reportTime)
            XCTAssertFalse(page.bytes.isEmpty)
        }
        XCTAssertGreaterThan(readCount, 20)
    }
}
