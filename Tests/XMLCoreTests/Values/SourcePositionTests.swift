import TestSupport
import XCTest
import XMLCore

/// An element's position is the line and column of its "<", in bytes of the UTF-8 form.
final class SourcePositionTests: XCTestCase, ReachesUnsafeCode {
    private func positions(_ document: XML.Document) -> [String] {
        document.rootElement.descendantsOrSelf { _ in true }
            .map { "\($0.name.localName) \($0.position.line):\($0.position.column)" }
    }

    func testRootOfADocumentIsAtItsStart() throws {
        XCTAssertEqual(positions(try document("<a/>")), ["a 1:1"])
        XCTAssertEqual(positions(try document("<?xml version='1.0'?><a/>")), ["a 1:22"])
        XCTAssertEqual(positions(try document("<!-- < -->\n\n <a/>")), ["a 3:2"])
    }

    func testPositionIsThatOfTheOpeningSignOfATagOverSeveralLines() throws {
        let text = """
            <a
              b='1'
              c='>'>
             <d
            /><e>
            </e
            ></a>
            """
        XCTAssertEqual(positions(try document(text)), ["a 1:1", "d 4:2", "e 5:3"])
    }

    func testColumnsCountBytes() throws {
        XCTAssertEqual(
            positions(try document("<a b='é☃𝄞'><c/>é<d/></a>")), ["a 1:1", "c 1:18", "d 1:24"])
    }

    func testTextCommentsAndCDATAWithTagsInThemAreSkipped() throws {
        let text = "<a><!-- <x> --><b/><![CDATA[<y>\n]]><c/>&lt;<?p <z>?><d/></a>"
        XCTAssertEqual(positions(try document(text)), ["a 1:1", "b 1:16", "c 2:4", "d 2:21"])
    }

    func testLineEndsAreCountedAsTheyAreWritten() throws {
        XCTAssertEqual(
            positions(try document("<a>\r\n<b/>\r\n\r\n <c/></a>")), ["a 1:1", "b 2:1", "c 4:2"])
    }

    func testPositionIsInTheUTF8FormOfAUTF16Document() throws {
        let read = try XML.Document(parsing: [0xFE, 0xFF] + utf16("<a>é☃\n𝄞<b/></a>"))
        XCTAssertEqual(positions(read), ["a 1:1", "b 2:5"])
    }

    func testByteOrderMarkHasNoColumn() throws {
        let read = try XML.Document(parsing: [0xEF, 0xBB, 0xBF] + Array("<a><b/></a>".utf8))
        XCTAssertEqual(positions(read), ["a 1:1", "b 1:4"])
    }

    func testPositionsFarIntoALargeDocumentAreRight() throws {
        let filler = String(repeating: "<f>\(String(repeating: "x", count: 997))</f>\n", count: 500)
        let read = try document("<a>\n\(filler)  <z/></a>")
        let last = try XCTUnwrap(read.rootElement.firstChild(named: XML.QualifiedName("z")))
        XCTAssertEqual(last.position, XML.SourcePosition(line: 502, column: 3))
        // Together they are those that each has by itself.
        let elements = read.rootElement.descendantsOrSelf { _ in true }
        XCTAssertEqual(XML.Element.positions(of: elements), elements.map(\.position))
        XCTAssertEqual(XML.Element.positions(of: []), [])
    }

    func testPositionIsDescribedInWords() {
        XCTAssertEqual("\(XML.SourcePosition(line: 3, column: 14))", "line 3, column 14")
    }
}
