import PayloadCoding
import TestSupport
import XCTest

@testable import AdobePass

final class RetryTests: XCTestCase, SharesState {
    private static let path = "/api/v2/REF30/profiles"
    private static let session = "/api/v2/REF30/sessions"
    private static let exchange = "/api/v2/REF30/profiles/sso/Apple"
    private static let profiles = ScriptedTransport.Answer.json(#"{"profiles":{}}"#)
    private static let retry = ScriptedTransport.Answer.enhanced(
        "network_connection_timeout", action: "retry", status: 403)

    private func failure(
        _ answers: [ScriptedTransport.Answer], jitter: Double = 0.5
    ) async throws -> (error: Pass.ExchangeError, count: Int, sleeps: [Duration]) {
        let fixture = try ClientFixture([Self.path: answers], jitter: jitter)
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.profiles()
        }
        return (error, await fixture.transport.calls.count, fixture.clock.sleeps)
    }

    func testErrorThatAsksForItIsRepeatedWhateverItsStatus() async throws {
        for status in [403, 400, 500] {
            let fixture = try ClientFixture([
                Self.path: [
                    .enhanced("network_received_error", action: "retry", status: status),
                    Self.profiles,
                ]
            ])
            _ = try await fixture.client.v2.profiles()
            let calls = await fixture.transport.calls
            XCTAssertEqual(calls.count, 2)
        }
    }

    func testRepetitionsEndAndTheLastErrorIsReported() async throws {
        let outcome = try await failure([Self.retry])
        XCTAssertEqual(outcome.count, 3)
        XCTAssertEqual(outcome.error.code, .enhancedError)
        XCTAssertEqual(outcome.error.enhanced?.code, .networkConnectionTimeout)
    }

    func testWaitsDoubleAndAreDrawn() async throws {
        let half = try await failure([Self.retry], jitter: 0.5)
        XCTAssertEqual(half.sleeps, [.milliseconds(750), .milliseconds(1500)])
        let none = try await failure([Self.retry], jitter: 0)
        XCTAssertEqual(none.sleeps, [.milliseconds(500), .seconds(1)])
    }

    func testWaitsAreNeverLongerThanTheLongest() {
        var policy = Pass.RetryPolicy()
        policy.maximumDelay = .seconds(3)
        XCTAssertEqual(policy.delay(before: 1000, jitter: 1), .seconds(3))
        XCTAssertEqual(policy.delay(before: 1, jitter: 7), .seconds(1))
    }

    func testErrorThatDoesNotAskForItIsNotRepeated() async throws {
        for action in ["none", "configuration", "authentication", "unknown"] {
            let outcome = try await failure([
                .enhanced("internal_server_error", action: action, status: 500)
            ])
            XCTAssertEqual(outcome.count, 1, action)
            XCTAssertEqual(outcome.error.action?.rawValue, action)
        }
    }

    func testThrottledRequestWaitsForASecondAtLeast() async throws {
        let fixture = try ClientFixture([
            Self.path: [
                .throttled(), .throttled(retryAfter: "0"), .throttled(retryAfter: "5"),
                Self.profiles,
            ]
        ])
        _ = try await fixture.client.v2.profiles()
        XCTAssertEqual(fixture.clock.sleeps, [.seconds(1), .seconds(1), .seconds(5)])
    }

    func testThrottlingIsFoundByItsStatusThoughTheBodyIsAPage() async throws {
        let outcome = try await failure([.throttled()])
        XCTAssertEqual(outcome.error.code, .throttled)
        XCTAssertEqual(outcome.error.status, 429)
        XCTAssertEqual(outcome.count, 4)
    }

    func testServerThatAsksForTooLongAWaitIsNotWaitedFor() async throws {
        let outcome = try await failure([.throttled(retryAfter: "3600")])
        XCTAssertEqual(outcome.error.code, .throttled)
        XCTAssertEqual(outcome.sleeps, [])
    }

