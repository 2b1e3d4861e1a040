import TestSupport
import XCTest

@testable import AdobePass

final class PacerTests: XCTestCase, SharesState {
    private func waits(_ count: Int, burst: Int, gap: Duration) async throws -> [Duration] {
        let clock = ManualClock()
        let pacer = Pacer(Pass.Pacing(burst: burst), clock: clock)
        for _ in 0..<count {
            _ = try await pacer.admit(within: .seconds(60))
            clock.advance(by: gap)
        }
        return clock.sleeps
    }

    func testFirstRequestOfEachSecondIsFree() async throws {
        let waits = try await waits(20, burst: 0, gap: .seconds(1))
        XCTAssertEqual(waits, [])
    }

    func testOthersAreTakenFromThePool() async throws {
        let without = try await waits(11, burst: 10, gap: .zero)
        XCTAssertEqual(without, [])
        let with = try await waits(13, burst: 10, gap: .zero)
        XCTAssertEqual(with, [.seconds(1), .seconds(1)])
    }

    func testPoolIsNotFilledAgain() async throws {
        let clock = ManualClock()
        let pacer = Pacer(Pass.Pacing(burst: 1), clock: clock)
        for _ in 0..<2 { _ = try await pacer.admit(within: .seconds(60)) }
        clock.advance(by: .seconds(3600))
        for _ in 0..<2 { _ = try await pacer.admit(within: .seconds(60)) }
        XCTAssertEqual(clock.sleeps, [.seconds(1)])
    }

    func testWaitEndsWithTheSecond() async throws {
        let waits = try await waits(2, burst: 0, gap: .milliseconds(300))
        XCTAssertEqual(waits, [.milliseconds(700)])
    }

    func testClockThatWasSetBackHoldsNobodyUp() async throws {
        let clock = ManualClock()
        let pacer = Pacer(Pass.Pacing(burst: 0), clock: clock)
        _ = try await pacer.admit(within: .seconds(60))
        clock.advance(by: .seconds(-3600))
        _ = try await pacer.admit(within: .seconds(60))
        XCTAssertEqual(clock.sleeps, [])
    }

    func testNobodyWaitsLongerThanAllowed() async throws {
        let clock = ManualClock()
        let pacer = Pacer(Pass.Pacing(burst: 0), clock: clock)
        let first = try await pacer.admit(within: .zero)
        let second = try await pacer.admit(within: .milliseconds(900))
        await pacer.holdBack(for: .seconds(5))
        let held = try await pacer.admit(within: .seconds(4))
        XCTAssertEqual([first, second, held], [true, false, false])
        XCTAssertEqual(clock.sleeps, [])
        // Whoever did not wait has taken nobody's turn.
        let third = try await pacer.admit(within: .seconds(5))
        XCTAssertTrue(third)
        XCTAssertEqual(clock.sleeps, [.seconds(5)])
    }

    func testClientIsPacedUnlessToldOtherwise() async throws {
        let answers = [
            "/api/v2/REF30/profiles": [ScriptedTransport.Answer.json(#"{"profiles":{}}"#)]
        ]
        let paced = try ClientFixture(answers) { $0.pacing = Pass.Pacing() }
        let free = try ClientFixture(answers)
        for fixture in [paced, free] {
            for _ in 0..<10 { _ = try await fixture.client.v2.profiles() }
        }
        // Registration and token take two of the eleven that need not wait.
        XCTAssertEqual(paced.clock.sleeps, [.seconds(1)])
        XCTAssertEqual(free.clock.sleeps, [])
    }
}
