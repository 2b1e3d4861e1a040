import TestSupport
import XCTest
import XMLCore

/// A document of any size, read piece by piece, gives the same events however it comes, and nothing but events.
final class StreamReaderTests: XCTestCase, ReachesUnsafeCode {
    func testElementsAttributesAndTextsAreReportedInTheirOrder() {
        assertEvents(
            of:
                "\u{FEFF}<?xml version='1.0'?>\n<a b='1' c=\"&lt;&amp;&#65;>\"><d/>x&amp;y<!-- z --><?p q?></a>\n",
            are: ["a b=1 c=<&A>", "d", "/d", "'x&y'", "/a"])
    }

    func testANameInANamespaceHasItsNamespaceInBraces() {
        assertEvents(
            of: "<a xmlns='u' xmlns:p='v'><p:b p:c='1' d='2'/></a>",
            are: ["{u}a", "{v}b {v}c=1 d=2", "/{v}b", "/{u}a"])
    }

    func testCDATASectionsAreText() {
        assertEvents(
            of: "<a><![CDATA[<&]]]]]><![CDATA[]]>]<![CDATA[]]]]>x</a>",
            are: ["a", "'<&]]]]]]x'", "/a"])
    }

    func testLineEndsBecomeLineFeeds() {
        assertEvents(
            of: "<a b='1\r\n2'>c\r\nd\re\r\r\n<![CDATA[f\r\ng\r]]></a>",
            are: ["a b=1 2", "'c\nd\ne\n\nf\ng\n'", "/a"])
    }

    func testCharactersOutsideASCIIArriveWhole() {
        assertEvents(
            of: "<ä é='ü'>ö€😀<![CDATA[ö€😀]]></ä>", are: ["ä é=ü", "'ö€😀ö€😀'", "/ä"])
    }

    func testTagsWithAGreaterThanSignInAnAttributeAreRead() {
        let value = String(repeating: "x>y", count: 3000)
        assertEvents(of: "<a b='\(value)'/>", are: ["a b=\(value)", "/a"])
    }

    // MARK: Document types

    func testADocumentTypeOfElementsAndAttributesIsSkippedUnread() {
        for subset in [
            "<!DOCTYPE a>", "<!DOCTYPE a >", "<!DOCTYPE\na[]>", "<!DOCTYPE a [ ] >",
            """
            <!DOCTYPE a [
            <!ELEMENT a (b*)>
            <!ATTLIST a b CDATA "&undeclared; % > ]>" c (d|e) 'd'>
            <!-- <!ENTITY x 'y'> % -->
            <?p <!ENTITY x 'y'> % ?>
            ]>
            """,
        ] {
            assertEvents(of: "<?xml version='1.0'?>\(subset)\n<a/>", are: ["a", "/a"])
        }
    }

    func testADocumentTypeWithAnEntityOrAnExternalIdentifierIsRefused() {
        for subset in [
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd'>",
            "<!DOCTYPE a PUBLIC 'x' 'http://127.0.0.1:9/'>",
            "<!DOCTYPE a SYSTEM 'x' []>", "<!DOCTYPE a [<!ENTITY x 'y'>]>",
            "<!DOCTYPE a [<!ENTITY % x SYSTEM 'y'>]>", "<!DOCTYPE a [%x;]>",
            "<!DOCTYPE a [<!ELEMENT a (%x;)>]>", "<!DOCTYPE a [<!ATTLIST a %x;>]>",
            "<!DOCTYPE a [<!NOTATION x SYSTEM 'y'>]>",
            "<!DOCTYPE a [<!ELEMENT a ANY><!ENTITY x 'y'>]>", "<!DOCTYPE a><!DOCTYPE a>",
            "<!-- --><!DOCTYPE a []>\n<!DOCTYPE a [<!ENTITY x 'y'>]>",
        ] {
            assertRefused("\(subset)<a/>", .documentTypeDeclaration)
        }
        assertRefused("<a><!DOCTYPE a></a>", .documentTypeDeclaration)
        assertRefused("<a/><!DOCTYPE a>", .documentTypeDeclaration)
    }

    func testAMalformedDocumentTypeIsRefused() {
        for text in [
            "<!DOCTYPEa><a/>", "<!DOCTYPE a [<!ELEMENTa ANY>]><a/>", "<!DOCTYPE a [<b>]><a/>",
            "<!DOCTYPE a [x]><a/>", "<!DOCTYPE a [<![INCLUDE[]]>]><a/>", "<!DOCTYPE a []x><a/>",
            "<!DOCTYPE a [", "<!DOCTYPE a [<!ELEMENT a ANY", "<!doctype a><a/>", "<!DOCTYPE a []>",
        ] {
            assertRefused(text, .notWellFormed)
        }
    }

