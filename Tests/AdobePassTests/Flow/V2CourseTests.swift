import XCTest

@testable import AdobePass

final class V2CourseTests: XCTestCase {
    private let status = FlowFixture.signedIn()

    private func runFromPicker(_ answer: PlatformSSO.Answer) -> FlowRun {
        var run = FlowRun.v2(upTo: .v2SystemPicker)
        run.tell(.account(answer))
        return run
    }

    private func runFromSession(
        _ answer: RESTv2.Session,
        _ options: SignOnFlow.Options = FlowFixture.options(.iOS)
    ) -> FlowRun {
        var run = FlowRun.v2(options, upTo: .v2PartnerSession)
        run.tell(.session(answer))
        return run
    }

    func testEveryAnswerOfTheSilentQueryGoesWithTheProfiles() {
        for answer in [
            FlowFixture.access(.denied), FlowFixture.error(.serviceTemporarilyUnavailable),
            FlowFixture.signedOut, FlowFixture.expired, status,
        ] {
            var run = FlowRun.v2(upTo: .v2PartnerStatus)
            XCTAssertEqual(run.tell(.account(answer)), .readProfiles(nil, status: answer))
        }
    }

    func testARememberedMVPDIsAskedForAlone() {
        let options = FlowFixture.options(.iOS) { $0.rememberedMVPD = "plain" }
        var run = FlowRun.v2(options, upTo: .v2PartnerStatus)
        XCTAssertEqual(run.tell(.account(status)), .readProfiles("plain", status: status))
    }

    func testAProfileOfAnotherMVPDThanTheRememberedOneIsNotTaken() {
        let options = FlowFixture.options(.iOS) { $0.rememberedMVPD = "plain" }
        var run = FlowRun.v2(options, upTo: .v2Profiles)
        XCTAssertEqual(
            run.tell(.profiles([FlowFixture.profile("supported", .regular)])), .readConfiguration)
        var other = FlowRun.v2(options, upTo: .v2Profiles)
        other.tell(
            .profiles([
                FlowFixture.profile("plain", .regular, until: FlowFixture.late),
                FlowFixture.profile("supported", .regular),
            ]))
        XCTAssertEqual(other.effect, .authorize("plain", "channel", status: nil))
    }

    func testTheProfileThatIsValidTheLongestIsTaken() {
        var run = FlowRun.v2(upTo: .v2Profiles)
        run.tell(
            .profiles([
                FlowFixture.profile("short", .regular, until: FlowFixture.late),
                FlowFixture.profile("long", .regular),
                FlowFixture.profile("over", .regular, until: FlowFixture.now),
            ]))
        XCTAssertEqual(run.effect, .authorize("long", "channel", status: nil))
    }

    func testAUserMayChooseAmongSeveralProfiles() {
        let options = FlowFixture.options(.iOS) { $0.choosesAmongProfiles = true }
        var run = FlowRun.v2(options, upTo: .v2Profiles)
        let profiles = [
            FlowFixture.profile("one", .regular), FlowFixture.profile("two", .regular),
        ]
        XCTAssertEqual(run.tell(.profiles(profiles)), .chooseProfile(profiles))
        XCTAssertEqual(
            run.tell(.profileChosen("one")), .authorize("one", "channel", status: nil))
    }

    func testThePartnerSignOnEndsInAMediaToken() {
        let run = FlowRun.v2(upTo: .mediaToken)
        XCTAssertEqual(run.effect, .finish(.mediaToken("supported")))
    }

    func testTheStatusGoesWithDecisionsForAnAppleProfileAlone() {
        var apple = FlowRun.v2(upTo: .v2PartnerStatus)
        apple.tell(
            .account(status), .profiles([FlowFixture.profile("supported", .appleSSO)]))
        XCTAssertEqual(apple.effect, .authorize("supported", "channel", status: status))
        var other = FlowRun.v2(upTo: .v2PartnerStatus)
        other.tell(.account(status), .profiles([FlowFixture.profile("supported", .regular)]))
        XCTAssertEqual(other.effect, .authorize("supported", "channel", status: nil))
    }

