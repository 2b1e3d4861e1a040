import SAMLBindings
import TestSupport
import XCTest

/// XML that is in no packing at all.
final class RawMessageTests: XCTestCase, ReachesUnsafeCode {
    func testXMLIsPassedOnByteForByte() throws {
        let utf16 = "<a/>".utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let littleEndian = "<a/>".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let documents: [[UInt8]] = [
            Array("<a/>".utf8), Array("<a/>\n".utf8),
            Array("<?xml version='1.0'?><a/>".utf8),
            [0xEF, 0xBB, 0xBF] + Array("<a/>".utf8), [0xFE, 0xFF] + utf16,
            [0xFF, 0xFE] + littleEndian,
            utf16, littleEndian, Array("<a b='%3C+ &amp;c=SAMLResponse='/>".utf8),
        ]
        for bytes in documents {
            let envelope = try Packing.envelope(bytes)
            XCTAssertEqual(envelope.xml, bytes)
            XCTAssertEqual(envelope.steps, [])
            XCTAssertNil(envelope.parameter)
            XCTAssertNil(envelope.relayState)
            XCTAssertFalse(envelope.isDoublyEncoded)
        }
    }

    func testWhiteSpaceBeforeXMLIsTakenOffAndReported() throws {
        let envelope = try Packing.envelope(Array("\r\n\t <?xml version='1.0'?><a/>\n".utf8))
        XCTAssertEqual(envelope.xml, Array("<?xml version='1.0'?><a/>\n".utf8))
        XCTAssertEqual(envelope.steps, [.whiteSpace])
    }

    func testAByteOrderMarkBeforeAPackedMessageIsPassedOver() throws {
        let envelope = try Packing.envelope([0xEF, 0xBB, 0xBF] + Array("PGEvPg==".utf8))
        XCTAssertEqual(envelope.xml, Array("<a/>".utf8))
        XCTAssertEqual(envelope.steps, [.base64])
    }

    func testSampleMessagesInXMLArePassedOn() throws {
        for name in [
            "01-pretty-lf-assertion-signed-rsa-sha256.xml", "30-utf-16-byte-order-mark.xml",
            "31-utf-8-byte-order-mark.xml", "malformed/html-page.xml", "malformed/utf-7.xml",
        ] {
            let bytes = try Repository.sample("captures/\(name)")
            let envelope = try Packing.envelope(bytes)
            XCTAssertEqual(envelope.xml, bytes, name)
            XCTAssertEqual(envelope.steps, [], name)
        }
    }

    func testNothingButWhiteSpaceIsEmpty() {
        for text in ["", " ", "\r\n\t "] { Packing.assertRefused(text, .empty) }
    }

    func testACaptureAboveTheLimitIsRefusedAndOneAtTheLimitIsNot() throws {
        let limits = EnvelopeDecoder.Limits(byteCount: 4)
        XCTAssertEqual(try Packing.envelope(Array("<a/>".utf8), limits: limits).xml.count, 4)
        Packing.assertRefused(Array("<a/> ".utf8), .tooManyBytes, limits: limits)
        Packing.assertRefused(Array("     ".utf8), .tooManyBytes, limits: limits)
    }

    func testStandardLimitsAreTheDocumentedOnes() {
        XCTAssertEqual(EnvelopeDecoder().limits.byteCount, 24 * 1024 * 1024)
        XCTAssertEqual(EnvelopeDecoder().limits.inflatedByteCount, 8 * 1024 * 1024)
    }

    func testDescriptionsHoldNothingOfTheMessage() throws {
        let message = CapturedMessage(bytes: Array("<secret/>".utf8))
        XCTAssertEqual(message.description, "CapturedMessage(9 bytes)")
        XCTAssertEqual(
            try EnvelopeDecoder().envelope(from: message).description, "MessageEnvelope(9 bytes)")
        let descriptions = EnvelopeError.Code.allCases
            .map { EnvelopeError($0, at: 5).description }
        XCTAssertEqual(Set(descriptions).count, descriptions.count)
        XCTAssertTrue(descriptions.allSatisfy { $0.hasSuffix(" at byte 5.") })
        XCTAssertEqual(
            EnvelopeError(.notXML).description, "The unpacked message is not XML.")
    }
}
