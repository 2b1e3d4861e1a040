import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages in what Apple's programs log: dictionaries, data, and the marks of the unified log.
final class AppleLogTests: XCTestCase {
    private let start = "2026-03-01 12:00:00.123456+0000 TVApp[412:9911] "
    private let xml = SmallMessage.xml

    func testADescriptionOfADictionaryIsReadWithItsEscapes() throws {
        let content = xml.replacing("x+y", with: "Zoë 😀 C:\\temp\\x41")
        let escaped = content.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("ë", with: "\\U00eb").replacing("😀", with: "\\Ud83d\\Ude00")
        let text = "\(start){\n    mvpd = a;\n    samlAttributeQueryResponse = \"\(escaped)\";\n}\n"
        XCTAssertEqual(decodedMessages(text), [content])
        // A string without quotation marks has none that are escaped.
        let single = content.replacing("\"", with: "'")
        let described = single.replacing("\\", with: "\\\\").replacing("ë", with: "\\U00eb")
            .replacing("😀", with: "\\Ud83d\\Ude00")
        XCTAssertEqual(decodedMessages("\(start)\"\(described)\";\n"), [single])
    }

    func testTheStringsOfPythonAreReadWithTheirEscapes() throws {
        let content = xml.replacing("x+y", with: "Zoë\\n")
        for character in ["\\xeb", "\\u00eb", "\\xc3\\xab"] {
            let escaped = content.replacing("\\", with: "\\\\").replacing("ë", with: character)
            XCTAssertEqual(decodedMessages("got {'a': '\(escaped)'}\n"), [content], character)
        }
        // Without quotation marks around it a backslash is the message's own.
        let plain = xml.replacing("x+y", with: "\\xeb")
        XCTAssertEqual(decodedMessages("got \(plain) b\n"), [plain])
    }

    func testDataInHexadecimalIsRead() throws {
        let base64 = Array(SmallMessage.base64.utf8)
        for bytes in [Array(xml.utf8), base64, Array("SAMLResponse=".utf8) + base64] {
            let groups = hexadecimal(bytes, by: 4)
            for text in [
                "\(start){\n    samlAttributeQueryResponse = <\(groups)>;\n}\n",
                "\(start)body: <\(groups)>\n", "\(start)\"<\(groups)>\"\n",
                "a \(start)<\(hexadecimal(bytes, by: bytes.count).uppercased())>\n",
                "\(start){length = \(bytes.count), bytes = 0x\(groups) }\n",
            ] {
                XCTAssertEqual(decodedMessages(text), [xml], text)
            }
            let cut = "\(start)samlAttributeQueryResponse = <\(groups.prefix(400))\n"
            XCTAssertEqual(failures(cut).map(\.?.code), [.truncatedMessage], cut)
        }
        XCTAssertEqual(failures("\(start)token <\(hexadecimal(Array(1...100), by: 4))>\n").count, 0)
    }

    func testDataThatTheSystemShortenedSaysSo() throws {
        let shown = "{length = 4312, bytes = 0x3c736d6c 703a5265 ... 6573706f 6e73653e }"
        for text in [
            "\(start)samlAttributeQueryResponse = \(shown);\n",
            "\(start)body \(shown)\n", "\(shown)\n",
            "\(start)SAMLResponse: {length = 4312, bytes = 0x01020304 05060708 ... 01020304 }\n",
        ] {
            let error = try XCTUnwrap(failures(text).first ?? nil, text)
            XCTAssertEqual(error.code, .truncatedMessage)
            XCTAssertTrue(error.description.contains("of its 4312 bytes"), error.description)
            XCTAssertTrue(error.description.contains("base64EncodedString()"), error.description)
        }
        let other = "{length = 900, bytes = 0x3c3f786d 6c207665 ... 2f706c69 73743e0a }"
        XCTAssertEqual(failures("\(start)body \(other)\n").count, 0)
    }

    func testEachMarkOfTheUnifiedLogSaysWhatItLeftOutAndHowToGetIt() throws {
        let marks = [
            ("<private>", "%{public}@"), ("<mask.hash: 'bXlzdHJpbmc='>", "%{public}@"),
            ("<decode: missing data>", "1,024"),
            ("<decode: bad range for [%{public}@] got [offs:50 len:1058 within:0]>", "1,024"),
            ("<decode: mismatch for [%d] got [STRING sz:10]>", "%{public}@"),
            ("<compose failure [UUID]>", "log collect"),
        ]
        for (mark, remedy) in marks {
            for text in [
                "\(start)[sso] samlAttributeQueryResponse: \(mark)\n",
                "\(start)[sso] SAMLResponse=\(mark)\n", "\(start)SAML response: \(mark)\n",
                "\(start)SAMLResponse=\(SmallMessage.base64.prefix(160)) \(mark)\n",
                "{\"eventMessage\":\"samlAttributeQueryResponse: \(mark)\"}\n",
                "{\"samlAttributeQueryResponse\":\"\(mark)\"}\n",
            ] {
                let entries = try temporaryFolder().read(content: text)
                XCTAssertEqual(entries.map(\.error?.code), [.redactedMessage], text)
                let sentence = entries.first?.error?.description ?? ""
                XCTAssertTrue(sentence.contains(remedy), "\(text) \(sentence)")
            }
            // What is left out under another name may be anything.
            let other = try temporaryFolder().read(content: "\(start)started\n\(start)a \(mark)\n")
            XCTAssertEqual(other.map(\.error?.code), [.noMessage], mark)
            let sentence = other.first?.error?.description ?? ""
            XCTAssertTrue(sentence.contains("a value in line 2 is missing"), sentence)
        }
        XCTAssertEqual(
            decodedMessages("\(start)<private> SAMLResponse=\(SmallMessage.base64)\n"), [xml])
    }

    func testHostileDescriptionsTakeLinearTime() {
        for text in [
            "<3c736d6c ", "{length = 1, bytes = 0x3c736d6c ", "<3c736d6c>", "<private", "<decode:",
            "saml <decode: missing data>\n", "0x3c736d6c ... ", "<3c33633733 ",
        ] {
            let growth = LinearCost.growth(from: 20_000) { size in
                let bytes = Array(String(repeating: text, count: size / text.utf8.count).utf8)
                _ = MessageFinder.messages(in: bytes[...])
            }
            XCTAssertLessThan(growth, 10, text)
        }
    }

    // MARK: -

    private func hexadecimal(_ bytes: [UInt8], by count: Int) -> String {
        stride(from: 0, to: bytes.count, by: count).map { start in
            bytes[start..<min(start + count, bytes.count)].map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
        }.joined(separator: " ")
    }

    private func failures(_ text: String) -> [CaptureError?] {
        MessageFinder.messages(in: Array(text.utf8)[...]).map { found in
            if case .failure(let error) = found.content { error } else { nil }
        }
    }
}
