import BatchEngine
import Foundation
import ProfileProcessing
import TestSupport
import XCTest
import XMLCore

@testable import Reports

/// Tallies say the same however messages are divided and whatever senders write.
final class ReportTallyTests: XCTestCase {
    private func entries(_ purpose: String, count: Int) -> [ResultEntry] {
        var random = RandomEntry(purpose)
        return (0..<count).map { number in
            number % 3 == 0
                ? random.hostile(number % 2 == 0 ? "urn:x:" : "e\u{301}<&>") : random.next()
        }
    }

    private func tally(_ entries: some Sequence<ResultEntry>) -> ReportTally {
        var tally = ReportTally(requiredAttributes: ["uid"])
        for entry in entries { tally.add(entry) }
        return tally
    }

    private func encoded(_ tally: ReportTally) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(tally)
    }

    func testHoweverMessagesAreDividedTheTallyIsTheSame() throws {
        let entries = entries("partitions", count: 1500)
        let whole = tally(entries)
        var generator = SeededGenerator("partitions of a tally")
        for _ in 0..<4 {
            let count = Int.random(in: 2...40, using: &generator)
            var parts = Array(repeating: [ResultEntry](), count: count)
            for entry in entries {
                parts[Int.random(in: 0..<count, using: &generator)].append(entry)
            }
            var tallies = parts.map { tally($0.shuffled(using: &generator)) }
            // Added up as a tree, in any order and either way around.
            while tallies.count > 1 {
                tallies.shuffle(using: &generator)
                let last = tallies.removeLast()
                tallies[0].merge(last)
            }
            XCTAssertEqual(tallies[0], whole)
            XCTAssertEqual(try encoded(tallies[0]), try encoded(whole))
        }
    }

    func testWhatIsNotJudgedIsCountedAndEntriesWithoutAMessageAreNot() {
        let query = ResultEntry(index: 0, outcome: .notJudged, kind: .attributeQuery, byteCount: 9)
        let entries = ResultEntry(index: 1, outcome: .notJudged, kind: nil)
        let tally = tally([query, entries, query])
        XCTAssertEqual(tally.count, 0)
        XCTAssertEqual(tally.issuerNames, [])
        let page = String(
            decoding: ReportPage(tally: tally, now: .reportTime).bytes, as: UTF8.self)
        XCTAssertTrue(page.contains("2 messages were not judged"), page)
        XCTAssertTrue(page.contains("No message was judged."), page)
        XCTAssertFalse(
            String(
                decoding: ReportPage(tally: self.tally([entries]), now: .reportTime).bytes,
                as: UTF8.self
            ).contains("not judged"))
    }

    func testMergingIsCommutative() {
        let entries = entries("halves", count: 2000)
        let (one, other) = (tally(entries.prefix(700)), tally(entries.dropFirst(700)))
        var forwards = one
        forwards.merge(other)
        var backwards = other
        backwards.merge(one)
        XCTAssertEqual(forwards, backwards)
        XCTAssertEqual(forwards, tally(entries))
        XCTAssertNotEqual(forwards, one)
    }

    func testATallyThatWasSavedGoesOnAsIfItHadNot() throws {
        let entries = entries("saved", count: 3000)
        var resumed = try JSONDecoder().decode(
            ReportTally.self, from: try encoded(tally(entries.prefix(1500))))
        for entry in entries.dropFirst(1500) { resumed.add(entry) }
        XCTAssertEqual(resumed, tally(entries))
    }

    func testATallyStaysSmallWhateverSendersWrite() throws {
        var random = RandomEntry("floods")
        var tally = ReportTally()
        var half = 0
        for number in 0..<6_000 {
            var entry = random.hostile("urn:flood:\(number):")
            entry.reasons = ["conditions.expired"]
            tally.add(entry)
            if number == 2_999 { half = try encoded(tally).count }
        }
        let size = try encoded(tally).count
        print("a tally of 6,000 hostile messages: \(size) bytes, of half of them \(half)")
        XCTAssertEqual(tally.count, 6_000)
        XCTAssertLessThan(size, half + half / 10)
        XCTAssertLessThan(size, 4 << 20)
    }

    func testStrangersDoNotPushIssuersOutThatATrustedKeyVouchesFor() {
        var random = RandomEntry("honest issuer")
        var tally = ReportTally()
        for number in 0..<3000 { tally.add(random.hostile("urn:stranger:\(number):")) }
        var honest = ResultEntry(index: 5000, outcome: .accepted, kind: .response)
        honest.issuer = "https://honest.example"
        honest.verdict = .valid
        tally.add(honest)
        for number in 0..<3000 { tally.add(random.hostile("urn:stranger:\(number + 3000):")) }
        let page = String(
            decoding: ReportPage(tally: tally, now: .reportTime).bytes, as: UTF8.self)
        XCTAssertTrue(page.contains("further issuers"))
        XCTAssertEqual(tally.count, 6001)
        XCTAssertTrue(tally.issuerNames.contains("https://honest.example"))
    }

    func testAddingIsMeasured() throws {
        var random = RandomEntry("measured entries")
        let entries = (0..<4_000).map { _ in random.next() }
        let clock = ContinuousClock()
        var tally = ReportTally()
        let elapsed = clock.measure {
            for _ in 0..<5 { for entry in entries { tally.add(entry) } }
        }
        print("adding an entry takes \(elapsed / 20_000)")
        XCTAssertEqual(tally.count, 20_000)
    }
}

extension ReportTally {
    /// The issuers whose messages are told apart.
    fileprivate var issuerNames: [String] {
        issuers.sorted { $0.outcomes.judged }.map(\.name.text)
    }
}
