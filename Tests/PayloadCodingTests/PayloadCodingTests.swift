import PayloadCoding
import TestSupport
import XCTest

/// Encoder and decoder as a pair.
final class PayloadCodingTests: XCTestCase, ReachesUnsafeCode {
    private let verbatim = PayloadEncoder(normalization: .none)

    func testWithoutNormalizationTheMessageStaysAsItIs() {
        let message = Array(" \t<a\r\n b='1'/>\u{A0}\n".utf8)
        let payload = verbatim.payload(encoding: message)
        XCTAssertEqual(payload.normalized, message)
        XCTAssertFalse(payload.isRepaired)
        XCTAssertEqual(payload.normalization, .none)
    }

    func testDecodingGivesBackWhatWasEncodedWithoutNormalization() throws {
        var generator = SeededGenerator("Payloads, random text")
        for length in 0...300 {
            let scalars = (0..<length).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let message = Array(String(text).utf8)
            let payload = verbatim.payload(encoding: message)
            XCTAssertEqual(try PayloadDecoder().message(decoding: payload.bytes), message)
        }
    }

    func testDecodingGivesTheNormalizedMessageForEachNormalization() throws {
        let message = Array("<a>\r\n <b  c = 'd'/> </a>\n".utf8)
        for normalization in Normalization.allCases {
            let payload = PayloadEncoder(normalization: normalization).payload(encoding: message)
            XCTAssertEqual(
                try PayloadDecoder().message(decoding: payload.bytes), payload.normalized)
            XCTAssertEqual(payload.normalization, normalization)
        }
    }

    func testBothWaysOfEncodingGiveTheSameBytes() {
        let message = Array("<a>\u{FF}??>> \r\n</a>".utf8) + [0xC3]
        for normalization in Normalization.allCases {
            let encoder = PayloadEncoder(normalization: normalization)
            var output: [UInt8] = []
            let isRepaired = encoder.encode(message, into: &output)
            let payload = encoder.payload(encoding: message)
            XCTAssertEqual(output, payload.bytes)
            XCTAssertEqual(isRepaired, payload.isRepaired)
            XCTAssertEqual(payload.text.utf8.map { $0 }, payload.bytes)
        }
    }

    func testBase64WithoutPercentEncodingIsDecodedToo() throws {
        let message = Array("??>>~~ÿÿ".utf8)
        XCTAssertEqual(
            try PayloadDecoder().message(decoding: Array("Pz8+Pn5+w7/Dvw==".utf8)), message)
    }

    func testADamagedPayloadIsRefusedWithTheOffsetInItsOwnLayer() {
        let examples: [(String, PayloadDecodingError.Code, Int)] = [
            ("PGEvPg%3D%3", .invalidPercentEncoding, 9),
            ("PGEvPg%253D", .notABase64Digit, 6),
            ("PGEvPg%3D", .truncatedBase64, 7),
            ("PGEvPg%3D%3DP", .bytesAfterPadding, 8),
            ("PGEvPh%3D%3D", .spareBitsNotZero, 5),
            ("PGEv Pg%3D%3D", .notABase64Digit, 4),
        ]
        for (text, code, offset) in examples {
            XCTAssertThrowsError(
                try PayloadDecoder().message(decoding: Array(text.utf8)), text
            ) { error in
                XCTAssertEqual(error as? PayloadDecodingError, .init(code, at: offset), text)
            }
        }
    }

    func testIllFormedUTF8IsRepairedAndReported() {
        let examples: [(bytes: [UInt8], repaired: String)] = [
            ([0xE2, 0x82], "\u{FFFD}"),
            ([0x61, 0xED, 0xA0, 0x80, 0x62], "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
            ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0x3C, 0xFF], "<\u{FFFD}"),
        ]
        for (bytes, repaired) in examples {
            let payload = verbatim.payload(encoding: bytes)
            XCTAssertEqual(payload.normalized, Array(repaired.utf8))
            XCTAssertTrue(payload.isRepaired)
        }
    }

    func testWellFormedReplacementCharactersAreNoRepair() {
        let message = Array("a\u{FFFD}\u{10FFFF}\u{FEFF}\u{D7FF}\u{E000}".utf8)
        let payload = verbatim.payload(encoding: message)
        XCTAssertFalse(payload.isRepaired)
        XCTAssertEqual(payload.normalized, message)
    }

    func testEverySequenceOfTwoBytesIsRepairedAsTheStandardLibraryRepairsIt() {
        for first in UInt8(0x7F)...0xFF {
            for second in UInt8(0)...0xFF {
                let message = [first, second, 0x80]
                let payload = verbatim.payload(encoding: message)
                let expected = Array(String(decoding: message, as: UTF8.self).utf8)
                XCTAssertEqual(payload.normalized, expected)
                XCTAssertEqual(payload.isRepaired, expected != message)
            }
        }
    }

    func testDescriptionsHoldNothingOfTheMessage() {
        let payload = verbatim.payload(encoding: Array("<secret/>".utf8))
        XCTAssertEqual(payload.description, "EncodedPayload(14 bytes)")
        XCTAssertEqual("\(payload)", "EncodedPayload(14 bytes)")
    }

    func testAPayloadThatNoEncoderWritesIsRefusedWhereItDiffers() {
        let examples: [(String, Int)] = [
            ("%50z8%2BPn5%2Bw7%2FDvw%3D%3D", 0), ("Pz8%2bPn5%2Bw7%2FDvw%3D%3D", 5),
            ("Pz8+Pn5%2Bw7%2FDvw%3D%3D", 3), ("Pz8%2BPn5%2Bw7%2FDvw==", 20),
        ]
        for (payload, offset) in examples {
            XCTAssertThrowsError(try PayloadDecoder().message(decoding: Array(payload.utf8))) {
                XCTAssertEqual(
                    $0 as? PayloadDecodingError, .init(.notAsEncoded, at: offset), payload)
            }
        }
    }
}
