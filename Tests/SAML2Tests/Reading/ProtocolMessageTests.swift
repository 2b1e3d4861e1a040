import SAML2
import TestSupport
import XCTest

/// Messages that are shown and not judged.
final class ProtocolMessageTests: XCTestCase {
    private func message(_ xml: String) throws -> SAML.ProtocolMessage {
        let element = try root(xml)
        return SAML.ProtocolMessage(
            unverified: element, kind: try XCTUnwrap(SAML.MessageKind(of: element)))
    }

    private func details(_ message: SAML.ProtocolMessage) -> [String] {
        message.details.map { "\($0.name)=\($0.value)" }
    }

    func testAnAuthnRequestSaysWhereTheAnswerGoesAndHowToSignIn() throws {
        let request = try message(ProtocolFixture.authnRequest)
        XCTAssertEqual(request.kind, .authnRequest)
        XCTAssertEqual(request.id, ResponseFixture.request)
        XCTAssertEqual(request.issuer, ResponseFixture.audience)
        XCTAssertEqual(request.issueInstant, try instant(ResponseFixture.now))
        XCTAssertEqual(request.destination, "https://idp.example/sso")
        XCTAssertEqual(
            details(request),
            [
                "AssertionConsumerServiceURL=https://sp.example/acs", "ForceAuthn=true",
                "NameIDPolicy Format=urn:transient", "NameIDPolicy AllowCreate=true",
                "RequestedAuthnContext Comparison=exact", "AuthnContextClassRef=urn:password",
            ])
    }

    func testLogoutsNameTheSubjectTheSessionsAndTheRequest() throws {
        let request = try message(ProtocolFixture.logoutRequest)
        XCTAssertEqual(request.nameID?.value, "subscriber-1")
        XCTAssertEqual(request.notOnOrAfter, try instant("2026-01-15T12:05:00Z"))
        XCTAssertEqual(details(request), ["SessionIndex=_s1", "SessionIndex=_s2"])
        let response = try message(ProtocolFixture.logoutResponse)
        XCTAssertEqual(response.inResponseTo, "_logout")
        XCTAssertEqual(response.status, "urn:oasis:names:tc:SAML:2.0:status:Success")
        XCTAssertEqual(
            details(try message(ProtocolFixture.artifactResolve)), ["Artifact=AAQAAA=="])
    }

    func testWhatCannotBeReadIsLeftOut() throws {
        let request = try message(
            ProtocolFixture.logoutRequest.replacing("2026-01-15T12", with: "yesterday")
                .replacing("<saml:NameID>", with: "<saml:NameID><x/>"))
        XCTAssertNil(request.issueInstant)
        XCTAssertNil(request.notOnOrAfter)
        XCTAssertNil(request.nameID)
        XCTAssertEqual(request.id, "_message")
    }

    func testTheNumberOfDetailsIsBounded() throws {
        let sessions = String(
            repeating: "<samlp:SessionIndex>_s</samlp:SessionIndex>", count: 10_000)
        XCTAssertEqual(
            try message(ProtocolFixture.message("LogoutRequest", "", sessions)).details.count, 24)
    }

    func testMetadataIsDescribedWithItsRolesAndKeys() throws {
        let entities = SAML.EntityDescription.all(in: try root(ProtocolFixture.entities))
        XCTAssertEqual(
            entities.map(\.entityID), ["https://idp.example/saml", "https://sp.example/saml"])
        XCTAssertEqual(
            entities.map { $0.roles.map(\.name) }, [["IDPSSODescriptor"], ["SPSSODescriptor"]])
        XCTAssertEqual(entities.map { $0.roles.flatMap(\.keys).count }, [2, 0])
    }

    func testNoDescriptionShowsContent() throws {
        let request = try message(ProtocolFixture.logoutRequest)
        for text in ["\(request)", "\(request.details)", String(reflecting: request)] {
            XCTAssertFalse(text.contains("subscriber"), text)
            XCTAssertFalse(text.contains("_s1"), text)
        }
    }
}
