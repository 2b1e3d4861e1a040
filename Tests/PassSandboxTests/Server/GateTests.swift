#if Sandbox
import AdobePass
import HTTPTypes
import TestSupport
import WireText
import XCTest

@testable import PassSandbox

final class GateTests: SandboxCase, SharesState {
    private let path = "/api/v2/REF30/configuration"

    func testTheEleventhExtraRequestOfASecondIsAnsweredWithAPage() async throws {
        let path = path
        try await eachWay(registered: false) {
            $0.throttle.isOn = true
        } _: { subject in
            for number in 0..<11 {
                let answer = try await subject.call(.get, path)
                XCTAssertEqual(answer.status, 401, "request \(number)")
            }
            let refused = try await subject.call(.get, path)
            XCTAssertEqual(refused.status, 429)
            XCTAssertEqual(refused.fields[.contentType], "text/html")
            XCTAssertNil(refused.fields[.retryAfter])
            XCTAssertTrue(refused.text.contains("openresty"))
            XCTAssertEqual(refused.fields[values: .setCookie].count, 2)
            let page = try await subject.call(.get, "/sandbox/faults", headers: [:])
            XCTAssertEqual(page.status, 200, "the sandbox's own paths are not throttled")
            let other = try await subject.call(
                .get, path, adding: ["X-Forwarded-For": "192.0.2.1, 10.0.0.1"])
            XCTAssertEqual(other.status, 401, "another client")
            subject.clock.advance(by: .seconds(1))
            let next = try await subject.call(.get, path)
            XCTAssertEqual(next.status, 401, "the next second has a free request")
            let pool = try await subject.call(.get, path)
            XCTAssertEqual(pool.status, 429, "the pool is still empty")
        }
    }

    func testAPathWithASuffixIsThrottledAsTheOneWithoutIt() async throws {
        try await eachWay(registered: false) {
            $0.throttle.isOn = true
        } _: { subject in
            for number in 0..<11 {
                let answer = try await subject.call(.get, "/api/v1/authorize.json")
                XCTAssertEqual(answer.status, 401, "request \(number)")
            }
            for path in ["/api/v1/authorize.json", "/api/v1/authorize.xml", "/api/v1/authorize"] {
                let refused = try await subject.call(.get, path)
                XCTAssertEqual(refused.status, 429, path)
            }
        }
    }

    func testThePoolRefillsOnlyIfItIsTold() {
        for refills in [true, false] {
            var rules = SandboxConfiguration.Throttle()
            rules.refill = refills
            var throttle = Throttle(rules)
            for _ in 0..<11 { XCTAssertTrue(throttle.admits("a", at: 0)) }
            XCTAssertFalse(throttle.admits("a", at: 999))
            XCTAssertTrue(throttle.admits("a", at: 4_000))
            var extra = 0
            while throttle.admits("a", at: 4_500) { extra += 1 }
            XCTAssertEqual(extra, refills ? 3 : 0, "seconds 1, 2 and 3 were idle")
        }
    }

    func testMethodsAndPathsThatDoNotExistAreToldApart() async throws {
        try await eachWay { subject in
            for (method, path) in [
                (.delete, "/api/v2/REF30/configuration"), (.get, "/o/client/token"),
                (.put, "/api/v1/authorize"), (.patch, "/api/v2/REF30/profiles/sso/Apple"),
            ] as [(HTTPRequest.Method, String)] {
                let answer = try await subject.call(method, path)
                XCTAssertEqual(answer.status, 405, path)
                XCTAssertNotNil(answer.fields[.allow])
                XCTAssertEqual(answer.reason, "methodNotAllowed")
            }
            for path in ["/api/v3", "/api/v2/sessions/REF30/ABC", "/nothing"] {
                let answer = try await subject.call(.get, path)
                XCTAssertEqual(answer.status, 404, path)
                XCTAssertEqual(answer.reason, "unknownPath")
            }
        }
    }

    func testABodyBeyondTheLimitIsRefused() async throws {
        try await eachWay {
            $0.limits.bodyBytes = 1_000
        } _: { subject in
            let answer = try await subject.call(
                .post, "/api/v2/REF30/sessions",
                form: ["mvpd": String(repeating: "a", count: 1_001)])
            XCTAssertEqual(answer.status, 413)
            XCTAssertEqual(answer.reason, "bodyTooLarge")
        }
    }

    func testAFormIsDecodedExactlyOnce() async throws {
        try await eachWay { subject in
            let answer = try await subject.call(
                .post, "/api/v2/REF30/sessions",
                adding: ["Content-Type": "application/x-www-form-urlencoded;charset=utf-8"],
                body:
                    "redirectUrl=https%3A%2F%2Fa.adobe.com%2F%3Fq%3D%252B%2Bx&domainName=localhost"
            )
            let code = try XCTUnwrap(answer["code"]?.text, answer.text)
            let read = try await subject.call(.get, "/api/v2/REF30/sessions/\(code)")
            XCTAssertEqual(
                read["existingParameters", "redirectUrl"], "https://a.adobe.com/?q=%2B+x")
            let broken = try await subject.call(
                .post, "/api/v2/REF30/sessions",
                adding: ["Content-Type": "application/x-www-form-urlencoded"],
                body: "mvpd=a&mvpd=b")
            XCTAssertEqual(broken.status, 400)
            XCTAssertEqual(broken.reason, "malformedForm")
        }
    }

