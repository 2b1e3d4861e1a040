import AdobePass
import PayloadCoding
import TestSupport
import XCTest

final class DriverOfV2Tests: XCTestCase, SharesState {
    private static let configuration = ScriptedTransport.Answer.json(
        """
        {"requestor":{"id":"REF30","mvpds":[
          {"id":"Cablevision","displayName":"Cablevision","boardingStatus":"SUPPORTED",
           "platformMappingId":"Cablevision_apple","enablePlatformServices":true,
           "displayInPlatformPicker":true},
          {"id":"Other","displayName":"Other"}]}}
        """)
    private static let partnerSession = ScriptedTransport.Answer.json(
        """
        {"actionName":"partner_profile","actionType":"direct","reasonType":"none",
         "url":"/api/v2/REF30/profiles/sso/Apple","sessionId":"s","mvpd":"Cablevision",
         "serviceProvider":"REF30","authenticationRequest":{"type":"saml",
         "request":"cmVxdWVzdA==","attributesNames":["uid","NameID","uniqueId"]}}
        """)
    private static let permit = ScriptedTransport.Answer.json(
        """
        {"decisions":[{"resource":"channel","serviceProvider":"REF30","mvpd":"Cablevision",
         "authorized":true,"source":"mvpd","token":{"notBefore":1,"notAfter":1735689960000,
         "serializedToken":"dG9rZW4="}}]}
        """)
    /// A media token that is over before it begins, and one of another MVPD.
    private static let unusable: [ScriptedTransport.Answer] = [
        ("Cablevision", 2, 1), ("Other", 1, 1_735_689_960_000),
    ].map { mvpd, start, end in
        .json(
            """
            {"decisions":[{"resource":"channel","serviceProvider":"REF30","mvpd":"\(mvpd)",
             "authorized":true,"source":"mvpd","token":{"notBefore":\(start),"notAfter":\(end),
             "serializedToken":"dG9rZW4="}}]}
            """)
    }
    private static let deny = ScriptedTransport.Answer.json(
        """
        {"decisions":[{"resource":"channel","serviceProvider":"REF30","mvpd":"Cablevision",
         "authorized":false,"source":"mvpd","error":{"action":"none","status":403,
         "code":"authorization_denied_by_mvpd","message":"no"}}]}
        """)

    private static func profiles(_ type: String?, mvpd: String = "Cablevision", status: Int = 200)
        -> ScriptedTransport.Answer
    {
        guard let type else { return .json("{\"profiles\":{}}", status: status) }
        return .json(
            """
            {"profiles":{"\(mvpd)":{"notBefore":1,"notAfter":1735776000000,"issuer":"x",
             "type":"\(type)","attributes":{"userID":{"value":"u","state":"plain"}}}}}
            """, status: status)
    }

    private static func authenticate(_ reason: String) -> ScriptedTransport.Answer {
        .json(
            """
            {"actionName":"authenticate","actionType":"interactive","reasonType":"\(reason)",
             "url":"/api/v2/authenticate/REF30/CODE123","code":"CODE123","sessionId":"s",
             "mvpd":"Cablevision","serviceProvider":"REF30","notBefore":"1735689600000",
             "notAfter":"1735691400000"}
            """)
    }

    private func answers(
        _ change: [String: [ScriptedTransport.Answer]] = [:]
    ) -> [String: [ScriptedTransport.Answer]] {
        [
            "/api/v2/REF30/profiles": [Self.profiles(nil)],
            "/api/v2/REF30/configuration": [Self.configuration],
            "/api/v2/REF30/sessions/sso/Apple": [Self.partnerSession],
            "/api/v2/REF30/profiles/sso/Apple": [Self.profiles("appleSSO", status: 201)],
            "/api/v2/REF30/decisions/authorize/Cablevision": [Self.permit],
        ].merging(change) { $1 }
    }

    private let accounts = [
        FlowFixture.signedOut, DriverFixture.signedIn(),
        DriverFixture.signedIn(response: DriverFixture.response),
    ]

