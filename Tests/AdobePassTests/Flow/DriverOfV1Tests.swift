import AdobePass
import TestSupport
import XCTest

final class DriverOfV1Tests: XCTestCase, SharesState {
    private static let configuration = ScriptedTransport.Answer.json(
        """
        {"requestor":{"id":"REF30","mvpds":[
          {"id":"Cablevision","displayName":"Cablevision","boardingStatus":"SUPPORTED",
           "platformMappingId":"Cablevision_apple","enablePlatformServices":true,
           "displayInPlatformPicker":true,"requiredMetadataFields":["uid","NameID"]},
          {"id":"Other","displayName":"Other"}]}}
        """)
    private static let code = ScriptedTransport.Answer.json(
        """
        {"id":"i","code":"CODE123","requestor":"REF30","mvpd":"Cablevision",
         "generated":1735689600000,"expires":1735691400000}
        """, status: 201)
    private static let refused = ScriptedTransport.Answer.json(
        "{\"status\":403,\"message\":\"Forbidden\"}", status: 403)

    private func answers(
        _ change: [String: [ScriptedTransport.Answer]] = [:]
    ) -> [String: [ScriptedTransport.Answer]] {
        [
            "/api/v1/checkauthn": [Self.refused],
            "/api/v1/config/REF30": [Self.configuration],
            "/api/v1/REF30/profile-requests/Cablevision": [
                .text("<samlp:AttributeQuery/>", type: "application/octet-stream")
            ],
            "/api/v1/tokens/authn": [.status(204)],
            "/reggie/v1/REF30/regcode": [Self.code],
            "/api/v1/authorize": [
                .json(
                    """
                    {"mvpd":"Cablevision","resource":"channel","requestor":"REF30",
                     "expires":"1735776000000"}
                    """)
            ],
            "/api/v1/tokens/media": [
                .json(
                    """
                    {"resource":"channel","requestor":"REF30","mvpdId":"Cablevision",
                     "userId":"u","expires":"1735689960000","serializedToken":"dG9rZW4="}
                    """)
            ],
        ].merging(change) { $1 }
    }

    private let accounts = [
        DriverFixture.signedIn(), DriverFixture.signedIn(response: DriverFixture.response),
    ]

    func testAMediaTokenOfAnotherMVPDIsAskedForAgainAndNotReturned() async throws {
        let other = ScriptedTransport.Answer.json(
            """
            {"resource":"channel","requestor":"REF30","mvpdId":"Other",
             "userId":"u","expires":"1735689960000","serializedToken":"dG9rZW4="}
            """)
        let fixture = try DriverFixture(
            answers(["/api/v1/tokens/media": [other]]), account: accounts)
        let result = await fixture.driver.signOn(api: .v1, options: FlowFixture.options(.tvOS))
        XCTAssertEqual(result.failure?.exchange?.code, .undecodableBody, "\(result.outcome)")
        let count = await fixture.client.transport.count("/api/v1/tokens/media")
        XCTAssertEqual(count, 2)
    }

    func testTheSignOnEndsInAMediaToken() async throws {
        let fixture = try DriverFixture(answers(), account: accounts)
        let result = await fixture.driver.signOn(api: .v1, options: FlowFixture.options(.tvOS))
        let token = try XCTUnwrap(result.mediaToken, "\(result.outcome)")
        XCTAssertEqual(token.serializedToken, "dG9rZW4=")
        XCTAssertEqual(token.authorization?.mvpd, "Cablevision")
        let paths = await fixture.paths()
        XCTAssertEqual(
            paths,
            [
                "GET /api/v1/checkauthn", "GET /api/v1/config/REF30",
                "GET /api/v1/REF30/profile-requests/Cablevision", "POST /api/v1/tokens/authn",
                "GET /api/v1/authorize", "GET /api/v1/tokens/media",
            ])
        let requests = await fixture.account.requests
        XCTAssertEqual(requests.last?.verificationToken, "<samlp:AttributeQuery/>")
        XCTAssertEqual(requests.last?.attributeNames, ["uid", "NameID"])
        XCTAssertEqual(requests.last?.isInterruptionAllowed, false)
    }