    func testAnEntityIsNeverReplaced() {
        assertRefused("<a>&x;</a>", .undeclaredEntity)
        assertRefused("<a b='&x;'/>", .undeclaredEntity)
        assertRefused("<!DOCTYPE a []><a>&x;</a>", .undeclaredEntity)
    }

    // MARK: Errors

    func testWhatIsNotWellFormedIsRefused() {
        for text in [
            "", " ", "x", "<a>", "<a", "<a></b>", "<a/><b/>", "<a/>x", "<a>&amp", "<a>& </a>",
            "<a b='<'/>", "<a b='1' b='2'/>", "<a><!-- -- --></a>", "<![CDATA[x]]>", "<a><![CDATA[",
            "<a>\u{1}</a>", "<a><!x></a>", "<a><!-", "<?xml version='1.0'?>",
        ] {
            assertRefused(text, .notWellFormed)
        }
        assertRefused("<p:a/>", .notNamespaceWellFormed)
    }

    func testBytesThatAreNotTextAreRefused() {
        assertRefused(bytes: Array("<a>".utf8) + [0] + Array("</a>".utf8), .nulByte)
        for bytes: [UInt8] in [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82, 0x41],
        ] {
            assertRefused(
                bytes: Array("<a>".utf8) + bytes + Array("</a>".utf8), .invalidEncoding)
            assertRefused(
                bytes: Array("<!DOCTYPE a [<!--".utf8) + bytes + Array("-->]><a/>".utf8),
                .invalidEncoding)
        }
        assertRefused(bytes: [0xFF, 0xFE] + Array("<\0a\0".utf8), .invalidEncoding)
    }

    func testTheFirstErrorIsGivenAgainAndNothingElse() throws {
        var reader = XML.StreamReader()
        var events: [XML.StreamReader.Event] = []
        XCTAssertThrowsError(try reader.feed(Array("<a><b></c>".utf8)) { events.append($0) })
        let count = events.count
        for text in ["</b></a>", "<a/>"] {
            XCTAssertThrowsError(
                try reader.feed(Array(text.utf8), isLast: true) { events.append($0) }
            ) {
                XCTAssertEqual(($0 as? XML.ParsingError)?.code, .notWellFormed)
            }
        }
        XCTAssertEqual(events.count, count)
    }

    // MARK: Limits

    func testLimitsHold() {
        let limits = XML.ParsingLimits(
            depth: 3, attributesPerElement: 4, namespacesInScope: 2, nameLength: 8)
        func refused(_ text: String, _ code: XML.ParsingError.Code, line: UInt = #line) {
            assertRefused(text, code, limits: limits, line: line)
        }
        assertEvents(
            of: "<a><b><c/></b></a>", are: ["a", "b", "c", "/c", "/b", "/a"], limits: limits)
        refused("<a><b><c><d/></c></b></a>", .tooDeep)
        assertEvents(
            of: "<a b='' c='' d='' e=''/>", are: ["a b= c= d= e=", "/a"], limits: limits)
        refused("<a b='' c='' d='' e='' f=''/>", .tooManyAttributes)
        refused("<a xmlns:a='a' xmlns:b='b'><b xmlns:c='c'/></a>", .tooManyNamespaces)
        assertEvents(
            of: "<a><b xmlns:c='c'/><b xmlns:c='c'/><b xmlns:c='c'/></a>",
            are: ["a", "b", "/b", "b", "/b", "b", "/b", "/a"], limits: limits)
        refused("<a123456789/>", .nameTooLong)
        refused("<p:a12345 xmlns:p='p' p:b123456=''/>", .nameTooLong)
    }

    func testMarkupAboveTheLimitIsRefusedAndLongTextIsNot() throws {
        for markup in [
            "<a b='XXX'/>", "<a><!--XXX--></a>", "<a><?p XXX?></a>",
            "<!DOCTYPE a [<!--XXX-->]><a/>",
            "<a>&XXX;</a>", "<aXXX/>",
        ] {
            let fill = String(repeating: "x", count: 5000)
            var reader = XML.StreamReader(markupByteCount: 4000)
            XCTAssertThrowsError(
                try reader.feed(
                    Array(markup.replacing("XXX", with: fill).utf8), isLast: true, { _ in }), markup
            )
        }
        var reader = XML.StreamReader(markupByteCount: 100)
        let text = String(repeating: "x", count: 100_000)
        var count = 0
        try reader.feed(Array("<a>\(text)<![CDATA[\(text)]]></a>".utf8), isLast: true) {
            if case .text(let bytes) = $0 { count += bytes.count }
        }
        XCTAssertEqual(count, 200_000)
    }

    func testDifferentNamesAreLimited() throws {
        var limits = XML.ParsingLimits()
        limits.distinctNameCount = 100
        let many = (0..<200).map { "<a\($0)/>" }.joined()
        assertRefused("<r>\(many)</r>", .tooMuchWork, limits: limits)
    }

    // MARK: Time and memory

    /// libxml2's push parser goes through a CDATA section again for every 300 bytes of it.
    func testTimeIsLinearInEveryKindOfLongToken() throws {
        for (opening, fill, closing) in [
            ("<a><![CDATA[", "x", "]]></a>"), ("<a><![CDATA[", "]", "]]></a>"),
            ("<a>", "x", "</a>"),
            ("<a>", "]", "</a>"), ("<a>", "&#65;", "</a>"), ("<a>", "<b/>", "</a>"),
            ("<a>", "<!-- -->", "</a>"), ("<a>", "\r", "</a>"), ("<a>", "é", "</a>"),
            ("<a>", "<b c='>'>d</b>", "</a>"),
        ] {
            var largest = 0
            let growth = try LinearCost.growth(from: 1_000_000) { count in
                let text =
                    opening + String(repeating: fill, count: count / fill.utf8.count) + closing
                let bytes = Array(text.utf8)
                var reader = XML.StreamReader()
                for start in stride(from: 0, to: bytes.count, by: 4096) {
                    let end = min(start + 4096, bytes.count)
                    var size = 0
                    try reader.feed(bytes[start..<end], isLast: end == bytes.count) {
                        if case .text(let text) = $0 { size += text.count }
                    }
                    largest = max(largest, size)
                }
            }
            XCTAssertLessThan(growth, 10, opening + fill)
            // Text is handed on as it comes.
            XCTAssertLessThan(largest, 32_768, opening + fill)
        }
    }

    // MARK: -

    private func assertEvents(
        of text: String, are expected: [String], limits: XML.ParsingLimits = .standard,
        line: UInt = #line
    ) {
        let bytes = Array(text.utf8)
        for size in [1, 2, 3, 4, 5, 7, 16, 100, 8191, bytes.count + 1] {
            let (events, error) = read(bytes, inPiecesOf: size, limits: limits)
            XCTAssertNil(error, "pieces of \(size)", line: line)
            XCTAssertEqual(events, expected, "pieces of \(size)", line: line)
        }
    }

    private func assertRefused(
        _ text: String, _ code: XML.ParsingError.Code, limits: XML.ParsingLimits = .standard,
        line: UInt = #line
    ) {
        assertRefused(bytes: Array(text.utf8), code, limits: limits, line: line)
    }

    private func assertRefused(
        bytes: [UInt8], _ code: XML.ParsingError.Code, limits: XML.ParsingLimits = .standard,
        line: UInt = #line
    ) {
        for size in [1, 2, 3, 7, bytes.count + 1] {
            XCTAssertEqual(
                read(bytes, inPiecesOf: size, limits: limits).error?.code, code,
                "\(String(decoding: bytes, as: UTF8.self)) in pieces of \(size)", line: line)
        }
    }

    private func read(
        _ bytes: [UInt8], inPiecesOf size: Int, limits: XML.ParsingLimits
    ) -> (events: [String], error: XML.ParsingError?) {
        var reader = XML.StreamReader(limits: limits)
        var events: [String] = []
        var text: [UInt8] = []
        func take(_ event: XML.StreamReader.Event) {
            if case .text(let bytes) = event {
                text += bytes
                return
            }
            if !text.isEmpty { events.append("'\(String(decoding: text, as: UTF8.self))'") }
            text = []
            switch event {
            case .start(let name, let attributes):
                let list = attributes.map {
                    " \($0.name)=\(String(decoding: $0.value, as: UTF8.self))"
                }
                events.append(name + list.joined())
            case .end(let name): events.append("/\(name)")
            case .text: break
            }
        }
        var rest = bytes[...]
        do throws(XML.ParsingError) {
            repeat {
                let piece = rest.prefix(size)
                rest = rest.dropFirst(size)
                try reader.feed(piece, isLast: rest.isEmpty) { take($0) }
            } while !rest.isEmpty
        } catch {
            return (events, error)
        }
        return (events, nil)
    }
}
