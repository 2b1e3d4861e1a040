import AdobePass
import TestSupport
import XCTest

/// What the driver does when a call of v2 goes wrong.
final class RecoveryTests: XCTestCase, SharesState {
    private static let authorize = "/api/v2/REF30/decisions/authorize/Cablevision"
    private static let configuration = ScriptedTransport.Answer.json(
        """
        {"requestor":{"id":"REF30","mvpds":[{"id":"Cablevision"},
          {"id":"Pass","isTempPass":true}]}}
        """)
    private static let session = ScriptedTransport.Answer.json(
        """
        {"actionName":"authenticate","actionType":"interactive","reasonType":"none",
         "url":"/api/v2/authenticate/REF30/CODE123","code":"CODE123","mvpd":"Cablevision",
         "notBefore":"1735689600000","notAfter":"1735691400000"}
        """)
    private static let none = ScriptedTransport.Answer.json(#"{"profiles":{}}"#)
    private static let profile = ScriptedTransport.Answer.json(
        #"{"profiles":{"Cablevision":{"notAfter":1735776000000,"type":"regular"}}}"#)
    private static let permit = ScriptedTransport.Answer.json(
        """
        {"decisions":[{"resource":"channel","authorized":true,
         "token":{"notAfter":1735689960000,"serializedToken":"dG9rZW4="}}]}
        """)

    private static func decision(_ code: String, _ action: String) -> ScriptedTransport.Answer {
        .json(
            """
            {"decisions":[{"resource":"channel","mvpd":"Cablevision","authorized":false,
             "error":{"action":"\(action)","status":403,"code":"\(code)","message":"no"}}]}
            """)
    }

    private func fixture(
        _ change: [String: [ScriptedTransport.Answer]] = [:],
        choosing mvpd: Pass.MVPDIdentifier = "Cablevision"
    ) throws -> DriverFixture {
        try DriverFixture(
            [
                "/api/v2/REF30/profiles": [Self.none],
                "/api/v2/REF30/configuration": [Self.configuration],
                "/api/v2/REF30/sessions": [Self.session],
                "/api/v2/REF30/profiles/code/CODE123": [Self.profile],
                Self.authorize: [Self.permit],
            ].merging(change) { $1 }, account: [FlowFixture.access(.denied)],
            delegate: ScriptedDelegate(mvpd: mvpd), retries: 2)
    }

    private func run(_ fixture: DriverFixture) async -> SignOnDriver.Result {
        await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.tvOS))
    }

    func testAnUnknownClientRegistersAgainOnceAndTheAppSeesIt() async throws {
        let refused = ScriptedTransport.Answer.json(#"{"error":"invalid_client"}"#, status: 400)
        let fixture = try fixture(["/o/client/token": [refused, ScriptedTransport.token("t")]])
        let result = await run(fixture)
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let registrations = await fixture.client.transport.count("/o/client/register")
        XCTAssertEqual(registrations, 2)
        let seen = await fixture.delegate.observations.filter { $0 == .registeredAgain }
        XCTAssertEqual(seen.count, 1)

        let forEver = try self.fixture(["/o/client/token": [refused]])
        let failure = await run(forEver).failure
        XCTAssertEqual(failure?.exchange?.registrationRefusal, .invalidClient)
        let count = await forEver.client.transport.count("/o/client/register")
        XCTAssertEqual(count, 2)
    }

    func testNoOtherRefusalRegistersAgain() async throws {
        for code in ["invalid_request", "unauthorized_client", "unsupported_grant_type"] {
            let fixture = try fixture([
                "/o/client/token": [.json("{\"error\":\"\(code)\"}", status: 400)]
            ])
            let failure = await run(fixture).failure
            XCTAssertEqual(failure?.exchange?.code, .registrationRefused)
            let count = await fixture.client.transport.count("/o/client/register")
            XCTAssertEqual(count, 1)
        }
    }

    func testAnMVPDThatCannotBeReachedIsNoDenial() async throws {
        for code in ["network_received_error", "network_connection_timeout"] {
            let fixture = try fixture([Self.authorize: [Self.decision(code, "retry")]])
            let failure = await run(fixture).failure
            XCTAssertEqual(failure?.reason, .callFailed)
            XCTAssertEqual(failure?.exchange?.enhanced?.code.rawValue, code)
            XCTAssertEqual(failure?.isRetryable, true)
        }
    }

    func testAuthorizationsOfASignOnAreFourAtMost() async throws {
        let retry = Self.decision("network_received_error", "retry")
        let whole = ScriptedTransport.Answer.enhanced(
            "network_received_error", action: "retry", status: 403)
        let expired = Self.decision("authenticated_profile_expired", "authentication")
        for (answers, expected) in [
            ([retry], 3), ([whole], 3), ([whole, retry], 4), ([.status(500)], 3),
            ([expired, retry], 4), ([retry, retry, expired, retry], 4),
        ] {
            let fixture = try fixture([Self.authorize: answers])
            _ = await run(fixture)
            let count = await fixture.client.transport.count(Self.authorize)
            XCTAssertEqual(count, expected)
        }
    }

    func testAnExpiredProfileIsReplaced() async throws {
        let fixture = try fixture([
            "/api/v2/REF30/profiles": [Self.profile],
            Self.authorize: [
                Self.decision("authenticated_profile_expired", "authentication"), Self.permit,
            ],
        ])
        let result = await run(fixture)
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        XCTAssert(result.steps.contains(.v2Session))
    }

    func testASessionThatIsGoneGetsAnotherCode() async throws {
        let fixture = try fixture([
            "/api/v2/REF30/profiles/code/CODE123": [
                .enhanced("invalid_authentication_session", action: "none", status: 400),
                Self.profile,
            ]
        ])
        let result = await run(fixture)
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let codes = await fixture.delegate.codes
        XCTAssertEqual(codes.count, 2)
    }

    func testTheIdentityOfAPromotionGoesWithTheDecision() async throws {
        let permit = "/api/v2/REF30/decisions/authorize/Pass"
        let fixture = try fixture([permit: [Self.permit]], choosing: "Pass")
        var settings = SignOnDriver.Settings()
        settings.temporaryAccessIdentity = Pass.TemporaryAccessIdentity(#"{"email":"hash"}"#)
        let driver = SignOnDriver(
            client: fixture.client.client, account: fixture.account, clock: fixture.client.clock,
            delegate: fixture.delegate, settings: settings)
        let result = await driver.signOn(api: .v2, options: FlowFixture.options(.tvOS))
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let calls = await fixture.client.transport.calls
        XCTAssertNil(calls.first { $0.path.hasSuffix("/sessions") })
        XCTAssertEqual(
            calls.last?.fields["ap-temppass-identity"],
            settings.temporaryAccessIdentity?.headerValue)
        XCTAssertEqual(calls.last?.path, permit)
    }
}
