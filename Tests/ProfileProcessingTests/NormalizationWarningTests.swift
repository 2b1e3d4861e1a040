import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore

@testable import struct ProfileProcessing.NormalizationCheck
@testable import struct ProfileProcessing.SignatureOutline

/// Each warning about what encoding does to a message, from a message that deserves it.
final class NormalizationWarningTests: XCTestCase, ReachesUnsafeCode {
    func testWhiteSpaceThatNeedNotChangeGivesNoWarning() {
        XCTAssertEqual(warnings(of: HandmadeMessage.response()), [])
    }

    func testWhiteSpaceBetweenElementsThatNobodySignedIsNoLoss() {
        let text = HandmadeMessage.response().replacing("><", with: ">\n  <")
        XCTAssertEqual(warnings(of: text), [])
    }

    func testALineEndThatSeparatesAttributesFusesThem() throws {
        let text = HandmadeMessage.response()
            .replacing(" Version=\"2.0\"><saml:Iss", with: "\nVersion=\"2.0\"><saml:Iss")
        XCTAssertEqual(warnings(of: text), [.fusedTokens])
        let record = ProfileProcessor.unchecked.record(of: text)
        XCTAssertEqual(record.normalization?.preservesSignature, true)
        let signed = try ProfileProcessor.unchecked
            .record(ofSample: "captures/28-newlines-between-attributes.xml")
        XCTAssertEqual(signed.normalization?.warnings, [.fusedTokens])
        XCTAssertEqual(signed.normalization?.preservesSignature, false)
    }

    func testAnElementNameThatGrewTogetherWithAnAttributeIsFused() {
        // Still well-formed, but the element has another name and one attribute less.
        let value = "<p:a\nxmlns:p=\"urn:p\" p:b=\"1\"/>"
        let text = HandmadeMessage.response(attributes: HandmadeMessage.attribute("uid", value))
        XCTAssertEqual(warnings(of: text), [.fusedTokens])
    }

    func testCollapsedTextIsChangedText() {
        let text = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute("uid", "two  spaces"))
        XCTAssertEqual(warnings(of: text), [.textChanged])
    }

    func testTextOfNothingButWhiteSpaceIsTextWhereItIsAllThereIs() {
        let text = HandmadeMessage.response(attributes: HandmadeMessage.attribute("uid", "\n"))
        XCTAssertEqual(warnings(of: text), [.textChanged])
    }

    func testACollapsedAttributeIsAChangedAttribute() {
        let text = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute("two  spaces", "1"))
        XCTAssertEqual(warnings(of: text), [.attributeValueChanged])
    }

    func testSpacesAroundARemovedLineEndAreDoubled() {
        let text = HandmadeMessage.response(attributes: HandmadeMessage.attribute("uid", "a \n b"))
        XCTAssertEqual(warnings(of: text), [.textChanged, .doubledSpaces])
    }

    func testAByteOrderMarkStaysInThePayloadUnlessItIsSafelyRemoved() {
        let text = "\u{FEFF}" + HandmadeMessage.response()
        XCTAssertEqual(warnings(of: text), [.byteOrderMark])
        XCTAssertEqual(warnings(of: text, normalization: .none), [.byteOrderMark])
        XCTAssertEqual(warnings(of: text, normalization: .signatureSafe), [])
    }

    func testADeclarationOfAnotherEncodingIsAMismatch() {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + HandmadeMessage.response()
        let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let record = ProfileProcessor.unchecked.record(of: .init(bytes: [0xFF, 0xFE] + bytes))
        XCTAssertEqual(record.normalization?.warnings, [.encodingMismatch])
        let utf8 = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + HandmadeMessage.response()
        XCTAssertEqual(warnings(of: utf8), [])
    }

    func testAPayloadAboveTheUsualLimitIsOverlong() {
        let overhead = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute("uid", "")
        ).utf8.count
        // A payload has at least 4 bytes for each 3 of the message.
        let long = String(repeating: "a", count: 786_433 - overhead)
        let attributes = HandmadeMessage.attribute("uid", long)
        XCTAssertEqual(
            warnings(of: HandmadeMessage.response(attributes: attributes)), [.overlongPayload])
    }

    func testBytesThatHadToBeRepairedAreTold() throws {
        // The parser refuses such bytes, so that only the check itself can meet them.
        let document = try XML.Document(parsing: Array("<a/>".utf8))
        let check = NormalizationCheck(
            document: document, signatures: SignatureOutline(root: document.rootElement),
            limits: .standard)
        let bytes = Array("<a/>".utf8) + [0xC0]
        let summary = check.summary(
            of: PayloadEncoder().payload(encoding: bytes), from: bytes)
        XCTAssertTrue(summary.warnings.contains(.repairedEncoding))
    }

    private func warnings(
        of text: String, normalization: Normalization = .cookbook
    ) -> [NormalizationSummary.Warning]? {
        ProfileProcessor(options: .init(context: .unchecked, normalization: normalization)).record(
            of: text
        )
        .normalization?.warnings
    }
}
