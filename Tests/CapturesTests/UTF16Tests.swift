import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Files in UTF-16, as Windows tools write them.
final class UTF16Tests: XCTestCase, ReachesUnsafeCode {
    private let message = "SAMLResponse=PHNhbWxwOlJlc3BvbnNl"

    func testTextWithAByteOrderMarkIsReadAsInUTF8() throws {
        let folder = try temporaryFolder()
        for (text, expected) in [
            ("\(message)1\r\n\(message)20\r\n", ["\(message)1", "\(message)20"]),
            ("{\"SAMLResponse\":\"a😀é\"}\r\n{\"SAMLResponse\":\"b\"}\r\n", ["a😀é", "b"]),
            ("time,SAMLResponse\r\nx,y\r\n", ["y"]),
            ("a b \(message)\r\nc \(message)\r\n", [message, message]),
        ] {
            for isBigEndian in [false, true] {
                try folder.write(utf16(text, isBigEndian: isBigEndian), to: "capture")
                XCTAssertEqual(folder.read(["capture"]).map(\.message), expected, text)
            }
        }
    }

    func testTextInUTF32SaysHowToConvertIt() throws {
        let folder = try temporaryFolder()
        for text in [
            "<a>\(SmallMessage.xml)</a>", SmallMessage.xml, "a b \(SmallMessage.base64)\n",
        ] {
            for (mark, name) in [("\u{FEFF}", "UTF-32 "), ("", nil)] {
                for isBigEndian in [false, true] {
                    let bytes = (mark + text).unicodeScalars.flatMap { scalar in
                        let bytes = (0..<4).map {
                            UInt8(truncatingIfNeeded: scalar.value >> (8 * $0))
                        }
                        return isBigEndian ? bytes.reversed() : bytes
                    }
                    try folder.write(bytes, to: "capture")
                    let errors = folder.read(["capture"]).map(\.error)
                    XCTAssertEqual(errors.map { $0?.code }, [.convertFirst], text)
                    let words =
                        "iconv -f \(name ?? (isBigEndian ? "UTF-32BE " : "UTF-32LE "))-t UTF-8"
                    XCTAssertEqual(errors.first??.description.contains(words), true, words)
                }
            }
        }
    }

    func testAMessageInAnotherRootIsFound() throws {
        let folder = try temporaryFolder()
        let inner = "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>"
        let escaped = inner.replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: "\"", with: "&quot;")
        for isBigEndian in [false, true] {
            let text =
                "<?xml version=\"1.0\" encoding=\"utf-16\"?>\r\n<Events><Data>\(escaped)</Data></Events>"
            try folder.write(utf16(text, isBigEndian: isBigEndian), to: "events.xml")
            XCTAssertEqual(folder.read(["events.xml"]).map(\.message), [escaped])
        }
    }

    func testAMessageStaysAsItIs() throws {
        let folder = try temporaryFolder()
        let bytes = utf16(
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"
                + "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>",
            isBigEndian: false)
        try folder.write(bytes, to: "a.xml")
        var reader = CaptureReader(inputs: [folder.path])
        XCTAssertEqual(try reader.next()?.message().bytes, bytes)
        XCTAssertNil(reader.next())
    }

    func testPiecesOfEverySizeGiveTheSameText() throws {
        let text = "a😀é\u{FFFD}zß" + String(repeating: "x😀", count: 50)
        for isBigEndian in [false, true] {
            let bytes = utf16(text, isBigEndian: isBigEndian)
            for size in 1...9 {
                for count in [3, 4, 7, 1000] {
                    var reader = ByteReader(PieceSource(bytes, pieceSize: size))
                    reader.lookAhead(2)
                    let source = UTF16Source(reader)
                    var output: [UInt8] = []
                    while try source.read(upTo: count, into: &output) > 0 {}
                    XCTAssertEqual(
                        String(decoding: output, as: UTF8.self), text, "\(size) \(count)")
                }
            }
        }
    }

    func testAFileThatEndsWithinACharacterGivesWhatCameBefore() throws {
        for cut in 0...3 {
            let bytes = Array(utf16("ab😀", isBigEndian: false).dropLast(cut))
            var reader = ByteReader(PieceSource(bytes))
            reader.lookAhead(2)
            let source = UTF16Source(reader)
            var output: [UInt8] = []
            while try source.read(upTo: 100, into: &output) > 0 {}
            let expected = cut == 0 ? "ab😀" : cut < 3 ? "ab\u{FFFD}" : "ab"
            XCTAssertEqual(String(decoding: output, as: UTF8.self), expected, "\(cut)")
        }
    }

    private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }
}
