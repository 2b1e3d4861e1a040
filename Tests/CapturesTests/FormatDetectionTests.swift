import TestSupport
import XCTest

@testable import Captures

/// How the format of a file is told, and that it can be forced.
final class FormatDetectionTests: XCTestCase {
    private let payload = "PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ4Ii8+"

    func testTheFirstCharacterTellsXMLAndJSON() {
        assert("<a/>", is: .message)
        assert(" \r\n\t<a/>\n<b/>", is: .message)
        assert("\u{FEFF}<a/>", is: .message)
        assert("{\"a\":1}\n{\"a\":2}", is: .ndjson)
        assert("\u{FEFF}\n {\"a\":1}", is: .ndjson)
        assert("{}\n{}", is: .ndjson)
        assert("{", isWhole: false, is: .ndjson)
        for text in [#"{\rtf1\ansi SAMLResponse=x}"#, "{ SAMLResponse: 'x' }", "{'a': 'b'}\n"] {
            assert(text, is: .text)
        }
        assert("", is: .message)
        assert(" \n", is: .message)
        assert("\u{FEFF}", is: .message)
    }

    func testAnObjectThatGoesOnInItsSecondLineIsTheWholeFile() {
        assert("{\n  \"a\": 1,\n  \"b\": 2\n}\n", is: .json)
        assert("\u{FEFF}\r\n{\r\n\r\n\t\"a\": 1}\r\n", is: .json)
        assert("{\"a\": 1,\n\"b\": 2}", is: .json)
        assert("{\n}", is: .json)
        assert("{\n  \"a\": 1,\n", isWhole: false, is: .json)
        assert("{\n  \"a\": 1}", named: "ndjson", is: .ndjson)
        // The first line was cut off.
        assert("{\"a\": 1,\n{\"b\": 2}\n", is: .ndjson)
        assert("{\"a\": 1", isWhole: false, is: .ndjson)
    }

    func testTheExtensionTellsWhereTheContentDoesNot() {
        assert("garbage\n{\"a\":1}\n", named: "ndjson", is: .ndjson)
        assert("garbage\n{\"a\":1}\n", named: "JSONL", is: .ndjson)
        assert("garbage\n{\"a\":1}\n", named: "txt", is: .text)
        assert("garbage\n{\"a\":1}\n", is: .text)
        assert("<a/>\n", named: "ndjson", is: .message)
    }

    func testPayloadsALineAreLines() {
        assert("\(payload)\n\(payload)AA==\n", is: .lines)
        assert("\(payload)\r\n\r\n\(payload)AA==\r\n", is: .lines)
        assert("SAMLResponse=x\nSAMLResponse=yz&RelayState=a\n", is: .lines)
        assert("SAMLRequest=x\nSAMLResponse=yz\n", is: .lines)
        assert("%3Ca/%3E\n%3cab/%3e\n", is: .lines)
        assert("77u/PGEvPg==\n77u%2FPGFiLz4%3D\n", is: .lines)
        assert("\(payload)\nnot one\n\(payload)AA==\n", is: .lines)
    }

    func testOnePayloadIsAMessageHoweverItIsWrapped() {
        assert(payload, is: .message)
        assert(payload + "\n", is: .message)
        assert("\n\n\(payload)\n\n", is: .message)
        assert("\(payload)\n\(payload)\nPC9h\n", is: .message)
        assert("\(payload)\nPC9h", is: .message)
        assert("\(payload)\r\n\(payload)\r\n", is: .message)
    }

    func testLinesThatOnlyBeginLikePayloadsAreText() {
        assert("POST /acs?SAMLResponse=\(payload)\nPOST /acs\n", is: .text)
        assert("SAMLResponse=\(payload) from 192.0.2.1\nSAMLResponse=\(payload) b\n", is: .text)
        assert("a\nurl=https%3A%2F%2Fidp%2Fsso%3FSAMLResponse%3D\(payload)\n", is: .text)
    }

    func testADictionaryThatSwiftPrintedIsText() {
        assert("[\"SAMLResponse\": \"\(payload)\", \"n\": Optional(1)]\n", is: .text)
        assert("[ \"a\\\"b\" : 1]", is: .text)
        assert("[\"a:b\", \"c\"]", is: .json)
        assert("[\"a", isWhole: false, is: .json)
    }

    func testACallAroundAMessageIsText() {
        let message = SmallMessage.base64
        assert("callback({\"SAMLResponse\":\"\(message)\"});\n", is: .text)
        assert("https://idp.example/sso?SAMLResponse=\(message)\n", is: .message)
    }

    func testLinesOfSomethingElseAreText() {
        assert("hello\nworld wide\n", is: .text)
        assert("\(payload)\na\nbb\nccc\n", is: .message)
        assert("\u{1}\u{2}\n\u{3}", is: .message)
    }

    func testAFileThatIsKnownInPartIsJudgedByItsCompleteLines() {
        let long = payload + String(repeating: "A", count: 200)
        assert("\(long)A\n\(long)\ngarb", isWhole: false, is: .lines)
        assert("\(payload)\n\(payload)\ngarb", isWhole: false, is: .message)
        assert(long, isWhole: false, is: .lines)
        assert("garbage", isWhole: false, is: .message)
    }

    func testAForcedFormatOverrulesTheContent() throws {
        let folder = try temporaryFolder()
        let xml = "<a>\n</a>\n"
        XCTAssertEqual(
            try folder.read(content: xml, format: .lines).map(\.message), ["<a>", "</a>"])
        XCTAssertEqual(try folder.read(content: xml, format: .message).map(\.message), [xml])
        XCTAssertEqual(
            try folder.read(content: xml, format: .ndjson).map(\.error),
            [.init(.invalidJSON, at: 0), .init(.invalidJSON, at: 0)])
        let json = "{\"SAMLResponse\":\"x\"}\n"
        XCTAssertEqual(try folder.read(content: json, format: .message).map(\.message), [json])
        XCTAssertEqual(
            try folder.read(content: json, format: .lines).map(\.message), [String(json.dropLast())]
        )
        XCTAssertEqual(
            try folder.read(content: "", format: .lines).map(\.error?.code), [.noMessage])
    }

    private func assert(
        _ content: String, named fileExtension: String? = nil, isWhole: Bool = true,
        is expected: CaptureFormat, line: UInt = #line
    ) {
        let format = CaptureFormat(
            detecting: CaptureHead(
                Array(content.utf8)[...], isWhole: isWhole, fileExtension: fileExtension))
        XCTAssertEqual(format, expected, content, line: line)
    }
}