    func testAFreshStatusIsAskedForWhereNoCachedOneMayBeUsed() {
        let options = FlowFixture.options(.iOS) { $0.usesCachedStatus = false }
        var run = FlowRun.v2(options, upTo: .v2PartnerStatus)
        run.tell(.account(status), .profiles([FlowFixture.profile("supported", .appleSSO)]))
        XCTAssertEqual(run.flow.step, .v2DecisionStatus)
        run.tell(.account(status))
        XCTAssertEqual(run.effect, .authorize("supported", "channel", status: status))
    }

    func testAStatusWithoutExpirationDoesForTheSignInAndNotForDecisions() {
        var run = FlowRun.v2(upTo: .v2SystemPicker)
        run.tell(.account(FlowFixture.signedIn(until: nil)))
        XCTAssertEqual(run.flow.step, .v2PartnerSession)
        run.tell(.session(FlowFixture.session(.authorize, .authenticatedSSO, hasCode: false)))
        XCTAssertEqual(run.flow.step, .v2DecisionStatus)
    }

    func testADenialIsFinal() {
        var run = FlowRun.v2(upTo: .v2Authorize)
        XCTAssertEqual(run.tell(.decision(permitted: false)), .finish(.failed(.denied)))
    }

    func testARefusedStatusIsAskedForAgainOnce() {
        var run = FlowRun.v2(upTo: .v2Authorize)
        run.tell(.failed(.statusRefused))
        XCTAssertEqual(run.flow.step, .v2DecisionStatus)
        run.tell(.account(status))
        XCTAssertEqual(run.effect, .authorize("supported", "channel", status: status))
        XCTAssertEqual(run.tell(.failed(.statusRefused)), .createSession("supported"))
    }

    func testAStatusThatIsRefusedForGoodLeavesTheBasicAuthenticationOnce() {
        var run = FlowRun.v2(upTo: .v2Authorize)
        run.tell(.failed(.statusRefused))
        run.tell(.account(status))
        run.tell(.failed(.statusRefused))
        run.tell(.session(FlowFixture.session(.authorize, .authenticatedSSO, hasCode: false)))
        XCTAssertEqual(run.tell(.failed(.statusRefused)), .finish(.failed(.callFailed)))
    }

    func testAfterTheForegroundTheStatusIsAskedForAgain() throws {
        var flow = FlowRun.v2(upTo: .v2Profiles).flow
        flow.forgetStatus()
        _ = try flow.handle(
            .profiles([FlowFixture.profile("supported", .appleSSO)]), at: FlowFixture.now)
        XCTAssertEqual(flow.step, .v2DecisionStatus)
    }

    func testAStatusThatIsNotValidBeforeDecisionsLeadsToThePartnerAuthenticationFirst() {
        var run = FlowRun.v2(upTo: .v2Profiles)
        run.tell(.profiles([FlowFixture.profile("supported", .appleSSO)]))
        XCTAssertEqual(run.flow.step, .v2DecisionStatus)
        XCTAssertEqual(run.tell(.account(FlowFixture.signedOut)), .readConfiguration)
    }

    func testAccessNotGrantedInThePickerLeadsToTheAppsOwnPicker() {
        for status: Pass.AccessStatus in [.denied, .restricted, .notDetermined] {
            XCTAssertEqual(
                runFromPicker(FlowFixture.access(status)).effect,
                .chooseMVPD(FlowFixture.providers))
        }
    }

    func testAnUnsupportedProviderOfAnMVPDSkipsTheAppsOwnPicker() {
        let answer = FlowFixture.error(.unsupportedProvider, provider: "apple-picker")
        XCTAssertEqual(runFromPicker(answer).effect, .createSession("pickerOnly"))
    }

    func testEveryOtherAnswerOfThePickerLeadsToTheAppsOwnPicker() {
        let errors = [-1, 0, 1, 2, 3, 4, 5, 6, 7].map {
            FlowFixture.error(.init(rawValue: $0))
        }
        for answer in errors + [FlowFixture.signedOut, FlowFixture.expired] {
            XCTAssertEqual(
                runFromPicker(answer).effect, .chooseMVPD(FlowFixture.providers))
        }
    }

