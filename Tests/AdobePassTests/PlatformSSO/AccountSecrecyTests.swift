import XCTest

@testable import AdobePass

final class AccountSecrecyTests: XCTestCase {
    private func printed(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    func testNothingThatIsPrintedShowsWhatAProviderSaid() throws {
        let secret = "5ecret"
        let answer = FlowFixture.signedIn(secret, response: secret)
        let session: RESTv2.Session = try decoded(
            """
            {"actionName":"partner_profile","actionType":"direct","reasonType":"none",
             "url":"\(secret)","code":"\(secret)","authenticationRequest":
             {"type":"saml","request":"\(secret)","attributesNames":["\(secret)"]}}
            """)
        let activation = SignOnFlow.Activation(code: .init(rawValue: secret), url: secret)
        let events: [SignOnFlow.Event] = [
            .account(answer), .session(session), .profileRequest(secret),
            .registrationCode(.init(rawValue: secret), validFor: nil),
            .userMetadata(tokenSource: secret), .logout(actionName: .logout, url: secret),
        ]
        let effects: [SignOnFlow.Effect] = [
            .createToken("x", samlResponse: secret), .showCode(activation),
            .openBrowser(activation), .openLogout(url: secret),
            .createProfile(status: answer, samlResponse: secret),
            .pollProfiles(.init(rawValue: secret)),
        ]
        let error = PlatformSSO.AccountError(
            .providerRejected, unsupportedProvider: .init(rawValue: secret),
            samlResponse: secret, samlResponseStatus: secret,
            providerResponse: .init(authenticationScheme: secret, status: secret, body: secret))
        let request = PlatformSSO.MetadataRequest.attributeQuery(
            attributeNames: [secret], verificationToken: secret, isInterruptionAllowed: false)
        var flow = SignOnFlow(api: .v2, options: FlowFixture.options(.tvOS))
        for event: SignOnFlow.Event in [.signOnRequested, .registered, .account(answer)] {
            _ = try flow.handle(event, at: FlowFixture.now)
        }
        let document = ScriptedSubscriberAccount.Document.response(
            Array(secret.utf8), provider: .init(rawValue: secret), expiration: nil)
        let values: [Any] =
            [answer, session, activation, error, request, flow, document]
            + events.map { $0 as Any } + effects.map { $0 as Any }
        for value in values { XCTAssertFalse(printed(value).contains(secret), "\(value)") }
        XCTAssert(printed(error).contains("providerRejected"))
    }

    func testAFlowKeepsNoResponse() throws {
        var run = FlowRun.v2(upTo: .v2SAMLResponse)
        let other = run
        run.tell(.account(FlowFixture.signedIn(response: "<one/>")))
        var second = other
        second.tell(.account(FlowFixture.signedIn(response: "<two/>")))
        XCTAssertEqual(run.flow, second.flow)
        XCTAssertNotEqual(run.effect, second.effect)
    }
}
