import SAML2
import TestSupport
import XCTest

/// The text of a name is whole, however it is written.
final class NameIDTextTests: XCTestCase {
    private func nameID(_ content: String) throws -> SAML.NameID {
        let assertion = try assertion(
            "<saml:Subject><saml:NameID>\(content)</saml:NameID></saml:Subject>")
        return try XCTUnwrap(assertion.subject?.nameID)
    }

    func testCommentInsideNameIDDoesNotTruncateIt() throws {
        for comment in ["<!---->", "<!-- x -->", "<!--a--><!--b-->"] {
            XCTAssertEqual(
                try nameID("admin@example.org\(comment).evil.example").value,
                "admin@example.org.evil.example")
            XCTAssertEqual(try nameID("\(comment)admin\(comment)").value, "admin")
        }
    }

    func testInstructionInsideNameIDDoesNotTruncateIt() throws {
        XCTAssertEqual(try nameID("admin<?p q?>.evil").value, "admin.evil")
    }

    func testCDATAIsPartOfNameID() throws {
        XCTAssertEqual(try nameID("admin<![CDATA[<&.]]>evil").value, "admin<&.evil")
        XCTAssertEqual(try nameID("<![CDATA[admin]]>").value, "admin")
    }

    func testReferencesArePartOfNameID() throws {
        XCTAssertEqual(try nameID("a&amp;b&#x63;").value, "a&bc")
    }

    func testCommentInsideIssuerDoesNotTruncateIt() throws {
        let xml = ResponseFixture().xml.replacing("idp.example", with: "idp<!-- -->.example")
        XCTAssertEqual(try response(xml).issuer?.value, ResponseFixture.issuer)
        XCTAssertEqual(try response(xml).assertion?.issuer?.value, ResponseFixture.issuer)
    }

    func testCommentInsideAudienceDoesNotTruncateIt() throws {
        let xml = ResponseFixture().xml.replacing(
            "\(ResponseFixture.audience)<", with: "\(ResponseFixture.audience)<!-- -->.evil<")
        XCTAssertEqual(
            try response(xml).assertion?.conditions?.audiences, [ResponseFixture.audience + ".evil"]
        )
    }

    func testCommentInsideAttributeValueDoesNotTruncateIt() throws {
        let attributes = try attributes(
            """
            <saml:Attribute Name="a"><saml:AttributeValue>tv<!-- -->-14<?p?>!\
            </saml:AttributeValue></saml:Attribute>
            """)
        XCTAssertEqual(attributes.first?.values.map(\.text), ["tv-14!"])
        XCTAssertEqual(attributes.first?.values.map(\.content), [.text("tv-14!")])
    }

    func testElementInsideNameIDIsRefused() {
        assertRefused(.unexpectedElement, "b") { try nameID("admin<b>.evil</b>") }
    }

    func testWhiteSpaceOfNameIDIsKeptButNotOfItsURI() throws {
        let nameID = try nameID("\n\t https://idp.example/ saml \r\n")
        XCTAssertEqual(nameID.value, "\n\t https://idp.example/ saml \n")
        XCTAssertEqual(nameID.uri, "https://idp.example/ saml")
    }

    func testOnlyXMLWhiteSpaceIsCutOffURIs() throws {
        XCTAssertEqual(try nameID("\u{A0}a\u{2003}").uri, "\u{A0}a\u{2003}")
        XCTAssertEqual(try nameID(" \n\t ").uri, "")
        XCTAssertEqual(try nameID("").uri, "")
        XCTAssertEqual(try nameID("a&#13;&#10;").uri, "a")
    }

    func testNameIDWithoutAttributesHasNone() throws {
        let nameID = try nameID("a")
        XCTAssertNil(nameID.format)
        XCTAssertNil(nameID.nameQualifier)
        XCTAssertNil(nameID.spNameQualifier)
    }
}
