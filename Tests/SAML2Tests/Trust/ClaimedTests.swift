import SAML2
import TestSupport
import XCTest

/// Reading what nobody has verified.
final class ClaimedTests: XCTestCase {
    func testClaimsAreReadThroughTypesThatSaySo() throws {
        let claimed = try SAML.Claimed<SAML.Response>(Array(ResponseFixture().xml.utf8))
        let issuer: SAML.Claimed<SAML.NameID>? = claimed.issuer
        XCTAssertEqual(issuer?.value.unverifiedValue, ResponseFixture.issuer)
        XCTAssertEqual(claimed.hasSignature.unverifiedValue, false)
        XCTAssertEqual(claimed.status?.isSuccess.unverifiedValue, true)
        XCTAssertEqual(claimed.assertions.elements().count, 1)
        XCTAssertEqual(claimed["uid"].map(\.unverifiedValue).isEmpty, false)
        XCTAssertEqual(claimed["absent"], [])
    }

    func testWhatIsNoResponseIsRejectedWithItsReason() {
        for (text, code) in [
            ("<a/>", "saml.unexpectedRoot"), ("PGE+", "packaging.needsSAMLBindings"),
            ("<a", "xml.notWellFormed"),
        ] {
            XCTAssertThrowsError(try SAML.Claimed<SAML.Response>(Array(text.utf8))) { error in
                XCTAssertEqual((error as? SAML.Rejection)?.reasons.map(\.code), [code])
            }
        }
    }

    func testADescriptionTellsNothingOfWhatIsClaimed() throws {
        let claimed = try SAML.Claimed<SAML.Response>(Array(ResponseFixture().xml.utf8))
        XCTAssertEqual("\(claimed)", "Claimed<Response>")
        var dumped = ""
        dump(claimed, to: &dumped)
        XCTAssertFalse(dumped.contains(ResponseFixture.issuer), dumped)
    }
}
