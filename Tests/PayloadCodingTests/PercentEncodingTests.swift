import Foundation
import PayloadCoding
import TestSupport
import XCTest

/// Percent-encoding of the cookbook's set of characters, and its inverse.
final class PercentEncodingTests: XCTestCase, ReachesUnsafeCode {
    func testExactlyTheCharactersOfTheCookbookAreEncoded() {
        XCTAssertEqual(
            Set(PercentEncoding.reserved), Set("!*'();:@&=+$,/?%#[]".utf8))
        for byte in UInt8(0)...255 {
            let isReserved = PercentEncoding.reserved.contains(byte)
            let expected =
                isReserved ? Array(String(format: "%%%02X", Int(byte)).utf8) : [byte]
            XCTAssertEqual(encoded([byte]), expected)
        }
    }

    func testEncodedASCIIEqualsFoundation() {
        let ascii = (0...127).map { UInt8($0) }
        let foundation = String(decoding: ascii, as: UTF8.self).addingPercentEncoding(
            withAllowedCharacters: CharacterSet(charactersIn: "!*'();:@&=+$,/?%#[]").inverted)
        XCTAssertEqual(String(decoding: encoded(ascii), as: UTF8.self), foundation)
    }

    func testEncodingIsAppendedToWhatIsThere() {
        var output = Array("a=".utf8)
        PercentEncoding.encode(Array("+/=".utf8), into: &output)
        XCTAssertEqual(String(decoding: output, as: UTF8.self), "a=%2B%2F%3D")
    }

    func testRandomBytesComeBack() throws {
        var generator = SeededGenerator("Percent-encoding, random bytes")
        for length in 0...300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            XCTAssertEqual(try PercentEncoding.decode(encoded(bytes)), bytes)
        }
    }

    func testDigitsOfEitherCaseAreDecodedAndPlusStays() throws {
        let text = Array("a%2b%2Bb+c%3d%00%fF".utf8)
        XCTAssertEqual(
            try PercentEncoding.decode(text), Array("a++b+c=\0".utf8) + [0xFF])
    }

    func testDecodingUndoesOneLayerOnly() throws {
        XCTAssertEqual(try PercentEncoding.decode(Array("%252B".utf8)), Array("%2B".utf8))
    }

    func testAnIncompleteTripletIsRefusedAtItsPercentSign() {
        let examples = [
            ("%", 0), ("%2", 0), ("ab%2", 2), ("%2B%", 3), ("%zz", 0), ("%2g", 0), ("a%g2", 1),
            ("%%2B", 0), ("% 2B", 0), ("%2B%3", 3), ("%/0", 0), ("%:0", 0), ("%@0", 0), ("%`0", 0),
        ]
        for (text, offset) in examples {
            XCTAssertThrowsError(try PercentEncoding.decode(Array(text.utf8)), text) { error in
                XCTAssertEqual(
                    error as? PayloadDecodingError, .init(.invalidPercentEncoding, at: offset),
                    text)
            }
        }
    }

    private func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        PercentEncoding.encode(bytes, into: &output)
        return output
    }
}
