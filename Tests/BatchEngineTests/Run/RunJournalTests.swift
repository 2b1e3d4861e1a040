import BatchEngine
import TestSupport
import XCTest

/// That a journal is believed up to its first line that is not whole, and no further.
final class RunJournalTests: XCTestCase {
    private static let checkpoints = ["{\"a\":1}", "{\"a\":2,\"b\":\"x y\"}", "{}"]

    private func written() -> (bytes: [UInt8], ends: [Int]) {
        var journal = RunJournal()
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for (number, text) in Self.checkpoints.enumerated() {
            bytes += journal.append(Array(text.utf8), resultLength: number * 100)
            ends.append(bytes.count)
            XCTAssertEqual(journal.lastEnd, bytes.count)
        }
        return (bytes, ends)
    }

    func testWhatIsWrittenIsRead() {
        let (bytes, ends) = written()
        let entries = RunJournal(reading: bytes).entries
        XCTAssertEqual(
            entries.map { String(decoding: $0.checkpoint, as: UTF8.self) }, Self.checkpoints)
        XCTAssertEqual(entries.map(\.resultLength), [0, 100, 200])
        XCTAssertEqual(entries.map(\.end), ends)
    }

    func testAJournalThatIsCutOffAnywhereHoldsTheLinesBeforeTheCut() {
        let (bytes, ends) = written()
        for length in 0...bytes.count {
            let entries = RunJournal(reading: Array(bytes.prefix(length))).entries
            XCTAssertEqual(entries.count, ends.count { $0 <= length }, "\(length) bytes")
        }
    }

    func testAChangedByteEndsTheJournalBeforeItsLine() {
        let (bytes, ends) = written()
        for index in bytes.indices {
            for mask: UInt8 in [0x01, 0x20, 0x80] {
                var changed = bytes
                changed[index] ^= mask
                let entries = RunJournal(reading: changed).entries
                XCTAssertEqual(
                    entries.count, ends.count { $0 <= index }, "byte \(index) ^ \(mask)")
            }
        }
    }

    func testALineOfAnotherPlaceIsNotBelieved() {
        let (bytes, ends) = written()
        let second = bytes[ends[0]..<ends[1]]
        XCTAssertEqual(RunJournal(reading: Array(second)).entries.count, 0)
        XCTAssertEqual(
            RunJournal(reading: Array(bytes.prefix(ends[1])) + second).entries.count, 2)
    }

    func testAppendingGoesOnAfterWhatWasRead() {
        let (bytes, ends) = written()
        var journal = RunJournal(reading: Array(bytes.prefix(ends[1] + 5)))
        XCTAssertEqual(journal.lastEnd, ends[1])
        let line = journal.append(Array("{\"c\":3}".utf8), resultLength: 300)
        let entries = RunJournal(reading: Array(bytes.prefix(ends[1])) + line).entries
        XCTAssertEqual(entries.map(\.resultLength), [0, 100, 300])
    }

    func testCheckpointsWhoseResultsAreNotThereAreForgotten() {
        var journal = RunJournal(reading: written().bytes)
        journal.removeEntries(beyond: 199)
        XCTAssertEqual(journal.entries.map(\.resultLength), [0, 100])
        journal.removeEntries(beyond: -1)
        XCTAssertEqual(journal.lastEnd, 0)
    }

    func testRandomBytesAreAnEmptyJournal() {
        var generator = SeededGenerator("bytes that are no journal")
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
                [
                    UInt8(ascii: " "), 0x0A, UInt8(ascii: "7"),
                    UInt8.random(in: 0...255, using: &generator),
                ]
                .randomElement(using: &generator)!
            }
            XCTAssertEqual(RunJournal(reading: bytes).entries.count, 0)
        }
    }
}
