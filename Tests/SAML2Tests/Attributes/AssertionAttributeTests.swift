import SAML2
import XCTest
import XMLCore

/// What a value can be.
final class AssertionAttributeTests: XCTestCase {
    private func value(_ content: String, _ attributes: String = "") throws -> SAML.AttributeValue {
        let read = try SAML2Tests.attributes(
            """
            <saml:Attribute Name="a"><saml:AttributeValue \(attributes)>\(content)\
            </saml:AttributeValue></saml:Attribute>
            """)
        return try XCTUnwrap(read.first?.values.first)
    }

    func testEveryFieldOfAnAttributeIsRead() throws {
        let attributes = try attributes(
            """
            <saml:Attribute Name="urn:uid" NameFormat="urn:format" FriendlyName="uid">\
            <saml:AttributeValue>1</saml:AttributeValue><saml:AttributeValue>2\
            </saml:AttributeValue></saml:Attribute><saml:Attribute Name="b"/>
            """)
        XCTAssertEqual(attributes.map(\.name), ["urn:uid", "b"])
        XCTAssertEqual(attributes.map(\.nameFormat), ["urn:format", nil])
        XCTAssertEqual(attributes.map(\.friendlyName), ["uid", nil])
        XCTAssertEqual(attributes.map { $0.values.map(\.text) }, [["1", "2"], []])
    }

    func testTextKeepsItsWhiteSpace() throws {
        let value = try value(" a\n\tb ")
        XCTAssertEqual(value.content, .text(" a\n\tb "))
        XCTAssertEqual(value.text, " a\n\tb ")
    }

    func testEmptyValueIsEmptyText() throws {
        for content in ["", "<!-- c -->", "<?p?>", "<![CDATA[]]>"] {
            XCTAssertEqual(try value(content).content, .text(""), content)
        }
    }

    func testNilValueIsNull() throws {
        for literal in ["true", "1", " true ", "\n1"] {
            let value = try value("", #"xsi:nil="\#(literal)""#)
            XCTAssertEqual(value.content, .null, literal)
            XCTAssertNil(value.text)
        }
    }

    func testOnlyTrueIsNil() throws {
        for attribute in [
            #"xsi:nil="false""#, #"xsi:nil="0""#, #"xsi:nil="TRUE""#, #"xsi:nil="yes""#,
            #"xsi:nil="""#, #"nil="true""#, #"saml:nil="true""#,
        ] {
            XCTAssertEqual(try value("", attribute).content, .text(""), attribute)
        }
    }

    func testValueWithAnElementIsXML() throws {
        let value = try value(#" <p:list xmlns:p="urn:p"><p:i>1</p:i><p:i>2</p:i></p:list> "#)
        guard case .xml(let element) = value.content else {
            return XCTFail("\(value.content)")
        }
        XCTAssertEqual(element.name, XML.QualifiedName("AttributeValue", in: .assertion))
        XCTAssertEqual(
            element.childElements.map(\.name),
            [XML.QualifiedName("list", in: XML.Namespace(rawValue: "urn:p"))])
        XCTAssertEqual(value.text, " 12 ")
    }

    func testNameIDInAValueIsXML() throws {
        let value = try value("<saml:NameID>ab<!-- -->cd</saml:NameID>")
        guard case .xml = value.content else { return XCTFail("\(value.content)") }
        XCTAssertEqual(value.text, "abcd")
    }

    func testForeignElementBesideTheValuesIsRefused() {
        assertRefused(.unexpectedElement, "Value") {
            try attributes(#"<saml:Attribute Name="a"><saml:Value/></saml:Attribute>"#)
        }
    }

    func testDescriptionsTellKindsAndSizes() throws {
        XCTAssertEqual(try value("abcé").description, "AttributeValue(5 bytes)")
        XCTAssertEqual(try value("", #"xsi:nil="1""#).description, "AttributeValue(nil)")
        XCTAssertEqual(try value("<a/>").description, "AttributeValue(XML)")
    }
}
