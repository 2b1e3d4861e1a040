import AdobePass
import XCTest

final class MemoryTests: XCTestCase {
    private static let provider: Pass.ServiceProvider = "REF30"
    private static let profile = "/api/v2/REF30/profiles/Cablevision"

    private static func profiles(_ type: String) -> ScriptedTransport.Answer {
        .json(
            """
            {"profiles":{"Cablevision":{"notBefore":1,"notAfter":1735776000000,"issuer":"x",
             "type":"\(type)","attributes":{"userID":{"value":"u","state":"plain"},
             "zip":{"value":["10001"],"state":"enc"}}}}}
            """)
    }

    private static func decision(_ rest: String) -> ScriptedTransport.Answer {
        .json(
            #"{"decisions":[{"resource":"channel","mvpd":"Cablevision",\#(rest)}]}"#)
    }
    private static let permit = decision(
        #""authorized":true,"token":{"notAfter":1735689960000,"serializedToken":"dG9rZW4="}"#)

    private func driver(
        _ memory: any Pass.SignOnMemory, type: String = "regular",
        decision: ScriptedTransport.Answer = permit
    ) throws -> DriverFixture {
        try DriverFixture(
            [
                "/api/v2/REF30/profiles": [Self.profiles(type)],
                Self.profile: [Self.profiles(type)],
                "/api/v2/REF30/decisions/authorize/Cablevision": [decision],
                "/api/v2/REF30/logout/Cablevision": [
                    .json(#"{"logouts":{"Cablevision":{"actionName":"complete"}}}"#)
                ],
            ], account: [FlowFixture.signedOut], memory: memory)
    }

    private func signOn(_ fixture: DriverFixture) async -> SignOnDriver.Result {
        await fixture.driver.signOn(api: .v2, options: FlowFixture.options(.iOS))
    }

    func testTheProviderOfAMediaTokenIsAskedForAloneTheNextTimeUntilTheSignOut() async throws {
        let memory = Pass.InMemoryStorage()
        let first = try driver(memory)
        let result = await signOn(first)
        XCTAssertNotNil(result.mediaToken, "\(result.outcome)")
        let remembered = await memory.rememberedMVPD(for: Self.provider)
        XCTAssertEqual(remembered, "Cablevision")

        let second = try driver(memory)
        _ = await signOn(second)
        let paths = await second.paths()
        XCTAssertTrue(paths.contains("GET \(Self.profile)"))
        XCTAssertFalse(paths.contains("GET /api/v2/REF30/profiles"))
        _ = await second.driver.signOut(api: .v2, platform: .iOS, mvpd: "Cablevision")
        let forgotten = await memory.rememberedMVPD(for: Self.provider)
        XCTAssertNil(forgotten)
    }

    func testTemporaryAccessAndADenialAreNotRemembered() async throws {
        let denial = Self.decision(
            #""authorized":false,"error":{"action":"none","status":403,"#
                + #""code":"authorization_denied_by_mvpd","details":"Call us."}"#)
        for fixture in [
            try driver(Pass.InMemoryStorage(), type: "temporary"),
            try driver(Pass.InMemoryStorage(), decision: denial),
        ] {
            let result = await signOn(fixture)
            XCTAssertEqual(
                result.failure?.providerDetails, result.mediaToken == nil ? "Call us." : nil)
        }
        let memory = Pass.InMemoryStorage()
        _ = await signOn(try driver(memory, type: "temporary"))
        _ = await signOn(try driver(memory, decision: denial))
        let remembered = await memory.rememberedMVPD(for: Self.provider)
        XCTAssertNil(remembered)
    }

    func testAMemoryThatFailsIsToldAndStopsNothing() async throws {
        let fixture = try driver(Broken())
        let result = await signOn(fixture)
        XCTAssertNotNil(result.mediaToken)
        let failures = await fixture.delegate.observations.filter { $0 == .memoryFailed }
        XCTAssertEqual(failures.count, 2)
    }

    func testTheMediaTokenHasTheAttributesOfTheProfileAndNoDescriptionDoes() async throws {
        let result = await signOn(try driver(Pass.InMemoryStorage()))
        let profile = try XCTUnwrap(result.mediaToken?.profile)
        XCTAssertEqual(profile.attributes["userID"]?.value, .string("u"))
        XCTAssertEqual(profile.attributes["zip"]?.state.isEncrypted, true)
        XCTAssertFalse("\(profile)".contains("userID"))
    }

    private struct Broken: Pass.SignOnMemory {
        struct Failure: Error {}

        func rememberedMVPD(
            for serviceProvider: Pass.ServiceProvider
        ) throws -> Pass.MVPDIdentifier? { throw Failure() }

        func remember(
            _ mvpd: Pass.MVPDIdentifier?, for serviceProvider: Pass.ServiceProvider
        ) throws { throw Failure() }
    }
}
