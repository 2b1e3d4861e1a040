#if Sandbox
import AdobePass
import HTTPTypes
import WireText
import TestSupport
import XCTest

@testable import PassSandbox

final class FaultTests: SandboxCase {
    private func withFault(
        _ rule: String, _ body: @escaping @Sendable (Subject) async throws -> Void
    ) async throws {
        try await eachWay { subject in
            let answer = try await subject.call(
                .put, "/sandbox/faults", headers: [:],
                json: #"{"rules":[{"path":"/api/v2",\#(rule)}]}"#)
            XCTAssertEqual(answer.status, 200, answer.text)
            try await body(subject)
            let cleared = try await subject.call(
                .put, "/sandbox/faults", headers: [:], json: "{}")
            XCTAssertEqual(cleared["rules"], [])
            let after = try await subject.call(.get, "/api/v2/REF30/configuration")
            XCTAssertEqual(after.status, 200)
        }
    }

    func testAnEnhancedErrorOfAnyStatusAndActionCanBeAskedFor() async throws {
        try await withFault(
            #""kind":"enhanced","status":403,"code":"network_received_error""#
        ) { subject in
            let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(answer.status, 403)
            XCTAssertEqual(answer["action"], "retry")
            XCTAssertEqual(answer.reason, "fault")
        }
    }

    func testEveryDocumentedCodeOfV2CanBeEmitted() async throws {
        try await eachWay { subject in
            for (code, documentation) in Pass.ErrorCode.documented {
                let status = documentation.statuses[0]
                _ = try await subject.call(
                    .put, "/sandbox/faults", headers: [:],
                    json: #"{"rules":[{"kind":"enhanced","path":"/api","#
                        + #""status":\#(status),"code":"\#(code.rawValue)"}]}"#)
                let answer = try await subject.call(.get, "/api/v2/REF30/configuration")
                XCTAssertEqual(answer.status, status)
                XCTAssertEqual(answer.code, code.rawValue)
                XCTAssertEqual(answer["action"]?.text, documentation.action.rawValue)
            }
        }
    }

    func testPagesOfTheGatewayCanBeAskedFor() async throws {
        try await withFault(#""kind":"html","status":503"#) { subject in
            let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(answer.status, 503)
            XCTAssertEqual(answer.fields[.contentType], "text/html")
        }
        try await withFault(#""kind":"tooManyRequests""#) { subject in
            let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(answer.status, 429)
        }
    }

    func testATokenCanCountAsExpired() async throws {
        try await withFault(#""kind":"expiredToken""#) { subject in
            let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(answer.status, 401)
            XCTAssertEqual(answer.reason, "expiredAccessToken")
        }
    }

    func testAnAnswerCanBeHeldBack() async throws {
        try await withFault(#""kind":"latency","milliseconds":7000"#) { subject in
            let before = subject.clock.now().milliseconds
            let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(answer.status, 200)
            XCTAssertEqual(subject.clock.now().milliseconds - before, 7_000)
        }
    }

    func testADroppedConnectionHasActedOrNotAsItWasAskedTo() async throws {
        for (kind, hasActed) in [("dropBefore", false), ("dropAfter", true)] {
            try await withFault(#""kind":"\#(kind)""#) { subject in
                do {
                    let answer = try await subject.call(
                        .post, "/api/v2/REF30/sessions", form: [:])
                    XCTFail("\(kind), \(subject.way): \(answer.status)")
                } catch let error as Pass.TransportError {
                    XCTAssertEqual(error.code, .connectionLost)
                } catch is LoopbackSocket.Lost {}
                let sessions = await subject.sandbox.state.sessions()
                XCTAssertEqual(sessions.count, hasActed ? 1 : 0, kind)
            }
        }
    }

    func testTheSameSeedFallsTheSameWay() {
        func falls(_ seed: UInt64) -> [Bool] {
            var dice = FaultSampler(seed: seed)
            return (0..<64).map { _ in dice.falls(0.5) }
        }
        XCTAssertEqual(falls(7), falls(7))
        XCTAssertNotEqual(falls(7), falls(8))
        XCTAssertTrue(falls(7).contains(true) && falls(7).contains(false))
        var dice = FaultSampler(seed: 1)
        XCTAssertFalse((0..<64).contains { _ in dice.falls(0) })
        XCTAssertTrue((0..<64).allSatisfy { _ in dice.falls(1) })
    }

    func testAFaultOfEveryPathCanBeTakenBack() async throws {
        try await eachWay { subject in
            for (kind, method, path) in [
                ("html", HTTPRequest.Method.put, "/sandbox/faults"),
                ("dropBefore", .put, "/sandbox/faults"), ("html", .post, "/sandbox/reset"),
            ] {
                let set = try await subject.call(
                    .put, "/sandbox/faults", headers: [:],
                    json: #"{"rules":[{"kind":"\#(kind)"}]}"#)
                XCTAssertEqual(set.status, 200, set.text)
                let read = try await subject.call(.get, "/sandbox/faults", headers: [:])
                XCTAssertEqual(read["rules", "0", "kind"]?.text, kind)
                let back = try await subject.call(method, path, headers: [:], json: "{}")
                XCTAssertTrue([200, 204].contains(back.status), "\(back.status)")
                let plan = try await subject.call(.get, "/sandbox/faults", headers: [:])
                XCTAssertEqual(plan["rules"], [])
            }
        }
    }

    func testAMalformedPlanIsRefusedAndTheOldOneStays() async throws {
        try await withFault(#""kind":"html","status":500"#) { subject in
            for body in [
                "{", #"{"rules":[{"kind":"meteor"}]}"#,
                #"{"rules":[{"kind":"html","probability":2}]}"#,
                #"{"rules":[{"kind":"html","status":200}]}"#,
            ] {
                let answer = try await subject.call(
                    .put, "/sandbox/faults", headers: [:], json: body)
                XCTAssertEqual(answer.status, 400, body)
            }
            let plan = try await subject.call(.get, "/sandbox/faults", headers: [:])
            XCTAssertEqual(plan["rules", "0", "kind"], "html")
        }
    }

    func testTheWayOfAnAnswerCanGoWrong() async throws {
        let path = "/api/v2/REF30/configuration"
        try await withFault(#""kind":"gzip""#) { subject in
            let answer = try await subject.call(.get, path)
            XCTAssertEqual(answer.fields[.contentEncoding], "gzip")
            XCTAssertEqual(answer.body.prefix(2), [0x1F, 0x8B], subject.way)
        }
        try await withFault(#""kind":"wrongContentType""#) { subject in
            let answer = try await subject.call(.get, path)
            XCTAssertEqual(answer.fields[.contentType], "text/html")
            XCTAssertNotNil(answer["requestor"])
        }
        try await withFault(#""kind":"redirect","location":"/elsewhere""#) { subject in
            let answer = try await subject.call(.get, path)
            XCTAssertEqual(answer.status, 302)
            XCTAssertEqual(answer.fields[.location], "/elsewhere")
        }
        try await withFault(#""kind":"oversizedError","bytes":100000,"status":400"#) { subject in
            let answer = try await subject.call(.get, path)
            XCTAssertEqual(answer.status, 400)
            XCTAssertGreaterThan(answer.body.count, 100_000)
        }
        try await withFault(
            #""kind":"retryAfterDate","milliseconds":60000"#
        ) { subject in
            let answer = try await subject.call(.get, path)
            XCTAssertEqual(answer.status, 503)
            XCTAssertEqual(answer.fields[.retryAfter], "Thu, 15 Jan 2026 12:01:00 GMT")
        }
        try await withFault(#""kind":"drip","milliseconds":10"#) { subject in
            let before = subject.clock.now().milliseconds
            let answer = try await subject.call(.get, path)
            XCTAssertNotNil(answer["requestor"], subject.way)
            XCTAssertEqual(
                subject.clock.now().milliseconds - before, Int64(answer.body.count * 10))
        }
    }

    func testAConnectionCanEndTooEarly() async throws {
        for kind in ["truncate", "reset"] {
            try await withFault(#""kind":"\#(kind)""#) { subject in
                do {
                    let answer = try await subject.call(.get, "/api/v2/REF30/configuration")
                    // The socket of the tests reads what there is.
                    let length = answer.fields[.contentLength].flatMap(Int.init) ?? 0
                    XCTAssertEqual(kind, "truncate", subject.way)
                    XCTAssertLessThan(answer.body.count, length, kind)
                    XCTAssertGreaterThan(answer.body.count, 0, kind)
                } catch is Pass.TransportError {} catch is LoopbackSocket.Lost {}
            }
        }
    }

    func testAFaultHappensSoOftenAndForOneMethod() async throws {
        try await withFault(#""kind":"html","times":3,"method":"GET""#) { subject in
            let other = try await subject.call(.post, "/api/v2/REF30/sessions", form: [:])
            XCTAssertEqual(other.status, 200)
            for number in 0..<5 {
                let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
                XCTAssertEqual(answer.status, number < 3 ? 500 : 200, "\(number)")
            }
        }
    }

    func testARequestCanAskForAFaultWhereThatIsAllowed() async throws {
        for isAllowed in [true, false] {
            try await eachWay {
                $0.allowsFaultHeader = isAllowed
            } _: { subject in
                for (field, status) in [
                    ("html; status=503", 503), ("enhanced;status=403", 403), ("redirect", 302),
                    ("enhanced; status=403; code=too_many_resources; action=none", 403),
                ] {
                    let answer = try await subject.call(
                        .get, "/api/v2/REF30/profiles", adding: ["X-Sandbox-Fault": field])
                    XCTAssertEqual(answer.status, isAllowed ? status : 200, field)
                }
                for field in ["", "meteor", "html; status=200", "html; color=red"] {
                    let answer = try await subject.call(
                        .get, "/api/v2/REF30/profiles", adding: ["X-Sandbox-Fault": field])
                    // A fault that nobody knows is no test that passed.
                    XCTAssertEqual(answer.status, isAllowed ? 400 : 200, field)
                }
                let faults = try await subject.call(
                    .get, "//sandbox/faults", adding: ["X-Sandbox-Fault": "html; status=503"])
                XCTAssertEqual(faults.status, 200)
            }
        }
    }
}
#endif
