import XCTest

@testable import AdobePass

/// Where the flow goes when a call fails.
final class FailureCourseTests: XCTestCase {
    private let status = FlowFixture.signedIn()

    /// v2 with a code on a second screen.
    private func polling() -> FlowRun {
        var run = FlowRun(.v2, FlowFixture.options(.tvOS))
        run.tell(
            .signOnRequested, .registered, .account(FlowFixture.access(.denied)), .profiles([]),
            .configuration(FlowFixture.providers), .account(FlowFixture.access(.denied)),
            .mvpdChosen("plain"), .session(FlowFixture.session(.authenticate)), .codeShown)
        return run
    }

    func testProfilesThatCannotBeReadHinderNoSignIn() {
        var run = FlowRun.v2(upTo: .v2Profiles)
        XCTAssertEqual(run.tell(.failed(.lasting)), .readConfiguration)
        var former = FlowRun.v1(upTo: .v1CheckAuthentication)
        former.tell(.failed(.transient))
        XCTAssertEqual(former.flow.step, .v1SystemSignIn)
    }

    func testWithoutAConfigurationTheSecondScreenMayStillDo() {
        let options = FlowFixture.options(.tvOS) { $0.mvpdIsChosenOnSecondScreen = true }
        var run = FlowRun.v2(options, upTo: .v2Configuration)
        XCTAssertEqual(run.tell(.failed(.transient)), .createSession(nil))
        var own = FlowRun.v2(upTo: .v2Configuration)
        XCTAssertEqual(own.tell(.failed(.transient)), .finish(.failed(.callFailed)))
    }

    func testAnUnknownClientRegistersAgainOnceAndBeginsAnew() {
        for step in SignOnFlow.steps(api: .v2) {
            let arrow = SignOnFlow.arrows(api: .v2).first {
                $0.from == step && $0.condition == .clientUnknown
            }
            guard let arrow else { continue }
            XCTAssertEqual(arrow.to, .v2Registration)
        }
        var run = FlowRun.v2(upTo: .v2Authorize)
        XCTAssertEqual(run.tell(.failed(.clientUnknown)), .registerAgain)
        run.tell(.registered, .account(FlowFixture.signedOut))
        XCTAssertEqual(run.effect, .readProfiles(nil, status: FlowFixture.signedOut))
        XCTAssertEqual(run.tell(.failed(.clientUnknown)), .readConfiguration)
        var former = FlowRun.v1(upTo: .v1Authorize)
        XCTAssertEqual(former.tell(.failed(.clientUnknown)), .registerAgain)
        XCTAssertEqual(former.tell(.registered), .checkAuthentication)
    }

    func testAnExpiredProfileSignsInAgainOnce() {
        for (type, step) in [
            (RESTv2.ProfileType.regular, SignOnFlow.Step.v2Session), (.appleSSO, .v2Configuration),
        ] {
            var run = FlowRun.v2(upTo: .v2Profiles)
            run.tell(.profiles([FlowFixture.profile("supported", type)]))
            if run.flow.step == .v2DecisionStatus { run.tell(.account(status)) }
            run.tell(.failed(.signInNeeded))
            XCTAssertEqual(run.flow.step, step)
        }
        var run = FlowRun.v2(upTo: .v2Authorize)
        XCTAssertEqual(run.tell(.failed(.signInNeeded)), .createSession("supported"))
        run.tell(.session(FlowFixture.session(.authorize, .authenticated, hasCode: false)))
        XCTAssertEqual(run.tell(.failed(.signInNeeded)), .finish(.failed(.callFailed)))
    }

    func testADenialThatASignInMayLiftIsOneAfterIt() {
        var run = FlowRun.v2(upTo: .v2Authorize)
        XCTAssertEqual(run.tell(.failed(.deniedUntilSignIn)), .createSession("supported"))
        run.tell(.session(FlowFixture.session(.authorize, .authenticated, hasCode: false)))
        XCTAssertEqual(run.tell(.failed(.deniedUntilSignIn)), .finish(.failed(.denied)))
    }

