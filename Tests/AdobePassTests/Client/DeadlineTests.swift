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
}
