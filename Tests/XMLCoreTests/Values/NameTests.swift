import XCTest
import XMLCore

/// Names are a namespace and a local name; prefixes say nothing.
final class NameTests: XCTestCase {
    private let urn = XML.Namespace(rawValue: "urn:example:a")

    func testPrefixIsNotPartOfAName() throws {
        let names = try ["<p:n xmlns:p='urn:example:a'/>", "<n xmlns='urn:example:a'/>"].map {
            try document($0).rootElement.name
        }
        XCTAssertEqual(names, [XML.QualifiedName("n", in: urn), XML.QualifiedName("n", in: urn)])
    }

    func testNameWithoutNamespaceDiffersFromTheSameNameInOne() throws {
        let root = try document("<n><n xmlns='urn:example:a'/></n>").rootElement
        let inner = try XCTUnwrap(root.childElements.first { _ in true })
        XCTAssertEqual(root.name, XML.QualifiedName("n"))
        XCTAssertNotEqual(root.name, inner.name)
        XCTAssertTrue(root.isNamed(XML.QualifiedName("n")))
        XCTAssertFalse(root.isNamed(XML.QualifiedName("n", in: urn)))
        XCTAssertTrue(inner.isNamed(XML.QualifiedName("n", in: urn)))
        XCTAssertFalse(inner.isNamed(XML.QualifiedName("n")))
    }

    func testIsNamedComparesWholeNames() throws {
        let root = try document("<name xmlns='urn:example:a'/>").rootElement
        for (local, namespace) in [
            ("nam", "urn:example:a"), ("names", "urn:example:a"), ("Name", "urn:example:a"),
            ("", "urn:example:a"), ("name", "urn:example:"), ("name", "urn:example:ab"),
            ("name", "URN:example:a"), ("name", ""),
        ] {
            let other = XML.QualifiedName(local, in: XML.Namespace(rawValue: namespace))
            XCTAssertFalse(root.isNamed(other), "\(other)")
            XCTAssertNotEqual(root.name, other)
        }
    }

    func testNamespacesAreComparedWithoutNormalization() {
        let names = [
            "http://a.example.org/x", "http://a.example.org/%78", "http://A.example.org/x",
            "http://a.example.org:80/x", "http://a.example.org/x/",
        ].map(XML.Namespace.init(rawValue:))
        XCTAssertEqual(Set(names).count, names.count)
    }

    func testCanonicallyEquivalentNamesAreDifferentNames() throws {
        // Swift takes these strings for equal; XML compares code points.
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        XCTAssertNotEqual(
            XML.Namespace(rawValue: composed), XML.Namespace(rawValue: decomposed))
        XCTAssertNotEqual(XML.QualifiedName(composed), XML.QualifiedName(decomposed))
        let root = try document("<a \(composed)='1' \(decomposed)='2'/>").rootElement
        XCTAssertEqual(root[attribute: XML.QualifiedName(decomposed)], "2")
        XCTAssertEqual(Set(root.attributes.map(\.name)).count, 2)
    }

    func testEmptyDefaultNamespaceIsNoNamespace() throws {
        let root = try document("<a xmlns='urn:example:a'><b xmlns=''/></a>").rootElement
        XCTAssertEqual(root.childElements.map(\.name), [XML.QualifiedName("b")])
    }

    func testAttributesAreFoundByExpandedName() throws {
        let root = try document(
            "<a xmlns='urn:example:a' xmlns:p='urn:example:a' b='plain' p:b='qualified'/>"
        ).rootElement
        XCTAssertEqual(root[attribute: XML.QualifiedName("b")], "plain")
        XCTAssertEqual(root[attribute: XML.QualifiedName("b", in: urn)], "qualified")
        XCTAssertNil(root[attribute: XML.QualifiedName("c")])
        XCTAssertNil(root[attribute: XML.QualifiedName("b", in: .xml)])
    }

    func testAttributesWithPrefixXMLAreInItsNamespace() throws {
        let root = try document("<a xml:lang='de'/>").rootElement
        XCTAssertEqual(root[attribute: XML.QualifiedName("lang", in: .xml)], "de")
    }

    func testAttributesStandInDocumentOrderWithoutDeclarations() throws {
        let root = try document("<a z='1' xmlns:p='urn:example:a' b='2' xmlns='u:x' p:a='3'/>")
            .rootElement
        XCTAssertEqual(
            root.attributes.map(\.name),
            [XML.QualifiedName("z"), XML.QualifiedName("b"), XML.QualifiedName("a", in: urn)])
        XCTAssertEqual(root.attributes.map(\.value), ["1", "2", "3"])
    }

    func testNameIsDescribedInClarkNotation() {
        XCTAssertEqual("\(XML.QualifiedName("n", in: urn))", "{urn:example:a}n")
        XCTAssertEqual("\(XML.QualifiedName("n"))", "n")
    }

    func testNamesOutsideASCIIAreRead() throws {
        let root = try document("<größe xmlns='urn:example:a' 名='值'/>").rootElement
        XCTAssertEqual(root.name.localName, "größe")
        XCTAssertEqual(root[attribute: XML.QualifiedName("名")], "值")
    }
}
