import TestSupport
import XCTest
import XMLCore

/// Which namespace declarations are written (Canonical XML 1.0, section 2.3; Exclusive XML
/// Canonicalization 1.0, section 3).
final class CanonicalNamespaceTests: XCTestCase, ReachesUnsafeCode {
    private func inclusive(_ written: String) throws -> String {
        let document = try document(written)
        let forms = try [.canonicalXML10, .canonicalXML11].map {
            text(try document.canonicalForm(using: .init($0)))
        }
        XCTAssertEqual(forms[0], forms[1], "Canonical XML 1.0 and 1.1 agree on namespaces")
        return forms[0]
    }

    private func exclusive(_ written: String, prefixes: String? = nil) throws -> String {
        let method = XML.CanonicalizationMethod(
            .exclusive, inclusiveNamespaces: prefixes.map(XML.InclusiveNamespaces.init(parsing:)))
        return text(try document(written).canonicalForm(using: method))
    }

    func testInclusiveFormKeepsUnusedDeclarationsWhereTheyStand() throws {
        XCTAssertEqual(
            try inclusive("<a xmlns:q='u:q'><b xmlns:p='u:p'/></a>"),
            "<a xmlns:q=\"u:q\"><b xmlns:p=\"u:p\"></b></a>")
    }

    func testSuperfluousDeclarationsAreLeftOut() throws {
        XCTAssertEqual(
            try inclusive("<a xmlns='u:d' xmlns:p='u:p'><b xmlns:p='u:p' xmlns='u:d'/></a>"),
            "<a xmlns=\"u:d\" xmlns:p=\"u:p\"><b></b></a>")
        XCTAssertEqual(
            try exclusive("<p:a xmlns:p='u:p'><p:b xmlns:p='u:p'/></p:a>"),
            "<p:a xmlns:p=\"u:p\"><p:b></p:b></p:a>")
    }

    func testChangedDeclarationsAreKept() throws {
        let written = "<p:a xmlns:p='u:1'><p:b xmlns:p='u:2'><p:c xmlns:p='u:1'/></p:b></p:a>"
        let expected =
            "<p:a xmlns:p=\"u:1\"><p:b xmlns:p=\"u:2\"><p:c xmlns:p=\"u:1\"></p:c></p:b></p:a>"
        XCTAssertEqual(try inclusive(written), expected)
        XCTAssertEqual(try exclusive(written), expected)
    }

    func testEmptyDefaultNamespaceIsWrittenOnlyWhereItUndoesAnother() throws {
        for form in [inclusive, { try self.exclusive($0) }] {
            XCTAssertEqual(try form("<a xmlns=''><b xmlns=''/></a>"), "<a><b></b></a>")
            XCTAssertEqual(
                try form("<a xmlns='u:d'><b xmlns=''><c xmlns=''/><d xmlns='u:d'/></b></a>"),
                "<a xmlns=\"u:d\"><b xmlns=\"\"><c></c><d xmlns=\"u:d\"></d></b></a>")
        }
    }

    func testDeclarationOfPrefixXMLIsLeftOut() throws {
        let written = "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='de'/>"
        XCTAssertEqual(try inclusive(written), "<a xml:lang=\"de\"></a>")
        XCTAssertEqual(try exclusive(written), "<a xml:lang=\"de\"></a>")
    }

    func testSpecialCharactersOfNamespaceNamesAreEscaped() throws {
        XCTAssertEqual(
            try inclusive("<a xmlns='u:d?x=1&amp;y=2'/>"), "<a xmlns=\"u:d?x=1&amp;y=2\"></a>")
        XCTAssertEqual(
            try exclusive("<p:a xmlns:p='u:d?x=1&#38;amp;'/>"),
            "<p:a xmlns:p=\"u:d?x=1&amp;amp;\"></p:a>")
    }

    func testExclusiveFormWritesDeclarationsWhereTheyAreVisiblyUsed() throws {
        XCTAssertEqual(
            try exclusive("<a xmlns='u:d' xmlns:p='u:p'><p:b/><p:c><p:d/></p:c></a>"),
            "<a xmlns=\"u:d\"><p:b xmlns:p=\"u:p\"></p:b>"
                + "<p:c xmlns:p=\"u:p\"><p:d></p:d></p:c></a>")
    }

    func testAttributePrefixIsVisiblyUsed() throws {
        XCTAssertEqual(
            try exclusive("<a xmlns:p='u:p' xmlns:q='u:q'><b p:c=''/></a>"),
            "<a><b xmlns:p=\"u:p\" p:c=\"\"></b></a>")
    }

    func testPrefixInAValueIsNotVisiblyUsed() throws {
        XCTAssertEqual(
            try exclusive("<a xmlns:x='u:x'><b c='x:string'>x:y</b></a>"),
            "<a><b c=\"x:string\">x:y</b></a>")
    }

    func testDefaultNamespaceIsNotUsedByAttributes() throws {
        XCTAssertEqual(
            try exclusive("<p:a xmlns='u:d' xmlns:p='u:p' b=''/>"),
            "<p:a xmlns:p=\"u:p\" b=\"\"></p:a>")
    }

    func testListedPrefixesAreTreatedAsInAnInclusiveForm() throws {
        let written = "<a xmlns:p='u:p' xmlns:q='u:q'><b xmlns:r='u:r'/></a>"
        XCTAssertEqual(
            try exclusive(written, prefixes: "p r unknown"),
            "<a xmlns:p=\"u:p\"><b xmlns:r=\"u:r\"></b></a>")
        XCTAssertEqual(try exclusive(written, prefixes: ""), "<a><b></b></a>")
    }

    func testListedDefaultNamespaceIsTreatedAsInAnInclusiveForm() throws {
        let written = "<p:a xmlns='u:d' xmlns:p='u:p'><b/></p:a>"
        XCTAssertEqual(
            try exclusive(written), "<p:a xmlns:p=\"u:p\"><b xmlns=\"u:d\"></b></p:a>")
        XCTAssertEqual(
            try exclusive(written, prefixes: "#default"),
            "<p:a xmlns=\"u:d\" xmlns:p=\"u:p\"><b></b></p:a>")
    }

    func testPrefixesAreKept() throws {
        // Two prefixes of one namespace stay two prefixes.
        let written = "<p:a xmlns:p='u:x' xmlns:q='u:x'><q:b/></p:a>"
        XCTAssertEqual(
            try inclusive(written), "<p:a xmlns:p=\"u:x\" xmlns:q=\"u:x\"><q:b></q:b></p:a>")
        XCTAssertEqual(
            try exclusive(written), "<p:a xmlns:p=\"u:x\"><q:b xmlns:q=\"u:x\"></q:b></p:a>")
    }
}
