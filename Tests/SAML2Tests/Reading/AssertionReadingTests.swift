import SAML2
import TestSupport
import XCTest
import XMLCore

/// What an Assertion says about itself and its statements.
final class AssertionReadingTests: XCTestCase {
    private func full() throws -> SAML.Assertion {
        try XCTUnwrap(response(FullMessage.response.xml).assertion)
    }

    func testEveryFieldOfAnAssertionIsRead() throws {
        let assertion = try full()
        XCTAssertEqual(assertion.id, "_assertion")
        XCTAssertEqual(assertion.version, "2.0")
        XCTAssertEqual(assertion.issueInstant, try instant("2026-01-15T11:59:58Z"))
        XCTAssertEqual(assertion.issuer?.uri, "https://idp.example/saml")
        XCTAssertTrue(assertion.hasSignature)
        XCTAssertEqual(assertion.subject?.nameID?.value, "subscriber")
        XCTAssertNotNil(assertion.conditions)
        XCTAssertEqual(assertion.authnStatements.count, 1)
        XCTAssertEqual(assertion.attributeStatements.count, 1)
    }

    func testWhatAnAssertionLacksIsNil() throws {
        let assertion = try assertion("")
        XCTAssertNil(assertion.id)
        XCTAssertNil(assertion.version)
        XCTAssertNil(assertion.issueInstant)
        XCTAssertNil(assertion.issuer)
        XCTAssertNil(assertion.subject)
        XCTAssertNil(assertion.conditions)
        XCTAssertTrue(assertion.authnStatements.isEmpty)
        XCTAssertTrue(assertion.attributeStatements.isEmpty)
        XCTAssertTrue(assertion.attributes.isEmpty)
        XCTAssertFalse(assertion.hasSignature)
    }

    func testAssertionAloneIsReadAsADocument() throws {
        var tree = FullMessage.assertion
        tree.attributes += FullMessage.response.attributes.filter { $0.name.hasPrefix("xmlns") }
        XCTAssertEqual(try SAML.Assertion(unverified: root(tree.xml)), try full())
    }

    func testResponseIsNotAnAssertion() {
        assertRefused(.unexpectedRoot, "Response") {
            try SAML.Assertion(unverified: root(ResponseFixture().xml))
        }
    }

    func testEveryFieldOfAnAuthnStatementIsRead() throws {
        let statement = try XCTUnwrap(full().authnStatements.first)
        XCTAssertEqual(statement.authnInstant, try instant("2026-01-15T09:00:00Z"))
        XCTAssertEqual(statement.sessionIndex, "_session")
        XCTAssertEqual(statement.sessionNotOnOrAfter, try instant("2026-01-15T21:00:00Z"))
        XCTAssertEqual(statement.authnContextClassRef, "urn:password")
    }

    func testWhatAnAuthnStatementLacksIsNil() throws {
        let statement = try XCTUnwrap(assertion("<saml:AuthnStatement/>").authnStatements.first)
        XCTAssertNil(statement.authnInstant)
        XCTAssertNil(statement.sessionIndex)
        XCTAssertNil(statement.sessionNotOnOrAfter)
        XCTAssertNil(statement.authnContextClassRef)
    }

    func testWhiteSpaceAroundAClassReferenceCollapses() throws {
        let assertion = try assertion(
            """
            <saml:AuthnStatement><saml:AuthnContext><saml:AuthnContextClassRef>
              urn:password
            </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
            """)
        XCTAssertEqual(assertion.authnStatements.first?.authnContextClassRef, "urn:password")
    }

    func testAttributesOfAllStatementsAreInDocumentOrder() throws {
        let assertion = try assertion(
            """
            <saml:AttributeStatement><saml:Attribute Name="b"/></saml:AttributeStatement>\
            <saml:AuthnStatement/>\
            <saml:AttributeStatement><saml:Attribute Name="a"/><saml:Attribute Name="b"/>\
            </saml:AttributeStatement>
            """)
        XCTAssertEqual(assertion.attributes.map(\.name), ["b", "a", "b"])
        XCTAssertEqual(assertion.attributeStatements.map(\.attributes.count), [1, 2])
    }

    func testEncryptedAttributesAreCounted() throws {
        XCTAssertEqual(try full().attributeStatements.map(\.encryptedAttributeCount), [1])
    }

    func testWhatIsInAdviceIsNotStated() throws {
        let advised = AssertionFixture(id: "_advised")
        let assertion = try assertion("<saml:Advice>\(advised.xml)</saml:Advice>")
        XCTAssertTrue(assertion.attributes.isEmpty)
        XCTAssertNil(assertion.subject)
        var fixture = ResponseFixture()
        fixture.assertions[0].trailerXML = "<saml:Advice>\(advised.xml)</saml:Advice>"
        XCTAssertEqual(try response(fixture.xml).assertions.map(\.id), ["_assertion"])
    }
}