    func testAStatusFallbackOpensThePageOfTheSession() {
        for reason: RESTv2.ReasonType in [.partnerStatusFallback, .configurationFallback, .none] {
            let run = runFromSession(FlowFixture.session(.authenticate, reason))
            XCTAssertEqual(
                run.effect,
                .openBrowser(
                    SignOnFlow.Activation(
                        code: "CODE123", mvpd: "supported", url: "/api/v2/url",
                        notAfter: FlowFixture.codeEnd)))
        }
    }

    func testMissingParametersAreGivenToTheSession() {
        let answer = FlowFixture.session(
            .resume, .missingParametersFallback, missing: [.init(rawValue: "domain"), .redirectURL])
        var run = runFromSession(answer)
        XCTAssertEqual(run.effect, .resumeSession("CODE123", "supported"))
        run.tell(.session(FlowFixture.session(.authenticate)))
        XCTAssertEqual(run.flow.step, .v2Browser)
    }

    func testParametersTheAppDoesNotHaveAreLeftToTheSecondScreen() {
        let answer = FlowFixture.session(
            .resume, .missingParametersFallback, missing: [.redirectURL])
        for (platform, step) in [
            (Pass.Platform.tvOS, SignOnFlow.Step.v2SecondScreen), (.iOS, .failed),
        ] {
            let run = runFromSession(
                answer, FlowFixture.options(platform) { $0.sessionParameters = [] })
            XCTAssertEqual(run.flow.step, step)
            guard platform == .tvOS else { continue }
            XCTAssertEqual(
                run.effect,
                .showCode(
                    SignOnFlow.Activation(
                        code: "CODE123", mvpd: "supported", notAfter: FlowFixture.codeEnd)),
                "an address that is not for a user agent is not shown")
        }
    }

    func testParametersThatAreAskedForTwiceEndTheFlow() {
        let answer = FlowFixture.session(
            .resume, .missingParametersFallback, missing: [.redirectURL])
        var run = runFromSession(answer)
        run.tell(.session(FlowFixture.session(.retry, missing: [.redirectURL])))
        XCTAssertEqual(run.effect, .finish(.failed(.parametersMissing)))
    }

    func testAnAuthorizeOutcomeLeadsToDecisions() {
        for (reason, sent): (RESTv2.ReasonType, PlatformSSO.Answer?) in [
            (.authenticated, status), (.authenticatedSSO, status), (.degraded, nil),
            (.temporary, nil),
        ] {
            let run = runFromSession(FlowFixture.session(.authorize, reason, hasCode: false))
            XCTAssertEqual(run.effect, .authorize("supported", "channel", status: sent))
        }
    }

    func testAnUnknownActionLeadsToTheBasicAuthentication() {
        let run = runFromSession(FlowFixture.session(.init(rawValue: "new")))
        XCTAssertEqual(run.effect, .createSession("supported"))
    }

    func testARefusedPartnerSessionLeadsToTheBasicAuthentication() {
        for failure in SignOnFlow.CallFailure.allCases where failure != .clientUnknown {
            var run = FlowRun.v2(upTo: .v2PartnerSession)
            XCTAssertEqual(run.tell(.failed(failure)), .chooseMVPD(FlowFixture.providers))
        }
    }

    func testNoSAMLResponseLeadsToTheBasicAuthentication() {
        for answer in [
            FlowFixture.signedIn(), FlowFixture.signedIn(response: ""), FlowFixture.expired,
            FlowFixture.signedOut, FlowFixture.access(.denied),
            FlowFixture.error(.providerRejected),
        ] {
            var run = FlowRun.v2(upTo: .v2SAMLResponse)
            XCTAssertEqual(run.tell(.account(answer)), .createSession("supported"))
        }
    }

    func testAProfileThatWasNotCreatedLeadsToTheBasicAuthentication() {
        for event in [SignOnFlow.Event.profiles([]), .failed(.lasting)] {
            var run = FlowRun.v2(upTo: .v2PartnerProfile)
            XCTAssertEqual(run.tell(event), .createSession("supported"))
        }
    }

