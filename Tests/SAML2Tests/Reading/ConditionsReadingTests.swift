import SAML2
import XCTest

/// When and for whom an assertion is valid.
final class ConditionsReadingTests: XCTestCase {
    private func conditions(_ content: String) throws -> SAML.Conditions {
        let assertion = try assertion("<saml:Conditions>\(content)</saml:Conditions>")
        return try XCTUnwrap(assertion.conditions)
    }

    func testEveryFieldOfConditionsIsRead() throws {
        let conditions = try XCTUnwrap(response(FullMessage.response.xml).assertion?.conditions)
        XCTAssertEqual(conditions.notBefore, try instant("2026-01-15T11:59:00Z"))
        XCTAssertEqual(conditions.notOnOrAfter, try instant("2026-01-15T12:10:00Z"))
        XCTAssertEqual(
            conditions.audienceRestrictions,
            [
                ["https://sp.example/saml", "https://other.example/saml"],
                ["https://sp.example/saml"],
            ])
        XCTAssertEqual(
            conditions.audiences,
            ["https://sp.example/saml", "https://other.example/saml", "https://sp.example/saml"])
        XCTAssertTrue(conditions.isOneTimeUse)
        XCTAssertTrue(conditions.hasUnknownCondition)
    }

    func testConditionsWithoutContentLimitNothing() throws {
        let conditions = try conditions("")
        XCTAssertNil(conditions.notBefore)
        XCTAssertNil(conditions.notOnOrAfter)
        XCTAssertTrue(conditions.audienceRestrictions.isEmpty)
        XCTAssertTrue(conditions.audiences.isEmpty)
        XCTAssertFalse(conditions.isOneTimeUse)
        XCTAssertFalse(conditions.hasUnknownCondition)
    }

    func testRestrictionWithoutAudiencesIsKept() throws {
        XCTAssertEqual(
            try conditions("<saml:AudienceRestriction/>").audienceRestrictions, [[]])
    }

    func testOneTimeUseIsNotAnUnknownCondition() throws {
        let conditions = try conditions("<saml:OneTimeUse/>")
        XCTAssertTrue(conditions.isOneTimeUse)
        XCTAssertFalse(conditions.hasUnknownCondition)
    }

    func testAudiencesOfAProxyRestrictionAreNotTheReceivers() throws {
        let conditions = try conditions(
            """
            <saml:ProxyRestriction Count="0"><saml:Audience>urn:a</saml:Audience>\
            </saml:ProxyRestriction>
            """)
        XCTAssertTrue(conditions.audiences.isEmpty)
        XCTAssertFalse(conditions.hasUnknownCondition)
    }

    func testConditionInAForeignNamespaceIsRefused() {
        assertRefused(.unexpectedElement, "Delegate") {
            try conditions(#"<d:Delegate xmlns:d="urn:example:delegation"/>"#)
        }
    }
}
