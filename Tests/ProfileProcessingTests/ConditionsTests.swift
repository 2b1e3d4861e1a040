import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest

/// How the conditions of a message come into its record.
final class ConditionsTests: XCTestCase {
    func testWithoutAContextNoConditionIsChecked() throws {
        let processor = ProfileProcessor.unchecked
        for row in try SampleOutcome.files() where row.reason != "status" {
            let record = try processor.record(ofSample: row.path)
            XCTAssertEqual(record.conditions.verdict, .notChecked, row.path)
            XCTAssertFalse(
                record.reasons.contains { $0.code.rawValue.hasPrefix("conditions.") }, row.path)
        }
    }

    func testAFailureTheMessageItselfReportsNeedsNoContext() throws {
        let path = "captures/23-status-responder-authn-failed.xml"
        let record = try ProfileProcessor.unchecked.record(ofSample: path)
        XCTAssertEqual(record.conditions.verdict, .statusNotSuccess)
        XCTAssertEqual(record.outcome, .rejected)
        XCTAssertEqual(
            record.content.message?.status, "urn:oasis:names:tc:SAML:2.0:status:Responder")
    }

    func testAMetContextMakesTheVerdictValid() throws {
        let path = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"
        let record = try ProfileProcessor.reference().record(ofSample: path)
        XCTAssertEqual(record.conditions.verdict, .valid)
        XCTAssertEqual(record.content.notBefore?.description, "2026-01-15T11:59:30Z")
        XCTAssertEqual(record.content.notOnOrAfter?.description, "2026-01-15T12:10:00Z")
        XCTAssertEqual(record.content.audiences, [SampleOutcome.audience])
    }

    func testTheVerdictNamesTheFirstFailure() throws {
        let samples: [(String, SAML.ProcessingContext, ConditionsSummary.Verdict)] = [
            ("25-expired", try context(), .expired),
            ("39-not-yet-valid", try context(), .notYetValid),
            ("26-wrong-audience", try context(), .audienceMismatch),
            (
                "01-pretty-lf-assertion-signed-rsa-sha256", try context { $0.issuer = "urn:x" },
                .issuerMismatch
            ),
            (
                "01-pretty-lf-assertion-signed-rsa-sha256", try context { $0.recipient = "urn:x" },
                .recipientMismatch
            ),
            (
                "01-pretty-lf-assertion-signed-rsa-sha256", try context { $0.inResponseTo = "_x" },
                .inResponseToMismatch
            ),
        ]
        for (name, context, verdict) in samples {
            let processor = ProfileProcessor(options: .init(context: context))
            let record = try processor.record(ofSample: "captures/\(name).xml")
            XCTAssertEqual(record.conditions.verdict, verdict, name)
            XCTAssertEqual(record.outcome, .rejected, name)
        }
    }

    func testAFailureWithoutAVerdictOfItsOwnIsOther() throws {
        let record = ProfileProcessor.unchecked.record(of: HandmadeMessage.response(body: ""))
        XCTAssertEqual(record.reasons.map(\.code), [.conditions(.missingAssertion)])
        XCTAssertEqual(record.conditions.verdict, .other)
    }

    func testConditionsThatAreEncryptedAreNotSaidToBeMet() throws {
        for name in [
            "14-encrypted-assertion-aes256-gcm-rsa-oaep",
            "15-encrypted-assertion-aes128-gcm-response-signed",
        ] {
            let record = try ProfileProcessor.reference().record(ofSample: "captures/\(name).xml")
            XCTAssertEqual(record.conditions.verdict, .notChecked, name)
        }
    }

    func testTheWindowIsTheNarrowestOfAllAssertions() {
        func assertion(_ id: String, _ window: String) -> String {
            "<saml:Assertion ID=\"\(id)\" Version=\"2.0\"><saml:Issuer>https://idp.example"
                + "</saml:Issuer><saml:Conditions \(window)/></saml:Assertion>"
        }
        let record = ProfileProcessor.unchecked.record(
            of: HandmadeMessage.response(
                body: assertion(
                    "_1",
                    "NotBefore=\"2026-01-01T00:00:00Z\" NotOnOrAfter=\"2026-01-03T00:00:00Z\"")
                    + assertion(
                        "_2",
                        "NotBefore=\"2026-01-02T00:00:00Z\" NotOnOrAfter=\"2026-01-04T00:00:00Z\""))
        )
        XCTAssertEqual(record.content.notBefore?.description, "2026-01-02T00:00:00Z")
        XCTAssertEqual(record.content.notOnOrAfter?.description, "2026-01-03T00:00:00Z")
        XCTAssertEqual(record.reasons.map(\.code), [.conditions(.severalAssertions)])
    }

    private func context(
        _ change: (inout SAML.ProcessingContext) -> Void = { _ in }
    ) throws -> SAML.ProcessingContext {
        var context = try ProfileProcessor.reference().options.context
        change(&context)
        return context
    }
}
