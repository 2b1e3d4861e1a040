import SAML2
import TestSupport
import XCTest
import XMLCore

/// The message of a document, in a wrapper or without one.
final class CarriedMessageTests: XCTestCase {
    private func carried(_ xml: String) throws -> SAML.CarriedMessage {
        try SAML.CarriedMessage(in: XML.Document(parsing: Array(xml.utf8)))
    }

    private func assertWrapperRefused(
        _ code: SAML.StructureError.Code, _ element: String, _ xml: String,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        assertRefused(code, element, xml, file: file, line: line) { try carried(xml) }
    }

    func testEveryKindIsKnownByItsRoot() throws {
        for (kind, xml) in ProtocolFixture.unjudged {
            let message = try carried(xml)
            XCTAssertEqual(SAML.MessageKind(of: message.element)?.rawValue, kind)
            XCTAssertEqual(message.wrappers, [], kind)
        }
        XCTAssertEqual(SAML.MessageKind(of: try root(ResponseFixture().xml)), .response)
        for other in [
            "<Response/>", "<r:Response xmlns:r=\"urn:oasis:names:tc:SAML:1.0:protocol\"/>",
            "<r:response xmlns:r=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>",
        ] {
            XCTAssertNil(SAML.MessageKind(of: try root(other)), other)
        }
    }

    func testWrappersCarryAMessageOfAnyKind() throws {
        let response = ResponseFixture().xml
        let soap12 = "http://www.w3.org/2003/05/soap-envelope"
        for (xml, wrappers) in [
            (ProtocolFixture.soap(response), [.soap]),
            (ProtocolFixture.soap(" \n\(response)<!-- -->\n", namespace: soap12), [.soap]),
            (ProtocolFixture.artifactResponse(response), [.artifactResponse]),
            (
                ProtocolFixture.soap(ProtocolFixture.artifactResponse(response)),
                [.soap, .artifactResponse]
            ),
        ] as [(String, [SAML.CarriedMessage.Wrapper])] {
            let message = try carried(xml)
            XCTAssertEqual(message.wrappers, wrappers)
            XCTAssertEqual(try SAML.Response(unverified: message.element).id, "_response")
        }
        for (kind, xml) in ProtocolFixture.unjudged {
            let message = try carried(ProtocolFixture.soap(xml))
            XCTAssertEqual(SAML.MessageKind(of: message.element)?.rawValue, kind)
        }
    }

    func testAWrapperWithoutAMessageIsRefused() throws {
        assertWrapperRefused(.emptyWrapper, "Body", ProtocolFixture.soap(" "))
        let envelope = ProtocolFixture.soap("").replacing("<s:Body></s:Body>", with: "")
        assertWrapperRefused(.emptyWrapper, "Envelope", envelope)
        assertWrapperRefused(
            .unexpectedElement, "Fault", ProtocolFixture.soap("<s:Fault/>"))
        assertWrapperRefused(
            .unexpectedText, "Body", ProtocolFixture.soap("x" + ResponseFixture().xml))
        // An artifact that nobody knows is answered without a message.
        XCTAssertEqual(try carried(ProtocolFixture.artifactResponse("")).wrappers, [])
    }

    func testAWrapperWithMoreThanOneMessageIsRefused() throws {
        let response = ResponseFixture().xml
        var other = ResponseFixture(assertions: [])
        other.id = "_other"
        assertWrapperRefused(
            .severalMessages, "Response", ProtocolFixture.soap(response + other.xml))
        assertWrapperRefused(
            .severalMessages, "AuthnRequest",
            ProtocolFixture.artifactResponse(response + ProtocolFixture.authnRequest))
        for place in ["Extensions", "Status"] {
            let hidden = ProtocolFixture.artifactResponse(
                "<samlp:\(place)><x>\(other.xml)</x></samlp:\(place)>" + response)
            assertWrapperRefused(.severalMessages, "Response", hidden)
        }
        let bodies = ProtocolFixture.soap(response)
            .replacing("</s:Body>", with: "</s:Body><s:Body>\(other.xml)</s:Body>")
        assertWrapperRefused(.repeatedElement, "Body", bodies)
        let nested = ProtocolFixture.soap(ProtocolFixture.soap(response))
        assertWrapperRefused(.unexpectedElement, "Envelope", nested)
        let resolved = ProtocolFixture.artifactResponse(
            ProtocolFixture.artifactResponse(response, id: "_inner"))
        assertWrapperRefused(.unexpectedElement, "ArtifactResponse", resolved)
    }

    func testAMessageInTheHeaderIsRefused() throws {
        var other = ResponseFixture(assertions: [])
        other.id = "_other"
        let response = ResponseFixture().xml
        for header in [other.xml, "<x><y>\(other.xml)</y></x>"] {
            assertWrapperRefused(
                .messageInHeader, "Response", ProtocolFixture.soap(response, header: header))
            assertWrapperRefused(
                .messageInHeader, "Response", ProtocolFixture.soap("", header: header))
        }
        // A sender may name itself with an assertion in the header.
        let token = "<x>\(ProtocolFixture.assertion.replacing("_assertion", with: "_token"))</x>"
        let message = try carried(ProtocolFixture.soap(response, header: token))
        XCTAssertEqual(try SAML.Response(unverified: message.element).id, "_response")
    }

    func testTheMessageAloneKeepsTheNamespacesInScope() throws {
        let inner = ResponseFixture().xml
            .replacing(#" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion""#, with: "")
        let wrapped = ProtocolFixture.artifactResponse(inner)
        let alone = try carried(wrapped).standaloneUTF8
        let response = try SAML.Response(
            unverified: XML.Document(parsing: alone).rootElement)
        XCTAssertEqual(response, try carriedResponse(wrapped))
        let soap = try carried(ProtocolFixture.soap(ResponseFixture().xml)).standaloneUTF8
        XCTAssertTrue(String(decoding: soap, as: UTF8.self).contains("xmlns:unused="))
        // A message without a wrapper is itself.
        XCTAssertEqual(
            try carried(ResponseFixture().xml).standaloneUTF8, Array(ResponseFixture().xml.utf8))
    }

    private func carriedResponse(_ xml: String) throws -> SAML.Response {
        try SAML.Response(unverified: carried(xml).element)
    }
}
