import TestSupport
import XCTest
import XMLCore

/// Elements are found by walking, keep their document alive, and are equal by identity.
final class NavigationTests: XCTestCase, ReachesUnsafeCode {
    private let text = """
        <!-- before --><?p?><r>t<a i='1'><b/></a><!--c--><b><a i='2'/></b><?q?><a i='3'/>t</r><?p?>
        """

    private func local(_ elements: some Sequence<XML.Element>) -> [String] {
        elements.map(\.name.localName)
    }

    func testRootElementIsFoundBehindCommentsAndInstructions() throws {
        XCTAssertEqual(try document(text).rootElement.name, XML.QualifiedName("r"))
        XCTAssertEqual(try document("\n<r/>").rootElement.name, XML.QualifiedName("r"))
    }

    func testChildElementsAreTheDirectOnesInDocumentOrder() throws {
        let root = try document(text).rootElement
        XCTAssertEqual(local(root.childElements), ["a", "b", "a"])
        XCTAssertEqual(local(root.childElements), ["a", "b", "a"], "they can be walked again")
    }

    func testElementWithoutChildElementsHasNone() throws {
        XCTAssertEqual(local(try document("<r/>").rootElement.childElements), [])
        XCTAssertEqual(local(try document("<r>t<!--c--></r>").rootElement.childElements), [])
        let inner = try XCTUnwrap(
            try document("<r><a/><b/></r>").rootElement.firstChild(named: XML.QualifiedName("a")))
        XCTAssertEqual(local(inner.childElements), [])
    }

    func testNamedChildrenAreTheDirectOnesOnly() throws {
        let root = try document(text).rootElement
        let number = XML.QualifiedName("i")
        XCTAssertEqual(
            root.childElements(named: XML.QualifiedName("a")).map { $0[attribute: number] },
            ["1", "3"])
        XCTAssertEqual(
            root.firstChild(named: XML.QualifiedName("a"))?[attribute: number], "1")
        XCTAssertNil(root.firstChild(named: XML.QualifiedName("r")))
        XCTAssertEqual(root.childElements(named: XML.QualifiedName("c")), [])
    }

    func testParentIsTheElementAroundAndTheRootHasNone() throws {
        let root = try document(text).rootElement
        for child in root.childElements {
            XCTAssertEqual(child.parent, root)
            for grandchild in child.childElements { XCTAssertEqual(grandchild.parent, child) }
        }
        XCTAssertNil(root.parent)
    }

    func testElementsKeepTheirDocumentAlive() throws {
        var document: XML.Document? = try XML.Document(parsing: text.utf8)
        let inner = try XCTUnwrap(document?.rootElement.childElements.first { _ in true })
        document = nil
        // Memory that was freed too early would be overwritten by these.
        for _ in 0..<20 { _ = try XML.Document(parsing: text.utf8) }
        XCTAssertEqual(inner[attribute: XML.QualifiedName("i")], "1")
        XCTAssertEqual(inner.parent?.name, XML.QualifiedName("r"))
        XCTAssertEqual(
            String(
                decoding: try inner.canonicalForm(using: .init(.exclusive)).bytes, as: UTF8.self),
            "<a i=\"1\"><b></b></a>")
    }

    func testElementsAreEqualWhenTheyAreTheSameOne() throws {
        let one = try document(text)
        let other = try document(text)
        XCTAssertEqual(one.rootElement, one.rootElement)
        XCTAssertEqual(one.rootElement.hashValue, one.rootElement.hashValue)
        XCTAssertNotEqual(one.rootElement, other.rootElement, "equal text is not the same element")
        let children = Array(one.rootElement.childElements)
        XCTAssertEqual(Set(children).count, 3)
        XCTAssertEqual(Set(children + one.rootElement.childElements).count, 3)
        XCTAssertNotEqual(children[0], children[2])
    }

    func testDeepDocumentIsWalkedToItsEnd() throws {
        let depth = 250
        let nested =
            (1...depth).map { "<e\($0)>" }.joined()
            + (1...depth).reversed().map { "</e\($0)>" }.joined()
        var element = try document(nested, limits: .init(depth: depth)).rootElement
        var steps = 1
        while let child = element.childElements.first(where: { _ in true }) {
            element = child
            steps += 1
        }
        XCTAssertEqual(steps, depth)
        XCTAssertEqual(element.name.localName, "e\(depth)")
    }

    func testManyNamesAndAttributesAreKeptApart() throws {
        let elements = (0..<5_000).map { "<e\($0 % 700) a\($0 % 300)='\($0)'/>" }.joined()
        let root = try document("<r>\(elements)</r>").rootElement
        for (index, child) in root.childElements.enumerated() {
            XCTAssertEqual(child.name.localName, "e\(index % 700)")
            XCTAssertEqual(child[attribute: XML.QualifiedName("a\(index % 300)")], "\(index)")
        }
    }
}
