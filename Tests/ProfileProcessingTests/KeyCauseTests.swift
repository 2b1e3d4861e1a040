import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLSecurity

/// What records say of keys and issuers that the metadata does not fit.
final class KeyCauseTests: XCTestCase {
    private let sample = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"
    private let issuer = "https://idp-one.example/saml"

    /// The first reason of a genuine message, judged with changed metadata.
    private func reason(
        replacing part: String, with replacement: String, in file: String = "metadata/idp-one.xml"
    ) throws -> Reason {
        let metadata = String(decoding: try Repository.sample(file), as: UTF8.self)
        XCTAssertTrue(metadata.contains(part), part)
        let trust = try SAML.TrustStore(
            metadata: Array(metadata.replacing(part, with: replacement).utf8))
        let record = try ProfileProcessor.reference(trust: trust).record(ofSample: sample)
        XCTAssertNotEqual(record.outcome, .accepted)
        return try XCTUnwrap(record.reasons.first)
    }

    func testAnIssuerThatIsSpelledOtherwiseIsNamedWithTheDifference() throws {
        let spellings: KeyValuePairs<String, String> = [
            issuer + "/": "issuerSlash", "http://idp-one.example/saml": "issuerScheme",
            "https://idp-one.example/SAML": "issuerLetterCase",
        ]
        for (name, cause) in spellings {
            let reason = try reason(replacing: issuer + "\"", with: name + "\"")
            XCTAssertEqual(reason.code, .signature(.noTrustedKey))
            XCTAssertEqual(reason.likelyCause, cause)
            XCTAssertEqual(reason.expected, name)
            XCTAssertEqual(reason.found, issuer)
        }
    }

    func testAnotherIssuerIsTheNearestAndNoCauseOfThatKind() throws {
        let name = "https://elsewhere.example/saml"
        let reason = try reason(replacing: issuer + "\"", with: name + "\"")
        XCTAssertEqual(reason.likelyCause, "issuerUnknown")
        XCTAssertEqual(reason.expected, name)
        XCTAssertTrue(try XCTUnwrap(reason.sentence).contains(name))
    }

    func testAKeyThatIsMarkedForEncryptionIsToldApart() throws {
        let reason = try reason(replacing: "use=\"signing\"", with: "use=\"encryption\"")
        XCTAssertEqual(reason.likelyCause, "encryptionKeyUsed")
    }

    func testMetadataThatHasEndedIsSaidToHave() throws {
        let reason = try reason(
            replacing: "entityID=", with: "validUntil=\"2026-01-01T00:00:00Z\" entityID=")
        XCTAssertEqual(reason.likelyCause, "metadataOutdated")
    }

    func testATrustedKeyThatMadeNothingIsNoCause() throws {
        // The metadata of another provider under this one's name.
        let reason = try reason(
            replacing: "https://idp-two.example/saml\"", with: issuer + "\"",
            in: "metadata/idp-two.xml")
        XCTAssertEqual(reason.code, .signature(.signatureMismatch))
        XCTAssertNotEqual(reason.likelyCause, "olderKey")
        XCTAssertNotEqual(reason.likelyCause, "encryptionKeyUsed")
    }
}
