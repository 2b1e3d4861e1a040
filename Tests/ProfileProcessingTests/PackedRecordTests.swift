import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import SignatureDiagnostics
import TestSupport
import XCTest
import XMLSecurity

/// Messages in packings of bytes are judged as what is in them.
final class PackedRecordTests: XCTestCase {
    private func processor() throws -> ProfileProcessor {
        ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, trust: try ProfileProcessor.sampleTrust()))
    }

    private func record(_ text: String) throws -> ProfileRecord {
        try processor().record(of: CapturedMessage(bytes: Array(text.utf8)))
    }

    private func sample() throws -> [UInt8] {
        try Repository.sample("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
    }

    func testHexadecimalAndLiteralsAreAcceptedAndRecordsNameTheStep() throws {
        let bytes = try sample()
        let digits = bytes.map { String(format: "%02x", $0) }
        let base64 = Data(bytes).base64EncodedString()
        for (text, steps) in [
            (digits.joined(), ["hexadecimal"]), (digits.joined(separator: " "), ["hexadecimal"]),
            ("b'\(base64)'", ["bytesLiteral", "base64"]),
        ] {
            let record = try record(text)
            XCTAssertEqual(record.outcome, .accepted)
            XCTAssertEqual(record.envelope.map(\.rawValue), steps)
        }
    }

    func testOneChangedDigitIsRefused() throws {
        let bytes = try sample()
        let text = String(decoding: bytes, as: UTF8.self).replacing("Zürich", with: "Zurich")
        XCTAssertNotEqual(Array(text.utf8), bytes)
        let record = try record(text.utf8.map { String(format: "%02x", $0) }.joined(separator: ":"))
        XCTAssertEqual(record.outcome, .rejected)
    }

    func testHexadecimalThatIsCutOffSaysSo() throws {
        let digits = try sample().map { String(format: "%02x", $0) }.joined(separator: " ")
        let record = try record(String(digits.prefix(6000)))
        XCTAssertEqual(record.outcome, .malformed)
        XCTAssertEqual(record.reasons.first?.likelyCause, "truncated")
    }

    func testAChangedIDIsTheCauseInRecordsAndExplanationsAndAcceptsNothing() throws {
        let text = String(decoding: try sample(), as: UTF8.self)
        let id = try XCTUnwrap(
            text.range(of: "<saml:Assertion[^>]* ID=\"[^\"]*", options: .regularExpression))
        let changed = text.replacingCharacters(in: id, with: text[id] + "x")
        let record = try record(changed)
        XCTAssertEqual(record.outcome, .rejected)
        XCTAssertEqual(record.signature.verdict, .refused)
        let reason = try XCTUnwrap(record.reasons.first)
        XCTAssertEqual(reason.code.rawValue, "signature.referenceElsewhere")
        XCTAssertEqual(reason.likelyCause, "identifierChanged")
        let explanation = try XCTUnwrap(
            processor().explanations(of: CapturedMessage(bytes: Array(changed.utf8))).first)
        XCTAssertEqual(explanation.likelyCause?.cause, "identifierChanged")
        XCTAssertEqual(explanation.sentence, reason.sentence)
        XCTAssertTrue(reason.sentence?.contains("the Assertion") == true)
    }
}
