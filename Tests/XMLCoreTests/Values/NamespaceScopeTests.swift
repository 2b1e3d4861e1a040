import TestSupport
import XCTest
import XMLCore

/// Prefixes in content are resolved by the declarations in scope.
final class NamespaceScopeTests: XCTestCase, ReachesUnsafeCode {
    private let text = """
        <a xmlns='u:default' xmlns:p='u:outer' xmlns:q='u:q'>\
        <b xmlns:p='u:inner'><c xmlns=''><d xmlns='u:again'/></c></b><e/></a>
        """

    private func namespaces(of name: String, _ prefix: String) throws -> String? {
        let element = try XCTUnwrap(
            try document(text).rootElement.descendantsOrSelf { $0.name.localName == name }.first)
        return element.namespace(forPrefix: prefix)?.rawValue
    }

    func testDeclarationIsInScopeAtItsElementAndInside() throws {
        XCTAssertEqual(try namespaces(of: "a", "q"), "u:q")
        XCTAssertEqual(try namespaces(of: "d", "q"), "u:q")
    }

    func testInnerDeclarationShadowsTheOuterOne() throws {
        XCTAssertEqual(try namespaces(of: "a", "p"), "u:outer")
        XCTAssertEqual(try namespaces(of: "b", "p"), "u:inner")
        XCTAssertEqual(try namespaces(of: "d", "p"), "u:inner")
        XCTAssertEqual(try namespaces(of: "e", "p"), "u:outer", "siblings do not see it")
    }

    func testEmptyPrefixIsTheDefaultNamespace() throws {
        XCTAssertEqual(try namespaces(of: "b", ""), "u:default")
    }

    func testDefaultNamespaceCanBeUndeclaredAndDeclaredAgain() throws {
        XCTAssertNil(try namespaces(of: "c", ""))
        XCTAssertEqual(try namespaces(of: "d", ""), "u:again")
    }

    func testUnknownPrefixHasNoNamespace() throws {
        XCTAssertNil(try namespaces(of: "d", "unknown"))
        XCTAssertNil(try namespaces(of: "d", "P"))
        XCTAssertNil(try document("<a/>").rootElement.namespace(forPrefix: ""))
    }

    func testReferencesInANamespaceNameAreReplaced() throws {
        let root = try document("<p:a xmlns:p='u:x?a&amp;b' p:b='&amp;'/>").rootElement
        let namespace = XML.Namespace(rawValue: "u:x?a&b")
        XCTAssertEqual(root.namespace(forPrefix: "p"), namespace)
        XCTAssertEqual(root.name.namespace, namespace)
        XCTAssertEqual(root[attribute: XML.QualifiedName("b", in: namespace)], "&")
    }

    func testPrefixesThatOnlyUnicodeTakesForEqualAreTwo() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        let text = "<a xmlns:\(composed)='u:1'><b xmlns:\(decomposed)='u:2'/></a>"
        let inner = try XCTUnwrap(
            try document(text).rootElement.childElements.first { _ in true })
        let bindings = inner.namespacesInScope
        XCTAssertEqual(
            bindings.map { Array($0.prefix.utf8) }, [Array(decomposed.utf8), Array(composed.utf8)])
        XCTAssertEqual(bindings.map(\.namespace.rawValue), ["u:2", "u:1"])
    }

    func testPrefixXMLIsAlwaysBound() throws {
        XCTAssertEqual(try document("<a/>").rootElement.namespace(forPrefix: "xml"), .xml)
    }
}
