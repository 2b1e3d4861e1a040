#if Sandbox
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// The sandbox's clock under control, and what answers this computer only.
final class ClockControlTests: SandboxCase {
    func testTheClockIsSetForwardAndBack() async throws {
        try await eachWay { subject in
            let before = try await subject.call(.get, "/sandbox/clock", headers: [:])
            XCTAssertEqual(before["now"], .integer(1_768_478_400_000))
            XCTAssertEqual(before["date"], "Thu, 15 Jan 2026 12:00:00 GMT")
            XCTAssertEqual(before.fields[.date], "Thu, 15 Jan 2026 12:00:00 GMT", subject.way)
            let forward = try await subject.call(
                .put, "/sandbox/clock", headers: [:], json: #"{"advance":93600}"#)
            XCTAssertEqual(forward["offset"], 93_600_000)
            XCTAssertEqual(forward.fields[.date], "Fri, 16 Jan 2026 14:00:00 GMT", subject.way)
            let expired = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(expired.reason, "expiredAccessToken")
            let set = try await subject.call(
                .put, "/sandbox/clock", headers: [:], json: #"{"now":1768478400000}"#)
            XCTAssertEqual(set["offset"], 0)
            let valid = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(valid.status, 200)
        }
    }

    func testTheDateCanDifferFromTheClock() async throws {
        try await eachWay { subject in
            let skewed = try await subject.call(
                .put, "/sandbox/clock", headers: [:], json: #"{"dateSkew":-7200}"#)
            XCTAssertEqual(skewed["now"], .integer(1_768_478_400_000))
            let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(answer.status, 200, "The token is judged by the clock.")
            XCTAssertEqual(answer.fields[.date], "Thu, 15 Jan 2026 10:00:00 GMT", subject.way)
            XCTAssertEqual(answer.fields[values: .date].count, 1)
            _ = try await subject.call(.post, "/sandbox/reset", headers: [:])
            let reset = try await subject.call(.get, "/sandbox/clock", headers: [:])
            XCTAssertEqual(reset.fields[.date], "Thu, 15 Jan 2026 12:00:00 GMT", subject.way)
        }
    }

    func testAMalformedTimeIsRefused() async throws {
        try await eachWay { subject in
            for body in [
                "", "{}", #"{"now":"soon"}"#, #"{"advance":1e300}"#, #"{"now":-1}"#, #"{"then":1}"#,
                #"{"now":9000000000000}"#,
            ] {
                let answer = try await subject.call(
                    .put, "/sandbox/clock", headers: [:], json: body)
                XCTAssertEqual(answer.status, 400, body)
            }
        }
    }

    func testControlRoutesAnswerThisComputerOnly() {
        func refusal(_ path: String, _ address: String) -> Refusal? {
            ControlRoutes.refusal(path, from: address, at: "203.0.113.9")
        }
        for path in [
            "/sandbox/log", "/sandbox/faults", "/sandbox/clock", "/sandbox/reset",
            // The router passes over empty parts.
            "/sandbox/clock/", "//sandbox/clock", "/sandbox//clock/", "/sandbox/%63lock",
        ] {
            for address in ["192.0.2.1", "10.0.0.1", "::ffff:192.0.2.1", "2001:db8::1", "12.7.0.0"]
            {
                XCTAssertEqual(refusal(path, address)?.status, 403, "\(path) \(address)")
            }
            for address in ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "203.0.113.9"] {
                XCTAssertNil(refusal(path, address), address)
            }
        }
        XCTAssertNil(refusal("/sandbox/platform-sso", "192.0.2.1"))
    }

    func testDatesAreThoseOfHTTP() {
        for (milliseconds, text) in [
            (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1_000, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (1_709_164_800_000, "Thu, 29 Feb 2024 00:00:00 GMT"),
        ] as [(Int64, String)] { XCTAssertEqual(HTTPDate.text(milliseconds), text) }
    }
}
#endif
