import XCTest

@testable import AdobePass

/// The device's clock may be hours or days off.
final class ClockTests: XCTestCase {
    private static let wrongClocks: [Pass.Timestamp] = [-26, -2, 2, 26].map {
        FlowFixture.now.advanced(by: .seconds($0 * 3600))
    }

    /// A flow of v2 before a step, all at one time.
    private func run(
        _ events: SignOnFlow.Event..., platform: Pass.Platform = .tvOS, at time: Pass.Timestamp
    ) -> FlowRun {
        var run = FlowRun(.v2, FlowFixture.options(platform))
        run.tell(.signOnRequested, at: time)
        for event in events { run.tell(event, at: time) }
        return run
    }

    func testAProfileThatTheServerReturnsIsOneWhateverTheTime() {
        for time in Self.wrongClocks {
            let profiles = SignOnFlow.Event.profiles([FlowFixture.profile("plain", .regular)])
            let known = run(
                .registered, .account(FlowFixture.signedOut), profiles, at: time)
            XCTAssertEqual(known.effect, .authorize("plain", "channel", status: nil))
            let created = run(
                .registered, .account(FlowFixture.signedOut), .profiles([]),
                .configuration(FlowFixture.providers),
                .account(FlowFixture.signedIn(until: nil)), .session(FlowFixture.partnerProfile),
                .account(FlowFixture.signedIn(until: nil, response: "<Response/>")),
                .profiles([FlowFixture.profile("supported", .degraded)]), at: time)
            XCTAssertEqual(created.effect, .authorize("supported", "channel", status: nil))
        }
    }

    func testACodeLivesAsLongAsTheServerSaysFromItsReceiptOn() {
        for time in Self.wrongClocks {
            var run = run(
                .registered, .account(FlowFixture.access(.denied)), .profiles([]),
                .configuration(FlowFixture.providers), .account(FlowFixture.access(.denied)),
                .mvpdChosen("plain"), .session(FlowFixture.session(.authenticate)), .codeShown,
                .profiles([]), at: time)
            let end = time.advanced(by: FlowFixture.codeLife)
            XCTAssertEqual(run.tell(.waited, at: end), .pollProfiles("CODE123"))
            run.tell(.profiles([]), at: end)
            let late = end.advanced(by: .milliseconds(1))
            XCTAssertEqual(run.tell(.waited, at: late), .finish(.fallback(.codeExpired)))
        }
    }

    func testACodeThatIsToldOfAgainLivesNoLonger() {
        var run = run(
            .registered, .account(FlowFixture.access(.denied)), .profiles([]),
            .configuration(FlowFixture.providers), .account(FlowFixture.access(.denied)),
            .mvpdChosen("plain"),
            .session(FlowFixture.session(.resume, missing: [.redirectURL])), at: FlowFixture.now)
        XCTAssertEqual(run.flow.step, .v2Resume)
        let later = FlowFixture.now.advanced(by: .seconds(900))
        run.tell(.session(FlowFixture.session(.authenticate)), at: later)
        guard case .showCode(let activation) = run.effect else { return XCTFail("no code") }
        XCTAssertEqual(activation.notAfter, FlowFixture.codeEnd)
    }

    func testACodeWithInstantsThatMakeNoSenseLivesAsLongAsDocumented() {
        let instants: [(Int64?, Int64?)] = [(nil, 5), (5, nil), (9, 3), (4, 4), (.min, .max)]
        for (start, end) in instants {
            XCTAssertNil(
                Duration.from(
                    start.map(Pass.Timestamp.init(milliseconds:)),
                    to: end.map(Pass.Timestamp.init(milliseconds:))))
        }
    }

    func testTheSignInAtSystemLevelIsJudgedByTheServersTime() {
        for (hours, step) in [
            (0, SignOnFlow.Step.v2SystemPicker), (-26, .v2PartnerSession),
        ] as [(Int, SignOnFlow.Step)] {
            var run = FlowRun(.v2, FlowFixture.options(.tvOS))
            let time = FlowFixture.now.advanced(by: .seconds(26 * 3600))
            run.tell(
                .signOnRequested, .registered, .account(FlowFixture.signedOut), .profiles([]),
                .configuration(FlowFixture.providers), at: time)
            XCTAssertEqual(run.flow.step, .v2SystemPicker)
            run.set(serverClockOffset: .seconds(hours * 3600))
            run.tell(.account(FlowFixture.signedIn()), at: time)
            XCTAssertEqual(run.has(visited: .v2PartnerSession), step == .v2PartnerSession)
        }
    }

    func testADateOfHTTPIsReadInItsThreeForms() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            XCTAssertEqual(Pass.Timestamp(httpDate: text)?.milliseconds, 784_111_777_000, text)
        }
        for text in [
            "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 CET", "Sun, -6 Nov 1994 08:49 GMT",
        ] { XCTAssertNil(Pass.Timestamp(httpDate: text), text) }
    }
}
