import SAML2
import SignatureDiagnostics
import TestSupport
import XCTest

/// Explanations of what a validator rejected.
final class ValidatorExplanationTests: XCTestCase {
    func testAValidatorExplainsWhatItRejects() throws {
        let now = try XCTUnwrap(SAML.Instant(parsing: "2026-01-15T12:00:00Z"))
        let validator = SAML.ResponseValidator(
            trust: try SAML.TrustStore(metadata: Repository.sample("metadata/all-idps.xml")),
            audience: "https://saml.sp.auth.adobe.com", expecting: .answerToAnyQuery,
            clock: { now })
        let genuine = try Repository.sample(
            "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        XCTAssertNoThrow(try validator.validate(genuine))
        XCTAssertEqual(validator.explanations(of: genuine).map { $0.likelyCause == nil }, [true])

        let text = String(decoding: genuine, as: UTF8.self)
        let folded = Array(text.replacing("\n", with: " ").utf8)
        XCTAssertThrowsError(try validator.validate(folded)) { error in
            XCTAssertEqual(
                (error as? SAML.Rejection)?.reasons.map(\.code), ["signature.signatureMismatch"])
        }
        let explanations = validator.explanations(of: folded)
        XCTAssertEqual(explanations.count, 1)
        XCTAssertNotNil(explanations.first?.likelyCause)
        XCTAssertEqual(validator.explanations(of: Array("no XML".utf8)).count, 0)
    }
}
