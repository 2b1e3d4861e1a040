import TestSupport
import WireText
import XCTest

/// Digits, escapes, cells and dates.
final class TextFormTests: XCTestCase {
    func testDigitsAreWrittenAndReadAgain() {
        XCTAssertEqual(Hexadecimal.text([0x00, 0x9A, 0xBC, 0xFF]), "009abcff")
        for byte in UInt8.min...UInt8.max {
            let value = Hexadecimal.value(byte)
            XCTAssertEqual(value, Int(String(UnicodeScalar(byte)), radix: 16).map { UInt8($0) })
            XCTAssertEqual(byte.isDigit, (0x30...0x39).contains(byte))
            XCTAssertEqual(byte.isWhiteSpace, [0x20, 0x09, 0x0A, 0x0D].contains(byte))
        }
    }

    func testOnlyUnreservedCharactersPassPercentEncoding() {
        XCTAssertEqual(
            PercentEscape.text("AZaz09-._~ +/=%é"), "AZaz09-._~%20%2B%2F%3D%25%C3%A9")
        XCTAssertEqual(PercentEscape.bytes([0x00, 0xFF]), Array("%00%FF".utf8))
    }

    func testWhiteSpaceIsTrimmedAtBothEnds() {
        for (text, expected) in [("", ""), (" \t\r\n", ""), ("a", "a"), ("\n a b\t", "a b")] {
            XCTAssertEqual(Array(text.utf8).trimmingWhiteSpace(), Array(expected.utf8)[...])
        }
    }

    func testWhatMarkupMeansIsWrittenAsReferences() {
        XCTAssertEqual(
            MarkupEscape.text(#"<a b="c'">&"#) { _ in nil }, "&lt;a b=&quot;c'&quot;&gt;&amp;")
        XCTAssertEqual(MarkupEscape.text("&x") { $0 == "x" ? "<y/>" : nil }, "&amp;<y/>")
        var layout = LayoutReferences()
        XCTAssertEqual(
            MarkupEscape.text("a  b &  c\n\u{2028}") { layout.reference($0) },
            "a &#x20;b &amp; &#x20;c&#xA;&#x2028;")
    }

    func testCellsOfARowAreReadAsTheyWereWritten() {
        let cells = ["", "a", "b,c", "\"", "d\r\ne", "'=f"].map { Array($0.utf8) }
        var row: [UInt8] = []
        for (number, cell) in cells.enumerated() {
            if number > 0 { row.append(UInt8(ascii: ",")) }
            CSVRow.append(cell, to: &row)
        }
        XCTAssertEqual(String(decoding: row, as: UTF8.self), ",a,\"b,c\",\"\"\"\",\"d\r\ne\",'=f")
        XCTAssertEqual(CSVRow.cells(row), cells)
        XCTAssertNil(CSVRow.cells(Array("\"a".utf8)))
        XCTAssertNil(CSVRow.cells(Array("\"a\"b".utf8)))
    }

    func testEveryDayOfEightCenturiesHasItsDate() {
        var date = CivilDate(year: 1599, month: 12, day: 31)
        for days in CivilDate(year: 1600, month: 1, day: 1).daysSinceEpoch...292_193 {
            date.day += 1
            if !date.isValid { (date.month, date.day) = (date.month + 1, 1) }
            if !date.isValid { date = CivilDate(year: date.year + 1, month: 1, day: 1) }
            guard CivilDate(daysSinceEpoch: days) == date, date.daysSinceEpoch == days else {
                return XCTFail("day \(days)")
            }
        }
        XCTAssertEqual(date, CivilDate(year: 2769, month: 12, day: 31))
        XCTAssertEqual(CivilDate(year: 1970, month: 1, day: 1).daysSinceEpoch, 0)
    }

    func testTheMirrorOfARedactedValueIsEmpty() {
        struct Secret: Redacted {
            let value = "abc"
            var description: String { "Secret" }
        }
        var text = ""
        dump(Secret(), to: &text)
        XCTAssertEqual(text, "- Secret\n")
    }
}
