import TestSupport
import XCTest

@testable import WireText

/// The bytes that end the plain part of a JSON string are found wherever they stand.
final class JSONSpecialBytesTests: XCTestCase {
    private func definition(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
        var index = start
        while index < min(end, bytes.count), bytes[index] != 0x22, bytes[index] != 0x5C,
            bytes[index] >= 0x20
        { index += 1 }
        return index
    }

    func testEachByteIsFoundAtEachPlace() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<70 {
                var bytes = Array(repeating: UInt8(ascii: "a"), count: 72)
                bytes[place] = byte
                for start in [0, 1, 7, 8, 9, 17, 40] where start <= place {
                    XCTAssertEqual(
                        bytes.firstSpecial(from: start, to: 72),
                        definition(bytes, from: start, to: 72), "\(byte) at \(place)")
                }
            }
        }
    }

    func testRandomBytesGiveWhatTheDefinitionGives() {
        var generator = SeededGenerator("special bytes")
        for _ in 0..<4000 {
            let count = Int.random(in: 0...90, using: &generator)
            let bytes = (0..<count).map { _ in
                [
                    0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA2, 0xDC,
                    0xFF,
                ]
                .randomElement(using: &generator) ?? 0x61 as UInt8
            }
            let plain = bytes.map { Bool.random(using: &generator) || count < 20 ? $0 : 0x61 }
            for text in [bytes, plain] {
                let start = Int.random(in: 0...count, using: &generator)
                let end = Int.random(in: start...(count + 3), using: &generator)
                XCTAssertEqual(
                    text.firstSpecial(from: start, to: end),
                    definition(text, from: start, to: end), "\(text) \(start) \(end)")
            }
        }
    }

    func testALineIsReadUpToItsEndAndNoFurther() throws {
        let text = Array(#"[1,"a"]{"b":"c"}"#.utf8)
        for (range, isWhole) in [(0..<7, true), (7..<16, true), (0..<6, false), (7..<15, false)] {
            var scanner = JSONScanner(text, in: range)
            let result = Result { () throws(JSONScanner.Failure) in try scanner.skip() }
            XCTAssertEqual((try? result.get()) != nil && scanner.isAtEnd, isWhole, "\(range)")
            XCTAssertLessThanOrEqual(scanner.index, range.upperBound)
        }
    }

    func testIntegersAreReadUpToTheLargestAndTheSmallest() throws {
        for (text, expected) in [
            ("0", 0), ("-0", 0), ("-1", -1), ("9223372036854775807", Int.max),
            ("-9223372036854775808", Int.min),
        ] {
            var scanner = JSONScanner(Array(text.utf8))
            XCTAssertEqual(try scanner.integer(), expected)
        }
        for text in [
            "9223372036854775808", "-9223372036854775809", "1.0", "1e2", "99999999999999999999",
        ] {
            var scanner = JSONScanner(Array(text.utf8))
            XCTAssertThrowsError(try scanner.integer(), text)
        }
    }
}
