import HTTPTypes
import TestSupport
import XCTest

@testable import AdobePass

/// Nothing that hangs takes longer than it may.
final class DeadlineTests: XCTestCase, SharesState {
    /// A server that answers the registration and nothing else.
    private actor HangingTransport: Pass.Transport {
        private let answers: ScriptedTransport
        private let clock: ManualClock
        private(set) var timeouts: [Duration] = []

        init(clock: ManualClock) {
            answers = ScriptedTransport()
            self.clock = clock
        }

        func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
            if request.path.hasPrefix("/o/client") { return try await answers.send(request) }
            timeouts.append(request.timeout)
            clock.advance(by: request.timeout)
            throw Pass.TransportError(.timedOut, mayHaveReachedServer: true)
        }
    }

    private func client(
        _ transport: HangingTransport, _ clock: ManualClock,
        with change: (inout Pass.Client.Configuration) -> Void = { _ in }
    ) throws -> Pass.Client {
        var configuration = Pass.Client.Configuration(
            environment: try Pass.Environment(baseURL: "http://localhost:8765"),
            serviceProvider: "REF30", softwareStatement: "statement",
            device: HeaderValueTests.device, deviceIdentifier: Pass.DeviceIdentifier("device-1"))
        configuration.pacing = nil
        change(&configuration)
        return Pass.Client(
            configuration: configuration, transport: transport,
            storage: Pass.InMemoryStorage(), clock: clock, jitter: { 0.5 })
    }

    func testACallThatHangsIsOverAfterAMinute() async throws {
        let clock = ManualClock()
        let transport = HangingTransport(clock: clock)
        let client = try client(transport, clock)
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await client.v2.profiles()
        }
        XCTAssertEqual(error.transport?.code, .timedOut)
        XCTAssertTrue(error.isRetryable)
        let timeouts = await transport.timeouts
        XCTAssertEqual(timeouts, [.seconds(30), .milliseconds(29_250)])
        XCTAssertEqual(clock.now(), ManualClock.start.advanced(by: .seconds(60)))
    }

    func testTheTimeOfACallCanBeSet() async throws {
        let clock = ManualClock()
        let transport = HangingTransport(clock: clock)
        let client = try client(transport, clock) { $0.callDeadline = .seconds(7) }
        _ = try await thrownError { () async throws(Pass.ExchangeError) in
            try await client.v2.profiles()
        }
        XCTAssertEqual(clock.now(), ManualClock.start.advanced(by: .seconds(7)))
    }

    func testTheTimeOfAWholeSignOnCanBeSet() async throws {
        for api in SignOnFlow.API.allCases {
            let clock = ManualClock()
            let transport = HangingTransport(clock: clock)
            var settings = SignOnDriver.Settings()
            settings.deadline = .seconds(45)
            let driver = SignOnDriver(
                client: try client(transport, clock), account: ScriptedSubscriberAccount([]),
                clock: clock, delegate: ScriptedDelegate(), settings: settings)
            let result = await driver.signOn(api: api, options: FlowFixture.options(.tvOS))
            let failure = try XCTUnwrap(result.failure)
            XCTAssertTrue(failure.isRetryable, "\(failure)")
            XCTAssertLessThanOrEqual(
                clock.now(), ManualClock.start.advanced(by: .seconds(45)))
        }
    }

    func testAPauseThatTheServerAsksForCountsAsTheCalls() async throws {
        let profiles = [
            ScriptedTransport.Answer.throttled(retryAfter: "3600"),
            ScriptedTransport.Answer.json(#"{"profiles":{}}"#),
        ]
        let fixture = try ClientFixture(["/api/v2/REF30/profiles": profiles]) {
            $0.pacing = Pass.Pacing()
            $0.callDeadline = .seconds(7)
        }
        for code in [Pass.ExchangeError.Code.throttled, .transport] {
            let start = fixture.clock.now()
            let error = try await thrownError { () async throws(Pass.ExchangeError) in
                try await fixture.client.v2.profiles()
            }
            XCTAssertEqual(error.code, code)
            XCTAssertTrue(error.isRetryable)
            XCTAssertLessThanOrEqual(
                fixture.clock.now(), start.advanced(by: .seconds(7)), code.rawValue)
        }
    }

    func testCallsHaveACommonDeadline() async throws {
        let clock = ManualClock()
        let client = try client(HangingTransport(clock: clock), clock)
        await client.withDeadline(.seconds(40)) {
            for _ in 0..<3 { _ = try? await client.v2.profiles() }
        }
        XCTAssertEqual(clock.now(), ManualClock.start.advanced(by: .seconds(40)))
    }

    func testAWaitBetweenTwoPollsEndsWithTheSignOn() async throws {
        let clock = ManualClock()
        let driver = SignOnDriver(
            client: try client(HangingTransport(clock: clock), clock),
            account: ScriptedSubscriberAccount([]), clock: clock, delegate: ScriptedDelegate())
        let flow = SignOnFlow(api: .v2, options: FlowFixture.options(.tvOS))
        var findings = SignOnDriver.Findings()
        let end = clock.now().advanced(by: .seconds(4))
        _ = await CallDeadline.$ofRun.withValue(end) {
            await driver.perform(.wait(.seconds(60)), in: flow, &findings)
        }
        XCTAssertEqual(clock.sleeps, [.seconds(4)])
    }
}
