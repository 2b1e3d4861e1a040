import Foundation
import TestSupport
import XCTest

@testable import SignatureDiagnostics

/// Base64 whose lines stand twice or in another order is put together again.
final class Base64LineRepairTests: XCTestCase {
    private var message = ""

    override func setUpWithError() throws {
        let sample = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        message = String(decoding: sample, as: UTF8.self)
    }

    private func lines(of width: Int) -> [String] {
        let digits = Array(Data(message.utf8).base64EncodedString())
        return stride(from: 0, to: digits.count, by: width).map {
            String(digits[$0..<min($0 + width, digits.count)])
        }
    }

    private func repairs(_ lines: [String], isThorough: Bool = true) -> [Repair] {
        let text = Array(lines.joined(separator: "\n").utf8)
        return Base64LineRepairs(text, isThorough: isThorough)?.repairs ?? []
    }

    private func assertRepaired(
        _ lines: [String], _ hypothesis: SignatureExplanation.Hypothesis, isThorough: Bool = true,
        _ note: String = "", line: UInt = #line
    ) {
        let found = repairs(lines, isThorough: isThorough).contains {
            $0.hypothesis == hypothesis && $0.bytes == Array(message.utf8)
        }
        XCTAssertTrue(found, note, line: line)
    }

    func testLinesThatStandTwiceAreRemoved() {
        for width in [76, 64, 1000] {
            let lines = lines(of: width)
            assertRepaired(lines.flatMap { [$0, $0] }, .base64LinesDoubled, isThorough: false)
            assertRepaired(lines + lines, .base64LinesDoubled, isThorough: false)
            for place in lines.indices {
                var doubled = lines
                doubled.insert(lines[place], at: place)
                assertRepaired(doubled, .base64LinesDoubled, isThorough: false, "\(width) \(place)")
                doubled = lines
                doubled.insert(lines[place], at: min(place + 3, lines.count))
                assertRepaired(doubled, .base64LinesDoubled, isThorough: false, "\(width) \(place)")
            }
        }
    }

    func testNeighborsThatWereSwappedAreFound() {
        for width in [76, 1000] {
            let lines = lines(of: width)
            for place in lines.indices.dropLast() {
                var swapped = lines
                swapped.swapAt(place, place + 1)
                assertRepaired(swapped, .base64LinesReordered, "\(width) \(place)")
            }
        }
    }

    /// Swaps two lines, or moves one, a number of times; returns how often the message is found.
    private func foundCount(of count: Int, width: Int, isMoved: Bool) -> Int {
        var generator = SeededGenerator("Base64, lines out of order")
        let lines = lines(of: width)
        return (0..<count).count { _ in
            let first = Int.random(in: 1..<lines.count, using: &generator)
            let second = (first + Int.random(in: 1..<lines.count, using: &generator)) % lines.count
            var damaged = lines
            if isMoved {
                damaged.insert(damaged.remove(at: first), at: second)
            } else {
                damaged.swapAt(first, second)
            }
            return repairs(damaged).contains { $0.bytes == Array(message.utf8) }
        }
    }

    func testLinesThatWereSwappedOrMovedFarAreFoundWhereTheMarkupShowsIt() {
        for isMoved in [false, true] {
            XCTAssertEqual(foundCount(of: 20, width: 1000, isMoved: isMoved), 20)
            // Many short lines are inside one value of Base64, where nothing tells them apart.
            XCTAssertGreaterThan(foundCount(of: 20, width: 76, isMoved: isMoved), 9)
        }
    }

    func testAnyOrderOfFewLinesIsPutRight() {
        var generator = SeededGenerator("Base64, shuffled lines")
        let lines = lines(of: 1000)
        for _ in 0..<20 {
            let shuffled = lines.shuffled(using: &generator)
            guard shuffled != lines else { continue }
            assertRepaired(shuffled, .base64LinesReordered)
        }
        assertRepaired(lines.reversed(), .base64LinesReordered, isThorough: false)
        assertRepaired(self.lines(of: 76).reversed(), .base64LinesReordered, isThorough: false)
    }

    func testWhatIsNoBase64InLinesOrWholeIsNotRepaired() {
        XCTAssertNil(Base64LineRepairs(Array(message.utf8), isThorough: true))
        XCTAssertNil(Base64LineRepairs(Array(lines(of: 1 << 20)[0].utf8), isThorough: true))
        XCTAssertNil(Base64LineRepairs(Array("a b\nc d\n".utf8), isThorough: true))
        // A line that is missing cannot be put right.
        var missing = lines(of: 76)
        missing.remove(at: 20)
        XCTAssertEqual(repairs(missing).map(\.hypothesis), [])
        XCTAssertEqual(repairs(Array(repeating: "AAAA", count: 1000)).count, 0)
    }

    func testTheTimeIsLinear() {
        for text in ["PHNhbWxwOlJlc3BvbnNl\n", "A\n", "PDw8\n", "PGE+\n", "PGE+PC9h\nPjxi\n"] {
            for isThorough in [false, true] {
                let growth = LinearCost.growth(from: 1 << 14) { count in
                    let text = String(repeating: text, count: count / text.utf8.count)
                    _ = Base64LineRepairs(Array(text.utf8), isThorough: isThorough)?.repairs
                }
                XCTAssertLessThan(growth, 8, text)
            }
        }
    }
}
