import TestSupport
import XCTest
import XMLCore

/// What is not well-formed (XML 1.0) is refused, whatever a lenient reader would make of it.
final class WellFormednessTests: XCTestCase, ReachesUnsafeCode {
    func testOnlyWhiteSpaceIsNotWellFormed() {
        assertRefused("   ", .notWellFormed)
        assertRefused("\n\t\r\n", .notWellFormed)
    }

    func testDocumentNeedsExactlyOneRootElement() {
        for text in [
            "<!-- only -->", "<?only?>", "<?xml version='1.0'?>", "<a/><b/>", "<a/>text",
            "text<a/>", "<a/>&amp;", "<![CDATA[x]]><a/>", "<a/><![CDATA[x]]>",
        ] {
            assertRefused(text, .notWellFormed)
        }
    }

    func testTagsMustMatch() {
        for text in [
            "<a>", "<a><b/>", "<a></b>", "<a><b></a></b>", "<A></a>", "</a>", "<a/></a>",
            "<a:b xmlns:a='u:a' xmlns:c='u:a'></c:b>",
        ] {
            assertRefused(text, .notWellFormed)
        }
    }

    func testTagsMustBeWrittenAsTheGrammarSays() {
        for text in ["< a/>", "<a/ >", "<a></ a>", "<1a/>", "<a", "<a/", "<", "<a<b/>", "<-a/>"] {
            assertRefused(text, .notWellFormed)
        }
    }

    func testAttributesMustBeWrittenAsTheGrammarSays() {
        for text in [
            "<a b/>", "<a b=1/>", "<a b='1/>", "<a b='1\"/>", "<a b='1'c='2'/>", "<a b='<'/>",
            "<a b='&'/>", "<a b='&lt'/>", "<a 1='b'/>", "<a b=''c/>", "<a></a b=''>",
        ] {
            assertRefused(text, .notWellFormed)
        }
    }

    func testAttributeMayStandOnlyOnceInATag() {
        assertRefused("<a b='1' b='2'/>", .notWellFormed)
        assertRefused("<a xmlns='u:a' xmlns='u:b'/>", .notWellFormed)
        assertRefused("<a xmlns:p='u:a' xmlns:p='u:a'/>", .notWellFormed)
    }

    func testReferencesMustBeWrittenAsTheGrammarSays() {
        for reference in ["&", "& ", "&;", "&#;", "&#x;", "&#xG;", "&#1a;", "&amp", "&#38"] {
            assertRefused("<a>\(reference)</a>", .notWellFormed)
        }
    }

    func testReferencesToWhatIsNoCharacterAreRefused() {
        for reference in [
            "&#0;", "&#x0;", "&#8;", "&#xB;", "&#x1F;", "&#xD800;", "&#xDFFF;", "&#xFFFE;",
            "&#xFFFF;", "&#x110000;", "&#99999999999999999999;",
        ] {
            assertRefused("<a>\(reference)</a>", .notWellFormed)
            assertRefused("<a b='\(reference)'/>", .notWellFormed)
        }
    }

    func testBytesThatAreNoCharacterAreRefusedWhereTheyStand() {
        for scalar in ["\u{1}", "\u{8}", "\u{B}", "\u{C}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
            assertRefused("<a>\nx\(scalar)</a>", .notWellFormed, at: (2, 2))
            assertRefused("<a b='\(scalar)'/>", .notWellFormed)
            assertRefused("<a><!--\(scalar)--></a>", .notWellFormed)
            assertRefused("<a><![CDATA[\(scalar)]]></a>", .notWellFormed)
            assertRefused("<a><?p \(scalar)?></a>", .notWellFormed)
        }
    }

    func testEndOfCDATAMayNotStandInText() {
        assertRefused("<a>]]></a>", .notWellFormed)
    }

    func testCommentsInstructionsAndCDATAMustBeClosed() {
        for text in [
            "<a><!-- x</a>", "<a><!-- x --</a>", "<a><!-- a -- b --></a>", "<a><!-- a ---></a>",
            "<a><?p x</a>", "<a><![CDATA[x</a>", "<a><![CDATA[x]]</a>", "<a><![cdata[x]]></a>",
            "<a><!x></a>", "<!-->--><a/", "<a/><!--",
        ] {
            assertRefused(text, .notWellFormed)
        }
    }

    func testXMLDeclarationStandsOnceAndFirst() {
        for text in [
            " <?xml version='1.0'?><a/>", "<?xml version='1.0'?><?xml version='1.0'?><a/>",
            "<a><?xml version='1.0'?></a>", "<a/><?xml version='1.0'?>", "<?XML x?><a/>",
            "<?xml?><a/>", "<?xml encoding='UTF-8'?><a/>", "<?xml version='1.0'><a/>",
            "<?xml version='1.0' standalone='maybe'?><a/>", "<?xml version='2.0'?><a/>",
        ] {
            assertRefused(text, .notWellFormed)
        }
    }

    func testPositionIsInTheUTF8Form() {
        assertRefused("<a>\r\n<b>é</c>\r\n</a>", .notWellFormed, at: (2, 10))
        assertRefused(utf16("<a>\né]]></a>"), .notWellFormed, at: (2, 3))
    }
}
