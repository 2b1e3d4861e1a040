import SAML2
import TestSupport
import XCTest
import XMLCore

/// What an error says about a message that cannot be read.
final class StructureErrorTests: XCTestCase, ReachesUnsafeCode {
    private struct NoError: Error {}

    private func error(_ xml: String) throws -> SAML.StructureError {
        let root = try root(xml)
        do {
            _ = try SAML.Message(unverified: root)
        } catch {
            return error
        }
        throw NoError()
    }

    func testLeftoverElementIsNamedWithItsPlace() throws {
        let error = try error(
            """
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">
              <samlp:Status>
                <samlp:StatusCode Value="v"/>
                <!-- é --><x:Unknown xmlns:x="urn:x"/>
              </samlp:Status>
            </samlp:Response>
            """)
        XCTAssertEqual(error.code, .unexpectedElement)
        XCTAssertEqual(error.element, "Unknown")
        XCTAssertNil(error.attribute)
        XCTAssertEqual(error.position, XML.SourcePosition(line: 4, column: 16))
        XCTAssertEqual(
            error.description, "The element Unknown is not allowed here at line 4, column 16.")
    }

    func testKnownElementInTheWrongPlaceIsLeftOver() throws {
        var fixture = ResponseFixture()
        fixture.headerXML = "<saml:NameID>a</saml:NameID>"
        XCTAssertEqual(try error(fixture.xml).code, .unexpectedElement)
        XCTAssertEqual(try error(fixture.xml).element, "NameID")
    }

    func testKnownLocalNameInAnotherNamespaceIsLeftOver() throws {
        for name in ["samlp:Assertion", "samlp:Issuer", "saml:Status", "saml:Signature"] {
            var fixture = ResponseFixture()
            fixture.trailerXML = "<\(name)/>"
            let error = try error(fixture.xml)
            XCTAssertEqual(error.code, .unexpectedElement, name)
            XCTAssertEqual("\(name.split(separator: ":")[1])", error.element)
        }
    }

    func testRepeatedElementIsTheSecondOne() throws {
        let error = try error(
            """
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">
            <samlp:Status/>
              <samlp:Extensions/>
             <samlp:Status/>
            </samlp:Response>
            """)
        XCTAssertEqual(error.code, .repeatedElement)
        XCTAssertEqual(error.element, "Status")
        XCTAssertEqual(error.position, XML.SourcePosition(line: 4, column: 2))
        XCTAssertEqual(
            error.description, "The element Status occurs more than once at line 4, column 2.")
    }

    func testUnexpectedTextIsReportedAtItsElement() throws {
        var fixture = ResponseFixture()
        fixture.headerXML = "stray"
        let error = try error(fixture.xml)
        XCTAssertEqual(error.code, .unexpectedText)
        XCTAssertEqual(error.element, "Response")
        XCTAssertEqual(error.position, XML.SourcePosition(line: 1, column: 1))
        XCTAssertEqual(
            error.description, "The element Response may not contain text at line 1, column 1.")
    }

    func testMissingNameOfAnAttributeIsReported() throws {
        var fixture = ResponseFixture(assertions: [])
        fixture.trailerXML = """
            <saml:Assertion><saml:AttributeStatement><saml:Attribute FriendlyName="uid"/>\
            </saml:AttributeStatement></saml:Assertion>
            """
        let error = try error(fixture.xml)
        XCTAssertEqual(error.code, .missingAttribute)
        XCTAssertEqual(error.element, "Attribute")
        XCTAssertEqual(error.attribute, "Name")
        XCTAssertTrue(
            error.description.hasPrefix("The element Attribute lacks its Name attribute at line 1"),
            error.description)
    }

