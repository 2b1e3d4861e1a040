import Foundation
import PayloadCoding
import TestSupport
import XCTest

/// What the Base64 decoder refuses, why, and at which byte.
final class Base64StrictnessTests: XCTestCase, ReachesUnsafeCode {
    private typealias Refusal = (text: String, code: PayloadDecodingError.Code, offset: Int)

    private let refusals: [Refusal] = [
        ("Z", .truncatedBase64, 1),
        ("Zg", .truncatedBase64, 2),
        ("Zm8", .truncatedBase64, 3),
        ("Zg=", .truncatedBase64, 3),
        ("Zm9vZg", .truncatedBase64, 6),
        ("=", .notABase64Digit, 0),
        ("====", .notABase64Digit, 0),
        ("Z===", .notABase64Digit, 1),
        ("Zm9v=", .notABase64Digit, 4),
        ("Zm9vZ=", .notABase64Digit, 5),
        ("Zg=g", .notABase64Digit, 3),
        ("-m9v", .notABase64Digit, 0),
        ("Zm_v", .notABase64Digit, 2),
        ("Zm9%", .notABase64Digit, 3),
        ("Zm9vZm9\u{E9}", .notABase64Digit, 7),
        ("Zg==Zg==", .bytesAfterPadding, 4),
        ("Zg===", .bytesAfterPadding, 4),
        ("Zm8==", .bytesAfterPadding, 4),
        ("Zm9vZm8=A", .bytesAfterPadding, 8),
        ("Zh==", .spareBitsNotZero, 1),
        ("Zv==", .spareBitsNotZero, 1),
        ("Zm9=", .spareBitsNotZero, 2),
        ("Zm9vZm+=", .spareBitsNotZero, 6),
    ]

    func testEveryDeviationIsRefusedWithItsReasonAndOffset() {
        for (text, code, offset) in refusals {
            assert(.init(code, at: offset), for: text) { try Base64.decode($0) }
            assert(.init(code, at: offset), for: text) { try Base64.decodeWrapped($0) }
        }
        let tested = Set(refusals.map(\.code)).union([.invalidPercentEncoding, .notAsEncoded])
        XCTAssertEqual(tested, Set(PayloadDecodingError.Code.allCases))
    }

    func testWhiteSpaceIsRefusedWhereTextMustNotBeWrapped() {
        for (text, offset) in [("Zm9v\n", 4), (" Zm9v", 0), ("Zm\t9v", 2), ("Zg=\r=", 3)] {
            assert(.init(.notABase64Digit, at: offset), for: text) { try Base64.decode($0) }
        }
    }

    func testOffsetsInWrappedTextCountTheWhiteSpace() {
        let examples: [Refusal] = [
            ("\r\nZm9v\r\nZm?v", .notABase64Digit, 10),
            (" Z g = = \n Z", .bytesAfterPadding, 11),
            ("Zm9v\n Z h==", .spareBitsNotZero, 8),
            ("Zm 9 = ", .spareBitsNotZero, 3),
            ("Zm9v Zg\n", .truncatedBase64, 8),
            ("\n=", .notABase64Digit, 1),
        ]
        for (text, code, offset) in examples {
            assert(.init(code, at: offset), for: text) { try Base64.decodeWrapped($0) }
        }
    }

    func testEachByteOutsideTheAlphabetIsRefusedInEveryPlace() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
        for byte in UInt8(0)...255 where !alphabet.contains(byte) {
            for place in 0..<8 {
                var digits = Array("Zm9vYmFy".utf8)
                digits[place] = byte
                XCTAssertThrowsError(try Base64.decode(digits)) { error in
                    XCTAssertEqual(
                        error as? PayloadDecodingError, .init(.notABase64Digit, at: place))
                }
            }
        }
    }

    func testNothingIsAcceptedThatTheEncoderDoesNotWrite() {
        var generator = SeededGenerator("Base64, mutated digits")
        let pool = Array("AQgwZ+/=9z-_ \n".utf8)
        var accepted = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...9, using: &generator)
            let digits = (0..<length).compactMap { _ in pool.randomElement(using: &generator) }
            guard let bytes = try? Base64.decode(digits) else {
                // Foundation accepts more than is canonical, but never less.
                let isCanonical =
                    Data(base64Encoded: Data(digits)).map { Array($0.base64EncodedData()) }
                    == digits
                XCTAssertFalse(isCanonical, "\(digits)")
                continue
            }
            accepted += 1
            XCTAssertEqual(Base64.encoding(bytes), digits)
        }
        XCTAssertGreaterThan(accepted, 500)
    }

    func testErrorsSayReasonAndPlaceButNothingOfTheMessage() {
        let error = PayloadDecodingError(.truncatedBase64, at: 7)
        XCTAssertEqual(error.description, "The Base64 text ends too early at byte 7.")
        let descriptions = PayloadDecodingError.Code.allCases
            .map { PayloadDecodingError($0, at: 12).description }
        XCTAssertEqual(Set(descriptions).count, descriptions.count)
        XCTAssertTrue(descriptions.allSatisfy { $0.hasSuffix(" at byte 12.") })
    }

    private func assert(
        _ expected: PayloadDecodingError, for text: String, line: UInt = #line,
        decoding decode: ([UInt8]) throws -> [UInt8]
    ) {
        XCTAssertThrowsError(try decode(Array(text.utf8)), text, line: line) { error in
            XCTAssertEqual(error as? PayloadDecodingError, expected, text, line: line)
        }
    }
}
