import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// How many signatures are told apart: as many as a real message has, and not as many as a sender
/// likes.
final class SignatureOutlineTests: XCTestCase {
    /// A response with this many signed assertions, a line end before each of them.
    private func message(signatureCount: Int) -> String {
        let assertions = (0..<signatureCount).map { number in
            "\n<saml:Assertion ID=\"_a\(number)\" Version=\"2.0\"><saml:Issuer>https://idp.example"
                + "</saml:Issuer>\(HandmadeMessage.signature())</saml:Assertion>"
        }
        return HandmadeMessage.response(body: assertions.joined())
    }

    private func warnings(of text: String) throws -> [NormalizationSummary.Warning] {
        let record = ProfileProcessor.unchecked.record(of: text)
        XCTAssertEqual(record.signature.signed, [.assertion])
        return try XCTUnwrap(record.normalization).warnings
    }

    func testBesideSixteenSignaturesNothingIsSigned() throws {
        XCTAssertEqual(try warnings(of: message(signatureCount: 1)), [])
        XCTAssertEqual(try warnings(of: message(signatureCount: 16)), [])
    }

    func testWithMoreSignaturesEverythingCountsAsSigned() throws {
        for count in [17, 400] {
            XCTAssertEqual(
                try warnings(of: message(signatureCount: count)), [.signedContentChanged])
        }
    }

    func testInsideOneOfSixteenSignedAssertionsAChangeCounts() throws {
        let tag = "ID=\"_a15\" Version=\"2.0\">"
        let text = message(signatureCount: 16).replacing(tag, with: tag + "\n")
        XCTAssertEqual(try warnings(of: text), [.signedContentChanged])
    }
}
