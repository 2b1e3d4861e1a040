import TestSupport
import XCTest

/// `--trust` on the command line.
final class TrustTests: XCTestCase {
    private let tampered = Repository.samplePath("captures/37-tampered-attribute.xml")
    private let metadata = Repository.samplePath("metadata/all-idps.xml")
    private let now = ["--now", "2026-01-15T12:00:00Z"]

    func testTrustThatHoldsNoKeyIsWrongUsageAndNotAWayAround() throws {
        let folder = try scratchFolder()
        let xml = #"<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>"#
        let empty = try folder.write(Array(xml.utf8), to: "empty.xml")
        for command in ["verify", "attributes", "inspect"] {
            let result = try Samlkit.run([command, tampered, "--trust", empty] + now)
            XCTAssertEqual(result.status, 2, command)
            XCTAssertEqual(result.output, [], command)
        }
        let results = folder.path("results.ndjson")
        let batch = try Samlkit.run(
            ["batch", tampered, "--trust", empty, "--output", results] + now)
        XCTAssertEqual(batch.status, 2)
    }

    func testVerifyTellsTheVerdictAndTheReason() throws {
        let result = try Samlkit.run(["verify", tampered, "--trust", metadata] + now)
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("signature invalid"), result.text)
        XCTAssertTrue(result.text.contains("signature.digestMismatch"), result.text)
    }

    func testAttributesOfAMessageThatIsNotAcceptableAreWithheld() throws {
        let expired = Repository.samplePath("captures/25-expired.xml")
        for path in [tampered, expired] {
            let result = try Samlkit.run(["attributes", path, "--trust", metadata] + now)
            XCTAssertEqual(result.status, 1)
            XCTAssertEqual(result.output, [], path)
        }
    }

    func testVerifySaysThatTheAudienceWasNotChecked() throws {
        let path = Repository.samplePath("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        let unnamed = try Samlkit.run(["verify", path, "--trust", metadata] + now)
        XCTAssertTrue(unnamed.text.contains("audience not checked"), unnamed.text)
        let named = try Samlkit.run(
            ["verify", path, "--trust", metadata, "--audience", "https://saml.sp.auth.adobe.com"]
                + now)
        XCTAssertFalse(named.text.contains("audience not checked"), named.text)
    }
}
