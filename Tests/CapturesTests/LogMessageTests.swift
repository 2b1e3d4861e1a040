import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Logs of sign-ons, in which a message is in a `Location` or a form, and in the request after it.
final class LogMessageTests: XCTestCase {
    private let xml = SmallMessage.xml
    private let base64 = SmallMessage.base64
    private var form: String { "SAMLResponse=\(percent(base64))" }

    func testEachLineWithAMessageIsAnEvent() throws {
        let log = "got \(form)\nparsed \(xml)\nvalue=\(base64) ok\ngot \(form)\n"
        XCTAssertEqual(try places(log, "app.log"), ["1", "2", "3", "4"])
        let rows = Array(repeating: ["SAMLResponse": base64], count: 40)
        XCTAssertEqual(try places(lines(of: rows), "app.ndjson"), (1...40).map { "\($0)" })
    }

    func testALocationAndTheNextURLAreOneMessage() throws {
        let url = "https://idp.example/sso?\(form)&RelayState=a"
        for location in [
            "< Location: \(url)", "location=\(url) status=302", "{\"Location\":[\"\(url)\"]}",
            "headers: {'location': '\(url)'}", "x \"Location\" => \"\(url)\"",
        ] {
            XCTAssertEqual(
                try places("a b\n\(location)\n> GET \(url)\n", "app.log"), ["2 3"], location)
        }
        for other in ["allocation \(url)", "> GET \(url)", "to \(url)"] {
            XCTAssertEqual(
                try places("a b\n\(other)\n> GET \(url)\n", "app.log"), ["2", "3"], other)
        }
    }

    func testOnlyTheNextRequestIsAFurtherPlace() throws {
        let url = "https://idp.example/sso?\(form)"
        XCTAssertEqual(
            try places("a b\nLocation: \(url)\nGET \(url)\nGET \(url)\n", "app.log"),
            ["2 3", "4"])
        XCTAssertEqual(
            try places("a b\nLocation: \(url)\nLocation: \(url)\nGET \(url)\n", "app.log"),
            ["2 4", "3"])
        XCTAssertEqual(
            try places("a b\nGET \(url)\nLocation: \(url)\n", "app.log"), ["2", "3"])
    }

    func testAFormAndThePostAfterItAreOneMessage() throws {
        for input in [
            "<input type=\"hidden\" name=\"SAMLResponse\" value=\"\(base64)\"/>",
            "<INPUT NAME='SAMLResponse' VALUE='\(base64)'>",
        ] {
            let log = "a b\n< \(input)\nx y\n> \(form)&RelayState=a\n"
            XCTAssertEqual(try places(log, "app.log"), ["2 4"], input)
        }
    }

    func testASignOnInRowsOfRequestsAndResponsesHasEachMessageOnce() throws {
        let url = "https://idp.example/sso?SAMLRequest=\(percent(base64))"
        let page = "<form><input name=\"SAMLResponse\" value=\"\(base64)\"></form>"
        let second = xml.replacing("_a", with: "_second")
        let posted = Data(second.utf8).base64EncodedString()
        let rows: [[String: Any]] = [
            ["response": ["status": 302, "headers": ["Location": url]]],
            ["request": ["method": "GET", "url": url]],
            ["response": ["body": page.replacing(base64, with: posted)]],
            ["request": ["method": "POST", "body": "SAMLResponse=\(percent(posted))"]],
        ]
        XCTAssertEqual(try places(lines(of: rows), "app.ndjson"), ["1 2", "3 4"])
    }

    func testMessagesThatDifferStayApart() throws {
        let other = xml.replacing("_a", with: "_other")
        let log = "Location: https://idp.example/sso?\(form)\nparsed \(other)\n"
        XCTAssertEqual(try places(log, "app.log"), ["1", "2"])
    }

    func testADeclarationAndWhiteSpaceMakeNoOtherMessage() throws {
        let declared = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(xml)\n"
        let row = ["SAMLResponse": Data(declared.utf8).base64EncodedString(), "xml": xml]
        XCTAssertEqual(try places(lines(of: [row]), "app.ndjson"), ["1 1"])
    }

    func testARequestFarAwayIsAMessageOfItsOwn() throws {
        let between = (0..<20).map { "got \(xml.replacing("_a", with: "_a\($0)"))\n" }
        let url = "https://idp.example/sso?\(form)"
        let log = "Location: \(url)\n\(between.joined())GET \(url)\n"
        XCTAssertEqual(try places(log, "app.log"), (1...22).map { "\($0)" })
    }

    func testEachLineIsAMessageWhereEveryLineIsOne() throws {
        XCTAssertEqual(
            try places("\(base64)\n\(form)\n\(base64)\n", "payloads.txt"), ["1", "2", "3"])
    }

    /// The lines of each message of a log, its further places among them.
    private func places(_ content: String, _ name: String) throws -> [String] {
        let folder = try temporaryFolder()
        try folder.write(content, to: name)
        var reader = CaptureReader(inputs: [folder.path(name)])
        var places: [String] = []
        while let record = reader.next() {
            XCTAssertNoThrow(try record.message())
            let lines = [record.source.line] + record.source.alsoAt.map(\.line)
            places.append(lines.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "))
        }
        return places
    }

    private func lines(of rows: [Any]) throws -> String {
        try rows.map { row in
            String(
                decoding: try JSONSerialization.data(withJSONObject: row, options: .sortedKeys),
                as: UTF8.self) + "\n"
        }.joined()
    }

    private func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
