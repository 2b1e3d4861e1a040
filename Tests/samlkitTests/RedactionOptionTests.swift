import Foundation
import TestSupport
import XCTest

/// `batch --redact` and its key.
final class RedactionOptionTests: XCTestCase {
    private func values(_ arguments: [String]) throws -> [JSONTree?] {
        let result = try Samlkit.run(
            ["batch", Repository.firstSample, "--output", "-", "--quiet"] + arguments)
        XCTAssertEqual(result.status, 0, result.errors)
        let record = try XCTUnwrap(JSONTree.lines(result.output).first)
        return [record["claimed"]?["attributes"]?["uid"], record["claimed"]?["nameID"]?["value"]]
    }

    func testARandomKeyGivesOtherHashesInEveryRun() throws {
        let one = try values(["--redact"])
        XCTAssertNotEqual(one, try values(["--redact"]))
        XCTAssertNotEqual(one, try values([]))
        guard case .string(let text)? = one[1] else { return XCTFail("no identifier") }
        XCTAssertNotNil(text.wholeMatch(of: /hmac:[0-9a-f]{32}/), text)
    }

    func testAKeyFromAFileGivesTheSameHashesInEveryRun() throws {
        let folder = try scratchFolder()
        let key = try folder.write((0..<32).map { $0 }, to: "key")
        let other = try folder.write((1..<33).map { $0 }, to: "other")
        let one = try values(["--redaction-key", key])
        XCTAssertEqual(one, try values(["--redact", "--redaction-key", key]))
        XCTAssertNotEqual(one, try values(["--redact", "--redaction-key", other]))
        XCTAssertNotEqual(one, try values([]))
    }

    func testAKeyThatIsShortOrMissingIsRefusedBeforeAnythingIsWritten() throws {
        let folder = try scratchFolder()
        let short = try folder.write(Array("fifteen bytes!!".utf8), to: "short")
        for (key, status, words) in [
            (short, Int32(2), "at least 16 bytes"), (folder.path("missing"), 3, "missing"),
        ] {
            let result = try Samlkit.run([
                "batch", Repository.firstSample, "--output", folder.path("results.ndjson"),
                "--redaction-key", key,
            ])
            XCTAssertEqual(result.status, status, result.errors)
            XCTAssertTrue(result.errors.contains(words), result.errors)
            XCTAssertFalse(result.errors.contains("fifteen"), result.errors)
        }
        XCTAssertEqual(try folder.names(), ["short"])
    }

    func testThePayloadWouldShowEverything() throws {
        for option in [["--redact"], ["--redaction-key", "key"]] {
            let result = try Samlkit.run(
                ["batch", Repository.firstSample, "--output", "-", "--payload"] + option)
            XCTAssertEqual(result.status, 2)
            XCTAssertTrue(result.errors.contains("--payload"), result.errors)
        }
    }
}
