import TestSupport
import XCTest

/// `--query` on the command line.
final class QueryOptionTests: XCTestCase {
    private let answer = Repository.firstSample
    private let other = Repository.samplePath(
        "captures/02-single-line-assertion-signed-rsa-sha256.xml")
    private let now = ["--now", SampleOutcome.now]
    private let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]

    private func query(_ kind: String = "b64") -> [String] {
        ["--query", Repository.samplePath("captures/verification-token.\(kind)")]
    }

    func testAnAnswerIsAcceptedHoweverTheQueryIsPacked() throws {
        for kind in ["xml", "b64", "redirect"] {
            let result = try Samlkit.run(["verify", answer] + trust + now + query(kind))
            XCTAssertEqual(result.status, 0, result.text + result.errors)
        }
    }

    func testAnAnswerAboutSomebodyElseIsRejectedByEveryCommand() throws {
        for command in [
            ["verify", other] + trust, ["inspect", other], ["inspect", other, "--json"],
            ["attributes", other, "--json"] + trust,
            ["batch", other, "--output", "-"] + trust,
        ] {
            let result = try Samlkit.run(command + now + query())
            XCTAssertEqual(result.status, 1, "\(command)")
            XCTAssertTrue(
                result.text.contains("conditions.subjectMismatch"), "\(command) \(result.text)")
        }
    }

    func testWhatTheAnswerLeavesOutIsListed() throws {
        let screen = try Samlkit.run(["inspect", answer] + now + query())
        XCTAssertEqual(screen.status, 0)
        XCTAssertTrue(
            screen.lines.contains("  missing       packages, note, language, avatar"), screen.text)
        let text = try Samlkit.run(["verify", answer] + trust + now + query())
        XCTAssertEqual(text.lines.last, "  not answered: packages, note, language, avatar")
        let object = try Samlkit.run(["verify", answer, "--json"] + trust + now + query())
        let record = try XCTUnwrap(JSONTree.lines(object.output).first)
        XCTAssertEqual(
            record["missing"]?.elements?.compactMap(\.string),
            ["packages", "note", "language", "avatar"])
    }

    func testADecryptedAnswerIsHeldAgainstTheQueryToo() throws {
        let encrypted = Repository.samplePath(
            "captures/14-encrypted-assertion-aes256-gcm-rsa-oaep.xml")
        let key = [
            "--decryption-key", Repository.samplePath("keys/sample-sp-encryption.key.pem"),
        ]
        let result = try Samlkit.run(["verify", encrypted] + trust + now + key + query())
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertEqual(result.lines.last, "  not answered: packages, note, language, avatar")
        let token = String(
            decoding: try Repository.sample("captures/verification-token.xml"), as: UTF8.self
        ).replacing(">5f0c1b9e", with: ">6f0c1b9e")
        let other = ["--query", try scratchFolder().write(token.utf8, to: "query.xml")]
        let mismatch = try Samlkit.run(["verify", encrypted] + trust + now + key + other)
        XCTAssertEqual(mismatch.status, 1)
        XCTAssertTrue(mismatch.text.contains("conditions.subjectMismatch"), mismatch.text)
    }

    func testWhatIsNoQueryIsWrongUsage() throws {
        let result = try Samlkit.run(["inspect", answer, "--query", other])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("Response"), result.errors)
        let xml = "<q:AttributeQuery xmlns:q=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>"
        let nameless = try scratchFolder().write(xml.utf8, to: "query.xml")
        let unanswerable = try Samlkit.run(["inspect", answer, "--query", nameless])
        XCTAssertEqual(unanswerable.status, 2)
        XCTAssertTrue(unanswerable.errors.contains("has no ID"), unanswerable.errors)
        let absent = try Samlkit.run(["inspect", answer, "--query", "/no/such/file"])
        XCTAssertEqual(absent.status, 3)
    }
}
