import HTTPTypes
import TestSupport
import XCTest

@testable import AdobePass

/// The life of a service token, and its part in REST API v2.
final class ServiceTokenTests: XCTestCase {
    private typealias Answer = ScriptedTransport.Answer
    private static let tokens = "/api/REF30/serviceToken"
    private static let profiles = "/api/v2/REF30/profiles"
    private static let list = "/api/REF30/list"
    private static let noProfiles = Answer.json(#"{"profiles":{}}"#)
    private static let noDevices = Answer.json(#"{"devices":{}}"#)

    private func token(_ text: String) -> Answer { SSOServiceRequestTests.token(text) }
    private func error(_ code: String, _ status: Int) -> Answer {
        SSOServiceRequestTests.error(code, status)
    }

    private func fixture(
        tokens: [Answer], profiles: [Answer] = [noProfiles], list: [Answer] = [noDevices],
        turns: Int = 0
    ) throws -> ClientFixture {
        try ClientFixture(
            [Self.tokens: tokens, Self.profiles: profiles, Self.list: list], turns: turns
        ) { $0.retry.maximumRetries = 0 }
    }

    /// The calls with what they said about the membership.
    private func courses(_ fixture: ClientFixture) async -> [String] {
        await fixture.transport.calls.map { call in
            let name = String(call.path.split(separator: "/").last ?? "")
            let said =
                call.fields["ad-service-token"] ?? call.fields["x-sso-id"]
                ?? call.fields["x-sso-link"] ?? "-"
            return "\(call.head.method.rawValue) \(name) \(said)"
        }
    }

    func testCallsOfV2CarryTheTokenFromJoiningUntilLeaving() async throws {
        let fixture = try fixture(tokens: [token("T1")])
        _ = try await fixture.client.v2.profiles()
        try await fixture.client.ssoService.join(.account("ada"))
        _ = try await fixture.client.v2.profiles()
        await fixture.client.ssoService.leave()
        _ = try await fixture.client.v2.profiles()
        let courses = await courses(fixture)
        XCTAssertEqual(
            courses,
            [
                "GET profiles -", "POST serviceToken ada", "GET profiles T1", "GET profiles -",
            ])
    }

    func testATokenIsRenewedBeforeItsEndByTheDevicesClock() async throws {
        let fixture = try fixture(tokens: [token("T1"), token("T2")])
        let token = try await fixture.client.ssoService.join(.account("ada"))
        XCTAssertEqual(token.expiresAt, ManualClock.start.advanced(by: .seconds(3600)))
        fixture.clock.advance(by: .seconds(3600 - 61))
        _ = try await fixture.client.v2.profiles()
        fixture.clock.advance(by: .seconds(2))
        _ = try await fixture.client.v2.profiles()
        let courses = await courses(fixture)
        XCTAssertEqual(
            courses,
            [
                "POST serviceToken ada", "GET profiles T1", "GET serviceToken T1",
                "GET profiles T2",
            ])
    }

    func testCallersAtTheSameTimeShareOneRenewal() async throws {
        let fixture = try fixture(tokens: [token("T1"), token("T2")], turns: 20)
        let client = fixture.client
        try await client.ssoService.join(.account("ada"))
        fixture.clock.advance(by: .seconds(3590))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = try await client.v2.profiles() } }
            try await group.waitForAll()
        }
        let renewals = await fixture.transport.count(Self.tokens)
        XCTAssertEqual(renewals, 2)
        let last = await courses(fixture).suffix(10)
        XCTAssertEqual(Set(last), ["GET profiles T2"])
    }

    func testARenewalInVainIsMadeUpForWithTheAccount() async throws {
        let fixture = try fixture(
            tokens: [token("T1"), error("token_expired", 401), token("T2")])
        try await fixture.client.ssoService.join(.account("ada"))
        fixture.clock.advance(by: .seconds(200_000))
        _ = try await fixture.client.ssoService.devices()
        let courses = await courses(fixture)
        XCTAssertEqual(
            courses,
            [
                "POST serviceToken ada", "GET serviceToken T1", "POST serviceToken ada",
                "GET list T2",
            ])
    }

    func testADeviceThatJoinedByACodeNeedsANewOneAfterARefusal() async throws {
        let fixture = try fixture(tokens: [token("T1"), error("token_expired", 401)])
        let service = fixture.client.ssoService
        try await service.join(.linkCode("123456"))
        fixture.clock.advance(by: .seconds(200_000))
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await service.devices()
        }
        XCTAssertEqual(error.action, .getNewToken)
        let isMember = await service.isMember
        XCTAssertFalse(isMember)
        _ = try await fixture.client.v2.profiles()
        let courses = await courses(fixture)
        XCTAssertEqual(
            courses, ["POST serviceToken 123456", "GET serviceToken T1", "GET profiles -"])
    }

    func testATokenThatV2RefusesNeverEndsTheCall() async throws {
        for refusal in [error("header_invalid", 401), error("token_invalid", 400)] {
            let renewed = try fixture(
                tokens: [token("T1"), token("T2")], profiles: [refusal, Self.noProfiles])
            try await renewed.client.ssoService.join(.account("ada"))
            _ = try await renewed.client.v2.profiles()
            let first = await courses(renewed)
            XCTAssertEqual(
                first.suffix(3), ["GET profiles T1", "GET serviceToken T1", "GET profiles T2"])
        }
        let lost = try fixture(
            tokens: [token("T1"), error("header_invalid", 401)],
            profiles: [error("header_invalid", 401), Self.noProfiles])
        try await lost.client.ssoService.join(.linkCode("123456"))
        _ = try await lost.client.v2.profiles()
        let second = await courses(lost)
        XCTAssertEqual(
            second.suffix(3), ["GET profiles T1", "GET serviceToken T1", "GET profiles -"])
        // The access token was never the reason.
        let tokens = await lost.transport.count("/o/client/token")
        XCTAssertEqual(tokens, 1)
    }

    func testTheOtherRefusalOf401RenewsTheAccessToken() async throws {
        let fixture = try fixture(
            tokens: [token("T1")],
            list: [
                SSOServiceRequestTests.error("unauthorized", 401, action: "none"),
                Self.noDevices,
            ])
        try await fixture.client.ssoService.join(.account("ada"))
        _ = try await fixture.client.ssoService.devices()
        let calls = await fixture.transport.calls
        XCTAssertEqual(
            calls.suffix(2).map { $0.fields["authorization"] },
            ["Bearer token1", "Bearer token2"])
    }

    func testATokenThatIsStillGoodIsUsedWhileItsRenewalFails() async throws {
        let fixture = try fixture(tokens: [token("T1"), .status(500)])
        try await fixture.client.ssoService.join(.account("ada"))
        fixture.clock.advance(by: .seconds(3550))
        for _ in 0..<3 { _ = try await fixture.client.v2.profiles() }
        _ = try await fixture.client.ssoService.devices()
        let courses = await courses(fixture)
        XCTAssertEqual(
            courses,
            [
                "POST serviceToken ada", "GET serviceToken T1", "GET profiles T1",
                "GET profiles T1", "GET profiles T1", "GET list T1",
            ])
        fixture.clock.advance(by: .seconds(100))
        _ = try await fixture.client.v2.profiles()
        let last = await self.courses(fixture).last
        XCTAssertEqual(last, "GET profiles -", "One that has ended is not sent.")
    }

    func testATokenOfAnEarlierRunIsTakenUpWithoutACall() async throws {
        let fixture = try fixture(tokens: [token("T2")])
        let kept = try roundTrip(
            SSOService.ServiceToken(
                text: "T1", expiresAt: ManualClock.start.advanced(by: .seconds(1800))))
        try await fixture.client.ssoService.join(.token(kept))
        _ = try await fixture.client.v2.profiles()
        let courses = await courses(fixture)
        XCTAssertEqual(courses, ["GET profiles T1"])
    }

    func testWrongCodesAreToldByTheirCodeAndAreNotSentAgain() async throws {
        let fixture = try fixture(tokens: [error("token_invalid", 400)])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.ssoService.join(.linkCode("000000"))
        }
        XCTAssertEqual(error.enhanced?.code, .tokenInvalid)
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 1)
    }
}
