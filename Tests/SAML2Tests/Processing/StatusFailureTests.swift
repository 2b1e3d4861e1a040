import SAML2
import TestSupport
import XCTest

/// What the status and the version say about a response.
final class StatusFailureTests: XCTestCase {
    func testStatusFailureComesAlone() throws {
        var fixture = ResponseFixture(assertions: [])
        fixture.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"]
        fixture.version = nil
        fixture.issuer = "urn:other"
        fixture.inResponseTo = nil
        try assertFailures(fixture, [.statusNotSuccess])
    }

    func testNestedSuccessIsAFailure() throws {
        var fixture = ResponseFixture()
        fixture.statusCodes = ["urn:failure", SAML.StatusCode.success]
        try assertFailures(fixture, [.statusNotSuccess])
        fixture.statusCodes.reverse()
        try assertFailures(fixture, [])
    }

    func testASuccessThatIsWrittenOtherwiseIsShownAsItStands() throws {
        let success = SAML.StatusCode.success
        for code in ["Success", success.lowercased(), success + " ", "urn:example:success"] {
            var fixture = ResponseFixture()
            fixture.statusCodes = [code]
            let response = try response(fixture.xml)
            let found = try XCTUnwrap(
                response.discrepancy(of: .statusNotSuccess, in: .fixture), code)
            XCTAssertEqual(
                found.sentence,
                "The status is not written as the standard writes success: found \u{201C}\(code)\u{201D}, "
                    + "expected \u{201C}\(success)\u{201D}, byte for byte.")
        }
    }

    func testStatusWithoutCodeIsAFailure() throws {
        var fixture = ResponseFixture()
        fixture.statusCodes = []
        fixture.headerXML = "<samlp:Status/>"
        try assertFailures(fixture, [.statusNotSuccess])
    }

    func testMissingStatusDoesNotHideOtherFailures() throws {
        var fixture = ResponseFixture(assertions: [])
        fixture.statusCodes = []
        try assertFailures(fixture, [.missingStatus, .missingAssertion])
    }

    func testVersionOfResponseAndAssertionMustBeTwoPointZero() throws {
        XCTAssertEqual(SAML.version, "2.0")
        for version in ["1.1", "2", "2.00", " 2.0", "", nil] {
            var fixture = ResponseFixture()
            fixture.version = version
            try assertFailures(fixture, [.unsupportedVersion], version ?? "absent")
            fixture = ResponseFixture()
            fixture.assertions[0].version = version
            try assertFailures(fixture, [.unsupportedVersion], version ?? "absent")
        }
    }
}
