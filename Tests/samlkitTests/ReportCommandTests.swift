import Foundation
import TestSupport
import XCTest

/// The commands that a report prints under its reasons: each gives the verdict of the run.
///
/// Those of the messages are run in `ReportMessageTests`.
final class ReportCommandTests: XCTestCase {
    func testEachCommandShowsTheReasonThatItStandsUnder() throws {
        let folder = try scratchFolder()
        let page = folder.path("report.html")
        // Names that a shell would take for something else.
        let strange = try folder.write(
            try Repository.sample("captures/25-expired.xml"), to: "it's $(expired).xml")
        let lines = try folder.write(
            try Repository.sample("captures/25-expired.xml").base64Lines, to: "run.ndjson")
        let run = try Samlkit.run(
            ["batch", try FewSamples.path(), strange, lines]
                + Samlkit.reference
                + [
                    "--trust", Repository.samples.appending(path: "metadata/all-idps.xml").path,
                    "--output", folder.path("results.ndjson"), "--report", page,
                ])
        XCTAssertEqual(run.status, 1, run.errors)
        var commandCount = 0
        // One command of each form under each family of reasons: a message that is a file, or is one of several in a
        // file, or has a name that a shell would take for something else.
        var forms: Set<[String]> = []
        for article in try String(contentsOfFile: page, encoding: .utf8)
            .components(separatedBy: "<article id=\"reason-").dropFirst()
        {
            let code = try XCTUnwrap(article.firstMatch(of: /<code>([A-Za-z.0-9]+)<\/code>/)).1
            for match in article.matches(of: /<code class="command">samlkit (.*?)<\/code>/) {
                let command = String(match.1)
                let form = [
                    code.split(separator: ".").first.map(String.init) ?? "",
                    "\(command.contains("--nth"))", "\(command.contains("expired"))",
                ]
                guard forms.insert(form).inserted else { continue }
                let arguments = command.replacingOccurrences(of: "&#39;", with: "'")
                    .replacingOccurrences(of: "&quot;", with: "\"")
                    .replacingOccurrences(of: "&lt;", with: "<")
                    .replacingOccurrences(of: "&gt;", with: ">")
                    .replacingOccurrences(of: "&amp;", with: "&")
                let output = try shell("\(arguments) --json")
                XCTAssertTrue(output.contains("\"code\":\"\(code)\""), "\(arguments)\n\(output)")
                commandCount += 1
            }
        }
        XCTAssertGreaterThan(commandCount, 7)
    }

    /// What samlkit prints for arguments that a shell takes apart.
    private func shell(_ arguments: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let program = try XCTUnwrap(Samlkit.process([]).executableURL).path
        process.arguments = ["-c", "\"$0\" \(arguments)", program]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

extension Sequence<UInt8> {
    /// Two lines of NDJSON: one without a message, and one with these bytes in Base64.
    fileprivate var base64Lines: [UInt8] {
        let text = Data(self).base64EncodedString()
        return Array("{\"level\":\"info\"}\n{\"SAMLResponse\":\"\(text)\"}\n".utf8)
    }
}
