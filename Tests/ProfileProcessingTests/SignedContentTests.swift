import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import TestSupport
import XCTest

/// Which changes break a signature: those inside what is signed, and no others.
final class SignedContentTests: XCTestCase, ReachesUnsafeCode {
    private static let loose = "two  spaces"

    func testChangedTextInsideASignedAssertionBreaksTheSignature() {
        let text = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute("uid", Self.loose),
            signature: HandmadeMessage.signature())
        expect([.signedContentChanged, .textChanged], of: text)
    }

    func testWhiteSpaceBetweenSignedElementsCounts() {
        let text = HandmadeMessage.response(
            attributes: "\n" + HandmadeMessage.attribute("uid", "1"),
            signature: HandmadeMessage.signature())
        expect([.signedContentChanged], of: text)
    }

    func testAChangeBesideASignedAssertionBreaksNothing() {
        let text = HandmadeMessage.response(signature: HandmadeMessage.signature())
            .replacing("<saml:Assertion", with: "\n<saml:Assertion")
        expect([], of: text)
    }

    func testAResponsesSignatureCoversTheWholeResponse() {
        let text = HandmadeMessage.response(
            body: "<saml:Assertion ID=\"_a\" Version=\"2.0\">\n<saml:Issuer>https://idp.example"
                + "</saml:Issuer></saml:Assertion>", rootSignature: HandmadeMessage.signature())
        expect([.signedContentChanged], of: text)
    }

    func testSignedInfoIsSignedItself() {
        expect(
            [.signedContentChanged],
            of: HandmadeMessage.response(signature: HandmadeMessage.signature(signedInfo: "\n  ")))
    }

    func testTheSignatureValueMayBeWrapped() {
        expect(
            [],
            of: HandmadeMessage.response(
                signature: HandmadeMessage.signature(value: "\nAAAA\nBBBB\n")))
    }

    func testKeyInfoIsNotSigned() {
        expect(
            [],
            of: HandmadeMessage.response(
                signature: HandmadeMessage.signature(keyName: Self.loose)))
    }

    func testWhiteSpaceBetweenThePartsOfASignatureIsNotSigned() {
        let signature = HandmadeMessage.signature()
            .replacing("<ds:SignatureValue>", with: "\n<ds:SignatureValue>")
        expect([], of: HandmadeMessage.response(signature: signature))
    }

    func testAnAssertionsSignatureIsContentOfASignedResponse() {
        let inner = HandmadeMessage.signature(value: "AAAA\nBBBB")
        let text = HandmadeMessage.response(
            body: "<saml:Assertion ID=\"_a\" Version=\"2.0\"><saml:Issuer>https://idp.example"
                + "</saml:Issuer>\(inner)</saml:Assertion>",
            rootSignature: HandmadeMessage.signature())
        expect([.signedContentChanged], of: text)
    }

    func testAChangedAttributeValueOfASignedElementCounts() {
        let text = HandmadeMessage.response(
            attributes: HandmadeMessage.attribute(Self.loose, "1"),
            signature: HandmadeMessage.signature())
        expect([.signedContentChanged, .attributeValueChanged], of: text)
    }

    func testSignatureSafeNormalizationBreaksNoSample() throws {
        for normalization in [Normalization.signatureSafe, .none] {
            let processor = try ProfileProcessor.reference(normalization: normalization)
            for row in try SampleOutcome.files() where row.kind != "none" {
                let summary = try processor.record(ofSample: row.path).normalization
                XCTAssertEqual(summary?.preservesSignature, true, row.path)
                let warnings = Set(summary?.warnings ?? [])
                XCTAssertTrue(
                    warnings.isSubset(of: [.byteOrderMark, .encodingMismatch]), row.path)
            }
        }
    }

    private func expect(
        _ warnings: [NormalizationSummary.Warning], of text: String,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let record = ProfileProcessor.unchecked.record(of: text)
        XCTAssertEqual(record.outcome, .unverified, file: file, line: line)
        XCTAssertEqual(record.normalization?.warnings, warnings, file: file, line: line)
        XCTAssertEqual(
            record.normalization?.preservesSignature, !warnings.contains(.signedContentChanged),
            file: file, line: line)
    }
}
