import SAMLBindings
import TestSupport
import XCTest

/// Messages that were percent-encoded, once, too often, or wrongly.
final class PercentEncodedEnvelopeTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "<a b='>>>???'>~~~ÿ</a>"
    private var once: String { Packing.percentEncoded(Packing.base64(xml)) }
    private var twice: String { Packing.percentEncoded(once) }

    func testPercentEncodedBase64IsDecoded() throws {
        try Packing.assert(once, gives: xml, after: [.percentEncoding, .base64])
        XCTAssertFalse(try Packing.envelope(once).isDoublyEncoded)
        try Packing.assert(
            once.replacing("%2B", with: "%2b") + "\n", gives: xml,
            after: [.percentEncoding, .base64])
    }

    func testDoublyEncodedMessagesAreDecodedAndReported() throws {
        try Packing.assert(
            twice, gives: xml, after: [.percentEncoding, .percentEncoding, .base64])
        XCTAssertTrue(try Packing.envelope(twice).isDoublyEncoded)
    }

    func testAThirdLayerIsUndoneAndAFourthIsRefused() throws {
        let thrice = Packing.percentEncoded(twice)
        try Packing.assert(
            thrice, gives: xml,
            after: [.percentEncoding, .percentEncoding, .percentEncoding, .base64])
        let place = try XCTUnwrap(once.firstIndex(of: "%"))
        Packing.assertRefused(
            Packing.percentEncoded(thrice), .invalidBase64,
            at: once.distance(from: once.startIndex, to: place))
    }

    func testPercentEncodedXMLIsDecodedAndItsOwnPercentSignsStay() throws {
        try Packing.assert("%3Ca%2F%3E", gives: "<a/>", after: [.percentEncoding])
        try Packing.assert("%3Ca%3E50%25%3C/a%3E", gives: "<a>50%</a>", after: [.percentEncoding])
        try Packing.assert(
            "%253Ca/%253E", gives: "<a/>", after: [.percentEncoding, .percentEncoding])
    }

    func testPlusSignsOfAFormAreSpacesInXMLAndStayInItsValues() throws {
        let xml = "<?xml version=\"1.0\"?><a b=\"c d\">1+1</a>"
        for name in ["%3Fxml", "%3fxml"] {
            try Packing.assert(
                "%3C\(name)+version%3D%221.0%22%3F%3E%3Ca+b%3D%22c+d%22%3E1%2B1%3C%2Fa%3E",
                gives: xml, after: [.percentEncoding])
        }
        try Packing.assert("%3Ca+b%3D%221%22/%3E", gives: "<a b=\"1\"/>", after: [.percentEncoding])
        try Packing.assert(
            "%3Cp%3Aa+b%3D%221%22/%3E", gives: "<p:a b=\"1\"/>", after: [.percentEncoding])
        try Packing.assert("%3Ca%3E1+1%3C/a%3E", gives: "<a>1+1</a>", after: [.percentEncoding])
    }

    func testBrokenPercentEncodingIsRefusedAtItsPercentSign() {
        Packing.assertRefused("PGEvPg%3D%3", .invalidPercentEncoding, at: 9)
        Packing.assertRefused("PGEvPg%3D%ZZ", .invalidPercentEncoding, at: 9)
        // The offset is that of the layer that is broken, here the second one.
        Packing.assertRefused("PGEvPg%253D%25", .invalidPercentEncoding, at: 9)
        Packing.assertRefused("\n%", .invalidPercentEncoding, at: 1)
    }

    func testSampleCapturesGiveTheSameDocumentHoweverOftenTheyAreEncoded() throws {
        let expected = try Packing.envelope(
            Repository.sample("captures/32-base64-76-columns.b64")
        ).xml
        let single = try Packing.envelope(
            Repository.sample("captures/33-base64-percent-encoded.txt"))
        XCTAssertTrue(single.xml.starts(with: "<samlp:Response ".utf8))
        XCTAssertEqual(single.steps, [.percentEncoding, .base64])
        XCTAssertFalse(single.isDoublyEncoded)
        let double = try Packing.envelope(
            Repository.sample("captures/34-base64-doubly-percent-encoded.txt"))
        XCTAssertEqual(double.steps, [.percentEncoding, .percentEncoding, .base64])
        XCTAssertTrue(double.isDoublyEncoded)
        XCTAssertEqual(single.xml.count, expected.count)
        XCTAssertEqual(double.xml.count, expected.count)
    }
}
