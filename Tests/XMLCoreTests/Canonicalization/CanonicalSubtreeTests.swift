import TestSupport
import XCTest
import XMLCore

/// The canonical form of one element out of a document.
final class CanonicalSubtreeTests: XCTestCase, ReachesUnsafeCode {
    private typealias Algorithm = XML.CanonicalizationMethod.Algorithm

    /// The form of the first element with this local name.
    private func form(
        of name: String, in written: String, _ algorithm: Algorithm, prefixes: String? = nil,
        excluding excluded: String? = nil
    ) throws -> String {
        let root = try document(written).rootElement
        func element(_ name: String) throws -> XML.Element {
            try XCTUnwrap(root.descendantsOrSelf { $0.name.localName == name }.first)
        }
        let method = XML.CanonicalizationMethod(
            algorithm, inclusiveNamespaces: prefixes.map(XML.InclusiveNamespaces.init(parsing:)))
        return text(
            try element(name).canonicalForm(using: method, excluding: excluded.map(element)))
    }

    func testRootWithoutSiblingsHasTheFormOfItsDocument() throws {
        let read = try document("<a xmlns='u:a' b='1'>x<!--c--><d><?p?></d></a>")
        for algorithm in Algorithm.allCases {
            for withComments in [false, true] {
                let method = XML.CanonicalizationMethod(algorithm, withComments: withComments)
                XCTAssertEqual(
                    try read.rootElement.canonicalForm(using: method),
                    try read.canonicalForm(using: method))
            }
        }
    }

    func testNodesOutsideTheElementAreLeftOut() throws {
        let written = "<!--0--><?p?><r>1<a>2<!--3--><b/></a>4<a>5</a></r><!--6-->"
        for algorithm in Algorithm.allCases {
            XCTAssertEqual(
                try form(of: "r", in: written, algorithm), "<r>1<a>2<b></b></a>4<a>5</a></r>")
            XCTAssertEqual(try form(of: "a", in: written, algorithm), "<a>2<b></b></a>")
            XCTAssertEqual(try form(of: "b", in: written, algorithm), "<b></b>")
        }
    }

    func testInclusiveFormsTakeEveryNamespaceInScopeAlong() throws {
        let written =
            "<r xmlns='u:d' xmlns:p='u:p' xmlns:q='u:1'><m xmlns:q='u:2'><a><p:b/></a></m></r>"
        for algorithm in [Algorithm.canonicalXML10, .canonicalXML11] {
            XCTAssertEqual(
                try form(of: "a", in: written, algorithm),
                "<a xmlns=\"u:d\" xmlns:p=\"u:p\" xmlns:q=\"u:2\"><p:b></p:b></a>")
        }
    }

    func testExclusiveFormTakesAlongWhatIsVisiblyUsed() throws {
        let written = "<r xmlns='u:d' xmlns:p='u:p' xmlns:q='u:q'><a><p:b/></a></r>"
        XCTAssertEqual(
            try form(of: "a", in: written, .exclusive),
            "<a xmlns=\"u:d\"><p:b xmlns:p=\"u:p\"></p:b></a>")
        XCTAssertEqual(
            try form(of: "a", in: written, .exclusive, prefixes: "q"),
            "<a xmlns=\"u:d\" xmlns:q=\"u:q\"><p:b xmlns:p=\"u:p\"></p:b></a>")
    }

    func testListedDefaultNamespaceIsTakenAlong() throws {
        let written = "<r xmlns='u:d' xmlns:p='u:p'><p:a><b/></p:a></r>"
        XCTAssertEqual(
            try form(of: "a", in: written, .exclusive),
            "<p:a xmlns:p=\"u:p\"><b xmlns=\"u:d\"></b></p:a>")
        XCTAssertEqual(
            try form(of: "a", in: written, .exclusive, prefixes: "#default"),
            "<p:a xmlns=\"u:d\" xmlns:p=\"u:p\"><b></b></p:a>")
    }