    func testAMediaTokenThatNoPlayerTakesIsAskedForAgainAndNotReturned() async throws {
        let path = "/api/v2/REF30/decisions/authorize/Cablevision"
        for answer in Self.unusable {
            let once = try DriverFixture(answers([path: [answer, Self.permit]]), account: accounts)
            let good = await once.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
            XCTAssertEqual(good.mediaToken?.mvpd, "Cablevision", "\(good.outcome)")
            let ever = try DriverFixture(answers([path: [answer]]), account: accounts)
            let bad = await ever.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
            XCTAssertEqual(bad.failure?.exchange?.code, .undecodableBody, "\(bad.outcome)")
            XCTAssertEqual(bad.failure?.exchange?.isRetryable, true)
            let count = await ever.client.transport.count(path)
            XCTAssertEqual(count, 2)
        }
    }

    func testThePartnerSignOnEndsInAMediaToken() async throws {
        let fixture = try DriverFixture(answers(), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        let token = try XCTUnwrap(result.mediaToken, "\(result.outcome)")
        XCTAssertEqual(token.serializedToken, "dG9rZW4=")
        XCTAssertEqual(token.mvpd, "Cablevision")
        XCTAssertEqual(token.decision?.authorized, true)
        XCTAssertEqual(
            result.steps,
            [
                .v2Registration, .v2PartnerStatus, .v2Profiles, .v2Configuration,
                .v2SystemPicker, .v2PartnerSession, .v2SAMLResponse, .v2PartnerProfile,
                .v2Authorize, .mediaToken,
            ])
        let requests = await fixture.account.requests
        XCTAssertEqual(requests.map(\.isInterruptionAllowed), [false, true, true])
        XCTAssertEqual(requests.last?.attributeNames, ["uid", "NameID", "uniqueId"])
        XCTAssertEqual(requests.last?.verificationToken, "cmVxdWVzdA==")
    }

    func testTheResponseIsSentAsTheCookbookEncodesItAndWithItsStatus() async throws {
        let fixture = try DriverFixture(answers(), account: accounts)
        _ = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        let calls = await fixture.client.transport.calls
        let creation = try XCTUnwrap(calls.first { $0.path.hasSuffix("/profiles/sso/Apple") })
        let encoded = Data("<samlp:Response> <a/></samlp:Response>".utf8).base64EncodedString()
            .replacingOccurrences(of: "+", with: "%2B")
            .replacingOccurrences(of: "/", with: "%2F")
            .replacingOccurrences(of: "=", with: "%3D")
        XCTAssertEqual(creation.text, "SAMLResponse=\(encoded)")
        let status = Pass.PartnerFrameworkStatus(DriverFixture.signedIn()).headerValue
        for call in calls.suffix(3) {
            XCTAssertEqual(call.fields["ap-partner-framework-status"], status, call.path)
        }
    }

    func testTheNormalizationCanBeChosen() async throws {
        let fixture = try DriverFixture(answers(), account: accounts, normalization: .none)
        _ = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        let calls = await fixture.client.transport.calls
        let creation = try XCTUnwrap(calls.first { $0.path.hasSuffix("/profiles/sso/Apple") })
        let value = try XCTUnwrap(
            creation.text.dropFirst("SAMLResponse=".count).removingPercentEncoding)
        XCTAssertEqual(
            Data(base64Encoded: value).map { String(decoding: $0, as: UTF8.self) },
            DriverFixture.response)
    }

    func testARegularProfileNeedsNoAccountBeyondTheCheck() async throws {
        let fixture = try DriverFixture(
            answers(["/api/v2/REF30/profiles": [Self.profiles("regular")]]),
            account: [FlowFixture.access(.denied)])
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertNotNil(result.mediaToken)
        let last = await fixture.client.transport.calls.last
        XCTAssertNil(last?.fields["ap-partner-framework-status"])
        let paths = await fixture.paths()
        XCTAssertEqual(
            paths,
            [
                "GET /api/v2/REF30/profiles",
                "POST /api/v2/REF30/decisions/authorize/Cablevision",
            ])
    }

    func testAStatusFallbackShowsTheCodeAndPollsUntilThereIsAProfile() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/sessions/sso/Apple": [Self.authenticate("pfs_fallback")],
                "/api/v2/REF30/profiles/code/CODE123": [
                    Self.profiles(nil), .status(503), Self.profiles("regular"),
                ],
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.tvOS))
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        XCTAssertEqual(fixture.client.clock.sleeps, [.seconds(5), .seconds(5)])
        let codes = await fixture.delegate.codes
        XCTAssertEqual(codes.map(\.code), ["CODE123"])
        XCTAssertEqual(
            codes.first?.url, "http://localhost:8765/api/v2/authenticate/REF30/CODE123")
    }

    func testPollingEndsWithTheCode() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/sessions/sso/Apple": [Self.authenticate("pfs_fallback")],
                "/api/v2/REF30/profiles/code/CODE123": [Self.profiles(nil)],
            ]), account: accounts)
        let options = FlowFixture.options(.tvOS) { $0.pollingInterval = .seconds(60) }
        let result = await fixture.driver.signOn(api: .v2, options: options)
        XCTAssertEqual(result.abandonment, .codeExpired)
        // Half an hour, and the wait that passes its end.
        XCTAssertEqual(fixture.client.clock.sleeps.count, 31)
    }

    func testAUserWithoutAccessChoosesInTheAppAndSignsInWithTheMVPD() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/sessions": [Self.authenticate("none")],
                "/api/v2/REF30/profiles/code/CODE123": [Self.profiles("regular")],
            ]), account: [FlowFixture.access(.denied)],
            delegate: ScriptedDelegate(mvpd: "Cablevision"))
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let urls = await fixture.delegate.urls
        XCTAssertEqual(urls, ["http://localhost:8765/api/v2/authenticate/REF30/CODE123"])
        let session = await fixture.client.transport.calls.first { $0.path.hasSuffix("/sessions") }
        XCTAssertEqual(
            session?.text,
            "mvpd=Cablevision&domainName=adobe.com&redirectUrl=https%3A%2F%2Fexample.com%2Fdone")
    }

    func testAUserWhoChoosesNothingIsNotSignedIn() async throws {
        let fixture = try DriverFixture(answers(), account: [FlowFixture.access(.denied)])
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertEqual(result.abandonment, .dismissed)
    }

    func testARefusedProfileLeadsToTheBasicAuthentication() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/profiles/sso/Apple": [
                    .enhanced("invalid_parameter_saml_response", action: "none", status: 400)
                ],
                "/api/v2/REF30/sessions": [Self.authenticate("none")],
                "/api/v2/REF30/profiles/code/CODE123": [Self.profiles("regular")],
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        XCTAssert(result.steps.contains(.v2Session))
    }

    func testADenialIsAFailureWithTheErrorOfTheDecision() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/decisions/authorize/Cablevision": [Self.deny]
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertEqual(result.failure?.reason, .denied)
        XCTAssertEqual(result.failure?.denial?.code, .authorizationDeniedByMVPD)
        let count = await fixture.client.transport.count(
            "/api/v2/REF30/decisions/authorize/Cablevision")
        XCTAssertEqual(count, 1, "a final answer is not asked for again")
    }

    func testADenialAsTheWholeAnswerIsOneWithTheProvidersText() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/decisions/authorize/Cablevision": [
                    .json(
                        "{\"action\":\"none\",\"status\":403,\"code\":\"authorization_denied_by_mvpd\","
                            + "\"details\":\"Upgrade\"}", status: 403)
                ]
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertEqual(result.failure?.reason, .denied)
        XCTAssertEqual(result.failure?.denial?.code, .authorizationDeniedByMVPD)
        XCTAssertEqual(result.failure?.providerDetails, "Upgrade")
    }

    func testNoDecisionIsNoDenial() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/decisions/authorize/Cablevision": [.json("{\"decisions\":[]}")]
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertEqual(result.failure?.reason, .callFailed)
        XCTAssertTrue(result.failure?.isRetryable ?? false)
    }

    func testAMediaTokenWithoutContentIsUnusable() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/decisions/authorize/Cablevision": [
                    .json(
                        "{\"decisions\":[{\"resource\":\"channel\",\"authorized\":true,"
                            + "\"token\":{\"serializedToken\":\"\"}}]}")
                ]
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertEqual(result.failure?.exchange?.code, .undecodableBody)
        XCTAssertEqual(result.failure?.isRetryable, true)
    }

    func testAPermissionWithoutTokenIsAFailure() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/decisions/authorize/Cablevision": [
                    .json("{\"decisions\":[{\"resource\":\"channel\",\"authorized\":true}]}")
                ]
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertEqual(result.failure?.exchange?.code, .undecodableBody)
        XCTAssertEqual(result.failure?.isRetryable, true)
    }

    func testWithoutAnAnswerTheErrorOfTheCallIsGiven() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v2/REF30/configuration": [
                    .error(.cannotConnect, mayHaveReachedServer: false)
                ]
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        XCTAssertEqual(result.failure?.reason, .callFailed)
        XCTAssertEqual(result.failure?.isRetryable, true)
        XCTAssertEqual(result.failure?.step, .v2Configuration)
        XCTAssertEqual(result.failure?.exchange?.transport?.code, .cannotConnect)
    }

    func testEveryArrowIsObservedInOrder() async throws {
        let fixture = try DriverFixture(answers(), account: accounts)
        let result = await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        let observations = await fixture.delegate.observations
        let finished = observations.compactMap {
            if case .finished(let arrow) = $0 { arrow } else { nil }
        }
        XCTAssertEqual(finished, result.arrows)
        let started = observations.compactMap {
            if case .started(let step) = $0 { step } else { nil }
        }
        XCTAssertEqual(started, result.steps.dropLast())
    }

    func testASignOutOfAnAppleProfileAdvisesOnTheSettings() async throws {
        let fixture = try DriverFixture(
            [
                "/api/v2/REF30/logout/Cablevision": [
                    .json(
                        """
                        {"logouts":{"Cablevision":{"actionName":"partner_logout",
                         "actionType":"partner_interactive","mvpd":"Cablevision"}}}
                        """)
                ]
            ], account: [])
        let result = await fixture.driver.signOut(api: .v2, platform: .tvOS, mvpd: "Cablevision")
        guard case .signedOut = result.outcome else { return XCTFail("\(result.outcome)") }
        let advice = await fixture.delegate.advice
        XCTAssertEqual(advice, [.tvOS])
        XCTAssertEqual(
            Pass.Platform.tvOS.providerSettings, ["Settings", "Accounts", "TV Provider"])
    }

    func testTheSignOutOfAnotherMVPDGivesNoAdvice() async throws {
        let other = """
            "Other":{"actionName":"partner_logout","actionType":"partner_interactive","mvpd":"Other"}
            """
        let third = """
            "Third":{"actionName":"complete","actionType":"none","mvpd":"Third"}
            """
        let fixture = try DriverFixture(
            [
                "/api/v2/REF30/logout/Cablevision": [
                    .json("{\"logouts\":{\(other),\(third)}}")
                ]
            ], account: [])
        _ = await fixture.driver.signOut(api: .v2, platform: .tvOS, mvpd: "Cablevision")
        let advice = await fixture.delegate.advice
        XCTAssertEqual(advice, [])
    }

    func testV2CannotSignOutWithoutAnMVPD() async throws {
        let fixture = try DriverFixture([:], account: [])
        let result = await fixture.driver.signOut(api: .v2, platform: .iOS, mvpd: nil)
        XCTAssertEqual(result.failure?.exchange?.code, .invalidArgument)
        let paths = await fixture.paths()
        XCTAssertEqual(paths, [])
    }

    func testACancelledTaskEndsAtItsNextStep() async throws {
        let fixture = try DriverFixture(answers(), account: accounts)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
        }
        task.cancel()
        let result = await task.value
        XCTAssertEqual(result.failure?.exchange?.code, .cancelled)
        let paths = await fixture.paths()
        XCTAssertEqual(paths, [])
    }
}
