import Foundation
import PayloadCoding
import TestSupport
import XCTest

/// Base64 as RFC 4648 defines it and Foundation writes it.
final class Base64Tests: XCTestCase, ReachesUnsafeCode {
    func testVectorsOfRFC4648HoldInBothDirections() throws {
        let vectors = [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ]
        for (bytes, digits) in vectors {
            XCTAssertEqual(Base64.encoding(Array(bytes.utf8)), Array(digits.utf8))
            XCTAssertEqual(try Base64.decode(Array(digits.utf8)), Array(bytes.utf8))
        }
    }

    func testEveryLengthUpToThreeHundredComesBackAndEqualsFoundation() throws {
        var generator = SeededGenerator("Base64, random bytes")
        for length in 0...300 {
            for _ in 0..<4 {
                let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let digits = Base64.encoding(bytes)
                XCTAssertEqual(digits, Array(Data(bytes).base64EncodedData()))
                XCTAssertEqual(digits.count, Base64.encodedCount(forByteCount: length))
                XCTAssertEqual(try Base64.decode(digits), bytes)
                XCTAssertEqual(try Base64.decodeWrapped(digits), bytes)
            }
        }
    }

    func testEveryGroupOfSixBitsHasItsDigit() throws {
        var bytes: [UInt8] = []
        for byte in UInt8(0)...255 { bytes += [byte, 0x0F, 0x5A, byte, 0xF0, 0xA5] }
        let digits = Base64.encoding(bytes)
        XCTAssertEqual(Set(digits).count, 64)
        XCTAssertEqual(digits, Array(Data(bytes).base64EncodedData()))
        XCTAssertEqual(try Base64.decode(digits), bytes)
    }

    func testEncodingIsAppendedToWhatIsThere() {
        var output = Array("SAMLResponse=".utf8)
        Base64.encode(Array("<a/>".utf8), into: &output)
        XCTAssertEqual(String(decoding: output, as: UTF8.self), "SAMLResponse=PGEvPg==")
    }

    func testWhiteSpaceCountsForNothingInAnyPlace() throws {
        var generator = SeededGenerator("Base64 with white space in it")
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...90, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            var text: [UInt8] = []
            for digit in Base64.encoding(bytes) {
                while Int.random(in: 0..<12, using: &generator) == 0 {
                    text.append([0x20, 0x09, 0x0A, 0x0D].randomElement(using: &generator) ?? 0x20)
                }
                text.append(digit)
            }
            if Bool.random(using: &generator) { text.append(0x0A) }
            XCTAssertEqual(try Base64.decodeWrapped(text), bytes)
        }
    }

    func testWrappedTextGivesWhatTheLinesGiveTogether() throws {
        var generator = SeededGenerator("Base64, wrapped")
        let bytes = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let digits = Base64.encoding(bytes)
        for separator in ["\n", "\r\n", " ", "\t", "\n  \n"] {
            for width in [1, 3, 64, 76, 5000] {
                var text = Array(separator.utf8)
                for (index, digit) in digits.enumerated() {
                    text.append(digit)
                    if (index + 1).isMultiple(of: width) { text += separator.utf8 }
                }
                XCTAssertEqual(try Base64.decodeWrapped(text), bytes)
            }
        }
    }
}
