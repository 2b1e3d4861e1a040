import AdobePass
import XCTest

final class V1CourseTests: XCTestCase {
    /// v1 up to the system's picker, for somebody who is not signed in.
    private func runToPicker(_ options: SignOnFlow.Options = FlowFixture.options(.iOS)) -> FlowRun {
        var run = FlowRun(.v1, options)
        run.tell(
            .signOnRequested, .registered, .authentication(false), .account(FlowFixture.signedOut),
            .configuration(FlowFixture.providers))
        return run
    }

    func testAValidTokenLeadsStraightToAuthorization() {
        var run = FlowRun(.v1)
        run.tell(.signOnRequested, .registered, .authentication(true))
        XCTAssertEqual(run.effect, .authorize(nil, "channel", status: nil))
        XCTAssertFalse(run.has(visited: .v1SystemSignIn))
    }

    func testSomebodySignedInNeverSeesThePicker() {
        let run = FlowRun.v1(upTo: .mediaToken)
        XCTAssertEqual(run.effect, .finish(.mediaToken("supported")))
        XCTAssertEqual(
            run.visited,
            [
                .v1Registration, .v1CheckAuthentication, .v1SystemSignIn, .v1Configuration,
                .v1ProfileRequest,
                .v1SAMLResponse, .v1TokenExchange, .v1Authorize, .v1MediaToken, .mediaToken,
            ])
    }

    func testAccessNotGrantedWhileAskingSilentlyLeadsToTheAppsOwnPicker() {
        for status: Pass.AccessStatus in [
            .denied, .restricted, .notDetermined, .init(rawValue: "?"),
        ] {
            var run = FlowRun(.v1)
            run.tell(
                .signOnRequested, .registered, .authentication(false),
                .account(FlowFixture.access(status)))
            XCTAssertEqual(run.flow.step, .v1ProviderList)
            XCTAssertEqual(
                run.tell(.configuration(FlowFixture.providers)),
                .chooseMVPD(FlowFixture.providers))
        }
    }

    func testASignInThatEndsNowIsStillOneAndALaterOneIsNot() {
        for (expiration, step) in [
            (FlowFixture.now, SignOnFlow.Step.v1ProfileRequest),
            (Pass.Timestamp(milliseconds: FlowFixture.now.milliseconds - 1), .v1SystemPicker),
            (nil, .v1SystemPicker),
        ] {
            var run = FlowRun(.v1)
            run.tell(
                .signOnRequested, .registered, .authentication(false),
                .account(FlowFixture.signedIn(until: expiration)),
                .configuration(FlowFixture.providers))
            XCTAssertEqual(run.flow.step, step)
        }
    }

    func testAnyErrorWhileAskingSilentlyLeadsToThePicker() {
        for code in 0...7 where code != 0 {
            var run = FlowRun(.v1)
            run.tell(
                .signOnRequested, .registered, .authentication(false),
                .account(FlowFixture.error(.init(rawValue: code))),
                .configuration(FlowFixture.providers))
            XCTAssertEqual(run.flow.step, .v1SystemPicker, "\(code)")
        }
    }

    func testAProviderWithoutAnMVPDLeadsToTheAppsOwnPicker() {
        for provider in ["apple-unknown", "apple-off"] {
            var run = FlowRun(.v1)
            run.tell(
                .signOnRequested, .registered, .authentication(false),
                .account(FlowFixture.signedIn(provider)), .configuration(FlowFixture.providers))
            XCTAssertEqual(run.effect, .chooseMVPD(FlowFixture.providers), provider)
        }
    }

    func testAnMVPDThatIsOnlyInThePickerIsPreselectedForTheRegularAuthentication() {
        var run = runToPicker()
        run.tell(.account(FlowFixture.signedIn("apple-picker")))
        XCTAssertEqual(run.effect, .requestCode("pickerOnly"))
    }

    func testAnUnsupportedProviderOfAnMVPDSkipsTheAppsOwnPicker() {
        var run = runToPicker()
        run.tell(.account(FlowFixture.error(.unsupportedProvider, provider: "apple-off")))
        XCTAssertEqual(run.effect, .requestCode("off"))
        XCTAssertFalse(run.has(visited: .v1ProviderChoice))
    }

    func testAnUnsupportedProviderOfNoMVPDLeadsToTheAppsOwnPicker() {
        for provider: Pass.PlatformMappingIdentifier? in ["apple-unknown", nil] {
            var run = runToPicker()
            run.tell(.account(FlowFixture.error(.unsupportedProvider, provider: provider)))
            XCTAssertEqual(run.effect, .chooseMVPD(FlowFixture.providers))
        }
    }

    func testEveryOtherErrorOfThePickerLeadsToTheAppsOwnPicker() {
        for code in [-1, 0, 2, 3, 4, 5, 6, 7, 99] {
            var run = runToPicker()
            run.tell(.account(FlowFixture.error(.init(rawValue: code))))
            XCTAssertEqual(run.effect, .chooseMVPD(FlowFixture.providers), "\(code)")
        }
    }