    func testUndoneDefaultNamespaceIsNotTakenAlong() throws {
        for algorithm in Algorithm.allCases {
            XCTAssertEqual(
                try form(of: "a", in: "<r xmlns='u:d'><a xmlns=''><b/></a></r>", algorithm),
                "<a><b></b></a>")
        }
    }

    func testAttributesOfPrefixXMLAreInheritedAsEachMethodSays() throws {
        let written = """
            <r xml:base='http://example.org/d/' xml:id='i' xml:lang='de' xml:space='preserve'>\
            <m xml:base='e/' xml:lang='en'><a/></m></r>
            """
        // All of them, the nearest ones.
        XCTAssertEqual(
            try form(of: "a", in: written, .canonicalXML10),
            "<a xml:base=\"e/\" xml:id=\"i\" xml:lang=\"en\" xml:space=\"preserve\"></a>")
        // An identifier is not inherited, and base URIs are joined.
        XCTAssertEqual(
            try form(of: "a", in: written, .canonicalXML11),
            "<a xml:base=\"http://example.org/d/e/\" xml:lang=\"en\" xml:space=\"preserve\"></a>")
        XCTAssertEqual(try form(of: "a", in: written, .exclusive), "<a></a>")
    }

    func testOwnAttributesOfPrefixXMLGoBeforeInheritedOnes() throws {
        let written = "<r xml:lang='de' xml:space='preserve'><a xml:lang='fr'><b/></a></r>"
        for algorithm in [Algorithm.canonicalXML10, .canonicalXML11] {
            XCTAssertEqual(
                try form(of: "a", in: written, algorithm),
                "<a xml:lang=\"fr\" xml:space=\"preserve\"><b></b></a>")
        }
        XCTAssertEqual(
            try form(of: "a", in: written, .exclusive), "<a xml:lang=\"fr\"><b></b></a>")
    }

    func testExcludedSubtreeIsLeftOut() throws {
        let written = "<r>1<s a=''>2<t/></s><!--c-->3<u><v/></u></r>"
        for algorithm in Algorithm.allCases {
            XCTAssertEqual(
                try form(of: "r", in: written, algorithm, excluding: "s"), "<r>13<u><v></v></u></r>"
            )
            XCTAssertEqual(
                try form(of: "r", in: written, algorithm, excluding: "v"),
                "<r>1<s a=\"\">2<t></t></s>3<u></u></r>")
        }
    }

    func testSiblingsOfTheExcludedElementAreKept() throws {
        let written = "<r><s>1</s><s>2</s><s>3</s></r>"
        let root = try document(written).rootElement
        let siblings = Array(root.childElements)
        for (excluded, expected) in zip(siblings, ["23", "13", "12"]) {
            let rest = expected.map { "<s>\($0)</s>" }.joined()
            XCTAssertEqual(
                text(try root.canonicalForm(using: .init(.exclusive), excluding: excluded)),
                "<r>\(rest)</r>")
        }
    }

    func testExcludingAnElementOutsideTheSubtreeChangesNothing() throws {
        let written = "<r><a><b/></a><s/></r>"
        XCTAssertEqual(try form(of: "a", in: written, .exclusive, excluding: "s"), "<a><b></b></a>")
    }

    func testExcludingTheElementItselfOrOneAroundItIsAnError() throws {
        let read = try document("<r><a/></r>")
        let inner = try XCTUnwrap(read.rootElement.childElements.first { _ in true })
        for excluded in [inner, read.rootElement] {
            assertNoCanonicalForm(.failed) {
                try inner.canonicalForm(using: .init(.exclusive), excluding: excluded)
            }
        }
    }

    func testExcludedElementOfAnotherDocumentIsAnError() throws {
        let written = "<r><s/></r>"
        let other = try document(written).rootElement
        for excluded in [other, try XCTUnwrap(other.childElements.first { _ in true })] {
            assertNoCanonicalForm(.excludedElementElsewhere) {
                try document(written).rootElement
                    .canonicalForm(using: .init(.exclusive), excluding: excluded)
            }
        }
    }
}
