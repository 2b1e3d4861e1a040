import SAML2
import XCTest
import XMLCore

/// The root element of a document written as text.
func root(_ xml: String) throws(XML.ParsingError) -> XML.Element {
    try XML.Document(parsing: xml.utf8).rootElement
}

/// Reads a response written as text.
func response(_ xml: String) throws -> SAML.Response {
    try SAML.Response(unverified: root(xml))
}

/// Reads the content of an assertion without any other.
func assertion(_ content: String, _ attributes: String = "") throws -> SAML.Assertion {
    try SAML.Assertion(
        unverified: root(
            """
            <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" \(attributes)>\
            \(content)</saml:Assertion>
            """))
}

/// Reads the attributes of an `AttributeStatement`.
func attributes(_ content: String) throws -> [SAML.Attribute] {
    try assertion(
        "<saml:AttributeStatement>\(content)</saml:AttributeStatement>",
        """
        xmlns:xs="http://www.w3.org/2001/XMLSchema" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        """
    ).attributes
}

/// Reads an instant; a bad literal fails the test.
func instant(
    _ text: String, file: StaticString = #filePath, line: UInt = #line
) throws -> SAML.Instant {
    try XCTUnwrap(SAML.Instant(parsing: text), text, file: file, line: line)
}

/// Expects a message, or a part of one, to be refused for a reason.
func assertRefused(
    _ code: SAML.StructureError.Code, _ element: String, attribute: String? = nil,
    at position: XML.SourcePosition? = nil, _ message: String = "", file: StaticString = #filePath,
    line: UInt = #line,
    _ read: () throws -> some Any
) {
    XCTAssertThrowsError(try read(), message, file: file, line: line) { error in
        guard let error = error as? SAML.StructureError else {
            return XCTFail("\(error) \(message)", file: file, line: line)
        }
        XCTAssertEqual(error.code, code, message, file: file, line: line)
        XCTAssertEqual(error.element, element, message, file: file, line: line)
        XCTAssertEqual(error.attribute, attribute, message, file: file, line: line)
        guard let position else { return }
        XCTAssertEqual(error.position, position, message, file: file, line: line)
    }
}
