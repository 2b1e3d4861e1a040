import TestSupport
import WireText
import XCTest

@testable import Captures

/// JSON that is read piece by piece.
final class JSONStreamTests: XCTestCase, ReachesUnsafeCode {
    private func stream(_ bytes: [UInt8], pieceSize: Int) -> JSONStream {
        JSONStream(ByteReader(PieceSource(bytes, pieceSize: pieceSize)))
    }

    func testATextInPiecesIsReadAsTheSameTextInMemory() {
        var generator = SeededGenerator("JSON, pieces")
        let pool = Array("{}[]:,\"\\ utrfn0123e+-.E/\n".utf8) + [0x00, 0x1F, 0xC3]
        var damagedCount = 0
        for round in 0..<5000 {
            var bytes = Array(RandomJSON.object(using: &generator).utf8)
            if round % 2 == 0 {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = pool.randomElement(using: &generator) ?? 0x20
            }
            var scanner = JSONScanner(bytes)
            var json = stream(bytes, pieceSize: Int.random(in: 1...9, using: &generator))
            var builder = stream(bytes, pieceSize: Int.random(in: 1...9, using: &generator))
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(JSONScanner.Failure) {
                try scanner.skip()
                XCTAssertNoThrow(try json.skipValue(), text)
                XCTAssertEqual(json.offset, scanner.index, text)
                let value = JSONValue(reading: Array(bytes[..<scanner.index]))
                XCTAssertEqual(try builder.element()?.bytes, value?.bytes, text)
            } catch {
                damagedCount += 1
                XCTAssertThrowsError(try json.skipValue(), text) {
                    XCTAssertEqual(($0 as? CaptureError)?.offset, error.offset, text)
                }
            }
        }
        XCTAssertGreaterThan(damagedCount, 1000)
    }

    func testAStringIsCutAtItsLimitAndNeverInsideAnEscape() throws {
        let bytes = Array(#""a\n\u00e9bc""#.utf8)
        let expected =
            ["", "a", "a"] + Array(repeating: "a\n", count: 6) + ["a\né", "a\néb", "a\nébc"]
        for (limit, text) in expected.enumerated() {
            for pieceSize in [1, 2, 5, 100] {
                var json = stream(bytes, pieceSize: pieceSize)
                let string = try json.string(limit: limit)
                XCTAssertEqual(string.text, text, "\(limit)")
                XCTAssertEqual(string.isWhole, limit == expected.count - 1, "\(limit)")
                XCTAssertEqual(json.offset, bytes.count)
            }
        }
    }

    func testAValueAboveTheLimitIsPassed() throws {
        let bytes = Array(#"{"a":["bcdefghij",1,true],"k":null} 7"#.utf8)
        for limit in [-1, 0, 8, 20, 58] {
            var json = stream(bytes, pieceSize: 3)
            XCTAssertNil(try json.element(limit: limit), "\(limit)")
            XCTAssertEqual(try json.next(), UInt8(ascii: "7"))
        }
        var json = stream(bytes, pieceSize: 3)
        XCTAssertEqual(try json.element(limit: 59)?.bytes, Array(bytes.dropLast(2)))
        XCTAssertEqual(try json.number(), 7)
    }
}
