import SAML2
import TestSupport
import XCTest
import XMLCore

/// Requests for attributes.
final class AttributeQueryReadingTests: XCTestCase {
    func testEveryFieldOfAQueryIsRead() throws {
        let query = try SAML.AttributeQuery(unverified: root(FullMessage.query.xml))
        XCTAssertEqual(query.id, "_query")
        XCTAssertEqual(query.version, "2.0")
        XCTAssertEqual(query.issueInstant, try instant("2026-01-15T11:59:50Z"))
        XCTAssertEqual(query.destination, "https://idp.example/query")
        XCTAssertEqual(query.consent, "urn:oasis:names:tc:SAML:2.0:consent:prior")
        XCTAssertEqual(query.issuer?.value, "https://idp.example/saml")
        XCTAssertEqual(query.subject?.nameID?.value, "subscriber")
        XCTAssertTrue(query.hasSignature)
        XCTAssertEqual(query.requestedAttributes.map(\.name), ["uid", "rating"])
        XCTAssertEqual(query.requestedAttributes.map(\.nameFormat), ["urn:format", nil])
        XCTAssertEqual(query.requestedAttributes.map(\.friendlyName), [nil, "Rating"])
        XCTAssertEqual(query.requestedAttributes.map { $0.values.map(\.text) }, [[], ["tv-14"]])
    }

    func testWhatAQueryLacksIsNil() throws {
        let query = try SAML.AttributeQuery(
            unverified: root(
                #"<q:AttributeQuery xmlns:q="urn:oasis:names:tc:SAML:2.0:protocol"/>"#))
        XCTAssertNil(query.id)
        XCTAssertNil(query.version)
        XCTAssertNil(query.issueInstant)
        XCTAssertNil(query.destination)
        XCTAssertNil(query.consent)
        XCTAssertNil(query.issuer)
        XCTAssertNil(query.subject)
        XCTAssertFalse(query.hasSignature)
        XCTAssertTrue(query.requestedAttributes.isEmpty)
    }

    func testVerificationTokenOfTheSamplesIsRead() throws {
        let document = try XML.Document(
            parsing: Repository.sample("captures/verification-token.xml"))
        let query = try SAML.AttributeQuery(unverified: document.rootElement)
        XCTAssertEqual(query.id, "_3f7c7516d873783a224b690ff171511b")
        XCTAssertEqual(query.issueInstant?.description, "2026-01-15T11:59:50Z")
        XCTAssertEqual(query.issuer?.uri, "https://saml.sp.auth.adobe.com")
        XCTAssertTrue(query.hasSignature)
        XCTAssertEqual(query.subject?.nameID?.value, "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8")
        XCTAssertEqual(
            query.requestedAttributes.map(\.name),
            [
                "uid", "uniqueId", "householdID", "MaxTVRating", "MaxMovieRating", "hba_status",
                "zip", "city", "authorized_resources", "packages", "note", "language", "avatar",
            ])
        XCTAssertEqual(
            Set(query.requestedAttributes.map(\.nameFormat)),
            ["urn:oasis:names:tc:SAML:2.0:attrname-format:basic"])
    }

    func testOtherRootsAreNotQueries() {
        for (xml, name) in [
            (FullMessage.response.xml, "Response"),
            (#"<AttributeQuery xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>"#, "AttributeQuery"),
            (#"<AuthnRequest xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>"#, "AuthnRequest"),
        ] {
            assertRefused(.unexpectedRoot, name, xml) {
                try SAML.AttributeQuery(unverified: root(xml))
            }
        }
    }

    func testMessageIsOfTheKindItsRootNames() throws {
        let response = try root(FullMessage.response.xml)
        XCTAssertEqual(
            try SAML.Message(unverified: response),
            .response(try SAML.Response(unverified: response)))
        let query = try root(FullMessage.query.xml)
        XCTAssertEqual(
            try SAML.Message(unverified: query),
            .attributeQuery(try SAML.AttributeQuery(unverified: query)))
    }

    func testMessageOfAnotherKindIsRefused() {
        for name in ["AuthnRequest", "LogoutResponse", "response"] {
            assertRefused(.unexpectedRoot, name) {
                try SAML.Message(
                    unverified: root(
                        #"<\#(name) xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>"#))
            }
        }
    }
}
