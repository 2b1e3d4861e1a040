import Foundation
import TestSupport
import XCTest

@testable import Captures

/// Files that hold no capture, and what is said of them.
final class ForeignFileTests: XCTestCase {
    func testFilesOfOtherProgramsAreNamed() throws {
        let noise = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let files: [(String, [UInt8])] = [
            ("an image (PNG)", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + noise),
            (
                "a certificate or a key (PEM)",
                Array("-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----\n".utf8)
            ),
            (
                "a project of Maven",
                Array(
                    "<?xml version=\"1.0\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\"/>"
                        .utf8)
            ),
            ("an image (JPEG)", [0xFF, 0xD8, 0xFF, 0xE0] + noise),
            ("an image (GIF)", Array("GIF89a".utf8) + noise),
            ("an image (ICO)", [0, 0, 1, 0, 1, 0] + noise),
            ("an image (WebP)", Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBP".utf8) + noise),
            ("a document (PDF)", Array("%PDF-1.4\n1 0 obj\n".utf8)),
            ("a font (WOFF)", Array("wOF2".utf8) + noise),
            ("a program (ELF)", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + noise),
            ("a program (Mach-O)", [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1] + noise),
        ]
        for (title, bytes) in files {
            let folder = try temporaryFolder()
            try folder.write(bytes, to: "file")
            let errors = folder.read().map(\.error)
            XCTAssertEqual(errors.map(\.?.code), [.noMessage], title)
            XCTAssertEqual(
                errors.first??.description,
                "No SAML message is in the file, which is \(title) and no capture.")
        }
    }

    func testBinaryDataOfNoKnownFormatIsSearched() throws {
        let message = Array("SAMLResponse=\(SmallMessage.base64)\n".utf8)
        for (bytes, count) in [
            ([1, 2, 3, 0], 0), ([UInt8](repeating: 0, count: 50), 0),
            ([UInt8](repeating: 0, count: 50) + message, 1),
        ] {
            let folder = try temporaryFolder()
            try folder.write(bytes, to: "file")
            let entries = folder.read()
            XCTAssertEqual(entries.compactMap(\.message).count, count)
            XCTAssertEqual(entries.compactMap(\.error?.code), count == 0 ? [.invalidCapture] : [])
        }
    }

    func testAForcedFormatReadsAnyFile() throws {
        let entries = try temporaryFolder().read(content: "%PDF-1.4", format: .message)
        XCTAssertEqual(entries.map(\.message), ["%PDF-1.4"])
        XCTAssertEqual(
            try temporaryFolder().read(content: "", format: .message).map(\.message), [""])
    }

    func testWordsAreTextWithoutAMessage() throws {
        for text in ["hello world", "Please help", "one\ntwo\n", "Pass the salt"] {
            let errors = try temporaryFolder().read(content: text).map(\.error)
            XCTAssertEqual(errors.map(\.?.code), [.noMessage], text)
            XCTAssertEqual(
                errors.first??.description.contains("text with messages anywhere"), true, text)
        }
    }

    func testUTF16WithoutAMarkIsRead() throws {
        let base64 = SmallMessage.base64
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let text = "2026-01-15 SAMLResponse=\(base64)\r\nend of the log\r\n"
            let folder = try temporaryFolder()
            try folder.write(Array(XCTUnwrap(text.data(using: encoding))), to: "log.txt")
            XCTAssertEqual(folder.read().map(\.message), ["SAMLResponse=\(base64)"])
        }
    }
}
