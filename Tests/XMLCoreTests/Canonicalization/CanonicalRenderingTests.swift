import TestSupport
import XCTest
import XMLCore

/// How nodes are written (Canonical XML 1.0, section 2.3), which all methods share.
final class CanonicalRenderingTests: XCTestCase, ReachesUnsafeCode {
    private func assertCanonical(
        _ written: String, _ expected: String, withComments: Bool = false, line: UInt = #line
    ) throws {
        let document = try document(written)
        for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
            let form = try document.canonicalForm(
                using: .init(algorithm, withComments: withComments))
            XCTAssertEqual(text(form), expected, "\(algorithm)", line: line)
        }
    }

    func testDeclarationIsLeftOut() throws {
        try assertCanonical(
            "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<a/>", "<a></a>")
    }

    func testEmptyElementsAreTagPairs() throws {
        try assertCanonical("<a><b/><c></c><d  /></a>", "<a><b></b><c></c><d></d></a>")
    }

    func testWhiteSpaceInTagsIsOneSpace() throws {
        try assertCanonical("<a\n  b = '1'\t\n c\n=\n'2'  ></a\n>", "<a b=\"1\" c=\"2\"></a>")
    }

    func testWhiteSpaceInContentIsKept() throws {
        try assertCanonical("<a> \n\t<b/>  x \r\n</a>", "<a> \n\t<b></b>  x \n</a>")
    }

    func testValuesAreInDoubleQuotes() throws {
        try assertCanonical("<a b='x' c=\"y\" d='\"'/>", "<a b=\"x\" c=\"y\" d=\"&quot;\"></a>")
    }

    func testSpecialCharactersOfTextAreEscaped() throws {
        try assertCanonical(
            "<a>&amp;&lt;&gt;>&quot;'\"&apos;&#9;&#10;&#13;&#xD;</a>",
            "<a>&amp;&lt;&gt;&gt;\"'\"'\t\n&#xD;&#xD;</a>")
    }

    func testSpecialCharactersOfAttributesAreEscaped() throws {
        try assertCanonical(
            "<a b='&amp;&lt;&gt;>&quot;\"&apos;&#9;&#10;&#13;'/>",
            "<a b=\"&amp;&lt;>>&quot;&quot;'&#x9;&#xA;&#xD;\"></a>")
    }

    func testSpecialCharactersOfInstructionsAndCommentsAreNotEscaped() throws {
        try assertCanonical(
            "<a><?p &amp;<b>\"'?><!-- &lt;<b>\"' --></a>",
            "<a><?p &amp;<b>\"'?><!-- &lt;<b>\"' --></a>", withComments: true)
    }

    func testNormalizedAttributeIsWrittenWithSpaces() throws {
        try assertCanonical("<a b=' x\n\ty\r\nz '/>", "<a b=\" x  y z \"></a>")
    }

    func testCDATAIsText() throws {
        try assertCanonical(
            "<a>x<![CDATA[<b> & \"]]>&#33;<![CDATA[]]></a>", "<a>x&lt;b&gt; &amp; \"!</a>")
    }

    func testCharactersOutsideASCIIAreWrittenAsUTF8() throws {
        try assertCanonical("<é>&#233;&#x1D11E;☃&#xA0;</é>", "<é>é𝄞☃\u{A0}</é>")
        let fromUTF16 = try XML.Document(parsing: utf16("<a>é☃𝄞</a>"))
        XCTAssertEqual(
            text(try fromUTF16.canonicalForm(using: .init(.canonicalXML10))), "<a>é☃𝄞</a>")
    }

    func testCommentsAreKeptOnRequestOnly() throws {
        let written = "<a>x<!-- c --><b><!--d--></b>y</a>"
        try assertCanonical(written, "<a>x<b></b>y</a>")
        try assertCanonical(written, "<a>x<!-- c --><b><!--d--></b>y</a>", withComments: true)
    }

    func testNodesOutsideTheRootStandOnLinesOfTheirOwn() throws {
        let written =
            "<?xml version='1.0'?> <!--1--><?p  x  ?>\n\n<!--2--><a/><!--3-->\n<?q?> <!--4-->\n"
        try assertCanonical(
            written, "<!--1-->\n<?p x  ?>\n<!--2-->\n<a></a>\n<!--3-->\n<?q?>\n<!--4-->",
            withComments: true)
        try assertCanonical(written, "<?p x  ?>\n<a></a>\n<?q?>")
    }

    func testAttributesAreSortedByNamespaceNameAndThenLocalName() throws {
        // The prefixes would sort the other way round.
        try assertCanonical(
            "<e z:a='1' y:b='2' y:a='3' b='4' a='5' xml:lang='6' xmlns:z='u:1' xmlns:y='u:2'/>",
            "<e xmlns:y=\"u:2\" xmlns:z=\"u:1\" a=\"5\" b=\"4\" xml:lang=\"6\" z:a=\"1\" "
                + "y:a=\"3\" y:b=\"2\"></e>")
    }

    func testSortingIsByCodePoint() throws {
        try assertCanonical(
            "<e a='1' B='2' _='3' é='4' a1='5' a.='6' a-='7' Z='8'/>",
            "<e B=\"2\" Z=\"8\" _=\"3\" a=\"1\" a-=\"7\" a.=\"6\" a1=\"5\" é=\"4\"></e>")
    }

    func testDeclarationsStandBeforeAttributesSortedByPrefix() throws {
        try assertCanonical(
            "<b:e a='1' xmlns:b='u:z' xmlns='u:d' xmlns:a='u:y' a:x='2'><f/></b:e>",
            "<b:e xmlns:a=\"u:y\" xmlns:b=\"u:z\" a=\"1\" a:x=\"2\"><f xmlns=\"u:d\"></f></b:e>",
            exclusiveOnly: true)
        try assertCanonical(
            "<e a='1' xmlns:b='u:z' b:x='' xmlns='u:d' xmlns:a='u:y' a:x='2'/>",
            "<e xmlns=\"u:d\" xmlns:a=\"u:y\" xmlns:b=\"u:z\" a=\"1\" a:x=\"2\" b:x=\"\"></e>")
    }

    private func assertCanonical(
        _ written: String, _ expected: String, exclusiveOnly: Bool, line: UInt = #line
    ) throws {
        let form = try document(written).canonicalForm(using: .init(.exclusive))
        XCTAssertEqual(text(form), expected, line: line)
    }
}
