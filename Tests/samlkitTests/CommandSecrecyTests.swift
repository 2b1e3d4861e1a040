import Foundation
import TestSupport
import XCTest

/// Diagnostics and summaries never show what a message or a key says.
final class CommandSecrecyTests: XCTestCase {
    /// A response with secrets in everything but its issuer, which summaries count by.
    private var message: String {
        var assertion = AssertionFixture(id: "_" + Secret.planted("assertion-id"))
        assertion.nameID = Secret.planted("name-id")
        assertion.attributes = [(Secret.planted("name"), [Secret.planted("value")])]
        assertion.audienceRestrictions = [[Secret.planted("audience")]]
        assertion.headerXML = FixtureXML.element(
            "ds:Signature", [("xmlns:ds", "http://www.w3.org/2000/09/xmldsig#")],
            FixtureXML.text("ds:SignedInfo", Secret.planted("signed-info")))
        assertion.trailerXML = "<!-- \(Secret.planted("comment")) -->"
        var response = ResponseFixture(assertions: [assertion])
        response.id = "_" + Secret.planted("response-id")
        return response.xml
    }

    /// The message whole and damaged in many ways, as files of a folder.
    private func folder() throws -> ScratchFolder {
        let folder = try scratchFolder()
        let bytes = Array(message.utf8)
        var generator = SeededGenerator("CommandSecrecyTests")
        try folder.write(bytes, to: "captures/whole.xml")
        for number in 0..<20 {
            try folder.write(
                bytes[..<(bytes.count * number / 20)], to: "captures/truncated-\(number).xml")
            var changed = bytes
            let place = Int.random(in: changed.indices, using: &generator)
            changed[place] = UInt8.random(in: 0...255, using: &generator)
            try folder.write(changed, to: "captures/changed-\(number).xml")
        }
        let base64 = Data(bytes).base64EncodedString()
        try folder.write("{\"SAMLResponse\":\"\(base64)\"}\n".utf8, to: "captures/a.ndjson")
        try folder.write(
            "{\"SAMLResponse\":\"\(Secret.planted("json"))\", \(message)\n".utf8,
            to: "captures/b.ndjson")
        try folder.write((base64 + "!" + base64).utf8, to: "captures/broken.b64")
        return folder
    }

    private func assertNothingShows(
        _ text: String, _ arguments: [String], file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertFalse(
            Secret.inMessages.shows(in: text), "\(arguments): \(text)", file: file, line: line)
    }

    private let certificate = Repository.samplePath("keys/sample-idp-one.cert.pem")

    func testNoCommandShowsAMessageInItsDiagnostics() throws {
        let folder = try folder()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("captures"))
        let files = names.sorted().map { folder.path("captures/\($0)") }
        let commands: [[String]] = [
            ["verify", "--trust", certificate], ["verify", "--trust", certificate, "--json"],
            ["inspect"], ["inspect", "--trust", certificate], ["attributes", "--unverified"],
            ["attributes", "--trust", certificate, "--require", "uid"], ["query"],
            ["encode"], ["encode", "--unwrap"],
        ]
        for command in commands {
            let result = try Samlkit.run(command + files)
            XCTAssertNotNil(result.status, "\(command) crashed")
            assertNothingShows(result.errors, command)
            // The verdicts name codes and places; they are not the message.
            if command == commands[0] { assertNothingShows(result.text, command) }
        }
        // The damages that differ most for programs that read one file only.
        let few = names.sorted().filter { name in
            !name.hasPrefix("truncated") && !name.hasPrefix("changed")
                || ["truncated-0.", "truncated-7.", "truncated-19.", "changed-3."]
                    .contains(where: name.hasPrefix)
        }
        for file in few.map({ folder.path("captures/\($0)") }) {
            for command in [["canonicalize"], ["canonicalize", "--id", "_absent"], ["decode"]] {
                let result = try Samlkit.run(command + [file])
                XCTAssertNotNil(result.status, "\(command) \(file) crashed")
                assertNothingShows(result.errors, command)
            }
        }
    }

    func testNoSummaryShowsAMessage() throws {
        let folder = try folder()
        let results = folder.path("results.ndjson")
        for (more, outputs) in [
            ([], [results, folder.path("results.csv")]), (["--json"], [results]),
            (["--trust", certificate], [results]), (["--payload"], [results]),
        ] {
            for output in outputs {
                let arguments =
                    ["batch", folder.path("captures"), "--output", output, "--require", "uid"]
                    + more
                let result = try Samlkit.run(arguments)
                XCTAssertEqual(result.status, 1)
                XCTAssertTrue(result.text.contains("malformed"), result.text)
                assertNothingShows(result.text + result.errors, arguments)
            }
        }
        let streamed = ["batch", folder.path("captures"), "--output", "-"]
        assertNothingShows(try Samlkit.run(streamed).errors, streamed)
    }

    func testNoTrustThatIsNoneIsShown() throws {
        let folder = try folder()
        let privateKey = Repository.samplePath("keys/sample-idp-one.key.pem")
        let text = String(decoding: try Data(contentsOf: URL(filePath: privateKey)), as: UTF8.self)
        let secrets = text.split(separator: "\n").dropFirst().dropLast().map {
            Secret(bytes: Array($0.utf8.prefix(16)))
        }
        for trust in [
            privateKey, folder.path("captures/whole.xml"), folder.path("captures/a.ndjson"),
        ] {
            let arguments = ["verify", Repository.firstSample, "--trust", trust]
            let result = try Samlkit.run(arguments)
            XCTAssertEqual(result.status, 2, "\(arguments)")
            assertNothingShows(result.text + result.errors, arguments)
            for secret in secrets {
                XCTAssertFalse(secret.shows(in: result.text + result.errors), result.errors)
            }
        }
    }
}
