import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// The samples, which other tools signed.
final class SampleSignatureTests: XCTestCase, ReachesUnsafeCode {
    private func failure(
        of path: String, policy: XMLDSig.Policy = .standard
    ) throws -> VerificationFailure.Code? {
        let document = try XML.Document(parsing: Repository.sample(path))
        let verifier = SAML.MessageVerifier(
            trusting: try SampleTrust.everyIssuer(), policy: policy)
        do throws(SAML.MessageVerifier.Failure) {
            _ = try verifier.verifiedResponse(in: document)
            return nil
        } catch .signature(let failure) {
            return failure.code
        }
    }

    func testEverySampleHasTheVerdictItsTableSays() throws {
        let failures: [String: VerificationFailure.Code] = [
            "sha1": .signatureMethodNotAllowed, "weakkey": .keyTooSmall, "unsigned": .absent,
            "tampered": .digestMismatch, "untrusted": .signatureMismatch,
        ]
        let aboutOtherThings = ["valid", "status", "missing", "expired", "audience", "notyet"]
        var count = 0
        for row in try SampleOutcome.files()
        where row.kind == "response" && row.path.hasSuffix(".xml") {
            guard failures[row.reason] != nil || aboutOtherThings.contains(row.reason) else {
                continue
            }
            XCTAssertEqual(try failure(of: row.path), failures[row.reason], row.path)
            count += 1
        }
        XCTAssertGreaterThan(count, 30)
    }

    func testLegacyPolicyAcceptsSHA1AndSmallKeys() throws {
        for name in [
            "09-assertion-signed-rsa-sha1", "10-assertion-signed-rsa-sha1-1024-bit-key",
            "11-assertion-signed-rsa-sha256-1024-bit-key",
        ] {
            XCTAssertNil(try failure(of: "captures/\(name).xml", policy: .legacySHA1), name)
        }
    }
}
