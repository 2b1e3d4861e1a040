#if Sandbox
import HTTPTypes
import XCTest

@testable import PassSandbox

/// Apps in browsers, from the origins that were named.
final class CrossOriginTests: SandboxCase {
    private static let app = "http://localhost:3000"
    private static let asks = [
        "Origin": app, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, ap-device-identifier",
    ]

    func testANamedOriginMayCallAdobesEndpoints() async throws {
        try await eachWay {
            $0.cors = [Self.app]
        } _: { subject in
            let preflight = try await subject.call(
                .options, "/api/v2/REF30/sessions", headers: Self.asks)
            XCTAssertEqual(preflight.status, 204, subject.way)
            XCTAssertEqual(preflight.fields[.accessControlAllowOrigin], Self.app)
            XCTAssertEqual(
                preflight.fields[.accessControlAllowHeaders], "authorization, ap-device-identifier")
            XCTAssertNil(preflight.fields[.accessControlAllowCredentials])
            let answer = try await subject.call(
                .post, "/api/v2/REF30/sessions",
                adding: ["Origin": Self.app, "Sec-Fetch-Site": "same-site"], form: [:])
            XCTAssertEqual(answer.status, 200, answer.text)
            XCTAssertEqual(answer.fields[.accessControlAllowOrigin], Self.app)
            XCTAssertEqual(answer.fields[.vary], "Origin")
            XCTAssertNil(answer.fields[.accessControlAllowCredentials])
        }
    }

    func testOtherOriginsAndOtherPathsMayNot() async throws {
        try await eachWay {
            $0.cors = [Self.app]
        } _: { subject in
            for origin in ["http://localhost:3001", "https://localhost:3000", "null", "*"] {
                var asks = Self.asks
                asks["Origin"] = origin
                let preflight = try await subject.call(
                    .options, "/api/v2/REF30/sessions", headers: asks)
                XCTAssertNil(preflight.fields[.accessControlAllowOrigin], origin)
                let answer = try await subject.call(
                    .post, "/api/v2/REF30/sessions", adding: ["Origin": origin], form: [:])
                XCTAssertEqual(answer.status, 403, origin)
                XCTAssertNil(answer.fields[.accessControlAllowOrigin], origin)
            }
            for path in [
                "/sandbox/reset", "/sandbox/platform-sso", "/activate", "/inspect", "/apis",
                "/adobe-services/logout",
            ] {
                let answer = try await subject.call(
                    .post, path, headers: ["Origin": Self.app], form: [:])
                XCTAssertNil(answer.fields[.accessControlAllowOrigin], path)
                XCTAssertEqual(answer.status, 403, path)
            }
            let log = try await subject.call(.get, "/sandbox/log", headers: ["Origin": Self.app])
            XCTAssertNil(log.fields[.accessControlAllowOrigin])
        }
    }

    func testOriginsAreWrittenAsBrowsersWriteThem() {
        for origin in ["http://localhost:3000", "https://tv.example.com", "http://[::1]:80"] {
            XCTAssertTrue(SandboxConfiguration.isOrigin(origin), origin)
        }
        for text in [
            "*", "null", "http://*", "localhost:3000", "http://localhost/", "http://a@b",
            "HTTP://localhost", "http://", "ftp://localhost", "http://localhost\r\n",
        ] { XCTAssertFalse(SandboxConfiguration.isOrigin(text), text) }
        XCTAssertThrowsError(try SandboxConfiguration(document: Array(#"{"cors":["*"]}"#.utf8)))
    }
}
#endif