    func testACodeThatTheServerDoesNotKnowIsReplacedOnce() {
        var run = polling()
        XCTAssertEqual(run.tell(.failed(.codeUnknown)), .createSession("supported"))
        run.tell(.session(FlowFixture.session(.authenticate)), .codeShown)
        XCTAssertEqual(run.tell(.failed(.codeUnknown)), .finish(.fallback(.codeExpired)))
        var late = polling()
        late.tell(.failed(.codeUnknown), at: FlowFixture.late)
        XCTAssertEqual(late.effect, .finish(.fallback(.codeExpired)))
    }

    func testARefusedMVPDLetsTheUserChooseAnotherOnce() {
        var run = FlowRun(.v2, FlowFixture.options(.tvOS))
        run.tell(
            .signOnRequested, .registered, .account(FlowFixture.access(.denied)), .profiles([]),
            .configuration(FlowFixture.providers), .account(FlowFixture.access(.denied)),
            .mvpdChosen("plain"))
        XCTAssertEqual(run.tell(.failed(.mvpdRefused)), .chooseMVPD(FlowFixture.providers))
        XCTAssertEqual(run.tell(.mvpdChosen("off")), .createSession("off"))
        XCTAssertEqual(run.tell(.failed(.mvpdRefused)), .finish(.failed(.callFailed)))
    }

    func testASessionThatCannotBeResumedIsGivenUpOrLeftToTheSecondScreen() {
        let answer = FlowFixture.session(
            .resume, .missingParametersFallback, missing: [.redirectURL])
        var run = FlowRun.v2(FlowFixture.options(.tvOS), upTo: .v2PartnerSession)
        XCTAssertEqual(run.tell(.session(answer)), .resumeSession("CODE123", "supported"))
        XCTAssertEqual(run.tell(.failed(.lasting)), .createSession("supported"))
        run.tell(.session(answer), .failed(.lasting))
        XCTAssertEqual(run.flow.step, .v2SecondScreen)
    }

    func testATemporaryPassNeedsNoSession() {
        var run = FlowRun.v2(upTo: .v2SystemPicker)
        run.tell(.account(FlowFixture.access(.denied)), .mvpdChosen("temporary"))
        XCTAssertEqual(run.effect, .authorize("temporary", "channel", status: nil))
        XCTAssertTrue(run.flow.isTemporaryAccess)
        // Used up: a provider is to be signed in with.
        run.tell(.failed(.deniedUntilSignIn))
        XCTAssertEqual(run.effect, .chooseMVPD(FlowFixture.providers))
    }

    func testATemporaryPassOfV1HasACallOfItsOwn() {
        var run = FlowRun(.v1)
        run.tell(
            .signOnRequested, .registered, .authentication(false),
            .account(FlowFixture.access(.denied)),
            .configuration(FlowFixture.providers), .mvpdChosen("temporary"))
        XCTAssertEqual(run.effect, .beginFreePreview("temporary"))
        var refused = run
        XCTAssertEqual(
            refused.tell(.failed(.mvpdRefused)), .chooseMVPD(FlowFixture.providers))
        XCTAssertEqual(
            run.tell(.freePreviewBegun), .authorize(nil, "channel", status: nil))
        XCTAssertTrue(run.flow.isTemporaryAccess)
    }

    func testAnAuthorizationThatIsGoneIsAskedForAgainInV1() {
        var run = FlowRun.v1(upTo: .v1MediaToken)
        XCTAssertEqual(
            run.tell(.failed(.authorizationNeeded)), .authorize(nil, "channel", status: nil))
        run.tell(.decision(permitted: true))
        XCTAssertEqual(
            run.tell(.failed(.authorizationNeeded)), .finish(.failed(.callFailed)))
    }
}
