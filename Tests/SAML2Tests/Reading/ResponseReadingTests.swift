import SAML2
import TestSupport
import XCTest
import XMLCore

/// What a Response says about itself.
final class ResponseReadingTests: XCTestCase {
    func testEveryFieldOfAResponseIsRead() throws {
        let response = try response(FullMessage.response.xml)
        XCTAssertEqual(response.id, "_response")
        XCTAssertEqual(response.version, "2.0")
        XCTAssertEqual(response.issueInstant, try instant("2026-01-15T11:59:57Z"))
        XCTAssertEqual(response.inResponseTo, "_request")
        XCTAssertEqual(response.destination, "https://sp.example/acs")
        XCTAssertEqual(response.consent, "urn:oasis:names:tc:SAML:2.0:consent:obtained")
        XCTAssertEqual(response.issuer?.value, "https://idp.example/saml")
        XCTAssertTrue(response.hasSignature)
        XCTAssertEqual(response.status?.code?.value, "urn:outer")
        XCTAssertEqual(response.assertions.map(\.id), ["_assertion"])
        XCTAssertEqual(response.encryptedAssertionCount, 1)
    }

    func testWhatAResponseLacksIsNil() throws {
        let response = try response(
            #"<r:Response xmlns:r="urn:oasis:names:tc:SAML:2.0:protocol"/>"#)
        XCTAssertNil(response.id)
        XCTAssertNil(response.version)
        XCTAssertNil(response.issueInstant)
        XCTAssertNil(response.inResponseTo)
        XCTAssertNil(response.destination)
        XCTAssertNil(response.consent)
        XCTAssertNil(response.issuer)
        XCTAssertNil(response.status)
        XCTAssertNil(response.assertion)
        XCTAssertTrue(response.assertions.isEmpty)
        XCTAssertEqual(response.encryptedAssertionCount, 0)
        XCTAssertFalse(response.hasSignature)
    }

    func testAttributesInANamespaceAreNotTheResponsesOwn() throws {
        let response = try response(
            """
            <r:Response xmlns:r="urn:oasis:names:tc:SAML:2.0:protocol" r:ID="_a" r:Version="2.0"/>
            """)
        XCTAssertNil(response.id)
        XCTAssertNil(response.version)
    }

    func testSeveralSignaturesAreLeftToVerification() throws {
        var fixture = ResponseFixture()
        fixture.headerXML = FixtureXML.signature + FixtureXML.signature
        fixture.assertions[0].headerXML = FixtureXML.signature + FixtureXML.signature
        let response = try response(fixture.xml)
        XCTAssertTrue(response.hasSignature)
        XCTAssertEqual(response.assertion?.hasSignature, true)
    }

    func testSignatureOfAnAssertionIsNotTheResponses() throws {
        var fixture = ResponseFixture()
        fixture.assertions[0].headerXML = FixtureXML.signature
        XCTAssertFalse(try response(fixture.xml).hasSignature)
        fixture = ResponseFixture()
        fixture.headerXML = FixtureXML.signature
        XCTAssertEqual(try response(fixture.xml).assertion?.hasSignature, false)
    }

    func testAssertionWithASignatureIsPreferred() throws {
        var signed = AssertionFixture(id: "_signed")
        signed.headerXML = FixtureXML.signature
        var alsoSigned = signed
        alsoSigned.id = "_also"
        let fixture = ResponseFixture(
            assertions: [AssertionFixture(id: "_first"), signed, alsoSigned])
        let response = try response(fixture.xml)
        XCTAssertEqual(response.assertion?.id, "_signed")
        XCTAssertEqual(response.assertions.map(\.id), ["_first", "_signed", "_also"])
    }

    func testFirstAssertionIsTakenWhenNoneHasASignature() throws {
        let fixture = ResponseFixture(
            assertions: [AssertionFixture(id: "_first"), AssertionFixture(id: "_second")])
        XCTAssertEqual(try response(fixture.xml).assertion?.id, "_first")
    }

    func testOtherRootsAreNotResponses() throws {
        for (xml, name) in [
            (#"<Response xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>"#, "Response"),
            ("<Response/>", "Response"),
            (#"<response xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>"#, "response"),
            (#"<LogoutResponse xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>"#, "LogoutResponse"),
            ("<html><body/></html>", "html"), (FullMessage.query.xml, "AttributeQuery"),
            (FullMessage.response.xml.replacing("SAML:2.0", with: "SAML:1.1"), "Response"),
        ] {
            assertRefused(.unexpectedRoot, name, xml) { try response(xml) }
        }
    }

    func testResponseInsideAnotherRootIsReadFromItsElement() throws {
        let envelope = try root("<envelope>\(ResponseFixture().xml)</envelope>")
        let inner = try XCTUnwrap(
            envelope.firstChild(named: XML.QualifiedName("Response", in: .protocol)))
        XCTAssertEqual(try SAML.Response(unverified: inner).id, "_response")
        assertRefused(.unexpectedRoot, "envelope") { try SAML.Response(unverified: envelope) }
    }
}