    func testWithoutAnyMVPDWithSignOnTheSystemsPickerIsNotShown() {
        var run = FlowRun(.v1)
        run.tell(
            .signOnRequested, .registered, .authentication(false), .account(FlowFixture.signedOut),
            .configuration([FlowFixture.plain]))
        XCTAssertEqual(run.effect, .chooseMVPD([FlowFixture.plain]))
    }

    func testARefusedProfileRequestLeadsToTheRegularAuthentication() {
        var run = FlowRun.v1(upTo: .v1ProfileRequest)
        XCTAssertEqual(run.tell(.failed(.lasting)), .requestCode("supported"))
    }

    func testNoSAMLResponseLeadsToTheRegularAuthentication() {
        for answer in [
            FlowFixture.signedIn(), FlowFixture.signedIn(response: ""), FlowFixture.signedOut,
            FlowFixture.access(.denied), FlowFixture.error(.providerRejected),
            FlowFixture.signedIn("apple-picker", response: "<Response/>"),
        ] {
            var run = FlowRun.v1(upTo: .v1SAMLResponse)
            XCTAssertEqual(run.tell(.account(answer)), .requestCode("supported"))
        }
    }

    func testARefusedExchangeLeadsToTheRegularAuthentication() {
        var run = FlowRun.v1(upTo: .v1TokenExchange)
        XCTAssertEqual(run.tell(.failed(.lasting)), .requestCode("supported"))
    }

    func testADeniedResourceIsAnEnd() {
        var run = FlowRun.v1(upTo: .v1Authorize)
        XCTAssertEqual(run.tell(.decision(permitted: false)), .finish(.failed(.denied)))
    }

    func testASignInThatIsRefusedTwiceLeavesTheRegularAuthentication() {
        for step in [SignOnFlow.Step.v1Authorize, .v1MediaToken] {
            var run = FlowRun.v1(upTo: step)
            run.tell(.failed(.signInNeeded))
            XCTAssertEqual(run.flow.step, .v1SystemSignIn)
            run.tell(.account(FlowFixture.signedIn()))
            run.tell(.configuration(FlowFixture.providers))
            run.tell(.profileRequest("token"))
            run.tell(.account(FlowFixture.signedIn(response: "<Response/>")))
            run.tell(.tokenCreated)
            XCTAssertEqual(run.flow.step, .v1Authorize)
            XCTAssertEqual(run.tell(.failed(.signInNeeded)), .requestCode("supported"))
        }
    }

    func testADeniedMediaTokenIsAnEnd() {
        var run = FlowRun.v1(upTo: .v1MediaToken)
        XCTAssertEqual(run.tell(.decision(permitted: false)), .finish(.failed(.denied)))
    }

    func testTheRequestsCarryWhatTheCookbookNames() throws {
        var silent = PlatformSSO.MetadataRequest()
        silent.channelIdentifier = "https://saml.sp.auth.adobe.com"
        silent.includeAccountProviderIdentifier = true
        silent.includeAuthenticationExpirationDate = true
        XCTAssertEqual(
            FlowRun.v1(upTo: .v1SystemSignIn).effect, .queryAccount(silent, prompting: true))

        var picker = silent
        picker.isInterruptionAllowed = true
        picker.supportedAccountProviderIdentifiers = ["apple-supported", "apple-picker"]
        picker.featuredAccountProviderIdentifiers = ["apple-picker"]
        let options = FlowFixture.options(.iOS) { $0.featuredMVPDs = ["plain", "pickerOnly"] }
        XCTAssertEqual(runToPicker(options).effect, .queryAccount(picker, prompting: true))

        var response = silent
        response.attributeNames = ["uid", "NameID"]
        response.verificationToken = "request"
        XCTAssertEqual(
            FlowRun.v1(upTo: .v1SAMLResponse).effect, .queryAccount(response, prompting: true))
    }

    func testAdviceIsGivenOnlyForATokenFromAppleAndBeforeItIsDeleted() {
        var apple = FlowRun(.v1, FlowFixture.options(.tvOS))
        XCTAssertEqual(apple.tell(.signOutRequested(nil)), .readUserMetadata)
        XCTAssertEqual(apple.tell(.userMetadata(tokenSource: "Apple")), .adviseSettings(.tvOS))
        XCTAssertEqual(apple.tell(.acknowledged), .logOut(nil))
        XCTAssertEqual(apple.tell(.loggedOut), .finish(.signedOut))
        for source in ["apple", "Apple ", "Adobe", nil] {
            var other = FlowRun(.v1)
            other.tell(.signOutRequested(nil), .userMetadata(tokenSource: source))
            XCTAssertEqual(other.effect, .logOut(nil))
        }
        var unknown = FlowRun(.v1)
        XCTAssertEqual(unknown.tell(.signOutRequested(nil), .failed(.transient)), .logOut(nil))
    }
}
