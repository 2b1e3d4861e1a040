import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages in gzip, zlib's format, hexadecimal and literals of bytes, in files, fields and logs.
final class PackedMessagesTests: XCTestCase, ReachesUnsafeCode {
    private let xml = SmallMessage.xml
    private let base64 = SmallMessage.base64

    private func hex(_ text: String, _ separator: String = "") -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(
            separator: separator)
    }

    /// The XML of everything that is found in a file.
    private func read(_ content: String, file: String = "a.txt") throws -> [String?] {
        let folder = try temporaryFolder()
        try folder.write(content, to: file)
        var reader = CaptureReader(inputs: [folder.path])
        var found: [String?] = []
        while let record = reader.next() {
            let envelope = try? EnvelopeDecoder().envelope(from: record.message())
            found.append(envelope.map { String(decoding: $0.xml, as: UTF8.self) })
        }
        return found
    }

    private func literal(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            .replacing("\n", with: "\\n").replacing("é", with: "\\xc3\\xa9")
        return "b'\(escaped)'"
    }

    func testAWholeFileInHexadecimalIsOneMessage() throws {
        for text in [
            hex(xml), hex(xml, " "), hex(xml, ":"), hex(xml, " ").uppercased(), hex(base64, " "),
            SmallMessage.wrapped(hex(xml), 60), SmallMessage.wrapped(hex(xml, " "), 48),
            "0x" + hex(xml, ", 0x"),
        ] {
            for file in ["a.txt", "a.hex", "a"] {
                for end in ["", "\n"] {
                    XCTAssertEqual(try read(text + end, file: file), [xml], text)
                }
            }
        }
    }

    func testTheListingOfADumpIsOneMessageOfAnySize() throws {
        for size in [0, 100_000] {
            let message = xml.replacing("x+y?~", with: String(repeating: "be 0a|", count: size / 6))
            let bytes = Array(message.utf8)
            func listing(_ line: (Int, ArraySlice<UInt8>, String) -> String) -> String {
                stride(from: 0, to: bytes.count, by: 16).map { start in
                    let row = bytes[start..<min(start + 16, bytes.count)]
                    let offset = String(start, radix: 16)
                    let zeros = String(repeating: "0", count: 8 - offset.count)
                    return line(start, row, zeros + offset)
                }.joined(separator: "\n")
            }
            let dump = listing { _, row, offset in
                let digits = hex(String(decoding: row, as: UTF8.self), " ")
                let padding = String(repeating: " ", count: 47 - digits.count)
                return "\(offset)  \(digits)\(padding)  |\(String(decoding: row, as: UTF8.self))|"
            }
            XCTAssertEqual(try read(dump + "\n"), [message])
        }
    }

    func testHexadecimalInFieldsAndLinesIsRead() throws {
        let spaced = hex(xml, " ")
        XCTAssertEqual(
            try read(
                "{\"SAMLResponse\":\"\(spaced)\"}\n{\"SAMLResponse\":\"\(hex(xml))\"}\n",
                file: "a.ndjson"),
            [xml, xml])
        XCTAssertEqual(
            try read("id,SAMLResponse\n1,\(spaced)\n2,0x\(hex(xml))\n", file: "a.csv"), [xml, xml])
        XCTAssertEqual(try read("\(hex(xml))\n\(hex(xml))\n\(hex(xml))\n"), [xml, xml, xml])
        XCTAssertEqual(try read("\(spaced)\n\(spaced)\n"), [xml, xml])
    }

    func testHexadecimalInALogIsRead() throws {
        for value in [hex(xml), hex(xml, " "), hex(xml, ":"), "0x" + hex(xml), hex(base64, " ")] {
            for text in [
                "2026-06-01 12:00:00 INFO SAMLResponse=\(value) status=200",
                "2026-06-01 12:00:00 INFO samlResponse: \(value)\nnext line\n",
            ] { XCTAssertEqual(try read("start\n" + text), [xml], text) }
        }
        XCTAssertEqual(try read("start\n12:00 body \(hex(xml)) bytes\n"), [xml])
        XCTAssertEqual(try read("start\n12:00 sha 3c616d6c0a be added\n").compactMap(\.self), [])
    }

    func testLiteralsOfBytesAreReadInFilesFieldsAndLogs() throws {
        let long = xml.replacing("x+y?~", with: "it's é \\ \n")
        for (message, text) in [
            (xml, "b'\(base64)'"), (xml, "b\"\(base64)\""), (long, literal(long)),
            (xml, "(b'\(base64.prefix(76))'\n b'\(base64.dropFirst(76))')"),
        ] {
            XCTAssertEqual(try read(text), [message], text)
            XCTAssertEqual(try read(text + "\n"), [message], text)
        }
        for text in [
            "INFO SAMLResponse=b'\(base64)' x", "{'SAMLResponse': b'\(base64)', 'a': b'x'}",
            "{b'SAMLResponse': [b'\(base64)'], b'RelayState': [b'']}",
            "2026-06-01 12:00:00 DEBUG body: b'\(base64)'",
            "POST data b'SAMLResponse=\(base64.replacing("+", with: "%2B"))&RelayState=a'",
        ] { XCTAssertEqual(try read("start of a log\n\(text)\nend\n"), [xml], text) }
        XCTAssertEqual(
            try read("start of a log\n12:00 got \(literal(long)) from x\nend\n"), [long])
        let json = literal(long).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        XCTAssertEqual(try read("{\"SAMLResponse\":\"\(json)\"}\n", file: "a.ndjson"), [long])
        XCTAssertEqual(
            try read("{\"SAMLResponse\":\"b'\(base64)'\"}\n", file: "a.ndjson"), [xml])
    }

    /// The message as Python's gzip and zlib compress it, in Base64.
    private let gzip = """
        H4sIAAAAAAACA7MpTszNKbAKSi0uyM8rTlWoyM3JK7YCC9oqlRblWeUnFmcWW+Ul5qYWW5UkWwU7+vpYGekZWBUU\
        5ZfkJ+fnKCl4utgqxScqKYSlFhVn5ufZKgGllexsQGZYORYXpxaVAEWRDMZvbiJMB9TgJCW7Cu1K+zobfVQD7SAC\
        CKfbAQCnBq1rywAAAA==
        """.replacing("\n", with: "")
    private let zlib = """
        eJyzKU7MzSmwCkotLsjPK05VqMjNySu2AgvaKpUW5VnlJxZnFlvlJeamFluVJFsFO/r6WBnpGVgVFOWX5Cfn5ygp\
        eLrYKsUnKimEpRYVZ+bn2SoBpZXsbEBmWDkWF6cWlQBFkQzGb24iTAfU4CQluwrtSvs6G31UA+0gAgin2wEAUetG\
        vA==
        """.replacing("\n", with: "")

    func testCompressedMessagesAreReadInFilesFieldsLinesAndLogs() throws {
        for packed in [gzip, zlib] {
            XCTAssertEqual(try read(packed), [xml])
            XCTAssertEqual(try read(packed + "\n"), [xml])
            XCTAssertEqual(try read(SmallMessage.wrapped(packed, 76) + "\n"), [xml])
            XCTAssertEqual(try read("\(packed)\n\(packed)\n\(base64)\n"), [xml, xml, xml])
            XCTAssertEqual(
                try read(
                    "{\"SAMLResponse\":\"\(packed)\"}\n{\"x\":\"\(packed)\"}\n", file: "a.ndjson"),
                [xml, xml])
            XCTAssertEqual(try read("id,SAMLResponse\n1,\(packed)\n", file: "a.csv"), [xml])
            let form = packed.replacing("+", with: "%2B").replacing("=", with: "%3D")
            for text in [
                "12:00 INFO SAMLResponse=\(form)&RelayState=x", "12:00 INFO body: \(packed) end",
                "12:00 samlResponse: \"\(packed)\"",
            ] { XCTAssertEqual(try read("start of a log\n\(text)\nend\n"), [xml], text) }
        }
    }

    func testTheTimeForHexadecimalIsLinear() {
        let digits = hex(xml)
        for text in [
            "3c616263 x ", "SAMLResponse=3c 61 62 63 64 65 66 67 68 ", "3c6162636465666768\n", "b'",
            "b'\\", "00000000: 3c61\n", "(b'a'\n", digits + " ", "0x3c, 0x61, ",
        ] {
            let growth = LinearCost.growth(from: 1 << 16) { count in
                let bytes = Array(String(repeating: text, count: count / text.utf8.count).utf8)
                _ = MessageFinder.messages(in: bytes[...])
                _ = try? EnvelopeDecoder().envelope(from: CapturedMessage(bytes: bytes))
            }
            XCTAssertLessThan(growth, 8, text)
        }
    }
}
