import SAML2
import XCTest
import XMLCore

/// `xsi:type`, whose prefix is content.
final class AttributeTypeTests: XCTestCase {
    private static let schema = XML.Namespace(rawValue: "http://www.w3.org/2001/XMLSchema")

    private func type(_ literal: String, _ declarations: String = "") throws -> XML.QualifiedName? {
        let read = try attributes(
            """
            <saml:Attribute Name="a"><saml:AttributeValue xsi:type="\(literal)" \(declarations)>v\
            </saml:AttributeValue></saml:Attribute>
            """)
        return try XCTUnwrap(read.first?.values.first).type
    }

    func testPrefixIsResolvedWhereTheValueStands() throws {
        XCTAssertEqual(try type("xs:string"), XML.QualifiedName("string", in: Self.schema))
        XCTAssertEqual(
            try type("p:string", #"xmlns:p="http://www.w3.org/2001/XMLSchema""#),
            XML.QualifiedName("string", in: Self.schema))
    }

    func testShadowedPrefixIsTheInnermost() throws {
        XCTAssertEqual(
            try type("xs:string", #"xmlns:xs="urn:other""#),
            XML.QualifiedName("string", in: XML.Namespace(rawValue: "urn:other")))
    }

    func testUndeclaredPrefixHasNoType() throws {
        for literal in ["q:string", "xmlns:string", "XS:string"] {
            XCTAssertNil(try type(literal), literal)
        }
    }

    func testNameWithoutPrefixIsInTheDefaultNamespace() throws {
        XCTAssertEqual(try type("string"), XML.QualifiedName("string"))
        XCTAssertEqual(
            try type("string", #"xmlns="urn:default""#),
            XML.QualifiedName("string", in: XML.Namespace(rawValue: "urn:default")))
    }

    func testUndeclaredDefaultNamespaceIsNone() throws {
        let read = try attributes(
            """
            <saml:Attribute Name="a" xmlns="urn:default">\
            <saml:AttributeValue xmlns="" xsi:type="string"/></saml:Attribute>
            """)
        XCTAssertEqual(read.first?.values.first?.type, XML.QualifiedName("string"))
    }

    func testWhiteSpaceAroundATypeCollapses() throws {
        XCTAssertEqual(try type(" xs:string\n"), XML.QualifiedName("string", in: Self.schema))
    }

    func testValueWithoutTypeHasNone() throws {
        let read = try attributes(
            """
            <saml:Attribute Name="a"><saml:AttributeValue type="xs:string"/>\
            </saml:Attribute>
            """)
        XCTAssertEqual(read.first?.values.map(\.type), [nil])
    }

    func testTypeDoesNotChangeTheContent() throws {
        let read = try attributes(
            """
            <saml:Attribute Name="a"><saml:AttributeValue xsi:type="xs:integer"> 01 \
            </saml:AttributeValue><saml:AttributeValue xsi:type="xs:string" xsi:nil="true"/>\
            </saml:Attribute>
            """)
        XCTAssertEqual(read.first?.values.map(\.content), [.text(" 01 "), .null])
        XCTAssertEqual(read.first?.values.map { $0.type?.localName }, ["integer", "string"])
    }
}