    func testAProfileOfAnotherTypeThanAppleIsUsedWithoutStatus() {
        var run = FlowRun.v2(upTo: .v2PartnerProfile)
        run.tell(.profiles([FlowFixture.profile("supported", .degraded)]))
        XCTAssertEqual(run.effect, .authorize("supported", "channel", status: nil))
    }

    func testTheInterruptionForTheResponseIsAllowedUnlessTheOptionSaysNo() throws {
        for (option, expected) in [(nil, true), (true, true), (false, false)] as [(Bool?, Bool)] {
            let options = FlowFixture.options(.iOS) { $0.allowsInterruptionForResponse = option }
            let run = FlowRun.v2(options, upTo: .v2SAMLResponse)
            guard case .queryAccount(let request, _) = run.effect else {
                return XCTFail("no query")
            }
            XCTAssertEqual(request.isInterruptionAllowed, expected)
            XCTAssertEqual(request.verificationToken, "cmVxdWVzdA==")
            XCTAssertEqual(request.attributeNames, ["uid"])
        }
    }

    func testPreauthorizationComesFirstAndItsFailureHindersNothing() {
        let options = FlowFixture.options(.iOS) { $0.preauthorizedResources = ["one", "two"] }
        var run = FlowRun.v2(options, upTo: .v2Profiles)
        run.tell(.profiles([FlowFixture.profile("plain", .regular)]))
        XCTAssertEqual(run.effect, .preauthorize("plain", ["one", "two"], status: nil))
        XCTAssertEqual(
            run.tell(.failed(.lasting)), .authorize("plain", "channel", status: nil))
    }

    func testAFailedPreauthorizationLeavesTheAuthorizationItsStatus() {
        let options = FlowFixture.options(.iOS) { $0.preauthorizedResources = ["one", "two"] }
        for event in [SignOnFlow.Event.preauthorized, .failed(.lasting)] {
            var run = FlowRun.v2(options, upTo: .v2Preauthorize)
            XCTAssertEqual(run.effect, .preauthorize("supported", ["one", "two"], status: status))
            XCTAssertEqual(run.tell(event), .authorize("supported", "channel", status: status))
        }
    }

    func testAStatusThatPreauthorizationRefusesIsAskedForAgain() {
        let options = FlowFixture.options(.iOS) { $0.preauthorizedResources = ["one", "two"] }
        var run = FlowRun.v2(options, upTo: .v2Preauthorize)
        run.tell(.failed(.statusRefused))
        XCTAssertEqual(run.flow.step, .v2DecisionStatus)
        run.tell(.account(status))
        XCTAssertEqual(run.effect, .preauthorize("supported", ["one", "two"], status: status))
        XCTAssertEqual(
            run.tell(.failed(.statusRefused)), .authorize("supported", "channel", status: status))
    }

    func testAdviceIsGivenOnlyForAPartnerLogout() {
        var partner = FlowRun(.v2)
        partner.tell(.signOutRequested("supported"), .logout(actionName: .partnerLogout, url: nil))
        XCTAssertEqual(partner.effect, .adviseSettings(.iOS))
        for action: RESTv2.LogoutActionName in [.complete, .invalid, .init(rawValue: "new")] {
            var run = FlowRun(.v2)
            run.tell(.signOutRequested("plain"), .logout(actionName: action, url: nil))
            XCTAssertEqual(run.effect, .finish(.signedOut))
        }
    }

    func testThePageOfALogoutIsOpenedWhereThereIsABrowser() {
        for (platform, effect) in [
            (Pass.Platform.iOS, SignOnFlow.Effect.openLogout(url: "/logout")),
            (.tvOS, .finish(.signedOut)),
        ] {
            var run = FlowRun(.v2, FlowFixture.options(platform))
            run.tell(.signOutRequested("plain"), .logout(actionName: .logout, url: "/logout"))
            XCTAssertEqual(run.effect, effect)
        }
    }
}
