import Captures
import Foundation
import PayloadCoding
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLSecurity

@testable import SignatureDiagnostics

/// What records say about the cause of an invalid signature.
final class LikelyCauseTests: XCTestCase {
    private let pretty = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"

    private func processor() throws -> ProfileProcessor {
        ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, trust: try ProfileProcessor.sampleTrust()))
    }

    private func reasons(of bytes: [UInt8]) throws -> [Reason] {
        try processor().record(of: CapturedMessage(bytes: bytes)).reasons
    }

    private func collapsed(_ path: String) throws -> [UInt8] {
        PayloadEncoder(normalization: .cookbook)
            .payload(encoding: try Repository.sample(path)).normalized
    }

    func testARecordNamesTheLikelyCauseInAWord() throws {
        let reason = try XCTUnwrap(reasons(of: collapsed(pretty)).first)
        XCTAssertEqual(reason.code, .signature(.signatureMismatch))
        XCTAssertEqual(reason.likelyCause, "whitespaceCollapsed")
        XCTAssertNotNil(reason.position)
    }

    func testThePayloadThatEncodingBreaksIsExplained() throws {
        let payload = PayloadEncoder(normalization: .cookbook)
            .payload(encoding: try Repository.sample(pretty)).bytes
        XCTAssertEqual(
            try reasons(of: payload).first?.likelyCause, "whitespaceCollapsed")
    }

    func testEveryHonestMessageTheCookbookBreaksIsExplainedWithinTheBudgetOfARun() throws {
        let processor = try processor()
        var reader = CaptureReader(paths: [Repository.samplePath(SampleOutcome.subscribers)])
        var causes: [String: Int] = [:]
        while let captured = reader.next() {
            // Every issuer and every layout comes up among these.
            guard captured.index.isMultiple(of: 9), let message = try? captured.message(),
                processor.record(of: message).signature.verdict == .valid,
                let xml = try? EnvelopeDecoder().envelope(from: message).xml
            else { continue }
            let collapsed = PayloadEncoder(normalization: .cookbook).payload(encoding: xml)
            let record = processor.record(of: CapturedMessage(bytes: collapsed.normalized))
            guard record.signature.verdict != .valid else { continue }
            causes[record.reasons.first?.likelyCause ?? "none", default: 0] += 1
        }
        XCTAssertEqual(Array(causes.keys), ["whitespaceCollapsed"])
        XCTAssertGreaterThan(causes["whitespaceCollapsed"] ?? 0, 50)
    }

    func testAMessageWhoseSignaturesAreAllDamagedKeepsItsCause() throws {
        let sample = "captures/07-response-and-assertion-signed-rollover-key.xml"
        let text = String(decoding: try Repository.sample(sample), as: UTF8.self)
        let indented = Array(text.replacing("><", with: ">\n<").utf8)
        XCTAssertEqual(try reasons(of: indented).first?.likelyCause, "prettyPrinted")
        // The two signatures fail for different reasons, and one of them has a cause that can be proved.
        let value = try XCTUnwrap(text.range(of: "SignatureValue>")).upperBound
        let twice =
            text[..<value] + "BBBB"
            + text[value...].dropFirst(4)
            .replacing("><saml2:Attribute ", with: ">\n  <saml2:Attribute ")
        XCTAssertNotNil(try reasons(of: Array(twice.utf8)).first?.likelyCause)
        let explanations = try processor().explanations(of: CapturedMessage(bytes: indented))
        XCTAssertEqual(explanations.count, 2)
        XCTAssertEqual(
            explanations.first?.failure?.position, try reasons(of: indented).first?.position)
    }

    func testSamplesHaveTheirCauses() throws {
        let expected: [(path: String, cause: String?)] = [
            ("captures/38-signed-with-another-issuers-key.xml", "signedByOtherKey"),
            ("captures/37-tampered-attribute.xml", nil), ("captures/36-unsigned.xml", nil),
            ("captures/09-assertion-signed-rsa-sha1.xml", nil),
        ]
        for (path, cause) in expected {
            let reason = try XCTUnwrap(reasons(of: Repository.sample(path)).first, path)
            XCTAssertEqual(reason.likelyCause, cause, path)
        }
    }

    func testWithoutTrustNothingIsExplained() throws {
        let message = CapturedMessage(bytes: try collapsed(pretty))
        XCTAssertEqual(ProfileProcessor.unchecked.explanations(of: message).count, 0)
        XCTAssertEqual(try processor().explanations(of: message).count, 1)
        XCTAssertEqual(
            try processor().explanations(of: CapturedMessage(bytes: Array("<a>".utf8))).count, 0)
    }

    func testARecordWithACauseFitsTheSchemaAndQuotesNothing() throws {
        let file = Repository.root.appending(path: "Documentation/record.schema.json")
        let schema = JSONSchema(try JSONTree(parsing: Data(contentsOf: file)))
        let record = try processor().record(of: CapturedMessage(bytes: collapsed(pretty)))
        let json = try JSONTree(parsing: record.json)
        XCTAssertEqual(schema.problems(of: json), [])
        let text = "\(json["reasons"]?.elements ?? [])"
        XCTAssertTrue(text.contains("whitespaceCollapsed"), text)
        for secret in ["HH-0048151623", "7c9e6679f7425a8b", "P1heJYO"] {
            XCTAssertFalse(text.contains(secret), secret)
        }
    }
}
