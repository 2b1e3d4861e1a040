import PayloadCoding
import TestSupport
import XCTest

/// What the cookbook normalization does, rule by rule.
final class CookbookNormalizationTests: XCTestCase, ReachesUnsafeCode {
    func testEachRunOfSpacesAndTabsBecomesOneSpace() {
        assert("a  b", normalizesTo: "a b")
        assert("a\tb", normalizesTo: "a b")
        assert("a \t\t  b", normalizesTo: "a b")
    }

    func testEachNewlineVanishesAndNothingTakesItsPlace() {
        for newline in ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"] {
            assert("hello\(newline)world", normalizesTo: "helloworld")
        }
    }

    func testSpacesAroundANewlineStaySideBySide() {
        assert("a \n b", normalizesTo: "a  b")
        assert("a \n \n b", normalizesTo: "a   b")
    }

    func testBothEndsLoseTheirWhiteSpace() {
        let ends = [
            "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}", "\u{200B}", "\u{202F}", "\u{205F}",
            "\u{3000}", "\u{A0} \u{2028}\t",
        ]
        for end in ends {
            assert("\(end)a\(end)b\(end)", normalizesTo: "a\(collapsedInside(end))b")
        }
    }

    func testWhatLooksEmptyButIsNoWhiteSpaceStays() {
        for mark in ["\u{FEFF}", "\u{180E}", "\u{2060}", "\u{200D}", "\u{200E}", "\u{AD}", "\u{0}"]
        {
            assert("\(mark)a\(mark)", normalizesTo: "\(mark)a\(mark)")
        }
    }

    func testNothingButWhiteSpaceGivesAnEmptyPayload() {
        for message in ["", " ", " \t\r\n\u{A0}\u{3000}"] {
            let payload = PayloadEncoder().payload(encoding: Array(message.utf8))
            XCTAssertEqual(payload.bytes, [])
            XCTAssertEqual(payload.normalized, [])
        }
    }

    func testACombiningMarkAfterASpaceDoesNotKeepTheRunTogether() {
        assert("a  \u{301}b", normalizesTo: "a \u{301}b")
    }

    func testTheLineBreakBetweenAttributesIsLostAsTheCookbookLosesIt() {
        assert("<a b='1'\nc='2'/>", normalizesTo: "<a b='1'c='2'/>")
    }

    func testAppendingLeavesWhatIsAlreadyThereAlone() {
        var output = Array("x= \n".utf8)
        PayloadEncoder().encode(Array("  <a/> ".utf8), into: &output)
        XCTAssertEqual(String(decoding: output, as: UTF8.self), "x= \nPGEvPg%3D%3D")
    }

    /// What stays of white space between two letters: newlines do not.
    private func collapsedInside(_ whiteSpace: String) -> String {
        whiteSpace.replacing("\u{2028}", with: "").replacing("\t", with: " ")
    }

    private func assert(
        _ message: String, normalizesTo expected: String, line: UInt = #line
    ) {
        let payload = PayloadEncoder(normalization: .cookbook)
            .payload(encoding: Array(message.utf8))
        XCTAssertEqual(payload.normalized, Array(expected.utf8), line: line)
    }
}
