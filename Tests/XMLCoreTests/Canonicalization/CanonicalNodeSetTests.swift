import TestSupport
import XCTest
import XMLCore

/// The canonical form of what an XPath expression selects.
final class CanonicalNodeSetTests: XCTestCase, ReachesUnsafeCode {
    private let everything = "(//. | //@* | //namespace::*)"

    private func form(
        of expression: String, in written: String,
        bindings: [(prefix: String, namespace: XML.Namespace)] = [],
        using algorithm: XML.CanonicalizationMethod.Algorithm = .canonicalXML10,
        withComments: Bool = false
    ) throws -> XML.CanonicalForm {
        try document(written).canonicalForm(
            ofNodesSelectedBy: expression, bindings: bindings,
            using: .init(algorithm, withComments: withComments))
    }

    func testEverythingSelectedIsTheFormOfTheDocument() throws {
        let written = "<?p?><a xmlns='u:a' b='1'><!--c-->x<d xmlns:q='u:q' q:e=''/></a><!--f-->"
        for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
            for withComments in [false, true] {
                XCTAssertEqual(
                    try form(
                        of: everything, in: written, using: algorithm, withComments: withComments),
                    try document(written).canonicalForm(
                        using: .init(algorithm, withComments: withComments)))
            }
        }
    }

    func testElementIsWrittenWithoutItsTagsWhenOnlyItsContentIsSelected() throws {
        XCTAssertEqual(text(try form(of: "//text()", in: "<a>1<b>2</b>3</a>")), "123")
        XCTAssertEqual(text(try form(of: "//b", in: "<a>1<b>2</b>3</a>")), "<b></b>")
    }

    func testAttributesAndNamespacesAreWrittenOnlyWhenSelected() throws {
        let written = "<a xmlns:p='u:p' b='1' c='2'/>"
        XCTAssertEqual(text(try form(of: "//.", in: written)), "<a></a>")
        XCTAssertEqual(text(try form(of: "//. | //@c", in: written)), "<a c=\"2\"></a>")
        XCTAssertEqual(
            text(try form(of: "//. | //namespace::*", in: written)), "<a xmlns:p=\"u:p\"></a>")
    }

    func testPrefixesOfTheExpressionAreThoseBound() throws {
        let written = "<a xmlns:x='u:p'><x:b/><b/></a>"
        XCTAssertEqual(
            text(
                try form(
                    of: "//y:b", in: written,
                    bindings: [("y", XML.Namespace(rawValue: "u:p"))])), "<x:b></x:b>")
        XCTAssertEqual(text(try form(of: "//b", in: written)), "<b></b>")
    }

    func testInheritedAttributesOfAnElementThatIsLeftOutPassToItsChildren() throws {
        let written = "<a><b xml:lang='de' xml:id='i'><c/><d xml:lang='en'/></b></a>"
        let withoutB = "\(everything)[not(self::b or parent::b and not(self::*))]"
        XCTAssertEqual(
            text(try form(of: withoutB, in: written, using: .canonicalXML10)),
            "<a><c xml:id=\"i\" xml:lang=\"de\"></c><d xml:id=\"i\" xml:lang=\"en\"></d></a>")
        XCTAssertEqual(
            text(try form(of: withoutB, in: written, using: .canonicalXML11)),
            "<a><c xml:lang=\"de\"></c><d xml:lang=\"en\"></d></a>")
        XCTAssertEqual(
            text(try form(of: withoutB, in: written, using: .exclusive)),
            "<a><c></c><d xml:lang=\"en\"></d></a>")
    }

    func testInheritedAttributesReachOverAnElementThatIsLeftOut() throws {
        XCTAssertEqual(
            text(
                try form(
                    of: "\(everything)[not(self::b)]", in: "<a xml:lang='de'><b><c/></b></a>",
                    using: .canonicalXML10)),
            "<a xml:lang=\"de\"><c xml:lang=\"de\"></c></a>")
    }

    func testUndoneDefaultNamespaceIsWrittenOverAnElementThatIsLeftOut() throws {
        XCTAssertEqual(
            text(
                try form(
                    of: "\(everything)[not(self::x:b)]",
                    in: "<a xmlns='u:d'><b><c xmlns=''/></b></a>",
                    bindings: [("x", XML.Namespace(rawValue: "u:d"))])),
            "<a xmlns=\"u:d\"><c xmlns=\"\"></c></a>")
    }

    func testSelectingNothingGivesNoBytes() throws {
        for expression in ["//none", "//a[false()]", "/a/@none", "//comment()"] {
            XCTAssertEqual(try form(of: expression, in: "<a>x</a>").bytes, [], expression)
        }
    }

    func testInvalidExpressionIsAnError() throws {
        for expression in [
            "", " ", "//[", "//a[", "a b", "unknown()", "$variable", "p:a", "//a/unknown::b",
            "count()", "document('a.xml')", "here()",
        ] {
            assertNoCanonicalForm(.invalidXPath) { try form(of: expression, in: "<a/>") }
        }
    }

    func testExpressionThatSelectsNoNodesByItsTypeIsAnError() throws {
        for expression in ["1", "'x'", "true()", "count(//*)", "string(//a)", "1 = 1"] {
            assertNoCanonicalForm(.notANodeSet) { try form(of: expression, in: "<a/>") }
        }
    }

    func testExpressionWithTooManyStepsIsGivenUp() throws {
        let elements = String(repeating: "<b/>", count: 500)
        assertNoCanonicalForm(.tooManyOperations) {
            try form(of: "//*[count(//*[count(//*) > 1]) > 1]", in: "<a>\(elements)</a>")
        }
    }
}
