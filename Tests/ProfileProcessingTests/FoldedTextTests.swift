import PayloadCoding
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore

@testable import ProfileProcessing

/// That the fast way to find what the cookbook changes says what the defining way says.
final class FoldedTextTests: XCTestCase, ReachesUnsafeCode {
    func testBothWaysAgreeOnEverySample() throws {
        var plain = 0
        for row in try SampleOutcome.files() where row.kind != "none" {
            let message = CapturedMessage(bytes: try Repository.sample(row.path))
            let xml = try EnvelopeDecoder().envelope(from: message).xml
            let isUTF16 = xml.starts(with: [0xFF, 0xFE])
            if try compare(isUTF16 ? XML.Document(parsing: xml).utf8 : xml) { plain += 1 }
        }
        XCTAssertGreaterThan(plain, 20)
        print("samples with plain markup: \(plain)")
    }

    func testBothWaysAgreeOnRandomDocuments() throws {
        var generator = SeededGenerator("documents with white space in all places")
        var plain = 0
        for _ in 0..<4000 {
            let bytes = RandomMessage.bytes(using: &generator)
            // Texts that stand side by side may have made "]]>".
            guard (try? XML.Document(parsing: bytes)) != nil else { continue }
            if try compare(bytes) { plain += 1 }
        }
        print("random documents with plain markup: \(plain)")
        XCTAssertGreaterThan(plain, 1000)
    }

    func testALineEndThatKeepsTwoHyphensOfACommentApartFusesThem() throws {
        try assertFused("<a><!-- -\n- --></a>")
    }

    func testALineEndThatKeepsTheEndOfACommentApartChangesWhatIsSigned() {
        let attributes = HandmadeMessage.attribute("uid", "u-1<!-- -\n-> -->")
        let record = ProfileProcessor.unchecked.record(
            of: HandmadeMessage.response(
                attributes: attributes, signature: HandmadeMessage.signature()))
        XCTAssertEqual(record.content.attributes.first?.values.first?.text, "u-1")
        XCTAssertEqual(record.normalization?.preservesSignature, false)
        XCTAssertEqual(record.normalization?.warnings, [.signedContentChanged, .textChanged])
    }

    func testALineEndThatKeepsTheEndOfACDATASectionApartFusesIt() throws {
        try assertFused("<a>]]\n></a>")
    }

    private func assertFused(
        _ text: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let bytes = Array(text.utf8)
        let summary = try check(bytes).summary(
            of: PayloadEncoder().payload(encoding: bytes), from: bytes)
        XCTAssertEqual(summary.warnings, [.fusedTokens], file: file, line: line)
    }

    private func check(_ bytes: [UInt8]) throws -> NormalizationCheck {
        let document = try XML.Document(parsingConvertedText: bytes)
        return NormalizationCheck(
            document: document, signatures: SignatureOutline(root: document.rootElement),
            limits: .standard)
    }

    /// Compares both ways where the fast one may be taken, and says whether it may.
    private func compare(_ bytes: [UInt8]) throws -> Bool {
        let check = try check(bytes)
        let payload = PayloadEncoder().payload(encoding: bytes)
        guard check.mayFold(payload) else { return false }
        XCTAssertEqual(
            check.foldedTextChanges(), check.changes(in: payload.normalized),
            String(decoding: bytes, as: UTF8.self))
        return true
    }
}
