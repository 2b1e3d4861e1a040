import SAML2
import TestSupport
import XCTest

/// Status codes, the nested ones too.
final class StatusReadingTests: XCTestCase {
    private func status(_ content: String) throws -> SAML.Status {
        var fixture = ResponseFixture()
        fixture.statusCodes = []
        fixture.headerXML = "<samlp:Status>\(content)</samlp:Status>"
        let response = try response(fixture.xml)
        return try XCTUnwrap(response.status)
    }

    func testNestedCodesAreListedFromTheOutside() throws {
        let code = try XCTUnwrap(response(FullMessage.response.xml).status?.code)
        XCTAssertEqual(code.values, ["urn:outer", "urn:middle", "urn:inner"])
        XCTAssertEqual(code.value, "urn:outer")
    }

    func testMessageIsReadWithItsWhiteSpace() throws {
        let status = try status(
            "<samlp:StatusMessage> no\n<!-- c -->such user </samlp:StatusMessage>")
        XCTAssertEqual(status.message, " no\nsuch user ")
        XCTAssertNil(status.code)
        XCTAssertFalse(status.isSuccess)
    }

    func testOnlyTheTopLevelCodeDecidesOnSuccess() throws {
        let success = SAML.StatusCode.success
        XCTAssertEqual(success, "urn:oasis:names:tc:SAML:2.0:status:Success")
        for (codes, isSuccess) in [
            ([success], true), ([success, "urn:detail"], true), (["urn:other", success], false),
            ([success + " "], false), ([success.lowercased()], false), ([""], false),
        ] {
            var fixture = ResponseFixture()
            fixture.statusCodes = codes
            let status = try XCTUnwrap(response(fixture.xml).status)
            XCTAssertEqual(status.isSuccess, isSuccess, "\(codes)")
            XCTAssertEqual(status.code?.values, codes)
        }
    }

    func testStatusWithoutContentIsNotSuccess() throws {
        let status = try status("")
        XCTAssertNil(status.code)
        XCTAssertNil(status.message)
        XCTAssertFalse(status.isSuccess)
    }

    func testCodeWithoutValueIsRefusedAtAnyDepth() {
        assertRefused(.missingAttribute, "StatusCode", attribute: "Value") {
            try status("<samlp:StatusCode/>")
        }
        assertRefused(.missingAttribute, "StatusCode", attribute: "Value") {
            try status(#"<samlp:StatusCode Value="a"><samlp:StatusCode/></samlp:StatusCode>"#)
        }
    }

    func testTwoCodesSideBySideAreRefused() {
        let code = #"<samlp:StatusCode Value="a"/>"#
        assertRefused(.repeatedElement, "StatusCode") { try status(code + code) }
        assertRefused(.repeatedElement, "StatusCode") {
            try status(#"<samlp:StatusCode Value="a">\#(code)\#(code)</samlp:StatusCode>"#)
        }
    }

    func testAMessageInAnAttributeIsMisplacedAndNoMessage() throws {
        for status in [
            try status(#"<samlp:StatusCode Value="urn:no" StatusMessage="not here"/>"#),
            try status(
                #"<samlp:StatusCode Value="urn:no"><samlp:StatusCode Value="b" message="not here"/>"#
                    + "</samlp:StatusCode>"),
        ] {
            XCTAssertNil(status.message)
            XCTAssertEqual(status.misplacedMessage?.text, "not here")
            XCTAssertEqual(status.words, "not here")
        }
        let both = try status(
            #"<samlp:StatusCode Value="urn:no" StatusMessage="not here"/>"#
                + "<samlp:StatusMessage>here</samlp:StatusMessage>")
        XCTAssertEqual(both.message, "here")
        XCTAssertNil(both.misplacedMessage)
        // Of success nobody looks for words.
        XCTAssertNil(
            try status("<samlp:StatusCode Value=\"\(SAML.StatusCode.success)\" message=\"a\"/>")
                .misplacedMessage)
    }

    func testTheAnswerIsReadWhateverIsWrongAroundIt() throws {
        var fixture = ResponseFixture()
        fixture.statusCodes = []
        fixture.issueInstant = "yesterday"
        fixture.headerXML = """
            <samlp:Status>text<samlp:StatusCode><samlp:StatusCode Value="urn:no"/></samlp:StatusCode>\
            <samlp:StatusMessage>such <b>a</b> user</samlp:StatusMessage><other/></samlp:Status>
            """
        fixture.assertions[0].issueInstant = ""
        fixture.trailerXML = "<other/>"
        XCTAssertThrowsError(try response(fixture.xml))
        let answer = try XCTUnwrap(SAML.Response(aroundAssertionsOf: root(fixture.xml)))
        XCTAssertEqual(answer.status?.codes, ["urn:no"])
        XCTAssertEqual(answer.status?.message, "such a user")
        XCTAssertEqual(answer.id, "_response")
        XCTAssertNil(answer.issueInstant)
        XCTAssertEqual(answer.assertions, [])
        XCTAssertNil(SAML.Response(aroundAssertionsOf: try root("<other/>")))
        for misplaced in [
            "<samlp:Status><samlp:StatusCode><samlp:StatusMessage>no</samlp:StatusMessage></samlp:StatusCode></samlp:Status>",
            "<samlp:Status/><samlp:StatusMessage>no</samlp:StatusMessage>",
            "<samlp:Status><samlp:StatusMessage Value=\"no\"/></samlp:Status>",
            "<samlp:Status><message>no</message></samlp:Status>",
        ] {
            fixture.headerXML = misplaced
            let answer = try XCTUnwrap(SAML.Response(aroundAssertionsOf: root(fixture.xml)))
            XCTAssertEqual(answer.status?.words, "no", misplaced)
            XCTAssertNotNil(answer.status?.misplacedMessage, misplaced)
        }
    }

    func testDetailMayHoldAnything() throws {
        let status = try status(
            #"<samlp:StatusDetail>text<x xmlns="urn:x"><y/></x></samlp:StatusDetail>"#)
        XCTAssertNil(status.code)
    }
}
