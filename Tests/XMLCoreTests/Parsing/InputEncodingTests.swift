import TestSupport
import XCTest
import XMLCore

/// UTF-8 and UTF-16 are read, and a document may not claim to be in anything it is not in.
final class InputEncodingTests: XCTestCase, ReachesUnsafeCode {
    private let snow = "<a b='ü'>snow ☃ 𝄞</a>"

    private func assertReadsSnow(_ bytes: [UInt8], line: UInt = #line) throws {
        let root = try XML.Document(parsing: bytes).rootElement
        XCTAssertEqual(root.textContent, "snow ☃ 𝄞", line: line)
        XCTAssertEqual(root[attribute: XML.QualifiedName("b")], "ü", line: line)
    }

    private func declared(_ encoding: String) -> String {
        "<?xml version='1.0' encoding='\(encoding)'?>\(snow)"
    }

    func testUTF8IsReadWithAndWithoutByteOrderMark() throws {
        try assertReadsSnow(Array(snow.utf8))
        try assertReadsSnow([0xEF, 0xBB, 0xBF] + Array(snow.utf8))
        try assertReadsSnow([0xEF, 0xBB, 0xBF] + Array(declared("UTF-8").utf8))
    }

    func testUTF16IsReadInBothOrdersWithAndWithoutByteOrderMark() throws {
        for isBigEndian in [true, false] {
            let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
            try assertReadsSnow(utf16(snow, isBigEndian: isBigEndian))
            try assertReadsSnow(mark + utf16(snow, isBigEndian: isBigEndian))
        }
    }

    func testDeclaredEncodingMayBeTheOneTheDocumentIsIn() throws {
        for name in ["UTF-8", "utf-8", "Utf-8", "UTF8", "utf8"] {
            try assertReadsSnow(Array(declared(name).utf8))
        }
        for name in ["UTF-16", "utf-16", "UTF-16BE"] {
            try assertReadsSnow(utf16(declared(name), isBigEndian: true))
        }
        try assertReadsSnow(utf16(declared("UTF-16LE"), isBigEndian: false))
    }

    func testOtherDeclaredEncodingsAreRefused() {
        for name in [
            "UTF-7", "ISO-8859-1", "US-ASCII", "windows-1252", "UTF-32", "EBCDIC-CP-US",
            "ISO-10646-UCS-2", "",
        ] {
            assertRefused(declared(name), .unsupportedEncoding, at: (1, 1))
        }
    }

    func testADeclarationThatContradictsTheBytesSaysWhatEachIsAndWhatToDo() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        for (bytes, are, names) in [
            (Array(declared("UTF-16").utf8), "UTF-8", "UTF-16"),
            (mark + Array(declared("utf-16").utf8), "UTF-8", "UTF-16"),
            (Array(declared("utf-16le").utf8), "UTF-8", "UTF-16LE"),
            (utf16(declared("UTF-8"), isBigEndian: true), "UTF-16BE", "UTF-8"),
            ([0xFF, 0xFE] + utf16(declared("utf-8"), isBigEndian: false), "UTF-16LE", "UTF-8"),
            (utf16(declared("UTF-16LE"), isBigEndian: true), "UTF-16BE", "UTF-16LE"),
            (utf16(declared("UTF-16BE"), isBigEndian: false), "UTF-16LE", "UTF-16BE"),
            (utf16(declared("x-hunter2"), isBigEndian: false), "UTF-16LE", "another encoding"),
        ] {
            assertRefused(bytes, .contradictoryEncoding, at: (1, 1))
            XCTAssertThrowsError(try XML.Document(parsing: bytes)) {
                XCTAssertEqual(
                    "\($0)",
                    "The XML declaration names \(names), but the bytes are \(are); "
                        + "correct or remove encoding= in the declaration, which no signature covers."
                )
            }
        }
    }

    func testADeclarationOfAnotherEncodingIsNotTakenForTheEncoding() {
        XCTAssertThrowsError(
            try XML.Document(
                parsing: Array("<?xml version=\"1.0\" encoding=\"US-ASCII\"?><a/>".utf8))
        ) {
            XCTAssertEqual(
                "\($0)",
                "The XML declaration names an encoding other than UTF-8 and UTF-16 at line 1, column 1; "
                    + "correct the declaration if the bytes are UTF-8, and otherwise convert them.")
        }
    }

    func testWhiteSpaceCannotHideADeclaredEncoding() {
        let gap = String(repeating: " \n", count: 5_000)
        assertRefused(
            "<?xml version='1.0'\(gap)encoding\(gap)=\(gap)\"ISO-8859-1\"?><a/>",
            .unsupportedEncoding)
    }

    func testStyleSheetInstructionIsNoEncodingDeclaration() throws {
        try assertReadsSnow(Array("<?xml-stylesheet encoding='ISO-8859-1'?>\(snow)".utf8))
    }

    func testUTF7PayloadIsNotDecoded() throws {
        let root = try document("<a>+ADw-b/+AD4-</a>").rootElement
        XCTAssertEqual(root.textContent, "+ADw-b/+AD4-")
    }

    func testUTF16OfOddLengthIsRefused() {
        assertRefused(utf16("<a/>", isBigEndian: true) + [0x00], .invalidEncoding)
        assertRefused([0xFF, 0xFE] + utf16("<a/>", isBigEndian: false) + [0x0A], .invalidEncoding)
    }

    func testUnpairedSurrogateIsRefused() {
        for unit: UInt16 in [0xD800, 0xDBFF, 0xDC00, 0xDFFF] {
            let bytes =
                utf16("<a>", isBigEndian: true)
                + [UInt8(unit >> 8), UInt8(unit & 0xFF)] + utf16("</a>", isBigEndian: true)
            assertRefused(bytes, .invalidEncoding)
        }
    }

    func testSecondByteOrderMarkIsRefused() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        assertRefused(mark + mark + Array("<a/>".utf8), .notWellFormed, at: (1, 1))
        assertRefused([0xFE, 0xFF, 0xFE, 0xFF] + utf16("<a/>", isBigEndian: true), .notWellFormed)
    }

    func testUTF32IsRefused() {
        let bigEndian = "<a/>".utf8.flatMap { [0, 0, 0, $0] as [UInt8] }
        let littleEndian = "<a/>".utf8.flatMap { [$0, 0, 0, 0] as [UInt8] }
        assertRefused([0x00, 0x00, 0xFE, 0xFF] + bigEndian, .nulByte)
        assertRefused([0xFF, 0xFE, 0x00, 0x00] + littleEndian, .nulByte)
    }
}
