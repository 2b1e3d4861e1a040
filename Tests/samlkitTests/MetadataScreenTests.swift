import TestSupport
import XCTest

/// `inspect` of metadata.
final class MetadataScreenTests: XCTestCase {
    private let now = ["--now", SampleOutcome.now]

    func testMetadataIsShownOnAScreenWithKeysDatesFingerprintsAndEndpoints() throws {
        let result = try Samlkit.run(
            ["inspect", Repository.samplePath("metadata/idp-one.xml")] + now)
        XCTAssertEqual(result.status, 0, result.errors)
        for text in [
            "metadata      1 entity, not signed", "entity        https://idp-one.example/saml",
            "role          IDPSSODescriptor", "key for signing: RSA-2048, 2025-01-01 to 2045-01-01",
            "CN=idp-one.example", "SHA-256 ", "SHA-1   ", "lint ", "It is not signed",
        ] {
            XCTAssertTrue(result.text.contains(text), "\(text)\n\(result.text)")
        }
    }

    func testOneEntityOfAnAggregateCanBeChosen() throws {
        let path = Repository.samplePath("metadata/all-idps.xml")
        let whole = try Samlkit.run(["inspect", path] + now)
        XCTAssertTrue(whole.text.contains("more; show one with --entity"), whole.text)
        let one = try Samlkit.run(
            ["inspect", path, "--entity", "https://idp-two.example/saml"] + now)
        XCTAssertTrue(one.text.contains("entity        https://idp-two.example/saml"), one.text)
        XCTAssertFalse(one.text.contains("entity        https://idp-one.example/saml"))
        let none = try Samlkit.run(["inspect", path, "--entity", "https://none.example"] + now)
        XCTAssertEqual(none.status, 3)
        XCTAssertTrue(none.errors.contains("describes no entity"), none.errors)
    }
}
