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
