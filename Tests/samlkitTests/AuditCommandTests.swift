import Foundation
import TestSupport
import XCTest

/// `samlkit audit` on the sample captures.
final class AuditCommandTests: XCTestCase {
    private let current = Repository.samplePath("har/sign-on-v2.har")
    private let former = Repository.samplePath("har/sign-on-v1.har")

    func testTheSignOnOfV2ViolatesNoRule() throws {
        let result = try Samlkit.run(["audit", current, "--strict"])
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertTrue(result.text.contains("7 exchanges with Adobe, 1 app, 1 device"), result.text)
        XCTAssertFalse(result.text.contains("  violated"), result.text)
        XCTAssertTrue(result.text.contains("#7: response"), result.text)
    }

    func testCallsOfV1AreNamedWithTheirReplacementsAndFail() throws {
        let result = try Samlkit.run(["audit", former])
        XCTAssertEqual(result.status, 1)
        for text in [
            "v1.used  mandatory  violated", "0 of 5 endpoints in this traffic are migrated",
            "v1 is still used by samlkit/0.1.0",
            "GET /api/v1/tokens/media → POST /api/v2/{sp}/decisions/authorize/{mvpd}",
        ] {
            XCTAssertTrue(result.text.contains(text), "\(text) is not in \(result.text)")
        }
    }