    func testAfterThrottlingTheNextCallWaitsToo() async throws {
        let fixture = try ClientFixture(
            [
                Self.path: [.throttled(retryAfter: "3600")],
                Self.session: [.json(SessionTests.partnerProfile)],
            ], with: { $0.pacing = Pass.Pacing() })
        _ = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.profiles()
        }
        _ = try await fixture.client.v2.createSession()
        XCTAssertEqual(fixture.clock.sleeps, [.seconds(30)])
        _ = try await fixture.client.v2.createSession()
        XCTAssertEqual(fixture.clock.sleeps.count, 1)
    }

    func testAPollThatIsRefusedForAWhileHoldsTheNextOneBack() async throws {
        let path = "/api/v2/REF30/profiles/code/8ER640M"
        let fixture = try ClientFixture(
            [path: [.unavailable(retryAfter: "20"), Self.profiles]],
            with: { $0.pacing = Pass.Pacing() })
        _ = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.profile(code: ClientFixture.code)
        }
        XCTAssertEqual(fixture.clock.sleeps, [])
        _ = try await fixture.client.v2.profile(code: ClientFixture.code)
        XCTAssertEqual(fixture.clock.sleeps, [.seconds(20)])
    }

    func testWhatSomebodyInBetweenAnsweredIsAskedForAgain() async throws {
        for answer: ScriptedTransport.Answer in [
            .json("", status: 408), .json("null"), .json("7"),
            .json("[1]"), .json(#"{"profiles":7}"#),
            .error(.invalidResponse, mayHaveReachedServer: true),
        ] {
            let fixture = try ClientFixture([Self.path: [answer, Self.profiles]])
            _ = try await fixture.client.v2.profiles()
            let calls = await fixture.transport.calls
            XCTAssertEqual(calls.count, 2)
        }
    }

    func testThrottledRequestIsRepeatedWhateverItsMethod() async throws {
        let fixture = try ClientFixture([
            Self.session: [.throttled(), .json(SessionTests.partnerProfile)]
        ])
        _ = try await fixture.client.v2.createSession()
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 2)
    }

    /// How often each of three requests is sent: a read, a session, and the exchange of a response.
    private func counts(
        _ answer: ScriptedTransport.Answer
    ) async throws -> [Int] {
        let fixture = try ClientFixture([
            Self.path: [answer], Self.session: [answer], Self.exchange: [answer],
        ])
        let client = fixture.client.v2
        _ = try await thrownError { () async throws(Pass.ExchangeError) in
            try await client.profiles()
        }
        _ = try await thrownError { () async throws(Pass.ExchangeError) in
            try await client.createSession()
        }
        _ = try await thrownError { () async throws(Pass.ExchangeError) in
            try await client.partnerProfile(
                status: nil, samlResponse: PayloadEncoder().payload(encoding: [1]))
        }
        var counts: [Int] = []
        for path in [Self.path, Self.session, Self.exchange] {
            counts.append(await fixture.transport.count(path))
        }
        return counts
    }

    func testLostConnectionRepeatsWhatDoesNoHarmTwice() async throws {
        let reached = try await counts(.error(.connectionLost, mayHaveReachedServer: true))
        XCTAssertEqual(reached, [3, 3, 1])
        let unreached = try await counts(.error(.connectionLost, mayHaveReachedServer: false))
        XCTAssertEqual(unreached, [3, 3, 3])
    }

    func testServerErrorWithoutAnEnhancedErrorRepeatsWhatDoesNoHarmTwice() async throws {
        let broken = try await counts(.text("oops", type: "text/html", status: 503))
        XCTAssertEqual(broken, [3, 3, 1])
    }

    func testAServerThatSaysWhenToComeBackDidNothing() async throws {
        let counts = try await counts(.unavailable(retryAfter: "2"))
        XCTAssertEqual(counts, [3, 3, 3])
        let outcome = try await failure([.unavailable(retryAfter: "2")])
        XCTAssertEqual(outcome.sleeps, [.seconds(2), .seconds(2)])
    }

    func testAPageInPlaceOfJSONIsAskedForAgain() async throws {
        let page = try await counts(.text("<html/>", type: "text/html"))
        XCTAssertEqual(page, [3, 3, 1])
    }

    func testAPollIsSentOnce() async throws {
        for answer in [
            ScriptedTransport.Answer.status(503), .throttled(), Self.retry,
            .error(.cannotConnect, mayHaveReachedServer: false), .text("x", type: "text/html"),
        ] {
            let path = "/api/v2/REF30/profiles/code/8ER640M"
            let fixture = try ClientFixture([path: [answer]])
            _ = try await thrownError { () async throws(Pass.ExchangeError) in
                try await fixture.client.v2.profile(code: ClientFixture.code)
            }
            let count = await fixture.transport.count(path)
            XCTAssertEqual(count, 1)
        }
    }

    func testRegistrationAndTokenAreRepeated() async throws {
        for path in ["/o/client/register", "/o/client/token"] {
            let good =
                path.hasSuffix("token")
                ? ScriptedTransport.token("t") : .json(ScriptedTransport.credentials, status: 201)
            let fixture = try ClientFixture([
                path: [
                    .status(500), .error(.connectionLost, mayHaveReachedServer: true), good,
                ]
            ])
            _ = try await fixture.client.accessToken()
            let count = await fixture.transport.count(path)
            XCTAssertEqual(count, 3)
        }
    }

    func testRetryAfterMayBeADateOrBeyondAllNumbers() async throws {
        // Ten seconds after the test's clock begins.
        let date = "Wed, 01 Jan 2025 00:00:10 GMT"
        let fixture = try ClientFixture([
            Self.path: [.throttled(retryAfter: date), Self.profiles]
        ])
        _ = try await fixture.client.v2.profiles()
        XCTAssertEqual(fixture.clock.sleeps, [.seconds(10)])
        for text in ["99999999999999999999999999", "Wed, 01 Jan 2025 01:00:00 GMT"] {
            let outcome = try await failure([.throttled(retryAfter: text)])
            XCTAssertEqual(outcome.sleeps, [], text)
            XCTAssertEqual(outcome.error.code, .throttled)
        }
        let past = try ClientFixture([
            Self.path: [.throttled(retryAfter: "Wed, 01 Jan 2020 00:00:10 GMT"), Self.profiles]
        ])
        _ = try await past.client.v2.profiles()
        XCTAssertEqual(past.clock.sleeps, [.seconds(1)])
    }

    func testLogoutIsNotRepeatedSinceTheSecondAnswerKnowsOfNoProfile() async throws {
        let path = "/api/v2/REF30/logout/Cablevision"
        let broken = ScriptedTransport.Answer.text("oops", type: "text/html", status: 503)
        for (answer, expected) in [
            (ScriptedTransport.Answer.error(.connectionLost, mayHaveReachedServer: true), 1),
            (.error(.connectionLost, mayHaveReachedServer: false), 3), (broken, 1),
        ] {
            let fixture = try ClientFixture([path: [answer]])
            _ = try await thrownError { () async throws(Pass.ExchangeError) in
                try await fixture.client.v2.logout(mvpd: ClientFixture.mvpd)
            }
            let count = await fixture.transport.count(path)
            XCTAssertEqual(count, expected)
        }
    }

    func testTransportErrorsThatStayAreNotRepeated() async throws {
        for code: Pass.TransportError.Code in [
            .insecureConnection, .invalidURL, .secureConnectionFailed, .responseTooLarge,
        ] {
            let outcome = try await failure([.error(code, mayHaveReachedServer: false)])
            XCTAssertEqual(outcome.count, 1)
            XCTAssertEqual(outcome.error.transport?.code, code)
        }
    }

    func testCancelledExchangeIsNoFailureOfTheTransport() async throws {
        let outcome = try await failure([.error(.cancelled, mayHaveReachedServer: true)])
        XCTAssertEqual(outcome.error.code, .cancelled)
        XCTAssertEqual(outcome.count, 1)
    }

    func testCancelledTaskSendsNothing() async throws {
        let fixture = try ClientFixture([Self.path: [Self.retry]])
        _ = try await fixture.client.accessToken()
        let client = fixture.client
        let task = Task { () -> Pass.ExchangeError.Code? in
            while !Task.isCancelled { await Task.yield() }
            do throws(Pass.ExchangeError) {
                _ = try await client.v2.profiles()
                return nil
            } catch {
                return error.code
            }
        }
        task.cancel()
        let code = await task.value
        XCTAssertEqual(code, .cancelled)
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 0)
    }

    func testOnlyTheItemsThatAskForItAreRepeated() async throws {
        let path = "/api/v2/REF30/decisions/preauthorize/Cablevision"
        func decision(_ resource: String, _ action: String?) -> String {
            let error = action.map {
                #","error":{"code":"network_received_error","action":"\#($0)","status":403}"#
            }
            return #"{"resource":"\#(resource)","authorized":\#(action == nil)\#(error ?? "")}"#
        }
        let first = [decision("a", nil), decision("b", "retry"), decision("c", "none")]
        let fixture = try ClientFixture([
            path: [
                .json(#"{"decisions":[\#(first.joined(separator: ","))]}"#),
                .json(#"{"decisions":[\#(decision("b", nil))]}"#),
            ]
        ])
        let decisions = try await fixture.client.v2.preauthorize(
            mvpd: ClientFixture.mvpd, resources: ["a", "b", "c"], repeatsItems: true)
        XCTAssertEqual(decisions.all.map(\.resource), ["a", "b", "c"])
        XCTAssertEqual(decisions.all.map(\.authorized), [true, true, false])
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.map(\.text).last, #"{"resources":["b"]}"#)
        XCTAssertEqual(calls.count, 2)
    }

    func testItemsAreRepeatedAsOftenAsRequests() async throws {
        let item =
            #"{"id":"a","authorized":false,"error":{"code":"network_received_error","action":"retry"}}"#
        let fixture = try ClientFixture([
            "/api/v1/preauthorize": [.json(#"{"resources":[\#(item)]}"#)]
        ])
        let answer = try await fixture.client.v1.preauthorize(resources: ["a"], repeatsItems: true)
        XCTAssertFalse(answer.isAuthorized("a"))
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 3)
    }
}