    func testEmptyNameOfAnAttributeIsAName() throws {
        XCTAssertEqual(try attributes(#"<saml:Attribute Name=""/>"#).map(\.name), [""])
    }

    func testInvalidInstantIsReportedWithItsAttribute() throws {
        for message in [FullMessage.response, FullMessage.query] {
            let isInstant = { (name: String) in
                ["IssueInstant", "AuthnInstant"].contains(name) || name.contains("Not")
            }
            for path in message.paths {
                for index in message[path].attributes.indices
                where isInstant(message[path].attributes[index].name) {
                    var changed = message
                    changed[path].attributes[index].value = "yesterday"
                    let name = message[path].attributes[index].name
                    assertRefused(.invalidValue, message[path].localName, attribute: name) {
                        try SAML.Message(unverified: root(changed.xml))
                    }
                }
            }
        }
        var fixture = ResponseFixture()
        fixture.issueInstant = "2026-02-30T00:00:00Z"
        XCTAssertEqual(
            try error(fixture.xml).description,
            "The IssueInstant attribute of Response is “2026-02-30T00:00:00Z”, expected a time such as "
                + "2026-01-15T12:00:00Z, at line 1, column 1.")
    }

    func testATimeInAnotherFormIsShownAndAnythingElseIsNot() throws {
        func sentence(_ time: String) throws -> String {
            var fixture = ResponseFixture()
            fixture.issueInstant = time
            return try error(fixture.xml).description
        }
        for time in [
            "01/15/2026 11:59:57 AM", "2026-01-15 11:59:57Z", "2026-01-15T11:59:57,123Z",
            "1768478397", "2026-01-15T13:59:57+0200", "2026-01-15t11:59:57z",
        ] {
            XCTAssertTrue(try sentence(time).contains("is “\(time)”, expected a time"), time)
        }
        for text in ["yesterday", "jane@idp.example", String(repeating: "1", count: 41)] {
            XCTAssertTrue(try sentence(text).contains("is not a time, expected a time"), text)
            XCTAssertFalse(try sentence(text).contains(text))
        }
    }

    func testAMessageOfSAML1IsCalledByItsVersion() throws {
        let versions = [
            (" MinorVersion=\"0\"", "1.0"), (" MinorVersion=\"1\"", "1.1"), ("", "1.0 or 1.1"),
        ]
        for (attribute, version) in versions {
            for (name, namespace) in [
                ("Response", "urn:oasis:names:tc:SAML:1.0:protocol"),
                ("Assertion", "urn:oasis:names:tc:SAML:1.0:assertion"),
            ] {
                XCTAssertTrue(
                    try error("<a:\(name) xmlns:a=\"\(namespace)\"\(attribute)/>").description
                        .hasPrefix(
                            "The root element \(name) is of SAML \(version), which is not read, expected SAML 2.0"
                        ))
            }
        }
        XCTAssertTrue(try error("<Response/>").description.contains("no namespace of SAML 2.0"))
    }

    func testAnotherProtocolIsNamedInsideAWrapperToo() throws {
        let trust = "http://docs.oasis-open.org/ws-sx/ws-trust/200512"
        let messages = [
            ("<a:Response xmlns:a=\"urn:oasis:names:tc:SAML:1.0:protocol\"/>", "of SAML 1.0"),
            ("<t:RequestSecurityTokenResponse xmlns:t=\"\(trust)\"/>", "of WS-Federation"),
        ]
        for (message, name) in messages {
            let envelope =
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>\(message)"
                + "</s:Body></s:Envelope>"
            for text in [message, envelope] {
                let document = try XML.Document(parsing: Array(text.utf8))
                XCTAssertThrowsError(
                    try SAML.Response(unverified: SAML.CarriedMessage(in: document).element)
                ) {
                    XCTAssertTrue("\($0)".contains(name), "\($0)")
                }
            }
        }
    }

    func testUnexpectedRootIsDescribed() throws {
        XCTAssertEqual(
            try error("\n<html/>").description,
            "The root element html is not the expected message at line 2, column 1.")
    }

    func testLongElementNamesAreCutInErrors() throws {
        let long = String(repeating: "n", count: 1000)
        let marks = String(repeating: "\u{301}", count: 300)
        for prefix in ["", "e\u{301}", "e" + marks] {
            var fixture = ResponseFixture()
            fixture.trailerXML = "<\(prefix + long.prefix(1000 - prefix.utf8.count))/>"
            let error = try error(fixture.xml)
            XCTAssertEqual(error.code, .unexpectedElement)
            XCTAssertEqual(error.element.unicodeScalars.count, 64)
            XCTAssertTrue((prefix + long).unicodeScalars.starts(with: error.element.unicodeScalars))
            XCTAssertLessThan(error.description.utf8.count, 300)
        }
    }

    func testShortElementNamesAreWhole() throws {
        for count in [1, 63, 64] {
            let name = String(repeating: "n", count: count)
            XCTAssertEqual(try error("<\(name)/>").element, name)
        }
    }
}
