import PayloadCoding
import XCTest

/// What the signature-safe normalization changes, and what it leaves, byte by byte.
final class SignatureSafeTests: XCTestCase {
    func testWhiteSpaceBetweenAttributesBecomesOneSpace() {
        assert("<a\n\t b='1'\r\n  c='2'/>", normalizesTo: "<a b='1' c='2'/>")
    }

    func testWhiteSpaceAroundEqualsSignsVanishes() {
        assert("<a b = '1' c\n=\t\"2\"/>", normalizesTo: "<a b='1' c=\"2\"/>")
    }

    func testWhiteSpaceBeforeTheEndOfATagVanishes() {
        assert("<a ><b\n/><c d='1' /></a\t>", normalizesTo: "<a><b/><c d='1'/></a>")
    }

    func testWhiteSpaceOutsideTheRootElementVanishes() {
        assert("\r\n <a/> \n", normalizesTo: "<a/>")
        assert(
            "<?xml version='1.0'?>\n<!-- x -->\n<a/>\n<?p?>\n",
            normalizesTo: "<?xml version='1.0'?><!-- x --><a/><?p?>")
    }

    func testLineEndsInTextBecomeLineFeedsAndNothingElseChanges() {
        assert("<a> x\r\n\t y\rz  \n</a>", normalizesTo: "<a> x\n\t y\nz  \n</a>")
    }

    func testEachWhiteSpaceCharacterOfAnAttributeValueBecomesASpace() {
        assert("<a b='1\t2\n3\r\n4  5'/>", normalizesTo: "<a b='1 2 3 4  5'/>")
    }

    func testCharacterReferencesStay() {
        let message = "<a b='1&#9;2&#xA;3&#13;'>&#13;&#10;&#x20;</a>"
        assert(message, normalizesTo: message)
    }

    func testQuotesBoundAttributeValuesWhateverStandsInThem() {
        assert(
            "<a  b='>  \"  /'  c=\">\t'='\"  >  </a>",
            normalizesTo: "<a b='>  \"  /' c=\"> '='\">  </a>")
    }

    func testTextOfCommentsSectionsAndInstructionsStaysApartFromLineEnds() {
        let message =
            "<a><!-- <b  c = '1'  > \t--><![CDATA[ <b  c = '1' >\t]]><?p <b  c = '1'> ?></a>"
        assert(message, normalizesTo: message)
        assert(
            "<a><!--\r\n--><![CDATA[\r]]><?p\r\n?></a>",
            normalizesTo: "<a><!--\n--><![CDATA[\n]]><?p\n?></a>")
    }

    func testACommentThatBeginsWithAGreaterThanSignEndsAtItsEnd() {
        assert("<!-->  <b  c = '1'>  --><a/>", normalizesTo: "<!-->  <b  c = '1'>  --><a/>")
        assert("<a><!--->  <b  c = '1'> --> </a>", normalizesTo: "<a><!--->  <b  c = '1'> --> </a>")
    }

    func testTheByteOrderMarkVanishes() {
        assert("\u{FEFF}<a/>", normalizesTo: "<a/>")
        assert("\u{FEFF}\n<a/>", normalizesTo: "<a/>")
    }

    func testOtherUnicodeWhiteSpaceIsTextLikeAnyOther() {
        let message = "<a b='\u{A0}\u{2028}'>\u{85}\u{A0}\u{2028}\u{3000}</a>"
        assert(message, normalizesTo: message)
    }

    func testADocumentThatBeginsWithSomethingElseThanMarkupStays() {
        for message in [
            "\u{FEFF}\u{FEFF}<a/>", " \u{FEFF}<a  />", "x <a  />", "\n<?xml version='1.0'?> <a/>",
        ] {
            assert(message, normalizesTo: message)
        }
    }

    func testWhiteSpaceThatBreaksATagStaysToBreakIt() {
        assert("<a></a><b / >", normalizesTo: "<a></a><b/ >")
        assert("<a><  /a>", normalizesTo: "<a>< /a>")
    }

    func testADocumentTypeDeclarationAndAllBehindItStay() {
        let rest = "<!DOCTYPE a [ <!ENTITY b  'c'> ]> \r\n<a  >&b;</a >"
        assert(" \n" + rest, normalizesTo: rest)
    }

    func testADocumentThatEndsTooEarlyIsCopiedToItsEnd() {
        for message in [
            "<", "<a", "<a b", "<a b='", "<a b='x", "<!--", "<!-- x", "<![CDATA[", "<?p",
        ] {
            assert(message, normalizesTo: message)
        }
        assert("<a  ", normalizesTo: "<a")
    }

    private func assert(_ message: String, normalizesTo expected: String, line: UInt = #line) {
        let payload = PayloadEncoder(normalization: .signatureSafe)
            .payload(encoding: Array(message.utf8))
        XCTAssertEqual(
            String(decoding: payload.normalized, as: UTF8.self).unicodeScalars.map(\.value),
            expected.unicodeScalars.map(\.value), message, line: line)
    }
}