    func testReportsAreWritten() throws {
        let folder = try scratchFolder()
        let (sarif, html) = (folder.path("audit.sarif"), folder.path("audit.html"))
        let result = try Samlkit.run(["audit", former, "--json", "--sarif", sarif, "--html", html])
        XCTAssertEqual(result.status, 1)
        let json = try XCTUnwrap(
            try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        XCTAssertEqual((json["rules"] as? [Any])?.count, 99)
        let log = try XCTUnwrap(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: sarif)))
                as? [String: Any])
        XCTAssertEqual(log["version"] as? String, "2.1.0")
        let results = ((log["runs"] as? [[String: Any]])?.first)?["results"] as? [[String: Any]]
        XCTAssertTrue(
            results?.contains {
                $0["ruleId"] as? String == "v1.used" && $0["level"] as? String == "error"
            } ?? false)
        let page = try String(contentsOfFile: html, encoding: .utf8)
        for text in ["<svg", "v1.used", "Content-Security-Policy", "default-src 'none'"] {
            XCTAssertTrue(page.contains(text), text)
        }
        XCTAssertFalse(page.contains("<script"))
    }

    /// A response is judged at the time when it came, unless `--now` says another.
    func testTheResponseInTheTrafficIsVerified() throws {
        let folder = try scratchFolder()
        let messages = folder.path("messages")
        _ = try Samlkit.run(["extract", current, "--nth", "2", "--output", messages])
        let name = try XCTUnwrap(
            try FileManager.default.contentsOfDirectory(atPath: messages).first)
        let xml = try String(contentsOfFile: "\(messages)/\(name)", encoding: .utf8)
        let pattern = try Regex("X509Certificate>([^<]+)<")
        let certificate = try XCTUnwrap(xml.firstMatch(of: pattern)?.output[1].substring)
        let key = try folder.write(
            Array(
                "-----BEGIN CERTIFICATE-----\n\(certificate.filter { !$0.isWhitespace })\n"
                    .utf8) + Array("-----END CERTIFICATE-----\n".utf8), to: "key.pem")
        let trust = ["--trust-key", "\(key)=https://cablevision.example.com/saml"]

        func response(_ options: [String]) throws -> [String: Any] {
            let result = try Samlkit.run(["audit", current, "--json"] + options)
            let json = try JSONSerialization.jsonObject(with: Data(result.output))
            let found = try XCTUnwrap((json as? [String: Any])?["messages"] as? [[String: Any]])
            return try XCTUnwrap(found.first { $0["kind"] as? String == "response" })
        }
        func codes(_ message: [String: Any]) -> [String] {
            (message["problems"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
        }
        let verified = try response(trust + ["--audience", "https://saml.sp.auth.adobe.com"])
        XCTAssertEqual(verified["verified"] as? Bool, true)
        XCTAssertEqual(codes(verified), [])
        let late = try response(trust + ["--now", "2030-01-01T00:00:00Z"])
        XCTAssertEqual(late["verified"] as? Bool, true)
        XCTAssertTrue(codes(late).contains("conditions.expired"), "\(codes(late))")
        let lacking = try response(trust + ["--require", "noSuchAttribute"])
        XCTAssertTrue(codes(lacking).contains("attributes.missing"), "\(codes(lacking))")
        XCTAssertTrue(try response([])["verified"] is NSNull)
    }

    func testNoSecretIsInAnyOutput() throws {
        let capture = try String(contentsOfFile: current, encoding: .utf8)
        let secrets = try ["access_token", "client_secret", "serializedToken"].map { name in
            let pattern = try Regex("\(name)\\\\\":\\\\\"([^\\\\]+)")
            return String(try XCTUnwrap(capture.firstMatch(of: pattern)?.output[1].substring))
        }
        let folder = try scratchFolder()
        let (sarif, html) = (folder.path("audit.sarif"), folder.path("audit.html"))
        var outputs: [String] = []
        for arguments in [["--sarif", sarif, "--html", html], ["--json"]] {
            let result = try Samlkit.run(["audit", current] + arguments)
            outputs += [result.text]
        }
        outputs += try [sarif, html].map { try String(contentsOfFile: $0, encoding: .utf8) }
        for secret in secrets {
            XCTAssertGreaterThan(secret.count, 20)
            for output in outputs { XCTAssertFalse(output.contains(secret.prefix(16))) }
        }
    }

    /// The file is NDJSON of entries; what is half written is read with what follows.
    func testFindingsOfAGrowingFileArePrintedAsTheyHappen() async throws {
        let har = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: former)))
        let log = try XCTUnwrap((har as? [String: Any])?["log"] as? [String: Any])
        let entries = try XCTUnwrap(log["entries"] as? [[String: Any]])
        let lines = try entries.map {
            try JSONSerialization.data(withJSONObject: $0) + Data("\n".utf8)
        }
        let folder = try scratchFolder()
        let file = try folder.write(Array(lines[0]), to: "app.ndjson")
        let live = try Samlkit.background(["audit", "--live", file])
        addTeardownBlock { live.stop() }
        _ = try await live.waitForOutput("(Following)")
        let output = try XCTUnwrap(FileHandle(forWritingAtPath: file))
        try output.seekToEnd()
        let rest = lines.dropFirst().reduce(Data(), +)
        let half = lines[1].count + lines[2].count + lines[3].count / 2
        try output.write(contentsOf: rest.prefix(half))
        _ = try await live.waitForOutput("(GET /api/v1/checkauthn, 1 call)")
        XCTAssertFalse(live.output.contains("/api/v1/tokens/media, 1 call"), live.output)
        try output.write(contentsOf: rest.dropFirst(half))
        _ = try await live.waitForOutput("(GET /api/v1/tokens/media, 1 call)")
        live.process.interrupt()
        live.process.waitUntilExit()
        XCTAssertEqual(live.process.terminationStatus, 1, live.errors)
    }

    func testOneRuleCanBeAskedFor() throws {
        let result = try Samlkit.run([
            "audit", former, "--rules", "polling.interval,headers.deviceInfo",
        ])
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertTrue(result.text.contains("2 rules:"), result.text)
        let wrong = try Samlkit.run(["audit", former, "--rules", "poling.interval"])
        XCTAssertEqual(wrong.status, 2)
        XCTAssertTrue(wrong.errors.contains("Did you mean polling.interval?"), wrong.errors)
    }

    func testACaptureWithoutAdobeIsNoInput() throws {
        let folder = try scratchFolder()
        let file = try folder.write(
            Array("GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n".utf8),
            to: "a.http")
        let result = try Samlkit.run(["audit", file])
        XCTAssertEqual(result.status, 3, result.errors)
    }

    func testARuleHasAPage() throws {
        let page = try Samlkit.run(["explain", "polling.interval"])
        XCTAssertEqual(page.status, 0, page.errors)
        let words = page.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for text in ["M8 Polling Mechanism Configuring", "Risk: load", "Wait 3 to 5 seconds"] {
            XCTAssertTrue(words.contains(text), words)
        }
        let wrong = try Samlkit.run(["explain", "poling.interval"])
        XCTAssertTrue(wrong.errors.contains("Did you mean polling.interval?"), wrong.errors)
    }

    func testThePageOfRulesIsTheCommittedOne() throws {
        let made = try Samlkit.run(["audit", "--list-rules"])
        let committed = try String(
            contentsOfFile: Repository.root.appending(path: "Documentation/audit-rules.md").path,
            encoding: .utf8)
        XCTAssertEqual(made.text, committed)
    }
}
