import SAMLBindings
import TestSupport
import XCTest

/// Messages compressed as the HTTP-Redirect binding compresses them, and streams meant to hurt.
final class DeflateEnvelopeTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "<a>" + String(repeating: "text ", count: 100) + "</a>"

    func testACompressedMessageIsInflated() throws {
        let digits = Packing.base64(try Deflation.deflated(Array(xml.utf8)))
        try Packing.assert(digits, gives: xml, after: [.base64, .deflate])
        try Packing.assert(
            Packing.percentEncoded(digits), gives: xml,
            after: digits == Packing.percentEncoded(digits)
                ? [.base64, .deflate] : [.percentEncoding, .base64, .deflate])
        let url =
            "https://idp.example/sso?SAMLRequest=\(Packing.percentEncoded(digits))&RelayState=r"
        try Packing.assert(url, gives: xml, after: [.form, .base64, .deflate])
        XCTAssertEqual(try Packing.envelope(url).relayState, "r")
    }

    func testEachSizeAroundTheBufferComesOutWhole() throws {
        var generator = SeededGenerator("DEFLATE, random messages")
        for length in [1, 2, 100, 16_383, 16_384, 16_385, 32_768, 50_000] {
            // Half random, so that the stream has blocks of several kinds.
            let tail = (1..<length).map { index in
                index.isMultiple(of: 2) ? 0x20 : UInt8.random(in: 0...255, using: &generator)
            }
            let message = [UInt8(ascii: "<")] + tail
            let envelope = try Packing.envelope(
                Packing.base64(try Deflation.deflated(message)))
            XCTAssertTrue(envelope.xml == message, "\(length) bytes")
        }
    }

    func testTheSampleRedirectGivesTheSampleDocument() throws {
        let envelope = try Packing.envelope(
            Repository.sample("captures/verification-token.redirect"))
        XCTAssertEqual(envelope.xml, try Repository.sample("captures/verification-token.xml"))
        XCTAssertEqual(envelope.steps, [.form, .base64, .deflate])
        XCTAssertEqual(envelope.parameter, .samlRequest)
    }

    func testAMessageAboveTheInflationLimitIsRefusedAndOneAtTheLimitIsNot() throws {
        let digits = Array(Packing.base64(try Deflation.deflated(Array(xml.utf8))).utf8)
        let exact = EnvelopeDecoder.Limits(inflatedByteCount: xml.utf8.count)
        XCTAssertEqual(try Packing.envelope(digits, limits: exact).xml.count, xml.utf8.count)
        let short = EnvelopeDecoder.Limits(inflatedByteCount: xml.utf8.count - 1)
        Packing.assertRefused(digits, .inflationLimit, limits: short)
    }

    func testABombIsGivenUpAtTheStandardLimit() throws {
        let bomb = try Deflation.deflated(
            [UInt8](repeating: UInt8(ascii: "<"), count: (8 << 20) + 1))
        XCTAssertLessThan(bomb.count, 20_000)
        Packing.assertRefused(Packing.base64(bomb), .inflationLimit)
    }

    func testATruncatedStreamIsRefusedWhereverItEnds() throws {
        let stream = try Deflation.deflated(Array(xml.utf8))
        for length in 1..<stream.count {
            Packing.assertRefused(
                Packing.base64(Array(stream[..<length])), .invalidDeflate, at: length)
        }
    }

    func testBytesBehindTheStreamAreRefusedWhereTheyBegin() throws {
        let stream = try Deflation.deflated(Array(xml.utf8))
        for tail: [UInt8] in [[0], Array("<b/>".utf8), stream] {
            Packing.assertRefused(
                Packing.base64(stream + tail), .invalidDeflate, at: stream.count)
        }
    }

    func testBase64OfSomethingElseIsRefusedAsNoStream() {
        XCTAssertThrowsError(try Packing.envelope(Packing.base64("hello, world"))) { error in
            XCTAssertEqual((error as? EnvelopeError)?.code, .invalidDeflate)
        }
    }

    func testACompressedMessageThatIsNotXMLIsRefused() throws {
        for text in ["hello", "", " \n"] {
            Packing.assertRefused(
                Packing.base64(try Deflation.deflated(Array(text.utf8))), .notXML)
        }
    }
}
