import TestSupport
import XCTest
import XMLCore

/// What breaks the rules of Namespaces in XML 1.0 is refused.
final class NamespaceWellFormednessTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "http://www.w3.org/XML/1998/namespace"
    private let xmlns = "http://www.w3.org/2000/xmlns/"

    func testUndeclaredPrefixIsRefused() {
        assertRefused("<p:a/>", .notNamespaceWellFormed)
        assertRefused("<a p:b=''/>", .notNamespaceWellFormed)
        assertRefused("<a><b xmlns:p='u:p'/><p:c/></a>", .notNamespaceWellFormed)
    }

    func testPrefixesAreCaseSensitive() {
        assertRefused("<P:a xmlns:p='u:p'/>", .notNamespaceWellFormed)
    }

    func testDuplicateExpandedAttributeNamesAreRefused() {
        assertRefused(
            "<a xmlns:p='u:x' xmlns:q='u:x' p:b='1' q:b='2'/>", .notNamespaceWellFormed)
        assertRefused(
            "<a xmlns:p='u:x'><b xmlns:q='u:x' p:b='1' q:b='2'/></a>", .notNamespaceWellFormed)
    }

    func testUnprefixedAttributeIsNotInTheDefaultNamespace() throws {
        let root = try document("<a xmlns='u:x' xmlns:p='u:x' p:b='1' b='2'/>").rootElement
        XCTAssertEqual(root.attributes.map(\.value), ["1", "2"])
    }

    func testPrefixCannotBeUndeclared() {
        assertRefused("<a xmlns:p=''/>", .notNamespaceWellFormed)
        assertRefused("<a xmlns:p='u:p'><b xmlns:p=''/></a>", .notNamespaceWellFormed)
    }

    func testPrefixXMLKeepsItsNamespace() {
        assertRefused("<a xmlns:xml='u:x'/>", .notNamespaceWellFormed)
        XCTAssertNoThrow(try document("<a xmlns:xml='\(xml)'/>"))
    }

    func testNamespaceOfXMLHasNoOtherPrefix() {
        assertRefused("<a xmlns:p='\(xml)'/>", .notNamespaceWellFormed)
        assertRefused("<a xmlns='\(xml)'/>", .notNamespaceWellFormed)
    }

    func testPrefixXMLNSIsNeitherDeclaredNorUsed() {
        assertRefused("<a xmlns:xmlns='u:x'/>", .notNamespaceWellFormed)
        assertRefused("<a xmlns:xmlns='\(xmlns)'/>", .notNamespaceWellFormed)
        assertRefused("<xmlns:a/>", .notNamespaceWellFormed)
        assertRefused("<a xmlns:p='\(xmlns)'/>", .notNamespaceWellFormed)
        assertRefused("<a xmlns='\(xmlns)'/>", .notNamespaceWellFormed)
    }

    func testColonsStandOnlyBetweenPrefixAndLocalName() {
        for text in [
            "<:a/>", "<a:/>", "<p:b:c xmlns:p='u:p'/>", "<a :b=''/>", "<a b:=''/>",
            "<a xmlns:p='u:p' p:b:c=''/>", "<?p:i?><a/>",
        ] {
            assertRefused(text, .notNamespaceWellFormed)
        }
    }

    func testFirstProblemOfTheDocumentIsTheOneReported() {
        assertRefused("<p:a>\n</b>", .notNamespaceWellFormed)
        assertRefused("<a></b><p:c/>", .notWellFormed)
    }
}
