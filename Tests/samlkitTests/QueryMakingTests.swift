import Foundation
import TestSupport
import XCTest

/// `query --make`.
final class QueryMakingTests: XCTestCase {
    private let key = Repository.samplePath("keys/sample-sp-signing.key.pem")
    private let certificate = Repository.samplePath("keys/sample-sp-signing.cert.pem")

    private var options: [String] {
        [
            "query", "--make", "--issuer", "https://sp.example.com", "--subject", "a <b>  c",
            "--attribute", "uid,uniqueId", "--attribute", "NameID", "--key", key,
        ]
    }

    private func json(_ result: CommandResult) throws -> JSONTree {
        try XCTUnwrap(JSONTree.lines(result.output).first)
    }

    func testWhatIsMadeIsVerifiedAndReadBack() throws {
        let made = try Samlkit.run(
            options + [
                "--destination", "https://idp.example.com/query", "--id", "_chosen", "--now",
                "2026-01-15T11:59:50Z", "--subject-format", "transient", "--name-format", "uri",
                "--certificate", certificate,
            ])
        XCTAssertEqual(made.status, 0, made.errors)
        XCTAssertEqual(made.lines.count, 1)
        let read = try Samlkit.run(
            ["query", "-", "--trust", certificate, "--json", "--now", "2026-01-15T12:00:00Z"],
            input: made.output)
        XCTAssertEqual(read.status, 0, read.errors)
        let query = try json(read)
        XCTAssertEqual(query["id"], "_chosen")
        XCTAssertEqual(query["issueInstant"], "2026-01-15T11:59:50Z")
        XCTAssertEqual(query["destination"], "https://idp.example.com/query")
        XCTAssertEqual(query["issuer"], "https://sp.example.com")
        XCTAssertEqual(query["nameID"]?["value"], "a <b>  c")
        XCTAssertEqual(
            query["nameID"]?["format"], "urn:oasis:names:tc:SAML:2.0:nameid-format:transient")
        XCTAssertEqual(
            query["requestedAttributes"]?.elements?.compactMap { $0["name"]?.string },
            ["uid", "uniqueId", "NameID"])
        XCTAssertEqual(
            query["requestedAttributes"]?.elements?.compactMap { $0["nameFormat"]?.string },
            Array(repeating: "urn:oasis:names:tc:SAML:2.0:attrname-format:uri", count: 3))
        XCTAssertEqual(query["signature"]?["verdict"], "valid")
    }

    func testEncodingLeavesTheSignatureWhole() throws {
        let folder = try scratchFolder()
        let made = try folder.write(try Samlkit.run(options).output, to: "query.xml")
        let payload = try Samlkit.run(["encode", made])
        XCTAssertEqual(payload.status, 0)
        let read = try Samlkit.run(
            ["query", "-", "--trust", certificate], input: payload.output)
        XCTAssertEqual(read.status, 0, read.errors)
    }

    func testIdentifiersAreRandomAndTimesAreOfTheClock() throws {
        let ids = try (0..<2).map { _ in
            let made = try Samlkit.run(options).output
            let query = try XCTUnwrap(
                json(Samlkit.run(["query", "-", "--json"], input: made))["claimed"])
            let text = try XCTUnwrap(query["issueInstant"]?.string)
            XCTAssertNotNil(text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/), text)
            return try XCTUnwrap(query["id"]?.string)
        }
        XCTAssertNotEqual(ids[0], ids[1])
        for id in ids { XCTAssertNotNil(id.wholeMatch(of: /_[0-9a-f]{32}/), id) }
    }

    func testTheOutputIsXMLBase64OrAnObjectThatIsReadAsACapture() throws {
        let now = ["--now", "2026-01-15T11:59:50Z", "--id", "_a"]
        let xml = try Samlkit.run(options + now)
        XCTAssertTrue(xml.text.hasPrefix("<samlp:AttributeQuery "))
        let base64 = try Samlkit.run(options + now + ["--base64"])
        XCTAssertEqual(
            Data(base64Encoded: String(base64.text.dropLast())).map(Array.init),
            Array(xml.output.dropLast()))
        for more in [[], ["--base64"]] {
            let object = try Samlkit.run(options + now + more + ["--json"])
            XCTAssertEqual(try json(object)["id"], "_a")
            let read = try Samlkit.run(
                ["query", "-", "--trust", certificate, "--now", "2026-01-15T12:00:00Z"],
                input: object.output)
            XCTAssertEqual(read.status, 0, read.errors)
        }
    }

    func testWhatCannotBeMadeIsWrongUsage() throws {
        let idp = Repository.samplePath("keys/sample-idp-one.cert.pem")
        for (more, complaint) in [
            (["--id", "1"], "ID must begin"), (["--attribute", "uid"], "only once"),
            (["--certificate", idp], "does not belong to the private key"),
            (["--certificate", key], "holds a private key"),
            (["--key", certificate], "There is no private key"),
            (["--trust", certificate], "--trust cannot be combined"),
            ([Repository.firstSample], "Pass either a file"),
        ] {
            let result = try Samlkit.run(options + more)
            XCTAssertEqual(result.status, 2, "\(more)")
            XCTAssertTrue(result.errors.contains(complaint), result.errors)
            XCTAssertEqual(result.output, [], "\(more)")
        }
        for incomplete in [["--make"], ["--make", "--issuer", "a", "--subject", "b"], []] {
            XCTAssertEqual(try Samlkit.run(["query"] + incomplete).status, 2, "\(incomplete)")
        }
        let reading = try Samlkit.run(["query", Repository.firstSample, "--subject", "x"])
        XCTAssertEqual(reading.status, 2)
        XCTAssertTrue(reading.errors.contains("--subject needs --make."), reading.errors)
    }

    func testAKeyThatIsNotThereIsNoInput() throws {
        let result = try Samlkit.run(
            ["query", "--make", "--issuer", "a", "--subject", "b", "--key", "/no/such/key"])
        XCTAssertEqual(result.status, 3)
    }
}