    func testARefusedExchangeLeadsToTheSecondScreen() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v1/checkauthn": [
                    Self.refused, Self.refused, .error(.timedOut, mayHaveReachedServer: true),
                    .status(200),
                ],
                "/api/v1/tokens/authn": [.status(400)],
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v1, options: FlowFixture.options(.tvOS))
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let codes = await fixture.delegate.codes
        XCTAssertEqual(codes.map(\.code), ["CODE123"])
        XCTAssertEqual(codes.first?.mvpd, "Cablevision")
        XCTAssertEqual(fixture.client.clock.sleeps, [.seconds(5), .seconds(5)])
    }

    func testARefusedProfileRequestLeadsToTheWebView() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v1/checkauthn": [Self.refused, .status(200)],
                "/api/v1/REF30/profile-requests/Cablevision": [.status(400)],
            ]), account: accounts)
        let result = await fixture.driver.signOn(api: .v1, options: FlowFixture.options(.iOS))
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let urls = await fixture.delegate.urls
        XCTAssertEqual(
            urls,
            [
                "http://localhost:8765/api/v1/authenticate?reg_code=CODE123&requestor_id=REF30"
                    + "&mso_id=Cablevision&domain_name=adobe.com&noflash=true&no_iframe=true"
                    + "&redirect_url=https%3A%2F%2Fexample.com%2Fdone"
            ])
        XCTAssertEqual(fixture.client.clock.sleeps, [])
    }

    func testANewCodeIsRequestedWhenTheUserWantsOne() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v1/checkauthn": [Self.refused, Self.refused, .status(200)]
            ]), account: [FlowFixture.access(.denied)],
            delegate: ScriptedDelegate(mvpd: "Other", polling: [.newCode]))
        let result = await fixture.driver.signOn(api: .v1, options: FlowFixture.options(.tvOS))
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let count = await fixture.client.transport.count("/reggie/v1/REF30/regcode")
        XCTAssertEqual(count, 2)
        let choices = await fixture.delegate.choices
        XCTAssertEqual(choices, 1)
    }

    func testADenialIsAFailureWithTheErrorOfTheCall() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v1/checkauthn": [.status(200)], "/api/v1/authorize": [Self.refused],
            ]), account: [])
        let result = await fixture.driver.signOn(api: .v1, options: FlowFixture.options(.tvOS))
        XCTAssertEqual(result.failure?.reason, .denied)
        XCTAssertEqual(result.failure?.exchange?.status, 403)
        let requests = await fixture.account.requests
        XCTAssertEqual(requests, [])
    }

    func testAnErrorThatAsksForRepetitionIsNoDenial() async throws {
        let fixture = try DriverFixture(
            answers([
                "/api/v1/checkauthn": [.status(200)],
                "/api/v1/authorize": [
                    .enhanced("network_connection_timeout", action: "retry", status: 403)
                ],
            ]), account: [])
        let result = await fixture.driver.signOn(api: .v1, options: FlowFixture.options(.tvOS))
        XCTAssertEqual(result.failure?.reason, .callFailed)
        XCTAssertEqual(result.failure?.exchange?.action, .retry)
    }

    func testTheSourceOfTheTokenIsReadBeforeItIsDeleted() async throws {
        for (source, advice) in [("Apple", [Pass.Platform.iOS]), ("Adobe", [])] {
            let fixture = try DriverFixture(
                [
                    "/api/v1/tokens/usermetadata": [
                        .json("{\"updated\":1,\"data\":{\"tokenSource\":\"\(source)\"}}")
                    ],
                    "/api/v1/logout": [.status(204)],
                ], account: [])
            let result = await fixture.driver.signOut(api: .v1, platform: .iOS, mvpd: nil)
            guard case .signedOut = result.outcome else {
                return XCTFail("\(result.outcome)")
            }
            let given = await fixture.delegate.advice
            XCTAssertEqual(given, advice)
            let paths = await fixture.paths()
            XCTAssertEqual(
                paths, ["GET /api/v1/tokens/usermetadata", "DELETE /api/v1/logout"])
        }
    }
}
