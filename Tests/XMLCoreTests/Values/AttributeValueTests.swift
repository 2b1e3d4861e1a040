import TestSupport
import XCTest
import XMLCore

/// Attribute values are normalized and their references replaced (XML 1.0, section 3.3.3).
final class AttributeValueTests: XCTestCase, ReachesUnsafeCode {
    private func value(_ written: String) throws -> String? {
        try document("<a b=\"\(written)\"/>").rootElement[attribute: XML.QualifiedName("b")]
    }

    func testPredefinedEntitiesAreReplaced() throws {
        XCTAssertEqual(try value("&lt;&gt;&amp;&quot;&apos;"), "<>&\"'")
    }

    func testAmpersandIsTheSameHoweverItIsWritten() throws {
        XCTAssertEqual(try value("&amp;"), "&")
        XCTAssertEqual(try value("&#38;"), "&")
        XCTAssertEqual(try value("&#x26;"), "&")
        XCTAssertEqual(try value("&#0038;"), "&")
    }

    func testEveryAmpersandOfAValueIsReplaced() throws {
        XCTAssertEqual(try value("a=1&amp;b=2&#38;c=3&#x26;d"), "a=1&b=2&c=3&d")
        XCTAssertEqual(try value("&amp;&amp;&amp;"), "&&&")
        XCTAssertEqual(try value("x&amp;"), "x&")
    }

    func testWhatAReferenceStandsForIsNotReadAgain() throws {
        XCTAssertEqual(try value("&amp;amp;"), "&amp;")
        XCTAssertEqual(try value("&#38;lt;"), "&lt;")
        XCTAssertEqual(try value("&amp;#38;"), "&#38;")
        XCTAssertEqual(try value("&#38;#38;#38;"), "&#38;#38;")
        XCTAssertEqual(try value("&#38;&amp;#38;"), "&&#38;")
    }

    func testValuesBesidesOneWithAmpersandsAreUntouched() throws {
        let root = try document("<a b='&amp;&amp;' c='&#38;x' d='plain'/>").rootElement
        XCTAssertEqual(root.attributes.map(\.value), ["&&", "&x", "plain"])
    }

    func testLineEndsAndTabsBecomeSpaces() throws {
        XCTAssertEqual(try value("a\nb\tc\r\nd\re"), "a b c d e")
        XCTAssertEqual(try value("a\n\nb\r\n\r\nc"), "a  b  c")
        XCTAssertEqual(try value("a\n&amp;\tb"), "a & b")
    }

    func testReferencedLineEndsAndTabsAreKept() throws {
        XCTAssertEqual(try value("a&#10;b&#9;c&#13;d&#xD;&#xA;"), "a\nb\tc\rd\r\n")
    }

    func testSpacesAreNotTrimmedOrJoined() throws {
        XCTAssertEqual(try value("  a   b  "), "  a   b  ")
    }

    func testOtherQuoteMayStandInAValue() throws {
        XCTAssertEqual(try value("it's > that"), "it's > that")
        let root = try document("<a b='\"'/>").rootElement
        XCTAssertEqual(root[attribute: XML.QualifiedName("b")], "\"")
    }

    func testEmptyValueIsNotAbsent() throws {
        XCTAssertEqual(try value(""), "")
        XCTAssertNil(try document("<a/>").rootElement[attribute: XML.QualifiedName("b")])
    }

    func testValueOutsideASCIIIsRead() throws {
        XCTAssertEqual(try value("é&#233;☃&#x1F600;"), "éé☃😀")
    }

    func testEntityThatOnlyLooksPredefinedIsText() throws {
        XCTAssertEqual(try value("&amp;#60;script&amp;#62;"), "&#60;script&#62;")
    }
}