    func testPagesOfOthersCannotReachTheSandbox() async throws {
        try await eachWay { subject in
            for host in ["sandbox.example.com", "localhost.example.com:8765", "10.0.0.1"] {
                let answer = try await subject.call(.get, "/sandbox/log", authority: host)
                XCTAssertEqual(answer.status, 403, host)
                XCTAssertEqual(answer.reason, "foreignHost")
            }
            for host in ["localhost:8765", "127.0.0.1", "[::1]:8765"] {
                let answer = try await subject.call(.get, "/sandbox/log", authority: host)
                XCTAssertEqual(answer.status, 200, host)
            }
            for (name, value, status) in [
                ("Sec-Fetch-Site", "cross-site", 403), ("Sec-Fetch-Site", "same-site", 403),
                ("Sec-Fetch-Site", "same-origin", 204),
                ("Origin", "https://example.com", 403), ("Origin", "null", 403),
                ("Origin", "http://127.0.0.1:8765", 204),
            ] {
                let answer = try await subject.call(
                    .post, "/sandbox/reset", headers: [name: value])
                XCTAssertEqual(answer.status, status, value)
            }
        }
    }

    func testResetForgetsClientsAndFaults() async throws {
        let path = path
        try await eachWay { subject in
            let before = try await subject.call(.get, path)
            XCTAssertEqual(before.status, 200)
            let reset = try await subject.call(.post, "/sandbox/reset", headers: [:])
            XCTAssertEqual(reset.status, 204)
            let after = try await subject.call(.get, path)
            XCTAssertEqual(after.status, 401)
        }
    }

    func testTheLogNamesPathsByTheirPartsAndTellsNoSecrets() async throws {
        try await eachWay { subject in
            _ = try await subject.call(
                .get, "/api/v2/REF30/profiles/None", adding: ["X-Device-Info": nil])
            let log = try await subject.call(.get, "/sandbox/log", headers: [:])
            XCTAssertEqual(log.fields[.contentType], "application/x-ndjson")
            let lines = log.text.split(separator: "\n")
            let line = try XCTUnwrap(JSONText.read(Array(try XCTUnwrap(lines.last).utf8)))
            XCTAssertEqual(line["path"], "/api/v2/{serviceProvider}/profiles/{mvpd}")
            XCTAssertEqual(line["status"], 400)
            XCTAssertEqual(line["reason"], "unknownMVPD")
            XCTAssertEqual(line["method"], "GET")
            XCTAssertFalse(log.text.contains(subject.token))
            XCTAssertFalse(log.text.contains("REF30"))
        }
    }

    func testTheLogKeepsTheLatestLines() {
        var log = RequestLog(capacity: 2)
        for status in [200, 400, 403] {
            log.append(
                RequestLog.Line(
                    time: 0, method: "GET", template: "/", status: status, reason: nil,
                    fault: nil, milliseconds: 0))
        }
        let text = String(decoding: log.text, as: UTF8.self)
        XCTAssertEqual(text.split(separator: "\n").count, 2)
        XCTAssertFalse(text.contains("200"))
    }

    func testKeysAndMetadataOfAnMVPDCanBeRead() async throws {
        try await eachWay { subject in
            let key = try await subject.call(
                .get, "/sandbox/mvpds/Cablevision/key.pem", headers: [:])
            XCTAssertTrue(key.text.hasPrefix("-----BEGIN CERTIFICATE-----"))
            XCTAssertFalse(key.text.contains("PRIVATE"))
            let metadata = try await subject.call(
                .get, "/sandbox/mvpds/Cablevision/metadata.xml", headers: [:])
            XCTAssertTrue(metadata.text.contains("EntityDescriptor"))
            for path in ["Cablevision/other", "Comcast/key.pem", "None/key.pem"] {
                let answer = try await subject.call(.get, "/sandbox/mvpds/\(path)", headers: [:])
                XCTAssertEqual(answer.status, 404, path)
            }
        }
    }

    func testCodesThatAdobeDoesNotHaveStandInTheReasonOnly() async throws {
        try await eachWay { subject in
            let method = try await subject.call(.delete, "/api/v2/REF30/configuration")
            XCTAssertEqual(method.status, 405)
            XCTAssertEqual(method.code, "internal_server_error")
            XCTAssertEqual(method.reason, "methodNotAllowed")
            for path in ["/api/v3", "/api/v2/sessions/REF30/ABC", "/o/client/scopes"] {
                let answer = try await subject.call(.get, path)
                XCTAssertEqual(answer.status, 404, path)
                XCTAssertEqual(answer.fields[.contentType], "text/html", path)
                XCTAssertEqual(answer.reason, "unknownPath", path)
            }
        }
    }
}
#endif
