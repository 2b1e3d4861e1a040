import XCTest

@testable import AdobePass

final class PollingTests: XCTestCase {
    /// A v1 flow that waits for its code to be shown or its browser to be closed.
    private func run(_ platform: Pass.Platform) -> FlowRun {
        var run = FlowRun.v1(FlowFixture.options(platform), upTo: .v1ProfileRequest)
        run.tell(
            .failed(.lasting), .registrationCode("CODE123", validFor: FlowFixture.codeLife))
        return run
    }

    func testOnASecondScreenPollingBeginsOnceTheCodeIsShown() {
        var run = run(.tvOS)
        XCTAssertEqual(run.flow.step, .v1SecondScreen)
        XCTAssertEqual(run.tell(.codeShown), .checkAuthentication)
    }

    func testOnTheSameScreenPollingBeginsOnceTheBrowserIsClosed() {
        var run = run(.iOS)
        XCTAssertEqual(run.flow.step, .v1Browser)
        XCTAssertEqual(run.tell(.browserClosed), .checkAuthentication)
    }

    func testPollingWaitsFiveSecondsUnlessToldOtherwiseAndNeverLessThanThree() {
        for (interval, expected) in [(nil, 5), (1, 3), (3, 3), (20, 20)] as [(Int?, Int)] {
            let options = FlowFixture.options(.tvOS) {
                if let interval { $0.pollingInterval = .seconds(interval) }
            }
            var run = FlowRun.v1(options, upTo: .v1ProfileRequest)
            run.tell(
                .failed(.lasting),
                .registrationCode("CODE123", validFor: FlowFixture.codeLife), .codeShown,
                .authentication(false))
            XCTAssertEqual(run.effect, .wait(.seconds(expected)))
        }
    }

    func testPollingStopsWhenThereIsAToken() {
        var run = run(.tvOS)
        run.tell(.codeShown, .authentication(false), .waited, .authentication(true))
        XCTAssertEqual(run.effect, .authorize(nil, "channel", status: nil))
    }

    func testPollingOutlivesThreeStatusesThatSayNothingOfTheCode() {
        var run = run(.tvOS)
        run.tell(.codeShown)
        for _ in 0..<3 {
            XCTAssertEqual(run.tell(.failed(.odd)), .wait(.seconds(5)))
            run.tell(.waited)
        }
        XCTAssertEqual(run.tell(.failed(.odd)), .finish(.failed(.callFailed)))
    }

    func testPollingStopsWhenTheCodeHasEnded() {
        var waiting = run(.tvOS)
        waiting.tell(.codeShown, .authentication(false))
        waiting.tell(.waited, at: FlowFixture.late)
        XCTAssertEqual(waiting.effect, .finish(.fallback(.codeExpired)))
        var polling = run(.tvOS)
        polling.tell(.codeShown)
        polling.tell(.failed(.transient), at: FlowFixture.late)
        XCTAssertEqual(polling.effect, .finish(.fallback(.codeExpired)))
    }

    func testACodeIsGoodUntilItsVeryEnd() {
        var run = run(.tvOS)
        run.tell(.codeShown, .authentication(false))
        XCTAssertEqual(run.tell(.waited, at: FlowFixture.codeEnd), .checkAuthentication)
    }

    func testACodeWithoutAnEndIsPolledForHalfAnHour() {
        var run = FlowRun.v1(FlowFixture.options(.tvOS), upTo: .v1ProfileRequest)
        run.tell(
            .failed(.lasting), .registrationCode("CODE123", validFor: nil), .codeShown,
            .authentication(false))
        let end = FlowFixture.now.advanced(by: .seconds(1800))
        run.tell(.waited, at: end)
        XCTAssertEqual(run.effect, .checkAuthentication)
        run.tell(.failed(.transient), at: end.advanced(by: .milliseconds(1)))
        XCTAssertEqual(run.effect, .finish(.fallback(.codeExpired)))
    }

    func testPollingStopsWhenAnotherCodeIsRequested() {
        var run = run(.tvOS)
        run.tell(.codeShown, .authentication(false), .newCodeRequested)
        XCTAssertEqual(run.effect, .requestCode("supported"))
    }

    func testPollingGoesOnAfterACallThatMayPassAndEndsAfterOneThatCannot() {
        var run = run(.tvOS)
        XCTAssertEqual(
            run.tell(.codeShown, .failed(.transient)), .wait(.seconds(5)))
        XCTAssertEqual(
            run.tell(.waited, .failed(.lasting)), .finish(.failed(.callFailed)))
    }

    func testAnUnexpectedEventChangesNothing() {
        var run = run(.tvOS)
        let before = run.flow
        var flow = before
        XCTAssertThrowsError(try flow.handle(.mediaToken, at: FlowFixture.now)) {
            XCTAssertEqual(
                $0 as? SignOnFlow.UnexpectedEvent,
                SignOnFlow.UnexpectedEvent(step: .v1SecondScreen))
        }
        XCTAssertEqual(flow, before)
        run.tell(.dismissed)
        XCTAssertEqual(run.effect, .finish(.fallback(.dismissed)))
    }

    func testTheSecondScreenMayChooseTheMVPD() {
        let options = FlowFixture.options(.tvOS) { $0.mvpdIsChosenOnSecondScreen = true }
        var first = FlowRun(.v1, options)
        first.tell(
            .signOnRequested, .registered, .authentication(false),
            .account(FlowFixture.access(.denied)))
        XCTAssertEqual(first.effect, .requestCode(nil))
        var second = FlowRun.v2(options, upTo: .v2SystemPicker)
        second.tell(.account(FlowFixture.access(.denied)))
        XCTAssertEqual(second.effect, .createSession(nil))
        second.tell(.session(FlowFixture.session(.resume, mvpd: nil, missing: [.mvpd])))
        XCTAssertEqual(second.flow.step, .v2SecondScreen)
        second.tell(.codeShown)
        XCTAssertEqual(second.effect, .pollProfiles("CODE123"))
    }
}
