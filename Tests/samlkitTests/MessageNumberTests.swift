import Foundation
import TestSupport
import XCTest

/// A number that is shown chooses the message beside which it stands.
final class MessageNumberTests: XCTestCase {
    private static let options = [
        "--now", "2026-01-15T12:10:00Z", "--audience", "https://sp.example/",
    ]

    /// A capture with messages before and behind a thousand entries without one.
    private func capture(in folder: ScratchFolder) throws -> String {
        func entry(_ url: String, _ body: String) -> String {
            """
            {"startedDateTime":"2026-01-15T12:00:00Z","time":1,"request":{"method":"GET","url":"\(url)",\
            "httpVersion":"HTTP/1.1","headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},\
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],\
            "content":{"size":\(body.utf8.count),"mimeType":"text/xml","text":"\(body)"},"redirectURL":"",\
            "headersSize":-1,"bodySize":-1},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}
            """
        }
        func message(_ number: Int) -> String {
            let xml = ReportMessageFixture.response(
                id: "_m\(number)", subject: "subject-\(number)", destination: "https://sp.example/")
            return Data(xml.utf8).base64EncodedString()
        }
        let plain = (0..<1100).map { entry("https://cdn.example/\($0)", "") }
        let entries =
            [entry("https://idp.example/a", message(1))] + plain
            + [
                entry("https://idp.example/b", message(2)),
                entry("https://idp.example/c", message(3)),
            ]
        let har =
            "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"t\",\"version\":\"1\"},\"entries\":["
            + entries.joined(separator: ",") + "]}}"
        return try folder.write(har.utf8, to: "long.har")
    }

    func testCommandsOfAReportChooseTheMessageOfTheirRow() throws {
        let folder = try scratchFolder()
        let file = try capture(in: folder)
        let report = folder.path("report.html")
        let run = try Samlkit.run(
            ["batch", file, "--quiet", "--output", folder.path("r.ndjson"), "--report", report]
                + Self.options)
        XCTAssertTrue([0, 1].contains(run.status), run.errors)
        let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
        let data = try XCTUnwrap(page.firstMatch(of: /(?s)id="data">(.*?)<\/script>/)).1
        let items = try XCTUnwrap(JSONTree(parsing: Array(data.utf8)).elements)
        XCTAssertEqual(items.compactMap { $0["nth"]?.integer }, [1, 2, 3])
        for item in items {
            let id = try XCTUnwrap(item["ids"]?[0]?.string)
            let number = try XCTUnwrap(item["nth"]?.integer)
            let command = try XCTUnwrap(item["commands"]?[0]?.string)
            XCTAssertTrue(command.contains(" --nth \(number) "), command)
            let screen = try Samlkit.run(["inspect", file, "--nth", "\(number)"] + Self.options)
            XCTAssertTrue(screen.text.contains(id), "\(number): \(screen.text)")
        }
        // Examples of a reason, too.
        let examples = page.matches(of: /inspect [^<]*long\.har --(nth|entry) (\d+)/).map {
            "\($0.1) \($0.2)"
        }
        XCTAssertTrue(
            examples.allSatisfy { ["nth 1", "nth 2", "nth 3"].contains($0) }, "\(examples)")
        XCTAssertFalse(examples.isEmpty)
    }

    func testAPageHasTheIndexOfTheRecord() throws {
        let folder = try scratchFolder()
        let file = try capture(in: folder)
        let page = folder.path("page.html")
        let record = try JSONTree(
            parsing: Samlkit.run(["inspect", file, "--nth", "3", "--json", "--html", page]).output)
        let text = String(decoding: try folder.read("page.html"), as: UTF8.self)
        let index = try XCTUnwrap(record["index"]?.integer)
        XCTAssertTrue(text.contains("\"index\":\(index),"), text)
        XCTAssertEqual(index, 2)
    }

    func testAHostReceivedAMessageOrAnsweredWithIt() throws {
        let folder = try scratchFolder()
        let screen = try Samlkit.run(["inspect", try capture(in: folder), "--nth", "1"])
        XCTAssertTrue(screen.text.contains("in an answer of idp.example"), screen.text)
        let posted = try Samlkit.run([
            "inspect", Repository.samplePath("har/web-sign-on-playwright.har"),
        ])
        XCTAssertTrue(
            posted.text.contains(" sent to ") || posted.text.contains("in an answer of "),
            posted.text)
    }
}
