import TestSupport
import XCTest
import XMLCore

/// Text is all character data of an element, however it is written.
final class TextContentTests: XCTestCase, ReachesUnsafeCode {
    private func text(_ content: String) throws -> String {
        try document("<a>\(content)</a>").rootElement.textContent
    }

    func testCommentDoesNotEndText() throws {
        XCTAssertEqual(
            try text("admin@example.org<!-- -->.evil.example"), "admin@example.org.evil.example")
        XCTAssertEqual(try text("<!--x-->a<!----><!--y-->b<!--z-->"), "ab")
    }

    func testInstructionDoesNotEndText() throws {
        XCTAssertEqual(try text("a<?p q?>b<?p?>"), "ab")
    }

    func testCDATAIsText() throws {
        XCTAssertEqual(try text("<![CDATA[<b>&amp;]]>"), "<b>&amp;")
        XCTAssertEqual(try text("a<![CDATA[b]]>c<![CDATA[d]]><![CDATA[e]]>f"), "abcdef")
        XCTAssertEqual(try text("<![CDATA[]]>"), "")
        XCTAssertEqual(try text("<![CDATA[]]]]><![CDATA[>]]>"), "]]>")
    }

    func testPredefinedEntitiesAndCharacterReferencesAreText() throws {
        XCTAssertEqual(try text("&lt;&gt;&amp;&quot;&apos;"), "<>&\"'")
        XCTAssertEqual(try text("&#38;&#x26;&#60;&#65;&#x1D11E;&#x0000041;"), "&&<A𝄞A")
        XCTAssertEqual(try text("a&amp;b&#38;c"), "a&b&c")
    }

    func testWhatAReferenceStandsForIsNotReadAgain() throws {
        XCTAssertEqual(try text("&amp;lt;&#38;amp;&#38;#38;&lt;b/&gt;"), "&lt;&amp;&#38;<b/>")
    }

    func testLineEndsAreNormalizedToLineFeeds() throws {
        XCTAssertEqual(try text("a\r\nb\rc\nd\r\r\ne\n\r"), "a\nb\nc\nd\n\ne\n\n")
        XCTAssertEqual(try text("<![CDATA[a\r\nb\rc]]>"), "a\nb\nc")
    }

    func testReferencedCarriageReturnIsKept() throws {
        XCTAssertEqual(try text("a&#13;&#10;b&#xD;"), "a\r\nb\r")
    }

    func testTextOfDescendantsIsInDocumentOrder() throws {
        XCTAssertEqual(try text("1<b>2<c>3</c>4<c/></b><d>5</d>6"), "123456")
        XCTAssertEqual(try text("<b><c>3</c></b>"), "3")
    }

    func testWhiteSpaceIsKept() throws {
        XCTAssertEqual(try text(" \n\t<b> </b> "), " \n\t  ")
    }

    func testElementWithoutCharacterDataHasEmptyText() throws {
        XCTAssertEqual(try document("<a/>").rootElement.textContent, "")
        XCTAssertEqual(try text(""), "")
        XCTAssertEqual(try text("<b/><!--c--><?p?>"), "")
    }

    func testTextBesidesAnElementIsNotItsOwn() throws {
        let root = try document("<a>before<b>in</b>after</a>").rootElement
        XCTAssertEqual(root.childElements.map(\.textContent), ["in"])
    }

    func testLongTextIsWhole() throws {
        let long = String(repeating: "é☃𝄞a", count: 100_000)
        XCTAssertEqual(try text(long), long)
    }

    func testOwnTextIsCharacterDataOutsideChildElements() throws {
        for content in ["x", " x ", "<b/>x", "x<b/>", "<b/><![CDATA[x]]>", "&#160;", "<!--c-->0"] {
            XCTAssertTrue(try document("<a>\(content)</a>").rootElement.hasOwnText, content)
        }
        for content in ["", " \t\r\n ", "<b>x</b>", " <b>x</b>\n", "<!--x--><?x?>", "&#32;&#13;"] {
            XCTAssertFalse(try document("<a>\(content)</a>").rootElement.hasOwnText, content)
        }
    }

    func testAnElementWithManyTextsIsFoundOnce() throws {
        // Whoever looks at what is found looks at all of its texts each time.
        let inner = (0..<1000).map { "<b n='\($0)'> x </b> \n" }.joined()
        let read = try document("<a> \n\(inner)<c>y</c></a>")
        let found = unsafe read.elements(withText: { unsafe $0.contains(0x20) })
        XCTAssertEqual(found.count, 1001)
        XCTAssertEqual(Set(found).count, 1001)
        XCTAssertEqual(found.first, read.rootElement)
        XCTAssertFalse(found.contains { $0.name.localName == "c" })
    }
}
