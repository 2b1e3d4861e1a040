import PayloadCoding
import SAMLBindings
import TestSupport
import XCTest

/// Messages in Base64, in all the shapes it is found in.
final class Base64EnvelopeTests: XCTestCase, ReachesUnsafeCode {
    // Its Base64 has both "+" and "/".
    private let xml = "<a b='>>>???'>~~~ÿ</a>"

    func testBase64OnOneLineIsDecoded() throws {
        try Packing.assert(Packing.base64(xml), gives: xml, after: [.base64])
        try Packing.assert(Packing.base64(xml) + "\r\n", gives: xml, after: [.base64])
        try Packing.assert(" \n" + Packing.base64(xml) + "  ", gives: xml, after: [.base64])
    }

    func testBase64WrappedIntoLinesIsDecoded() throws {
        let digits = Packing.base64(xml)
        for (separator, width) in [("\n", 4), ("\r\n", 7), (" \n", 8), ("\n\t ", 5)] {
            var wrapped = ""
            for (index, digit) in digits.enumerated() {
                if index > 0, index.isMultiple(of: width) { wrapped += separator }
                wrapped.append(digit)
            }
            try Packing.assert(wrapped, gives: xml, after: [.base64])
        }
    }

    func testURLSafeBase64IsDecodedWithAndWithoutPadding() throws {
        for xml in [xml, xml + " ", xml + "  "] {
            let safe = Packing.base64(xml).replacing("+", with: "-").replacing("/", with: "_")
            try Packing.assert(safe, gives: xml, after: [.base64URL])
            try Packing.assert(safe.replacing("=", with: ""), gives: xml, after: [.base64URL])
            try Packing.assert("\n" + safe + "\n", gives: xml, after: [.base64URL])
        }
    }

    func testAMixOfBothAlphabetsIsRefusedAtTheFirstForeignDigit() throws {
        let digits = Packing.base64(xml)
        XCTAssertTrue(digits.contains("+") && digits.contains("/"))
        let mixed = digits.replacing("/", with: "_")
        let place = try XCTUnwrap(mixed.utf8.firstIndex(of: UInt8(ascii: "_")))
        Packing.assertRefused(
            mixed, .invalidBase64, at: mixed.utf8.distance(from: mixed.startIndex, to: place))
    }

    func testAByteOrderMarkInsideBase64BelongsToTheMessage() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("<a/>".utf8)
        let envelope = try Packing.envelope(Packing.base64(bytes))
        XCTAssertEqual(envelope.xml, bytes)
        XCTAssertEqual(envelope.steps, [.base64])
    }

    func testUTF16InsideBase64IsXML() throws {
        let bytes: [UInt8] = [0xFF, 0xFE, 0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E, 0]
        XCTAssertEqual(try Packing.envelope(Packing.base64(bytes)).xml, bytes)
    }

    func testPlusTurnedIntoSpacesIsPutBackAndReported() throws {
        let digits = Packing.base64(xml)
        try Packing.assert(
            digits.replacing("+", with: " "), gives: xml, after: [.spacesForPlus, .base64])
        try Packing.assert(
            digits.replacing("+", with: " ") + " \r\n", gives: xml,
            after: [.spacesForPlus, .base64])
    }

    func testSpacesAtTheWidthOfALineAreThoseOfAnUnfoldedHeader() throws {
        let xml = "<a>\(String(repeating: "text", count: 60))</a>"
        let digits = Packing.base64(xml)
        for (first, width) in [(76, 76), (50, 76), (64, 64)] {
            var rest = digits.dropFirst(first)
            var lines = [digits.prefix(first)]
            while !rest.isEmpty {
                lines.append(rest.prefix(width))
                rest = rest.dropFirst(width)
            }
            try Packing.assert(lines.joined(separator: " "), gives: xml, after: [.base64])
        }
    }

    func testPlusAsTheLastDigitIsPutBackToo() throws {
        let digits = Packing.base64("<ab/>>")
        XCTAssertEqual(digits, "PGFiLz4+")
        for tail in [" ", "  ", " \n"] {
            try Packing.assert(
                "PGFiLz4" + tail, gives: "<ab/>>", after: [.spacesForPlus, .base64])
        }
    }

    func testBrokenBase64IsRefusedWithItsOffset() {
        Packing.assertRefused("PGEvPg=", .invalidBase64, at: 7)
        Packing.assertRefused("PGEv\nPg?=", .invalidBase64, at: 7)
        Packing.assertRefused("not a message!", .invalidBase64, at: 13)
        Packing.assertRefused("PGEvPg==PGEvPg==", .invalidBase64, at: 8)
    }

    func testSampleCapturesInBase64GiveTheSampleDocument() throws {
        let expected = try Repository.sample("captures/verification-token.xml")
        let token = try Packing.envelope(Repository.sample("captures/verification-token.b64"))
        XCTAssertEqual(token.xml, expected)
        XCTAssertEqual(token.steps, [.base64])
        let wrapped = try Packing.envelope(
            Repository.sample("captures/32-base64-76-columns.b64"))
        XCTAssertTrue(wrapped.xml.starts(with: "<samlp:Response ".utf8))
        XCTAssertEqual(wrapped.steps, [.base64])
    }

    func testSampleCapturesThatAreNoMessageAreRefused() throws {
        let damaged = try Repository.sample("captures/malformed/invalid-base64.b64")
        XCTAssertThrowsError(try Packing.envelope(damaged)) { error in
            XCTAssertEqual((error as? EnvelopeError)?.code, .invalidBase64)
        }
        let noise = try Repository.sample("captures/malformed/random-bytes.bin")
        XCTAssertThrowsError(try Packing.envelope(noise))
        Packing.assertRefused(try Repository.sample("captures/malformed/empty.xml"), .empty)
    }
}
