import TestSupport
import XCTest

final class QueryTests: XCTestCase {
    private static let names = [
        "verification-token.xml", "verification-token.b64", "verification-token.redirect",
    ]

    func testAQueryReadsTheSameWhateverItIsPackedIn() throws {
        let results = try Self.names.map {
            try Samlkit.run(["query", Repository.samplePath("captures/\($0)")])
        }
        for result in results {
            XCTAssertEqual(result.status, 0)
            XCTAssertEqual(result.text, results[0].text)
        }
        let lines = results[0].lines
        XCTAssertTrue(lines.contains("id            _3f7c7516d873783a224b690ff171511b"))
        XCTAssertTrue(lines.contains("issuer        https://saml.sp.auth.adobe.com"))
        XCTAssertTrue(lines.contains("signature     present, NOT VERIFIED"))
        XCTAssertEqual(lines.count { $0.hasPrefix("asks for") }, 1)
    }

    func testTheOnlyQueryOfACaptureIsReadBesideOtherMessages() throws {
        let har = Repository.samplePath("har/web-sign-on-playwright.har")
        let id = "id            _3f7c7516d873783a224b690ff171511b"
        for options in [[], ["--nth", "1"], ["--entry", "0"]] {
            let result = try Samlkit.run(["query", har] + options)
            XCTAssertEqual(result.status, 0, "\(options)")
            XCTAssertTrue(result.lines.contains(id), "\(options)")
        }
        XCTAssertEqual(try Samlkit.run(["query", har, "--nth", "2"]).status, 1)
        XCTAssertEqual(try Samlkit.run(["query", har, "--nth", "99"]).status, 3)
        let token = String(
            decoding: try Repository.sample("captures/verification-token.b64"), as: UTF8.self)
        let row = "{\"verificationToken\":\"\(token.filter { !$0.isWhitespace })\"}\n"
        let two = try Samlkit.run(["query", "-"], input: (row + row).utf8)
        XCTAssertEqual(two.status, 1)
        XCTAssertTrue(two.errors.contains("--nth 2 (line 2)"), two.errors)
    }

    func testTheJSONHasWhatIsAskedFor() throws {
        let path = Repository.samplePath("captures/verification-token.xml")
        let result = try Samlkit.run(["query", path, "--json"])
        let query = try XCTUnwrap(JSONTree.lines(result.output).first)
        XCTAssertEqual(
            Set(query.members?.keys.map(\.self) ?? []),
            [
                "id", "issueInstant", "destination", "issuer", "nameID", "requestedAttributes",
                "claimed", "hasSignature", "signature", "reasons",
            ])
        XCTAssertEqual(query["signature"]?["verdict"], "notChecked")
        XCTAssertEqual(query["hasSignature"], .boolean(true))
        XCTAssertEqual(
            query["claimed"]?["nameID"]?["value"], "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8")
        XCTAssertEqual(query["id"], .null, "Nobody verified it.")
        let names = query["claimed"]?["requestedAttributes"]?.elements?.compactMap {
            $0["name"]?.string
        }
        let text = try Samlkit.run(["query", path]).lines
        for name in try XCTUnwrap(names) {
            XCTAssertTrue(text.contains { $0.hasSuffix(name) || $0.contains("\(name) (") }, name)
        }
        XCTAssertTrue(names?.contains("uid") ?? false)
    }

    func testAResponseIsNoQuery() throws {
        let result = try Samlkit.run(["query", Repository.firstSample])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("Response"), result.errors)
    }
}
