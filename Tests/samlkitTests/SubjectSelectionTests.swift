import Foundation
import TestSupport
import XCTest

/// Messages are found by what stands in them, as whoever asks why one subscriber failed needs them.
final class SubjectSelectionTests: XCTestCase {
    private static let trust = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now", SampleOutcome.now,
    ]
    private let capture = Repository.samplePath(SampleOutcome.subscribers)

    /// A value of the attribute uid that only one message of the capture has, and its number.
    private func subscriber() throws -> (uid: String, number: Int) {
        let run = try Samlkit.run(["batch", capture, "--output", "-", "--quiet"] + Self.trust)
        let records = try JSONTree.lines(run.output)
        let uids = records.map { $0["attributes"]?["uid"]?[0]?.string }
        let number = try XCTUnwrap(
            uids.indices.first { index in
                uids[index] != nil && uids.count { $0 == uids[index] } == 1
            })
        return (try XCTUnwrap(uids[number]), number)
    }

    func testTheMessagesOfASubscriberAreChosen() throws {
        let (uid, index) = try subscriber()
        let folder = try scratchFolder()
        let run = try Samlkit.run(
            ["batch", capture, "--subject", uid, "--output", folder.path("r.ndjson")] + Self.trust)
        XCTAssertTrue(run.text.contains("1 message read"), run.text)
        XCTAssertTrue(run.text.contains("other messages not chosen"), run.text)
        let records = try JSONTree.lines(folder.read("r.ndjson"))
        XCTAssertEqual(records.count, 1)
        XCTAssertEqual(records.first?["index"], .integer(index))
        let shown = try Samlkit.run(["inspect", capture, "--subject", uid] + Self.trust)
        XCTAssertTrue(shown.text.contains("uid = \(uid)"), shown.text)
        let beginning = try Samlkit.run(
            ["inspect", capture, "--subject", String(uid.dropLast())] + Self.trust)
        XCTAssertEqual(beginning.status, 3, "the text is the whole value")
        let found = try Samlkit.run(
            ["inspect", capture, "--search", String(uid.dropLast())] + Self.trust)
        XCTAssertTrue(found.text.contains("uid = \(uid)"), found.text)
    }

    func testWhatAMessageThatFailsSaysOfItsSubjectCounts() throws {
        let text = String(
            decoding: try Repository.sample(
                "captures/02-single-line-assertion-signed-rsa-sha256.xml"), as: UTF8.self)
        let nameID = try XCTUnwrap(text.firstMatch(of: /<saml:NameID[^>]*>([^<]+)</)?.output.1)
        let folder = try scratchFolder()
        for (name, content) in [
            ("changed.xml", text.replacing("Zürich", with: "Bern")),
            ("cut.xml", String(text.prefix(text.count - 40))),
        ] {
            let path = try folder.write(content.utf8, to: name)
            let run = try Samlkit.run(
                ["batch", path, "--subject", String(nameID), "--output", "-", "--quiet"]
                    + Self.trust)
            XCTAssertEqual(try JSONTree.lines(run.output).count, 1, "\(name): \(run.errors)")
        }
    }

    func testAReportOfSavedResultsIsAboutASubjectOfRejectedMessagesToo() throws {
        let text = String(
            decoding: try Repository.sample(
                "captures/02-single-line-assertion-signed-rsa-sha256.xml"), as: UTF8.self)
        let nameID = String(
            try XCTUnwrap(text.firstMatch(of: /<saml:NameID[^>]*>([^<]+)</)?.output.1))
        let folder = try scratchFolder()
        let changed = try folder.write(
            text.replacing("Zürich", with: "Bern").utf8, to: "changed.xml")
        let key = try folder.write([UInt8](repeating: 7, count: 32), to: "key")
        #if SQLite
        let formats = ["ndjson", "csv", "sqlite"]
        #else
        print("SQLite was not looked at: this build has none")
        let formats = ["ndjson", "csv"]
        #endif
        for format in formats {
            for isRedacted in [false, true] {
                let redaction = isRedacted ? ["--redaction-key", key] : []
                let results = folder.path("r\(isRedacted).\(format)")
                _ = try Samlkit.run(
                    ["batch", changed, capture, "--output", results, "--quiet"] + redaction
                        + Self.trust)
                let page = folder.path("page.html")
                let run = try Samlkit.run(
                    ["report", results, "--subject", nameID, "--output", page] + redaction)
                XCTAssertEqual(run.status, 0, run.errors)
                let html = String(decoding: try folder.read("page.html"), as: UTF8.self)
                XCTAssertTrue(html.contains("Only the "), format)
                XCTAssertTrue(html.contains("\"claimed\"]"), format)
                XCTAssertEqual(html.contains(nameID), !isRedacted, format)
            }
        }
        let none = try Samlkit.run(
            [
                "report", folder.path("rtrue.ndjson"), "--subject", nameID, "--output",
                folder.path("n.html"),
            ])
        XCTAssertEqual(none.status, 3)
        XCTAssertTrue(none.errors.contains("pass --redaction-key"), none.errors)
        XCTAssertFalse(folder.holds("n.html"))
    }

    func testASubjectThatNoMessageHasIsNoSuccessAndIsNotRepeated() throws {
        let folder = try scratchFolder()
        for command in [["batch", "--output", folder.path("r.ndjson")], ["verify"]] {
            let run = try Samlkit.run(
                command + [capture, "--subject", "hunter2@one.example"] + Self.trust)
            XCTAssertEqual(run.status, 3, run.errors)
            XCTAssertTrue(run.errors.contains("No message was chosen by --subject"), run.errors)
            XCTAssertFalse(run.errors.contains("hunter2"), run.errors)
        }
        XCTAssertFalse(folder.holds("r.ndjson"))
    }
}
