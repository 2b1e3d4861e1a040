import SAML2
import XCTest

/// Whom an assertion is about, and how that is confirmed.
final class SubjectReadingTests: XCTestCase {
    private func subject(_ content: String) throws -> SAML.Subject {
        let assertion = try assertion("<saml:Subject>\(content)</saml:Subject>")
        return try XCTUnwrap(assertion.subject)
    }

    func testEveryFieldOfASubjectIsRead() throws {
        let subject = try XCTUnwrap(response(FullMessage.response.xml).assertion?.subject)
        XCTAssertEqual(subject.nameID?.value, "subscriber")
        XCTAssertEqual(subject.nameID?.format, "urn:format")
        XCTAssertEqual(subject.nameID?.nameQualifier, "urn:idp")
        XCTAssertEqual(subject.nameID?.spNameQualifier, "urn:sp")
        XCTAssertFalse(subject.hasEncryptedID)
        XCTAssertEqual(subject.confirmations.count, 2)
    }

    func testEveryFieldOfAConfirmationIsRead() throws {
        let subject = try XCTUnwrap(response(FullMessage.response.xml).assertion?.subject)
        let confirmation = try XCTUnwrap(subject.confirmations.first)
        XCTAssertEqual(confirmation.method, SAML.SubjectConfirmation.bearer)
        XCTAssertEqual(confirmation.nameID?.value, "confirmer")
        let data = try XCTUnwrap(confirmation.data)
        XCTAssertEqual(data.notBefore, try instant("2026-01-15T11:58:00Z"))
        XCTAssertEqual(data.notOnOrAfter, try instant("2026-01-15T12:05:00Z"))
        XCTAssertEqual(data.recipient, "https://sp.example/acs")
        XCTAssertEqual(data.inResponseTo, "_request")
        XCTAssertEqual(data.address, "192.0.2.2")
        let other = try XCTUnwrap(subject.confirmations.last)
        XCTAssertEqual(other.method, "urn:other")
        XCTAssertNil(other.nameID)
        XCTAssertNil(other.data)
    }

    func testConfirmationDataMayHoldAnything() throws {
        let subject = try subject(
            """
            <saml:SubjectConfirmation><saml:SubjectConfirmationData Recipient="r">text\
            <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"/></saml:SubjectConfirmationData>\
            </saml:SubjectConfirmation>
            """)
        XCTAssertEqual(subject.confirmations.first?.data?.recipient, "r")
        XCTAssertNil(subject.confirmations.first?.method)
    }

    func testEncryptedNameIsNoticed() throws {
        let subject = try subject("<saml:EncryptedID><x/></saml:EncryptedID>")
        XCTAssertTrue(subject.hasEncryptedID)
        XCTAssertNil(subject.nameID)
    }

    func testOtherIdentifiersAreToleratedButNotRead() throws {
        let subject = try subject(
            """
            <saml:BaseID/><saml:SubjectConfirmation><saml:BaseID/></saml:SubjectConfirmation>\
            <saml:SubjectConfirmation><saml:EncryptedID/></saml:SubjectConfirmation>
            """)
        XCTAssertNil(subject.nameID)
        XCTAssertFalse(subject.hasEncryptedID)
        XCTAssertEqual(subject.confirmations.map(\.nameID), [nil, nil])
    }

    func testTwoKindsOfIdentifiersAreRefused() {
        for (content, name) in [
            ("<saml:NameID/><saml:EncryptedID/>", "EncryptedID"),
            ("<saml:EncryptedID/><saml:NameID/>", "EncryptedID"),
            ("<saml:BaseID/><saml:NameID/>", "BaseID"),
            ("<saml:EncryptedID/><saml:BaseID/>", "BaseID"),
        ] {
            assertRefused(.unexpectedElement, name, content) { try subject(content) }
            assertRefused(.unexpectedElement, name, content) {
                try subject("<saml:SubjectConfirmation>\(content)</saml:SubjectConfirmation>")
            }
        }
    }

    func testSubjectWithoutContentNamesNobody() throws {
        let subject = try subject("")
        XCTAssertNil(subject.nameID)
        XCTAssertFalse(subject.hasEncryptedID)
        XCTAssertTrue(subject.confirmations.isEmpty)
    }
}
