import TestSupport
import XCTest
import XMLCore

/// What is refused before the parser sees it: nothing, NUL, ill-formed UTF-8, floods of attributes.
final class ByteScreenTests: XCTestCase, ReachesUnsafeCode {
    func testNoBytesAreRefusedAsEmpty() {
        assertRefused("", .empty)
    }

    func testByteOrderMarkAloneIsRefusedAsEmpty() {
        assertRefused([0xEF, 0xBB, 0xBF], .empty)
        assertRefused([0xFE, 0xFF], .empty)
        assertRefused([0xFF, 0xFE], .empty)
    }

    func testNULIsRefusedWhereverItStands() {
        assertRefused("<a>\nx\0</a>", .nulByte, at: (2, 2))
        assertRefused("<a b='\0'/>", .nulByte, at: (1, 7))
        assertRefused("<a/>\0", .nulByte, at: (1, 5))
        assertRefused("<a/>\0<b>", .nulByte, at: (1, 5))
        assertRefused("\0\0<a/>", .nulByte, at: (1, 1))
        assertRefused([0xFE, 0xFF, 0x00, 0x3C, 0x00, 0x00], .nulByte, at: (1, 2))
    }

    func testNULBeforeTheFirstTagIsReadAsUTF16AndRefusedAsThat() {
        assertRefused("\0<a/>", .invalidEncoding)
        assertRefused("\0<ab/>", .notWellFormed)
    }

    func testNULIsFoundAtEveryOffsetOfAWord() {
        for offset in 4..<24 {
            var bytes = Array("<aaa aaaaaaaaaaaaaaaaaaaaaaaaaa/>".utf8)
            bytes[offset] = 0
            assertRefused(bytes, .nulByte, at: (1, offset + 1))
        }
    }

    func testIllFormedUTF8IsRefusedAtItsFirstByte() {
        let sequences: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0xAF],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ]
        for sequence in sequences {
            assertRefused(
                Array("<a>\né ☃".utf8) + sequence + Array("</a>".utf8), .invalidEncoding,
                at: (2, 7))
        }
    }

    func testUTF8CutShortAtTheEndIsRefused() {
        assertRefused(Array("<a/>".utf8) + [0xE2, 0x82], .invalidEncoding, at: (1, 5))
    }

    func testLongestAndShortestSequencesOfEachLengthAreRead() throws {
        let characters = "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}"
        XCTAssertEqual(try document("<a>\(characters)</a>").rootElement.textContent, characters)
    }

    func testTwentyThousandAttributesAreRefusedByTheScreen() {
        let attributes = (0..<20_000).map { "a\($0)=''" }.joined(separator: " ")
        // The screen looks at the bytes first, so even a document that is wrong from its first
        // byte on has this reason.
        assertRefused("<r><a \(attributes)/></r>", .tooManyAttributes, at: (1, 4))
        assertRefused("</r><a \(attributes)/>", .tooManyAttributes, at: (1, 5))
        assertRefused("<a \(attributes)", .tooManyAttributes, at: (1, 1))
    }

    func testTwentyThousandDeclarationsAreRefusedByTheScreen() {
        let declarations = (0..<20_000).map { "xmlns:n\($0)='u:\($0)'" }.joined(separator: " ")
        assertRefused("</r><a \(declarations)/>", .tooManyAttributes, at: (1, 5))
    }

    func testABrokenCommentCannotHideAttributesFromTheScreen() {
        // After U+0001 libxml2 reads on as if the comment were content.
        let attributes = (0..<20_000).map { "a\($0)=''" }.joined(separator: " ")
        assertRefused("<r><!-- \u{1} <a \(attributes)/> --></r>", .tooManyAttributes)
    }

    func testSignsInAttributeValuesDoNotHideAttributesFromTheScreen() {
        let attributes = (0..<300).map { "a\($0)='>'" }.joined(separator: " ")
        assertRefused("</r><a \(attributes)/>", .tooManyAttributes, at: (1, 5))
        let quoted = (0..<300).map { "a\($0)=\"'\"" }.joined(separator: " ")
        assertRefused("</r><a \(quoted)/>", .tooManyAttributes, at: (1, 5))
    }

    func testManyQuotesInTextAreNotAttributes() throws {
        let quotes = String(repeating: "\"quoted\" ", count: 1_000)
        XCTAssertEqual(try document("<a>\(quotes)</a>").rootElement.textContent, quotes)
    }
}
